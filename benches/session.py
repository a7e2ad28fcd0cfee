"""What a session costs: its first call, its memory, large pages, cancels, and what several do side by side.

    session.py DIRECTORY [SESSIONS]

DIRECTORY has pages in WCXB's format. The server is the one that PGHOST and PGPORT name, and runs on this machine; goce
is installed in it. SESSIONS is how many work side by side at most, 2 unless given. Times are by the clock, so that
nothing else may run.
"""

import gzip
import re
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DATABASE = "session"
# All processors are for what is measured, and no compiler beside it.
SETTINGS = "SET max_parallel_workers_per_gather = 0; SET jit = off;"
PAGE = "<title>The bridge</title><article><h1>The bridge is open</h1><p>It carries traffic again.</article>"
CALLS = ["goce_extract(html)", "goce_markdown(html)", "goce_page(html)", "goce_metadata(html)"]
ROWS = ["goce_items(html, 'https://a.example/')", "goce_links(html, 'https://a.example/')", "goce_posts(html)"]
METHODS = [f"goce_extract(html, '{method}')" for method in ("boilerpipe", "learnhtml", "sd", "web2text")]


def psql(script, database=DATABASE, check=True):
    """What psql prints for a script, run in one session, errors among it."""
    command = ["psql", "-XqAt", *(["-v", "ON_ERROR_STOP=1"] if check else []), "-d", database]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(command, input=script, text=True, check=check, **pipes).stdout


def times(output):
    """The times in milliseconds that psql printed."""
    return [float(time) for time in re.findall(r"^Time: ([\d.]+)", output, re.M)]


def load(directory):
    """Fills `pages` with the pages, and `large` with pages of 1, 2, 4, 8 and 15 MiB, each put together of those."""
    psql(f"SET client_min_messages = warning;\nDROP DATABASE IF EXISTS {DATABASE};\nCREATE DATABASE {DATABASE};", "postgres")
    psql(f"ALTER DATABASE {DATABASE} SET default_toast_compression = lz4")
    psql("CREATE EXTENSION goce; CREATE TABLE pages (id int, html text)")
    copy = subprocess.Popen(["psql", "-Xq", "-d", DATABASE, "-c", "COPY pages FROM STDIN"], stdin=subprocess.PIPE)
    signs = str.maketrans({"\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t", "\0": ""})
    for number, path in enumerate(sorted(Path(directory).rglob("*.html.gz"))):
        html = gzip.decompress(path.read_bytes()).decode(errors="replace").translate(signs)
        copy.stdin.write(f"{number}\t{html}\n".encode())
    copy.stdin.close()
    if copy.wait():
        sys.exit("The pages were not loaded.")
    psql(
        r"""CREATE TABLE large AS
        WITH body AS (SELECT string_agg(regexp_replace(html, '</?(html|body)[^>]*>', '', 'gi'), ' ' ORDER BY id) AS html
            FROM pages WHERE length(html) BETWEEN 50000 AND 200000 AND id % 3 = 1)
        SELECT mib, left(html, mib * 1048576) AS html FROM body, unnest(ARRAY[1, 2, 4, 8, 15]) AS mib;"""
    )


def first_call():
    calls = f"\\timing on\nSELECT goce_extract('{PAGE}');\n" * 2
    first, second = zip(*(times(psql(calls)) for _ in range(15)))
    print(f"first call of a session: {statistics.median(first):.1f} ms, second: {statistics.median(second):.1f} ms")


def memory():
    """Memory of a session's own, while it goes through all pages again and again."""
    rounds = -(-20000 // int(psql("SELECT count(*) FROM pages")))
    ask = "\\! grep RssAnon /proc/$BACKEND/status\n"
    for call in CALLS[:3]:
        script = f"{SETTINGS} SELECT pg_backend_pid() AS backend \\gset\n\\setenv BACKEND :backend\n"
        go = f"SELECT count({call}) FROM pages;\n{ask}"
        seen = re.findall(r"RssAnon:\s+(\d+)", psql(script + go * rounds))
        first, last = int(seen[0]) / 1024, int(seen[-1]) / 1024
        print(f"{call}: {first:.0f} MB after all pages, {last:.0f} MB after {rounds} times all pages")


def large_pages():
    for call in CALLS:
        for mib in (1, 4, 15):
            go = f"SELECT ({call}) IS NULL FROM large WHERE mib = {mib};\nSELECT goce_extract('<p>other page');\n"
            found = times(psql(f"{SETTINGS}\n\\timing on\n{go * 3}"))
            print(f"{call}, {mib} MiB: {min(found[::2]) / mib:.1f} ms per MiB")


def cancels():
    """How late a statement ends behind its timeout, at most, on a page of 15 MiB."""
    for call in CALLS + METHODS + [f"(SELECT count(*) FROM {rows})" for rows in ROWS]:
        statement = f"\\timing on\nSELECT ({call}) IS NULL FROM large WHERE mib = 15;"
        (whole,) = times(psql(f"{SETTINGS}\n{statement}"))
        late = []
        for timeout in range(20, int(whole), 20):
            output = psql(f"{SETTINGS} SET statement_timeout = {timeout};\n{statement}", check=False)
            late += [time - timeout for time in times(output) if "statement timeout" in output]
        print(f"{call}: {whole:.0f} ms, a cancel ends it after {max(late, default=0):.0f} ms at most")


def side_by_side(sessions):
    """Pages a second of several sessions, each with its part of the pages."""
    for count in range(1, sessions + 1):
        go = "SELECT count(goce_extract(html)) FROM pages WHERE id % {} = {};\n"
        scripts = [f"{SETTINGS}\n\\timing on\n{go.format(count, part) * 3}" for part in range(count)]
        with ThreadPoolExecutor(count) as pool:
            seconds = max(min(times(output)) for output in pool.map(psql, scripts)) / 1000
        print(f"{count} side by side: {int(psql('SELECT count(*) FROM pages')) / seconds:.0f} pages a second")


def stored(sessions):
    """Pages a second that goce_extract_pending stores, from four copies of the pages, by several sessions."""
    psql(
        """CREATE TABLE source (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, html text);
        INSERT INTO source (html) SELECT html FROM pages, generate_series(1, 4); ANALYZE source;"""
    )
    for columns in ("{}", "{title,published,authors,language,page_type,markdown}"):
        for count in range(1, sessions + 1):
            target = f"target_{count}_{len(columns)}"
            psql(f"SELECT goce_create_target('source', '{target}', '{columns}')")
            started = time.monotonic()
            with ThreadPoolExecutor(count) as pool:
                list(pool.map(psql, [f"CALL goce_extract_pending('source', '{target}')"] * count))
            seconds = time.monotonic() - started
            done = int(psql(f"SELECT count(*) FROM {target}"))
            print(f"{columns} stored, {count} side by side: {done / seconds:.0f} pages a second")
    ask = "SELECT pg_total_relation_size('{}') / (SELECT count(*) FROM source)"
    sizes = [int(psql(ask.format(table))) / 1000 for table in ("source", "target_1_2")]
    print(f"a page: {sizes[0]:.0f} kB of HTML, {sizes[1]:.1f} kB of text")


def main():
    load(sys.argv[1])
    sessions = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    first_call()
    side_by_side(sessions)
    stored(sessions)
    memory()
    large_pages()
    cancels()


main()
