"""Trains the genre classifiers from markup and measures them by cross-validation.

usage: train.py [--predictions FILE] [--repeats N] DIRECTORY   train, write markup.bin and svm.bin
       train.py --check DIRECTORY                               compare the build with the trainer
       train.py --degraded DIRECTORY... -- DIRECTORY            predict what is left of the pages too

DIRECTORY is what the program genre-features has written. Weights go beside this file.

The pages of --degraded are those of DIRECTORY after degrade.py, measured by genre-features. No model learns from
them: each is predicted by the model that has not seen the domain of the whole page, and the weights stay as they are.
Into each directory goes types.tsv: a page's id, the words that its markup shows, the probabilities of the types.
"""

import argparse
import hashlib
from pathlib import Path

import numpy as np

from classifiers import LIST_VIEW, SEED, TYPES, Markup, Pages, Svm
from folds import folds

HERE = Path(__file__).resolve().parent
FOLDS = 5


def cross_validate(pages, seed, learn, width):
    """Predictions [pages, width] for every page by a model that has not seen its domain.

    learn(known, unseen): predictions [unseen, width] of a model that has learned from the pages `known`.
    """
    predicted = np.zeros((len(pages.types), width))
    fold_of = folds(pages.domains, FOLDS, seed)
    for fold in range(FOLDS):
        unseen = np.flatnonzero(fold_of == fold)
        predicted[unseen] = learn(np.flatnonzero(fold_of != fold), unseen)
    return predicted


def accuracies(predicted, types):
    """The shares of pages with the right genre, and with the right one of the seven types."""
    binary = (predicted[:, LIST_VIEW:].sum(axis=1) > 0.5) == (types >= LIST_VIEW)
    return binary.mean(), (predicted.argmax(axis=1) == types).mean()


def report(predicted, types):
    binary, seven = accuracies(predicted, types)
    print(f"markup: binary accuracy {binary:.4f}, seven types {seven:.4f}")
    truth, said = types >= LIST_VIEW, predicted[:, LIST_VIEW:].sum(axis=1) > 0.5
    for name, is_genre in (("article", False), ("list-view", True)):
        right = ((truth == is_genre) & (said == is_genre)).sum()
        recall, precision = right / (truth == is_genre).sum(), right / (said == is_genre).sum()
        print(f"  {name:14} precision {precision:.3f} recall {recall:.3f}")
    chosen = predicted.argmax(axis=1)
    print("  rows: the truth; columns: what was said")
    print(" " * 16 + "".join(f"{name[:7]:>8}" for name in TYPES) + "  recall precision  binary")
    for index, name in enumerate(TYPES):
        row = [((types == index) & (chosen == other)).sum() for other in range(len(TYPES))]
        recall = row[index] / sum(row)
        precision = row[index] / max(1, (chosen == index).sum())
        genre = (said == truth)[types == index].mean()
        cells = "".join(f"{count:8}" for count in row)
        print(f"  {name:14}{cells}{recall:8.3f}{precision:10.3f}{genre:8.3f}")


def predict_degraded(directories):
    """Writes types.tsv into the directories, of which the first has the whole pages, and prints how right they are."""
    whole, *others = (Pages(directory) for directory in directories)
    others = [pages.with_hashes_of(whole) for pages in others]
    versions = [whole, *others]
    for pages in others:
        if pages.ids != whole.ids or pages.names != whole.names:
            raise SystemExit("the directories have different pages or features")

    def learn(known, unseen):
        model = Markup(whole, known)
        return np.hstack([model.predict(pages, unseen) for pages in versions])

    predicted = cross_validate(whole, SEED, learn, len(versions) * len(TYPES))
    words = whole.names.index("words")
    print(f"{'':12}accuracy  list views: precision recall    F1   seven types  words (median)")
    for number, (pages, directory) in enumerate(zip(versions, directories)):
        of_version = predicted[:, number * len(TYPES) :][:, : len(TYPES)]
        shown = pages.features[:, words]
        lines = ["\t".join(["id", "words", *TYPES])]
        for page, count, row in zip(pages.ids, shown, of_version):
            lines.append(f"{page}\t{count:.0f}" + "".join(f"\t{value:.6f}" for value in row))
        (directory / "types.tsv").write_text("\n".join(lines) + "\n")
        truth, said = pages.types >= LIST_VIEW, of_version[:, LIST_VIEW:].sum(axis=1) > 0.5
        right = (truth & said).sum()
        precision, recall = right / max(1, said.sum()), right / truth.sum()
        f1 = 2 * right / (truth.sum() + said.sum())
        binary, seven = accuracies(of_version, pages.types)
        print(
            f"{directory.name:12}{binary:8.4f}{precision:22.3f}{recall:7.3f}{f1:6.3f}{seven:14.4f}"
            f"{np.median(shown):16.0f}"
        )


def train(pages, repeats, predictions):
    everything = np.arange(len(pages.types))
    majority = max((pages.types >= LIST_VIEW).mean(), (pages.types < LIST_VIEW).mean())
    print(f"{len(pages.types)} pages of {len(set(pages.domains))} domains; majority {majority:.4f}")
    for seed in range(SEED, SEED + repeats):
        learn = lambda known, unseen: Markup(pages, known).predict(pages, unseen)
        predicted = cross_validate(pages, seed, learn, len(TYPES))
        if seed == SEED:
            report(predicted, pages.types)
            of_first_seed = predicted
        else:
            binary, seven = accuracies(predicted, pages.types)
            print(f"  folds of seed {seed}: binary {binary:.4f}, seven types {seven:.4f}")
        learn = lambda known, unseen: Svm(pages, known).decide(pages, unseen)[:, None]
        decided = cross_validate(pages, seed, learn, 1)
        if seed == SEED and predictions:
            lines = ["\t".join(["id", *TYPES, "svm"])]
            for page, row in zip(pages.ids, np.hstack([of_first_seed, decided])):
                lines.append(page + "".join(f"\t{value:.6f}" for value in row))
            predictions.write_text("\n".join(lines) + "\n")
        right = ((decided[:, 0] > 0) == (pages.types >= LIST_VIEW)).mean()
        print(f"svm: folds of seed {seed}: binary accuracy {right:.4f}")
    svm = Svm(pages, everything)
    print(f"svm, final: {len(svm.machine[1].support_)} support vectors")
    markup = Markup(pages, everything)
    print(f"markup, final: {len(markup.vocabulary.columns)} tokens")
    for name, weights in (("markup.bin", markup.stored(pages)), ("svm.bin", svm.stored())):
        (HERE / name).write_bytes(weights)
        print(f"{name}: {len(weights)} bytes, sha256 {hashlib.sha256(weights).hexdigest()}")
    return markup.predict(pages, everything), svm.decide(pages, everything)


def check(directory):
    """Compares what the build predicts with what train.py predicted when it wrote the weights."""
    built = np.loadtxt(directory / "predicted.tsv", delimiter="\t")
    trained = np.loadtxt(directory / "trained.tsv", delimiter="\t")
    difference = np.abs(built - trained).max(axis=0)
    print(f"greatest difference of probabilities {difference[:-1].max():.2e}")
    print(f"greatest difference of the SVM's decision {difference[-1]:.2e}")
    if difference[:-1].max() > 1e-6 or difference[-1] > 1e-4:
        raise SystemExit("the build does not predict what was trained")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--predictions", type=Path, metavar="FILE", help="out-of-fold, TSV")
    parser.add_argument("--repeats", type=int, default=1, help="divisions into folds")
    parser.add_argument("--degraded", type=Path, nargs="+", metavar="DIRECTORY", help="see above")
    arguments = parser.parse_args()
    if arguments.check:
        check(arguments.directory)
        return
    if arguments.degraded:
        predict_degraded([arguments.directory, *arguments.degraded])
        return
    probabilities, decisions = train(
        Pages(arguments.directory), arguments.repeats, arguments.predictions
    )
    trained = np.hstack([probabilities, decisions[:, None]])
    np.savetxt(arguments.directory / "trained.tsv", trained, delimiter="\t", fmt="%.17g")


if __name__ == "__main__":
    main()
