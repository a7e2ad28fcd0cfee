"""goce beside other extractors over the same pages, in one run on one core: how good, how fast, how much memory, and
what each does on hostile pages. scripts/compare prepares all that this needs and runs it.

usage: compare.py LIBRARY PROGRAM DIRECTORY [--every N] [--out DIRECTORY] [--texts DIRECTORY] [--write FILE...]

LIBRARY has the packages of requirements.txt; the server's user reads it. PROGRAM is `texts` of benches/rivals.
DIRECTORY has pages in WCXB's format. The server is the one that psql connects to, on this machine, with the extensions
goce and plpython3u; the tables are made in its database `compare`, which is dropped first.

What runs in the server is measured there: the processor time of a session that extracts all pages after a first call,
the time of that first call, and the most memory of the session, without what it had before it. Programs measure
themselves in the same way. Times of first calls, and on hostile pages, are by the clock. Word F1 is goce_word_f1's;
structure is that of structure.py.

--out gets the texts as NAME.jsonl. --texts has files of that form that are scored too, such as those of folds. --write
puts the tables into files, between the lines `<!-- compare: NAME -->` and `<!-- end -->`."""

import argparse
import csv
import gzip
import io
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True

DATABASE = "compare"
PYTHON = {
    "trafilatura": "import trafilatura\nreturn trafilatura.extract(html)",
    "resiliparse": "from resiliparse.extract.html2text import extract_plain_text\n"
    "return extract_plain_text(html, main_content=True)",
    "readability-lxml": "import readability, lxml.html\n"
    "try:\n    page = readability.Document(html).summary()\nexcept readability.readability.Unparseable:\n    return None\n"
    "return '\\n'.join(lxml.html.document_fromstring(page).itertext())",
}
PROGRAMS = ["rs-trafilatura", "dom_smoothie"]
TYPES = ["article", "documentation", "service", "forum", "listing", "collection", "product"]
# Seconds after which a statement is cancelled, and after which the session or the program is killed.
CANCELLED, KILLED = 5, 30
HOSTILE = {
    "100,000 nested `<div>`": "<div>" * 100_000 + "text",
    "150,000 paragraphs, 4.8 MB": "<p>some words in a paragraph</p>" * 150_000,
    "20,000 `<b><p>` never closed": "<b><p>x" * 20_000,
    "10,000 nested tables": "<table><tr><td>" * 10_000 + "text",
    "300,000 attributes of one tag": "<p" + "".join(f" a{n}=1" for n in range(300_000)) + ">text",
    "12 MB of `<a>`": "<a href=x>" * 1_200_000,
}


def psql(script, database=DATABASE, options=()):
    command = ["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-d", database, *options]
    return subprocess.run(command, input=script, check=True, stdout=subprocess.PIPE, text=True).stdout


def load(directory, every):
    rows = io.StringIO()
    writer = csv.writer(rows)
    for path in sorted(Path(directory).glob("ground-truth/*.json"))[::every]:
        truth = json.loads(path.read_text(encoding="utf-8"))
        html = gzip.decompress(Path(directory, "html", f"{path.stem}.html.gz").read_bytes())
        html = html.decode("utf-8", "replace").replace("\0", "")
        gold = truth["ground_truth"].get("main_content") or ""
        writer.writerow([path.stem, truth["_internal"]["page_type"]["primary"], html, gold])
    psql(rows.getvalue(), options=("-c", "COPY pages FROM STDIN CSV FORCE NOT NULL gold"))


def set_up(library):
    psql(f"DROP DATABASE IF EXISTS {DATABASE};\nCREATE DATABASE {DATABASE};", database="postgres")
    psql("CREATE EXTENSION goce; CREATE EXTENSION plpython3u;"
         "CREATE TABLE pages (id text PRIMARY KEY, type text, html text, gold text);"
         "CREATE TABLE texts (name text, id text, text text, PRIMARY KEY (name, id));")
    for name, body in PYTHON.items():
        psql(f'CREATE FUNCTION "{name}"(html text) RETURNS text LANGUAGE plpython3u AS $$\nimport sys\n'
             f"if {library!r} not in sys.path:\n    sys.path.insert(0, {library!r})\n{body}\n$$;")


def methods():
    """The names of goce's methods, in the order of its table."""
    return psql("SELECT name FROM goce_methods()").split()


def in_server():
    """The SQL of each extractor of the server, by its name."""
    calls = {f"goce {method}": f"goce_extract(html, '{method}')" for method in methods()}
    return calls | {name: f'"{name}"(html)' for name in PYTHON}


def measure_in_server(name, call):
    """Seconds of the first call, of processor time for all pages, and the peak of memory above that before, in kB."""
    output = psql(f"""
        SELECT pg_backend_pid() AS pid \\gset
        \\setenv PID :pid
        \\! grep VmHWM /proc/$PID/status
        SELECT extract(epoch FROM clock_timestamp()) AS start \\gset
        SELECT {call} FROM (SELECT '<p>a first call'::text AS html) AS page \\g /dev/null
        SELECT extract(epoch FROM clock_timestamp()) - :start;
        \\! cat /proc/$PID/stat
        INSERT INTO texts SELECT $${name}$$, id, {call} FROM pages;
        \\! cat /proc/$PID/stat
        \\! grep VmHWM /proc/$PID/status""")
    had, first, before, after, has = output.rstrip("\n").split("\n")
    # User and system time are the fields 14 and 15; the name before them may hold spaces.
    ticks = [sum(map(int, line.rpartition(")")[2].split()[11:13])) for line in (before, after)]
    peak = int(has.split()[1]) - int(had.split()[1])
    return float(first), (ticks[1] - ticks[0]) / os.sysconf("SC_CLK_TCK"), peak


def measure_program(program, name, directory, every):
    """The same of a program, which extracts the pages of the directory by itself."""
    command = [program, name, directory, str(every)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.rstrip("\n").split("\n")
    store(name, lines[:-1])
    own = json.loads(lines[-1])
    return own["first"], own["seconds"], own["peak"]


def store(name, lines):
    rows = io.StringIO()
    for line in map(json.loads, lines):
        csv.writer(rows).writerow([name, line["id"], (line.get("text") or "").replace("\0", "")])
    psql(rows.getvalue(), options=("-c", "COPY texts FROM STDIN CSV FORCE NOT NULL text"))


def hostile_in_server(call, html):
    """What becomes of a statement over one page: seconds and the end."""
    script = f"SET statement_timeout = '{CANCELLED}s'; SET client_min_messages = error;\n\\set VERBOSITY sqlstate\n" \
        f"SELECT length({call}) FROM hostile WHERE name = $${html}$$;"
    start = time.monotonic()
    server = subprocess.Popen(["psql", "-X", "-q", "-At", "-d", DATABASE], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        output = server.communicate(script, timeout=KILLED)[0].strip()
    except subprocess.TimeoutExpired:
        server.kill()
        end_session()
        return f"> {KILLED} s"
    seconds = time.monotonic() - start
    if "57014" in output:
        end = "cancelled"
    elif "ERROR" in output:
        end = "error " + output.split()[-1]
    elif "connection" in output:
        end = "**the server restarts**"
        time.sleep(5)
    else:
        end = "done" if output and output != "0" else "no text"
    return f"{end}, {seconds:.1f} s"


def end_session():
    """Ends the session at work. One that no longer heeds signals goes by the one that no server outlives."""
    working = f"FROM pg_stat_activity WHERE datname = '{DATABASE}' AND pid <> pg_backend_pid()"
    psql(f"SELECT pg_terminate_backend(pid) {working}", database="postgres")
    time.sleep(5)
    for pid in psql(f"SELECT pid {working}", database="postgres").split():
        os.kill(int(pid), signal.SIGQUIT)
        time.sleep(5)


def hostile_program(program, name, html):
    start = time.monotonic()
    try:
        done = subprocess.run([program, name, "-"], input=html, capture_output=True, text=True, timeout=KILLED)
    except subprocess.TimeoutExpired:
        return f"> {KILLED} s"
    seconds = time.monotonic() - start
    end = "no text" if done.stdout.strip() == "0" else "done"
    return f"{end if done.returncode == 0 else '**dies**'}, {seconds:.1f} s"


def table(head, rows):
    lines = [f"| {' | '.join(map(str, line))} |" for line in (head, *rows)]
    lines.insert(1, "|---" * len(head) + "|")
    return "\n".join(lines) + "\n"


def figure(value):
    return f"{value:.3f}".lstrip("0") if value < 1 else f"{value:.3f}"


def word_f1(names):
    """Mean word F1 by name and type of page, and of all pages."""
    lines = psql("SELECT name, coalesce(type, 'all'), avg(f1) FROM texts JOIN pages USING (id),"
                 " LATERAL goce_word_f1(gold, coalesce(text, '')) GROUP BY GROUPING SETS ((name, type), (name));")
    scores = {name: {} for name in names}
    for name, kind, mean in (line.split("|") for line in lines.rstrip("\n").split("\n")):
        scores[name][kind] = float(mean)
    return scores


def write(path, tables):
    text = Path(path).read_text(encoding="utf-8")
    for name, lines in tables.items():
        pattern = re.compile(rf"(<!-- compare: {name} -->\n).*?(<!-- end -->)", re.S)
        text = pattern.sub(lambda match: f"{match[1]}\n{lines}\n{match[2]}", text)
    Path(path).write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("library")
    parser.add_argument("program")
    parser.add_argument("directory")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--out")
    parser.add_argument("--texts")
    parser.add_argument("--write", nargs="*", default=[])
    arguments = parser.parse_args()
    library, program = str(Path(arguments.library).resolve()), str(Path(arguments.program).resolve())
    sys.path.insert(0, library)
    from structure import measure  # it needs lxml, which is in LIBRARY

    set_up(library)
    load(arguments.directory, arguments.every)
    pages = int(psql("SELECT count(*) FROM pages"))
    measured = {}
    for name, call in in_server().items():
        measured[name] = measure_in_server(name, call)
        print(f"{name}: {measured[name][1]:.1f} s", file=sys.stderr)
    for name in PROGRAMS:
        measured[name] = measure_program(program, name, arguments.directory, arguments.every)
        print(f"{name}: {measured[name][1]:.1f} s", file=sys.stderr)
    known = set(psql("SELECT id FROM pages").split())
    for path in sorted(Path(arguments.texts).glob("*.jsonl")) if arguments.texts else []:
        lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
        store(path.stem, [line for line in lines if json.loads(line)["id"] in known])
        measured[path.stem] = None

    words = word_f1(measured)
    texts = {name: {} for name in measured}
    for line in psql("SELECT json_build_array(name, id, text) FROM texts ORDER BY name, id").rstrip("\n").split("\n"):
        name, page, text = json.loads(line)
        texts[name][page] = text
    if arguments.out:
        Path(arguments.out).mkdir(parents=True, exist_ok=True)
        for name, of_name in texts.items():
            lines = "".join(json.dumps({"id": page, "text": text}) + "\n" for page, text in of_name.items())
            Path(arguments.out, name.replace(" ", "-") + ".jsonl").write_text(lines, encoding="utf-8")
    structure = measure(arguments.directory, texts, set(texts["goce auto"]))

    order = sorted(measured, key=lambda name: -words[name]["all"])
    rows = []
    for name in order:
        if measured[name]:
            first, seconds, peak = measured[name]
            rows.append([name, f"{1e3 * seconds / pages:.1f}", f"{peak / 1e3:.0f}", f"{1e3 * first:.0f}"])
    tables = {"extractors": table(["extractor", "ms a page", "peak MB", "first call, ms"], rows)}
    # `make evaluate` has the scores of all methods.
    beside = [name for name in order if not name.startswith("goce ") or name in ("goce auto", "goce default")]
    tables["types"] = table(["word F1", "all", *TYPES], [
        [name, *(figure(words[name].get(kind, 0.0)) for kind in ["all", *TYPES])] for name in beside])
    tables["structure"] = table(["structure F1", "all", "headings", "items", "cells", "short p", "code"], [
        [name, *(figure(statistics.fmean(score[2] for score in structure[name][kind])) if structure[name][kind] else ""
                 for kind in ["all", "heading", "item", "cell", "short p", "code"])]
        for name in beside])

    psql("CREATE TABLE hostile (name text, html text)")
    for name, html in HOSTILE.items():
        psql(f"$${name}$$\t{html}\n".replace("$$", ""), options=("-c", "COPY hostile FROM STDIN"))
    calls = {name: call for name, call in in_server().items() if not name.startswith("goce ") or name == "goce auto"}
    rows = []
    for shape, html in HOSTILE.items():
        print(shape, file=sys.stderr)
        rows.append([shape, *(hostile_in_server(call, shape) for call in calls.values()),
                     *(hostile_program(program, name, html) for name in PROGRAMS)])
    tables["hostile"] = table(["page", *calls, *PROGRAMS], rows)

    for name, lines in tables.items():
        print(f"{name}, {pages} pages\n\n{lines}")
    for path in arguments.write:
        write(path, tables)


if __name__ == "__main__":
    main()
