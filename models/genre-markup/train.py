"""Trains the genre classifiers from markup and measures them by cross-validation.

usage: train.py [--sets FILE] [--predictions FILE] [--repeats N] DIRECTORY
                                                                train, write markup.bin and svm.bin
       train.py --check DIRECTORY                               compare the build with the trainer
       train.py [--sets FILE] --degraded DIRECTORY... -- DIRECTORY
                                                                predict what is left of the pages too

DIRECTORY is what the program genre-features has written. Weights go beside this file.

The pages may be of several sets, as models/merge.py links them; --sets names the file that says of which. All sets but
those of classifiers.UNLEARNED are learned from. The accuracies are those of WCXB's pages; a table has the other sets.
The SVM, which is the paper's, learns from WCXB alone.

The pages of --degraded are those of DIRECTORY after degrade.py, measured by genre-features. No model learns from
them: each is predicted by the model that has not seen the domain of the whole page, and the weights stay as they are.
Into each directory goes types.tsv: a page's id, the words that its markup shows, the probabilities of the types.
"""

import argparse
import hashlib
from pathlib import Path

import numpy as np

from classifiers import LIST_VIEW, SEED, TYPES, UNLEARNED, Markup, Pages, Svm, sets_of
from folds import folds_of_sets

HERE = Path(__file__).resolve().parent
FOLDS = 5


def cross_validate(pages, fold_of, is_known, learn, width):
    """Predictions [pages, width] for every page by a model that has not seen its domain.

    is_known: the pages that may be learned from. learn(known, unseen): predictions [unseen, width] of a model that has
    learned from the pages `known`.
    """
    predicted = np.zeros((len(pages.types), width))
    for fold in range(FOLDS):
        unseen = np.flatnonzero(fold_of == fold)
        predicted[unseen] = learn(np.flatnonzero((fold_of != fold) & is_known), unseen)
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


def report_sets(predicted, types, sets):
    """Prints how many pages of each set that is not WCXB have another type than theirs, and which."""
    chosen = predicted.argmax(axis=1)
    for name in np.unique(sets[sets != ""]):
        of_set = sets == name
        wrong = of_set & (chosen != types)
        said = [f"{TYPES[index]} {(chosen[wrong] == index).sum()}" for index in np.unique(chosen[wrong])]
        learned = "not learned from; " if name in UNLEARNED else ""
        print(f"  {name:14} {learned}{wrong.sum()} of {of_set.sum()} typed otherwise: {', '.join(said)}")


def predict_degraded(directories, sets):
    """Writes types.tsv into the directories, of which the first has the whole pages, and prints how right they are."""
    whole, *others = (Pages(directory) for directory in directories)
    sets = sets_of(sets, whole) if sets else np.full(len(whole.ids), "")
    whole.learn_as(sets)
    others = [pages.with_hashes_of(whole) for pages in others]
    versions = [whole, *others]
    for pages in others:
        if pages.ids != whole.ids or pages.names != whole.names:
            raise SystemExit("the directories have different pages or features")

    def learn(known, unseen):
        model = Markup(whole, known)
        return np.hstack([model.predict(pages, unseen) for pages in versions])

    fold_of, is_known = folds_of_sets(whole.domains, sets == "", FOLDS, SEED), ~np.isin(sets, UNLEARNED)
    predicted = cross_validate(whole, fold_of, is_known, learn, len(versions) * len(TYPES))
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


def train(pages, sets, repeats, predictions):
    everything = np.arange(len(pages.types))
    is_wcxb, is_known = sets == "", ~np.isin(sets, UNLEARNED)
    pages.learn_as(sets)
    types = pages.types[is_wcxb]
    majority = max((types >= LIST_VIEW).mean(), (types < LIST_VIEW).mean())
    print(f"{is_known.sum()} pages of {len(set(pages.domains[is_known]))} domains")
    print(f"WCXB: {len(types)} pages of {len(set(pages.domains[is_wcxb]))} domains; majority {majority:.4f}")
    for seed in range(SEED, SEED + repeats):
        fold_of = folds_of_sets(pages.domains, is_wcxb, FOLDS, seed)
        learn = lambda known, unseen: Markup(pages, known).predict(pages, unseen)
        predicted = cross_validate(pages, fold_of, is_known, learn, len(TYPES))
        if seed == SEED:
            report(predicted[is_wcxb], types)
            report_sets(predicted, pages.types, sets)
            of_first_seed = predicted
        else:
            binary, seven = accuracies(predicted[is_wcxb], types)
            print(f"  folds of seed {seed}: binary {binary:.4f}, seven types {seven:.4f}")
        learn = lambda known, unseen: Svm(pages, known).decide(pages, unseen)[:, None]
        decided = cross_validate(pages, fold_of, is_wcxb, learn, 1)
        if seed == SEED and predictions:
            lines = ["\t".join(["id", *TYPES, "svm"])]
            for page, row in zip(pages.ids, np.hstack([of_first_seed, decided])):
                lines.append(page + "".join(f"\t{value:.6f}" for value in row))
            predictions.write_text("\n".join(lines) + "\n")
        right = ((decided[is_wcxb, 0] > 0) == (types >= LIST_VIEW)).mean()
        print(f"svm: folds of seed {seed}: binary accuracy {right:.4f}")
    svm = Svm(pages, np.flatnonzero(is_wcxb))
    print(f"svm, final: {len(svm.machine[1].support_)} support vectors")
    markup = Markup(pages, np.flatnonzero(is_known))
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
    parser.add_argument("--sets", type=Path, metavar="FILE", help="sets.tsv of models/merge.py")
    parser.add_argument("--repeats", type=int, default=1, help="divisions into folds")
    parser.add_argument("--degraded", type=Path, nargs="+", metavar="DIRECTORY", help="see above")
    arguments = parser.parse_args()
    if arguments.check:
        check(arguments.directory)
        return
    if arguments.degraded:
        predict_degraded([arguments.directory, *arguments.degraded], arguments.sets)
        return
    pages = Pages(arguments.directory)
    sets = sets_of(arguments.sets, pages) if arguments.sets else np.full(len(pages.ids), "")
    probabilities, decisions = train(pages, sets, arguments.repeats, arguments.predictions)
    trained = np.hstack([probabilities, decisions[:, None]])
    np.savetxt(arguments.directory / "trained.tsv", trained, delimiter="\t", fmt="%.17g")


if __name__ == "__main__":
    main()
