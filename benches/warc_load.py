"""Loads a WARC file of generated pages and extracts them: time and peak memory.

    warc_load.py GOCE [RECORDS]

GOCE is the command, RECORDS are 2,000 unless given (see warc_generate.py). The server is the one that
PGHOST and PGPORT name, and runs on this machine; goce is installed in it. The file is loaded twice: as a large
object by goce_warc, and as a stream by the command and COPY; then the text of every record is extracted.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATABASE = "warc_load"


def psql(script, database=DATABASE):
    """What psql prints for a script, run in one session."""
    command = ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d", database]
    return subprocess.run(command, input=script, text=True, check=True, stdout=subprocess.PIPE).stdout.strip()


def timed(what, script):
    """Runs a script in a session of its own, and prints its time and the peak memory of its backend."""
    started = time.monotonic()
    memory = "\\setenv BACKEND :backend\n\\! grep VmHWM /proc/$BACKEND/status"
    *rest, peak = psql(f"SELECT pg_backend_pid() AS backend \\gset\n{script}\n{memory}").splitlines()
    seconds = time.monotonic() - started
    print(f"{what}: {seconds:.1f} s, backend at most {int(peak.split()[1]) / 1024:.0f} MB; {' '.join(rest)}")


def main():
    program, records = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "2000"
    psql(f"SET client_min_messages = warning;\nDROP DATABASE IF EXISTS {DATABASE};\nCREATE DATABASE {DATABASE};", "postgres")
    columns = (
        "ord int, record_id text, type text, uri text, date timestamptz, status int, "
        "content_type text, payload bytea, error text"
    )
    psql(f"CREATE EXTENSION goce; CREATE TABLE by_function ({columns}); CREATE TABLE by_stream ({columns});")
    with tempfile.TemporaryDirectory() as directory:
        archive = Path(directory, "pages.warc.gz")
        with archive.open("wb") as file:
            subprocess.run([sys.executable, HERE / "warc_generate.py", records], stdout=file, check=True)
        print(f"{records} records, {archive.stat().st_size / 1e6:.1f} MB")
        timed(
            "large object, goce_warc",
            f"\\lo_import {archive}\n\\set archive :LASTOID\n"
            "INSERT INTO by_function SELECT * FROM goce_warc(lo_get(:archive));\n"
            "\\lo_unlink :archive\nSELECT count(*) || ' rows' FROM by_function;",
        )
        started = time.monotonic()
        copy = ["psql", "-Xq", "-d", DATABASE, "-c", "COPY by_stream FROM STDIN (FORMAT binary)"]
        with subprocess.Popen([program, "--format", "copy", archive], stdout=subprocess.PIPE) as reader:
            environment = {**os.environ, "PGCLIENTENCODING": "UTF8"}
            subprocess.run(copy, stdin=reader.stdout, env=environment, check=True)
        # The greatest of the children, psql among them.
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"goce --format copy, COPY: {time.monotonic() - started:.1f} s, programs at most {peak:.0f} MB")
    print("rows that differ:", psql(
        "SELECT count(*) FROM ((TABLE by_function EXCEPT TABLE by_stream) UNION ALL (TABLE by_stream EXCEPT TABLE by_function)) AS _;"
    ))
    timed(
        "goce_extract(goce_decode(payload, content_type))",
        "CREATE TABLE clean AS SELECT uri, goce_extract(goce_decode(payload, content_type)) AS content FROM by_stream;\n"
        "SELECT count(content) || ' with content, ' || pg_size_pretty(sum(octet_length(content))) || ' of text' FROM clean;",
    )
    psql(f"DROP DATABASE {DATABASE};", "postgres")


if __name__ == "__main__":
    main()
