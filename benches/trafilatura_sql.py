"""goce and trafilatura side by side in one PostgreSQL server, over the same pages.

usage: trafilatura_sql.py LIBRARY DIRECTORY... [--every N] [--passes N] [--without DIRECTORY] [--texts DIRECTORY]

LIBRARY is a directory that `pip install --target LIBRARY trafilatura lxml_html_clean` filled, with the Python that
plpython3u was built for; the server's user reads it. Each DIRECTORY has pages in WCXB's format. With --without,
pages whose domain has a page in that directory are left out. The server is the one that psql connects to. It runs on
this machine, and has the extensions goce and plpython3u. The tables are made in the database `trafilatura_sql`, which
is dropped first.

Prints for each extractor its processor time a page (the median of the passes, each in a new session, after a first call
that loads models and modules), the most memory that such a session had, and the mean word F1. With --texts, the texts
of trafilatura are written as files NAME.jsonl, for `make evaluate TEXTS=`.
"""

import argparse
import csv
import gzip
import io
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

DATABASE = "trafilatura_sql"
EXTRACTORS = {
    "goce default": "public.goce_extract(html, 'default')",
    "goce auto": "public.goce_extract(html)",
    "trafilatura": "trafilatura(html)",
    "trafilatura, favor_recall": "trafilatura_recall(html)",
}
FUNCTION = """
CREATE FUNCTION {name}(html text) RETURNS text LANGUAGE plpython3u IMMUTABLE PARALLEL SAFE AS $$
import sys
if {library!r} not in sys.path:
    sys.path.insert(0, {library!r})
import trafilatura
return trafilatura.extract(html{options})
$$;
"""
MEASURE = """
SELECT pg_backend_pid() AS pid \\gset
\\setenv PID :pid
SELECT {call} FROM (SELECT '<p>a first call'::text AS html) AS page \\g /dev/null
\\! cat /proc/$PID/stat
SELECT count({call}) FROM pages \\g /dev/null
\\! cat /proc/$PID/stat
\\! grep VmHWM /proc/$PID/status
"""


def psql(script, database=DATABASE, options=()):
    command = ["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-d", database, *options]
    return subprocess.run(command, input=script, check=True, capture_output=True, text=True).stdout


def domain(truth):
    from courlan import extract_domain  # trafilatura's own, of LIBRARY

    return extract_domain(truth.get("url") or "")


def truths(directory):
    paths = Path(directory).glob("ground-truth/*.json")
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def load(directories, every, without):
    rows = io.StringIO()
    writer = csv.writer(rows)
    seen = {domain(truth) for truth in truths(without).values()} - {None} if without else set()
    for directory in directories:
        gold = truths(directory)
        for path in sorted(Path(directory).glob("html/*.html.gz"))[::every]:
            html = gzip.decompress(path.read_bytes()).decode("utf-8", "replace").replace("\0", "")
            truth = gold[path.name.split(".")[0]]
            if domain(truth) not in seen:
                writer.writerow([path.name.split(".")[0], html, truth["ground_truth"].get("main_content") or ""])
    psql(rows.getvalue(), options=("-c", "COPY pages FROM STDIN CSV FORCE NOT NULL gold"))


def measure(call):
    """The processor time in seconds and the peak of memory in MB of one session that extracts all pages."""
    before, after, peak = psql(MEASURE.format(call=call)).splitlines()
    # User and system time are the fields 14 and 15; the name before them may hold spaces.
    ticks = [sum(map(int, line.rpartition(")")[2].split()[11:13])) for line in (before, after)]
    return (ticks[1] - ticks[0]) / os.sysconf("SC_CLK_TCK"), int(peak.split()[1]) / 1e3


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("library")
    parser.add_argument("directories", nargs="+")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--without")
    parser.add_argument("--texts")
    arguments = parser.parse_args()
    sys.path.insert(0, arguments.library)
    psql(f"DROP DATABASE IF EXISTS {DATABASE};\nCREATE DATABASE {DATABASE};", database="postgres")
    psql("CREATE EXTENSION goce; CREATE EXTENSION plpython3u; CREATE TABLE pages (id text, html text, gold text);")
    library = str(Path(arguments.library).resolve())
    for name, options in (("trafilatura", ""), ("trafilatura_recall", ", favor_recall=True")):
        psql(FUNCTION.format(name=name, library=library, options=options))
    load(arguments.directories, arguments.every, arguments.without)
    pages = int(psql("SELECT count(*) FROM pages"))
    print(f"{pages} pages, medians of {arguments.passes} passes, in turns")
    print(f"{'':<26} {'ms a page':>10} {'peak MB':>8} {'word F1':>8}")
    measured = {name: [] for name in EXTRACTORS}
    for _ in range(arguments.passes):
        for name, call in EXTRACTORS.items():
            measured[name].append(measure(call))
    for name, call in EXTRACTORS.items():
        seconds, peaks = zip(*measured[name])
        score = psql(f"SELECT round((goce_lcs_eval(gold, {call})).word_f1::numeric, 4) FROM pages").strip()
        if arguments.texts and "trafilatura" in call:
            lines = psql(f"SELECT json_build_object('id', id, 'text', {call}) FROM pages ORDER BY id")
            Path(arguments.texts, name.replace(", ", "-") + ".jsonl").write_text(lines, encoding="utf-8")
        print(f"{name:<26} {1e3 * statistics.median(seconds) / pages:>10.1f} {max(peaks):>8.0f} {score:>8}")


if __name__ == "__main__":
    main()
