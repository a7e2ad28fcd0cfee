"""Folds for cross-validation, grouped by registered domain.

usage: folds.py WCXB prints a line a page: ID, fold of five.
"""

import json
import sys
from pathlib import Path

import numpy as np
import tldextract


def registered_domains(urls):
    """The registered domain of each URL, or the URL itself if it has none: array of text."""
    # The snapshot of the public suffix list that comes with the package: no network.
    extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    return np.array([extract(url).top_domain_under_public_suffix or url for url in urls])


def folds(domains, count, seed):
    """The fold of each page, 0 to count - 1, the same for all pages of a domain: array of int."""
    distinct = np.unique(domains)
    np.random.RandomState(seed).shuffle(distinct)
    fold = {domain: position % count for position, domain in enumerate(distinct)}
    return np.array([fold[domain] for domain in domains])


def folds_of_sets(domains, is_wcxb, count, seed):
    """The folds of WCXB's pages are those that they have alone. Domains of other sets are spread alike."""
    fold = dict(zip(domains[is_wcxb], folds(domains[is_wcxb], count, seed)))
    others = np.array([domain for domain in np.unique(domains) if domain not in fold])
    if len(others):
        fold |= dict(zip(others, folds(others, count, seed)))
    return np.array([fold[domain] for domain in domains])


def main():
    pages = sorted(Path(sys.argv[1], "ground-truth").glob("*.json"))
    urls = [json.loads(page.read_text())["url"] for page in pages]
    for page, fold in zip(pages, folds(registered_domains(urls), 5, 0)):
        print(f"{page.stem}\t{fold}")


if __name__ == "__main__":
    main()
