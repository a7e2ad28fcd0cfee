"""goce beside other extractors over the same pages, in one run on one core: how good, how fast, how much memory, and
what each does on hostile pages. scripts/compare prepares all that this needs and runs it.

usage: compare.py LIBRARY PROGRAM WCXB [--others DIRECTORY] [--every N] [--out DIRECTORY] [--texts DIRECTORY]
                  [--write]

LIBRARY has the packages of requirements.txt; the server's user reads it. PROGRAM is `texts` of benches/rivals. WCXB has
pages in WCXB's format, and each directory in that of --others too. The server is the one that psql connects to, on this
machine, with the extensions goce and plpython3u; the tables are made in its database `compare`, which is dropped first.

What runs in the server is measured there, over WCXB's pages: the processor time of a session that extracts all pages
after a first call, the time of that first call, and the most memory of the session, without what it had before it.
Programs measure themselves in the same way. Times of first calls, and on hostile pages, are by the clock. Word F1 and
its ranges are those of scores.py, structure is that of structure.py. What dies or hangs is told and left out.

--out gets the texts as NAME.jsonl. --texts has files of that form that are scored too, such as auto-folds.jsonl: the
texts of `auto` by models that have learned from no page of the same domain, the pages of --others as SET-ID. --write
puts the tables into WRITTEN, between the lines `<!-- compare: NAME -->` and `<!-- end -->`."""

import argparse
import csv
import gzip
import importlib.metadata
import io
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from pathlib import Path

sys.dont_write_bytecode = True

import hostile  # noqa: E402
from scores import interval, resamples, word_f1, words  # noqa: E402
from tables import figure, table, with_range, write  # noqa: E402

HERE = Path(__file__).resolve().parent
DATABASE = "compare"
# An exception is no text, as it is to a caller who goes on.
PYTHON = {
    "trafilatura": "import trafilatura\nreturn trafilatura.extract(html)",
    "resiliparse": "from resiliparse.extract.html2text import extract_plain_text\n"
    "return extract_plain_text(html, main_content=True)",
    "turbohtml": "import turbohtml\nreturn turbohtml.parse(html).main_text()",
    "readability-lxml": "import readability, lxml.html\n"
    "page = readability.Document(html).summary()\n"
    "return '\\n'.join(lxml.html.document_fromstring(page).itertext())",
}
# What is timed alone: it writes Markdown, and the plain text of the same extractor is scored by its crate.
TIMED = {"pagesift of PyPI": "import pagesift\nreturn pagesift.convert(html).markdown"}
# The crates of the programs of others.
CRATES = {"rs-trafilatura": "rs-trafilatura", "dom_smoothie": "dom_smoothie", "pagesift": "pagesift-content"}
OWN_PROGRAMS = ["goce auto, in a program", "goce Markdown, in a program"]
FOLDS = "auto-folds"
# Rows whose name alone would not say what they are.
TITLES = {FOLDS: "**goce auto**, by folds", "goce auto": "goce auto, which knows these pages",
          "goce default": "goce default (all visible text)"}
# The tables, and the files that have a place for each.
TABLES = ["run", "places", "types", "kinds", "sets", "structure", "extractors", "worst", "hostile", "readme"]
WRITTEN = ["docs/benchmarks.md", "benches/results/extractors.md", "README.md"]
# The other set with pages of many types.
KINDS = "kinds"
# A type of fewer pages has no row of its own.
FEWEST = 30
TYPES = ["article", "documentation", "service", "forum", "listing", "collection", "product"]
# The gold texts of this set are trafilatura's own.
UNSCORED = {"silver"}
# Seconds after which a statement is cancelled, after which a session or a program is killed, and which one may take
# for all pages.
CANCELLED, KILLED, MOST = 5, 10, 1200


class Died(Exception):
    """What extracts has ended, or has not ended in time."""


@dataclass
class Measured:
    first: float  # seconds of the first call
    seconds: float  # of processor time for all pages
    peak: float  # kB


def psql(script, database=DATABASE, options=(), limit=MOST):
    command = ["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-d", database, *options]
    return subprocess.run(command, input=script, check=True, stdout=subprocess.PIPE, text=True, timeout=limit).stdout


def sets_of(wcxb, others):
    """The directories of labelled pages by the name of their set; WCXB's name is empty."""
    found = sorted(path for path in Path(others).iterdir() if (path / "ground-truth").is_dir()) if others else []
    return {"": Path(wcxb)} | {path.name: path for path in found if path.name not in UNSCORED}


def load(sets, every):
    """Fills the table of pages. Those of another set than WCXB have its name before theirs."""
    for name, directory in sets.items():
        rows = io.StringIO()
        writer = csv.writer(rows)
        for path in sorted(directory.glob("ground-truth/*.json"))[::every]:
            truth = json.loads(path.read_text(encoding="utf-8"))
            html = gzip.decompress((directory / "html" / f"{path.stem}.html.gz").read_bytes())
            html = html.decode("utf-8", "replace").replace("\0", "")
            gold = truth["ground_truth"].get("main_content") or ""
            page_type = truth.get("_internal", {}).get("page_type", {}).get("primary", "-")
            writer.writerow([page_id(name, path.stem), name, page_type, html, gold])
        psql(rows.getvalue(), options=("-c", "COPY pages FROM STDIN CSV FORCE NOT NULL of_set, gold"))


def page_id(name, page):
    return f"{name}-{page}" if name else page


def set_up(library):
    psql(f"DROP DATABASE IF EXISTS {DATABASE};\nCREATE DATABASE {DATABASE};", database="postgres")
    psql("CREATE EXTENSION goce; CREATE EXTENSION plpython3u;"
         "CREATE TABLE pages (id text PRIMARY KEY, of_set text, type text, html text, gold text);"
         "CREATE TABLE texts (name text, id text, text text, PRIMARY KEY (name, id));")
    for name, body in (PYTHON | TIMED).items():
        body = "".join(f"    {line}\n" for line in body.split("\n"))
        psql(f'CREATE FUNCTION "{name}"(html text) RETURNS text LANGUAGE plpython3u AS $$\nimport sys\n'
             f"if {library!r} not in sys.path:\n    sys.path.insert(0, {library!r})\n"
             f"try:\n{body}except Exception:\n    return None\n$$;")


def methods():
    """The names of goce's methods, in the order of its table."""
    return psql("SELECT name FROM goce_methods()").split()


def in_server():
    """The SQL of each extractor of the server, by its name."""
    calls = {f"goce {method}": f"goce_extract(html, '{method}')" for method in methods()}
    calls["goce Markdown"] = "goce_markdown(html)"
    return calls | {name: f'"{name}"(html)' for name in PYTHON | TIMED}


def measure_in_server(name, call):
    """Extracts WCXB's pages in one session."""
    try:
        output = psql(f"""
            SELECT pg_backend_pid() AS pid \\gset
            \\setenv PID :pid
            \\! grep VmHWM /proc/$PID/status
            SELECT extract(epoch FROM clock_timestamp()) AS start \\gset
            SELECT {call} FROM (SELECT '<p>a first call'::text AS html) AS page \\g /dev/null
            SELECT extract(epoch FROM clock_timestamp()) - :start;
            \\! cat /proc/$PID/stat
            INSERT INTO texts SELECT $${name}$$, id, {call} FROM pages WHERE of_set = '';
            \\! cat /proc/$PID/stat
            \\! grep VmHWM /proc/$PID/status""")
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        end_sessions()
        raise Died(error) from error
    had, first, before, after, has = output.rstrip("\n").split("\n")
    # User and system time are the fields 14 and 15; the name before them may hold spaces.
    ticks = [sum(map(int, line.rpartition(")")[2].split()[11:13])) for line in (before, after)]
    peak = int(has.split()[1]) - int(had.split()[1])
    return Measured(float(first), (ticks[1] - ticks[0]) / os.sysconf("SC_CLK_TCK"), peak)


def extract_others(name, call):
    """Extracts the pages of the other sets in one session, which nobody measures."""
    try:
        psql(f"INSERT INTO texts SELECT $${name}$$, id, {call} FROM pages WHERE of_set <> '';")
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        end_sessions()
        raise Died(error) from error


def run_program(program, name, of_set, directory, every):
    """Extracts the pages of a directory by a program, which measures itself."""
    try:
        done = subprocess.run([program, name, str(directory), str(every)], check=True, stdout=subprocess.PIPE, text=True,
                              timeout=MOST)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise Died(error) from error
    *lines, own = map(json.loads, done.stdout.rstrip("\n").split("\n"))
    store(name, [(page_id(of_set, line["id"]), line["text"]) for line in lines])
    return Measured(own["first"], own["seconds"], own["peak"])


def store(name, texts):
    rows = io.StringIO()
    for page, text in texts:
        csv.writer(rows).writerow([name, page, (text or "").replace("\0", "")])
    psql(rows.getvalue(), options=("-c", "COPY texts FROM STDIN CSV FORCE NOT NULL text"))


def store_given(directory):
    """Stores the texts of the files of a directory, of the pages that are here. Returns their names."""
    known = set(psql("SELECT id FROM pages").split())
    names = []
    for path in sorted(Path(directory).glob("*.jsonl")):
        lines = map(json.loads, path.read_text(encoding="utf-8").rstrip("\n").split("\n"))
        store(path.stem, [(line["id"], line["text"]) for line in lines if line["id"] in known])
        names.append(path.stem)
    return names


def end_sessions():
    """Ends the sessions at work. One that no longer heeds signals goes by the one that no server outlives."""
    working = f"FROM pg_stat_activity WHERE datname = '{DATABASE}' AND pid <> pg_backend_pid()"
    wait_for_server()
    psql(f"SELECT pg_terminate_backend(pid) {working}", database="postgres")
    for _ in range(20):
        if not (pids := psql(f"SELECT pid {working}", database="postgres").split()):
            return
        time.sleep(0.1)
    for pid in pids:
        try:
            os.kill(int(pid), signal.SIGQUIT)
        except ProcessLookupError:
            pass  # it has heeded the first signal late
    time.sleep(1)
    wait_for_server()


def wait_for_server():
    """Waits until the server takes connections, which one that starts again does not at once."""
    for _ in range(300):
        ready = subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", ""], stderr=subprocess.DEVNULL)
        if ready.returncode == 0:
            return
        time.sleep(0.2)
    raise SystemExit("the server has not come back in a minute")


@dataclass
class Ending:
    """How a hostile page ended."""

    how: str  # "" where there is a text
    seconds: float
    peak: int  # kB, as far as it was seen

    def __str__(self):
        seconds = f"> {KILLED} s" if self.how == "killed" else f"{self.seconds:.1f} s"
        return f"{self.how}, {seconds}" if self.how not in ("", "killed") else seconds

    def badness(self):
        """What orders the endings from the best to the worst."""
        return self.how.startswith("**"), self.how == "killed", bool(self.how), self.seconds


def status(pid, name):
    """A size in kB that the system states of a process, or 0 where it has ended."""
    try:
        found = re.search(rf"^{name}:\s*(\d+)", Path(f"/proc/{pid}/status").read_text(), re.M)
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(found[1]) if found else 0


def watch(process, pid, had):
    """Waits for a process while the one of pid works for it. Returns whether it ended in time, and the most memory of
    pid above `had`."""
    end, peak = time.monotonic() + KILLED, 0
    while process.poll() is None and time.monotonic() < end:
        peak = max(peak, status(pid, "VmHWM") - had)
        time.sleep(0.005)
    return process.poll() is not None, peak


def hostile_in_server(call, page):
    """What becomes of a statement over one page."""
    psql_of_page = ["psql", "-X", "-q", "-At", "-v", "VERBOSITY=sqlstate", "-d", DATABASE]
    server = subprocess.Popen(psql_of_page, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, bufsize=1)
    server.stdin.write("SELECT pg_backend_pid();\n")
    pid = int(server.stdout.readline())
    had = status(pid, "VmHWM")
    start = time.monotonic()
    server.stdin.write(f"SET statement_timeout = '{CANCELLED}s'; SET client_min_messages = error;\n"
                       f"SELECT coalesce(length({call}), 0) FROM hostile WHERE name = $${page}$$;\n"
                       "\\! grep VmHWM /proc/" + str(pid) + "/status\n")
    server.stdin.close()
    in_time, peak = watch(server, pid, had)
    seconds = time.monotonic() - start
    if not in_time:
        server.kill()
        server.wait()
        end_sessions()
        return Ending("killed", seconds, peak)
    output = server.stdout.read()
    if last := re.search(r"VmHWM:\s*(\d+)", output):
        peak = max(peak, int(last[1]) - had)
    if "57014" in output:
        return Ending("cancelled", seconds, peak)
    if error := re.search(r"ERROR:\s+(\w+)", output):
        return Ending(f"error {error[1]}", seconds, peak)
    if not last:
        wait_for_server()
        return Ending("**the server restarts**", seconds, peak)
    return Ending("no text" if output.startswith("0\n") else "", seconds, peak)


def hostile_program(program, name, html):
    """What becomes of a program over one page."""
    start = time.monotonic()
    running = subprocess.Popen([program, name, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    try:
        running.stdin.write(html)
        running.stdin.close()
    except BrokenPipeError:
        pass  # it has died, which its status says
    had = status(running.pid, "VmRSS")
    in_time, peak = watch(running, running.pid, had)
    seconds = time.monotonic() - start
    if not in_time:
        running.kill()
        running.wait()
        return Ending("killed", seconds, peak)
    if running.returncode != 0:
        return Ending("**dies**", seconds, peak)
    own = json.loads(running.stdout.read())
    return Ending("" if own["length"] else "no text", seconds, own["peak"])


def hostile_endings(program, names):
    """How each hostile page ends, by page and by name of the extractor."""
    psql("CREATE TABLE hostile (name text, html text)")
    calls = in_server()
    endings = {}
    for page, write_page in hostile.PAGES.items():
        print(page, file=sys.stderr)
        html = write_page()
        psql(f"{page}\t{html}\n", options=("-c", "COPY hostile FROM STDIN"))
        endings[page] = {
            name: hostile_in_server(calls[name], page) if name in calls else hostile_program(program, name, html)
            for name in names
        }
        psql("TRUNCATE hostile")
    return endings


def versions(library):
    """The version of each extractor of others, by its name."""
    found = {}
    for package in importlib.metadata.distributions(path=[library]):
        found[package.name.lower()] = package.version
    lock = tomllib.loads((HERE.parent / "rivals/Cargo.lock").read_text(encoding="utf-8"))
    crates = {package["name"]: package["version"] for package in lock["package"]}
    found |= {name: found[name.split()[0]] for name in TIMED}
    return {name: found[name] for name in PYTHON | TIMED} | {name: crates[crate] for name, crate in CRATES.items()}


def page_scores(gold, names):
    """By name and by ID of a page: its word F1."""
    gold = {page: words(text) for page, text in gold.items()}
    scores = {}
    for name in names:
        found = {page: words(text) for page, text in texts_of(name).items()}
        scores[name] = {page: word_f1(right, found.get(page, words(""))) for page, right in gold.items()}
    return scores


def check_scores(scores):
    """goce_word_f1 has to find the same."""
    rows = json_rows("SELECT json_build_array(name, id, (goce_word_f1(gold, coalesce(text, ''))).f1)"
                     " FROM texts JOIN pages USING (id)")
    for name, page, found in rows:
        if name in scores and abs(scores[name][page] - found) > 1e-9:
            raise SystemExit(f"{name}, page {page}: goce_word_f1 is {found}, scores.py has {scores[name][page]}")


def json_rows(query):
    return [json.loads(line) for line in psql(query).split("\n")[:-1]]


def texts_of(name):
    """The texts of an extractor by the ID of the page."""
    return dict(json_rows(f"SELECT json_build_array(id, text) FROM texts WHERE name = $${name}$$ ORDER BY id"))


class Quality:
    """Word F1 of groups of pages: all of a set, and those of a type."""

    def __init__(self, scores, groups):
        """scores: by name and page. groups: IDs of pages by name of the group."""
        self.scores, self.groups = scores, groups
        self.drawn = {group: resamples(len(pages)) for group, pages in groups.items()}

    def values(self, name, group):
        return [self.scores[name][page] for page in self.groups[group]]

    def mean(self, name, group):
        return statistics.fmean(self.values(name, group))

    def ranged(self, values, group):
        return with_range(statistics.fmean(values), *interval(values, self.drawn[group]))

    def cell(self, name, group):
        return self.ranged(self.values(name, group), group)

    def place(self, own, others, group):
        """The best other one of a group, and how `own` is beside it: with the difference, page by page."""
        best = max(others, key=lambda name: self.mean(name, group))
        difference = [mine - its for mine, its in zip(self.values(own, group), self.values(best, group))]
        lowest, highest = interval(difference, self.drawn[group])
        place = "first" if lowest > 0 else "behind" if highest < 0 else "level"
        return best, self.ranged(difference, group), place


def processor():
    found = re.search(r"^model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text(), re.M)
    return found[1] if found else "an unknown processor"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("library")
    parser.add_argument("program")
    parser.add_argument("wcxb")
    parser.add_argument("--others")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--out")
    parser.add_argument("--texts")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    start, load_before = time.monotonic(), os.getloadavg()[0]
    library, program = str(Path(arguments.library).resolve()), str(Path(arguments.program).resolve())
    sys.path.insert(0, library)
    from structure import measure  # it needs lxml, which is in LIBRARY

    if arguments.write and not (arguments.texts and Path(arguments.texts, f"{FOLDS}.jsonl").exists()):
        parser.error(f"what is written needs {FOLDS}.jsonl of --texts (make folds-auto): goce knows these pages")
    sets = sets_of(arguments.wcxb, arguments.others)
    version = versions(library)
    set_up(library)
    load(sets, arguments.every)
    measured, died = {}, {}
    beside = [*(name for name in version if name not in TIMED), "goce auto", "goce default"]

    def attempt(name, extract):
        try:
            measured[name] = extract()
            print(f"{name}: {measured[name].seconds:.1f} s", file=sys.stderr)
        except Died as error:
            died[name] = error
            measured.pop(name, None)
            psql(f"DELETE FROM texts WHERE name = $${name}$$")
            print(f"{name} has died: {error}", file=sys.stderr)

    def all_in_server(name, call):
        found = measure_in_server(name, call)
        if name in beside:
            extract_others(name, call)
        return found

    def all_by_program(name):
        found = run_program(program, name, "", sets[""], arguments.every)
        for of_set, directory in sets.items():
            if of_set and name in beside:
                run_program(program, name, of_set, directory, arguments.every)
        return found

    for name, call in in_server().items():
        attempt(name, lambda name=name, call=call: all_in_server(name, call))
    for name in [*CRATES, *OWN_PROGRAMS]:
        attempt(name, lambda name=name: all_by_program(name))
    given = store_given(arguments.texts) if arguments.texts else []

    pages = json_rows("SELECT json_build_array(id, of_set, type) FROM pages ORDER BY id")
    groups = defaultdict(list)
    for page, of_set, page_type in pages:
        groups[of_set or "all"].append(page)
        if of_set in ("", KINDS):
            groups[f"{of_set}, {page_type}" if of_set else page_type].append(page)
    if arguments.out:
        Path(arguments.out).mkdir(parents=True, exist_ok=True)
        for name in [*measured, *given]:
            lines = "".join(json.dumps({"id": page, "text": text}) + "\n" for page, text in texts_of(name).items())
            Path(arguments.out, name.replace(" ", "-") + ".jsonl").write_text(lines, encoding="utf-8")
    beside = [name for name in beside if name in measured] + given
    rivals = [name for name in beside if name in version]
    gold = dict(json_rows("SELECT json_build_array(id, gold) FROM pages"))
    scores = page_scores(gold, beside)
    check_scores(scores)
    quality = Quality(scores, groups)
    print("scored", file=sys.stderr)
    of_wcxb = set(groups["all"])
    structure = measure(sets[""], {name: texts_of(name) for name in beside}, of_wcxb)
    endings = hostile_endings(program, ["goce auto", *rivals])

    title = lambda name: TITLES.get(name, f"{name} {version[name]}" if name in version else name)
    order = sorted(beside, key=lambda name: -quality.mean(name, "all"))
    kept = lambda name, kind: figure(statistics.fmean(score[2] for score in structure[name][kind])) \
        if structure[name][kind] else ""
    ms = lambda name: f"{1e3 * measured[name].seconds / len(of_wcxb):.1f}" if name in measured else ""
    mb = lambda name: f"{measured[name].peak / 1e3:.0f}" if name in measured else ""
    others = [name for name in sets if name]
    types = [name for name in TYPES if name in groups]
    kinds = [name for name in groups if name.startswith(f"{KINDS}, ") and len(groups[name]) >= FEWEST]
    kinds.sort(key=lambda name: -len(groups[name]))

    tables = {}
    tables["types"] = table(["word F1", "all", *types], [
        [title(name), *(quality.cell(name, group) for group in ["all", *types])] for name in order])
    tables["kinds"] = table(["word F1", "all", *(name.removeprefix(f"{KINDS}, ") for name in kinds)], [
        [title(name), *(quality.cell(name, group) for group in [KINDS, *kinds])]
        for name in order]) if KINDS in others else ""
    tables["sets"] = table(["word F1", *others], [
        [title(name), *(quality.cell(name, group) for group in others)] for name in order if name in given + beside])
    if FOLDS in given:
        rows = []
        for group in ["all", *types, *others, *kinds]:
            best, difference, place = quality.place(FOLDS, rivals, group)
            name = f"WCXB, {group}" if group in ("all", *types) else group
            rows.append([name, len(groups[group]), quality.cell(FOLDS, group), title(best), quality.cell(best, group),
                         difference, place])
        tables["places"] = table(["pages", "number", "goce auto, by folds", "best other", "its word F1", "difference",
                                  "goce is"], rows)
    tables["structure"] = table(["structure F1", "all", "headings", "items", "cells", "short p", "code"], [
        [title(name), *(kept(name, kind) for kind in ["all", "heading", "item", "cell", "short p", "code"])]
        for name in order])
    tables["extractors"] = table(["extractor", "ms a page", "peak MB", "first call, ms"], [
        [f"{name} {version[name]}" if name in version else name, ms(name), mb(name), f"{1e3 * measured[name].first:.0f}"]
        for name in sorted(measured, key=lambda name: measured[name].seconds)])
    tables["hostile"] = table(["page", *endings[next(iter(endings))]], [
        [page, *of_page.values()] for page, of_page in endings.items()])
    rows = []
    for name in ["goce auto", *rivals]:
        of_name = {page: of_page[name] for page, of_page in endings.items()}
        worst = max(of_name, key=lambda page: of_name[page].badness())
        most = max(of_name, key=lambda page: of_name[page].peak)
        text = sum(not ending.how for ending in of_name.values())
        rows.append([title(name) if name in version else name, f"{text} of {len(of_name)}",
                     f"{worst}: {of_name[worst]}", f"{of_name[most].peak / 1e3:.0f} MB: {most}"])
    tables["worst"] = table(["extractor", "pages with a text", "worst end", "most memory"], rows)
    # What goce takes stands beside what it has not learned.
    readme = [name for name in order if name in (FOLDS, "goce default") or name in rivals]
    cost = {FOLDS: "goce auto"}
    beyond = [KINDS] if KINDS in others else []
    tables["readme"] = table(["", "word F1", *beyond, "structure F1", "ms a page", "peak MB"], [
        [{FOLDS: "**goce (`auto`)**", "goce default": "all visible text"}.get(name) or title(name),
         quality.cell(name, "all"), *(figure(quality.mean(name, group)) for group in beyond), kept(name, "all"),
         ms(cost.get(name, name)), mb(cost.get(name, name))]
        for name in readme])
    goce, server = psql("SELECT goce_version(), current_setting('server_version')").strip().split("|")
    minutes = (time.monotonic() - start) / 60
    tables["run"] = (f"Last run: {date.today()}, goce {goce}, PostgreSQL {server}, one core of {processor()}, "
                     f"{len(pages):,} pages, {minutes:.0f} minutes. The load of the machine before it was {load_before:.1f}; "
                     "above 1 all times are too long.\n")

    for name, lines in tables.items():
        print(f"{name}\n\n{lines}")
    if left := [f"{name}: {error}" for name, error in died.items()]:
        print("left out, because it died:", *left, sep="\n")
    if arguments.write:
        for path in WRITTEN:
            write(HERE.parents[1] / path, tables)


if __name__ == "__main__":
    main()
