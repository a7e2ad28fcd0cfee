"""What the tests of the viewer share: a cluster with the demo pages, a viewer of a copy of them, a browser."""

import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from chromium import ANSWER, started

ROOT = Path(__file__).resolve().parents[2]
VIEWER = os.environ.get("GOCE_VIEWER", str(ROOT / "target/release/goce-viewer"))
RENDER = os.environ.get("GOCE_RENDER", str(ROOT / "target/release/goce-render"))
# Of a PostgreSQL that has goce: scripts/test-browser names that of scripts/own-postgres.
PG_CONFIG = os.environ.get("PG_CONFIG", "/usr/lib/postgresql/15/bin/pg_config")


def until(condition, seconds=ANSWER):
    """Waits until it is true; what fails meanwhile is asked again."""
    end = time.monotonic() + seconds
    while True:
        try:
            if condition():
                return
            why = "it did not come true"
        except (RuntimeError, StopIteration, subprocess.CalledProcessError) as error:
            why = repr(error)
        assert time.monotonic() < end, f"in {seconds} s: {why}"
        time.sleep(0.1)


class Viewer:
    """A viewer of a database, restarted at will."""

    def __init__(self, environment, database):
        self.environment, self.database, self.process, self.address = environment, database, None, "http://127.0.0.1:0/"

    def start(self, *options):
        port = self.address.rstrip("/").rsplit(":", 1)[1]
        where = f"postgres:///{self.database}?host={self.environment['PGHOST']}&port={self.environment['PGPORT']}&user=postgres"
        self.process = subprocess.Popen([VIEWER, where, "--table", "pages", "--listen", f"127.0.0.1:{port}", *options],
                                        stdout=subprocess.PIPE, text=True)
        self.link = self.process.stdout.readline().strip()
        assert self.link.startswith("http://"), "the viewer did not start"
        self.address = self.link.split("?")[0]

    def stop(self, by=signal.SIGKILL):
        self.process.send_signal(by)
        self.process.wait(30)
        self.process.stdout.close()

    def sql(self, statement):
        command = ["psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-d", self.database, "-c", statement]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture(scope="session")
def cluster():
    found = subprocess.run([PG_CONFIG, "--sharedir"], capture_output=True, text=True) if Path(PG_CONFIG).exists() else None
    if not (found and Path(found.stdout.strip(), "extension/goce.control").exists()):
        why = "PostgreSQL with goce is not installed here"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(why)
    cluster = str(ROOT / "scripts/cluster")
    subprocess.run([cluster, "start", "test-browser", PG_CONFIG], check=True)
    try:
        lines = subprocess.run([cluster, "env", "test-browser"], capture_output=True, text=True, check=True).stdout
        environment = dict(os.environ)
        for name, value in re.findall(r"(PG\w+|PATH)=('[^']*'\S*|\S+)", lines):
            environment[name] = os.environ["PATH"] if name == "PATH" else shlex.split(value)[0]
        subprocess.run(["psql", "-X", "-q", "-c", "CREATE DATABASE template_pages"], env=environment, check=True)
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", "template_pages", "-f", "sql/demo.sql"], cwd=ROOT,
                       env=environment, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", "template_pages",
                        "-c", "ALTER TABLE demo_pages RENAME TO pages"], env=environment, check=True)
        yield environment
    finally:
        subprocess.run([cluster, "stop", "test-browser"], check=True)


@pytest.fixture
def viewer(cluster, request):
    name = re.sub(r"\W", "_", request.node.name)[:50]
    subprocess.run(["psql", "-X", "-q", "-c", f"CREATE DATABASE {name} TEMPLATE template_pages"], env=cluster, check=True)
    viewer = Viewer(cluster, name)
    viewer.start()
    yield viewer
    viewer.stop()


@pytest.fixture
def browser(tmp_path, request):
    browser = started(tmp_path / "profile")
    if "viewer" in request.fixturenames:
        browser.open(request.getfixturevalue("viewer").link)
    yield browser
    browser.close()
