"""Style sheets of npm packages, fetched into a cache: the web designs that pages are put under.

usage: sheets.py CACHE [--lock]

Runs `npm pack` for each package of the table, checks the archive against sheets.lock and keeps
the style sheets named, as CACHE/<package>@<version>/<file>. What is there is not fetched again.
The sheets are only used to render pages; none is part of goce or of what it distributes.
--lock writes sheets.lock anew, from what npm gives now.
"""

import argparse
import base64
import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

LOCK = Path(__file__).parent / "sheets.lock"


@dataclass(frozen=True)
class Sheet:
    """A package. A page gets one of `files`. `marker` is a regular expression that markup written
    for this sheet matches often: such a page is likely to get it."""

    package: str
    licence: str
    files: str
    marker: str = ""
    held_out: bool = False

    @property
    def paths(self):
        return self.files.split()

    @property
    def directory(self):
        return self.package.replace("/", "_")


def themes(pattern, names):
    """A file of each theme."""
    return " ".join(pattern.format(name) for name in names.split())


BOOTSTRAP = r"\b(?:col-(?:xs|sm|md|lg)-\d|navbar-nav|container-fluid|d-flex|btn btn-)"
TAILWIND = r'class="[^"]*\b(?:flex|grid|px-\d|py-\d|mt-\d|mb-\d|text-sm|font-bold|w-full)\b'

TRAINING = [
    Sheet("bootstrap@5.3.8", "MIT", "dist/css/bootstrap.min.css", BOOTSTRAP),
    Sheet("bootstrap@4.6.2", "MIT", "dist/css/bootstrap.min.css", BOOTSTRAP),
    Sheet("bootstrap@3.4.1", "MIT", "dist/css/bootstrap.min.css", BOOTSTRAP),
    Sheet(
        "bootswatch@5.3.8",
        "MIT",
        themes("dist/{}/bootstrap.min.css", "sandstone litera zephyr yeti slate sketchy morph lux"),
        BOOTSTRAP,
    ),
    Sheet(
        "bootswatch@4.6.2",
        "MIT",
        themes("dist/{}/bootstrap.min.css", "darkly flatly minty journal united superhero materia"),
        BOOTSTRAP,
    ),
    Sheet(
        "bootswatch@3.4.1",
        "MIT",
        themes("{}/bootstrap.min.css", "readable cosmo cerulean simplex spacelab lumen paper"),
        BOOTSTRAP,
    ),
    Sheet("tailwindcss@2.2.19", "MIT", "dist/tailwind.min.css", TAILWIND),
    Sheet(
        "@wordpress/block-library@11.1.0", "GPL-2.0-or-later", "build-style/style.css", "wp-block-"
    ),
    Sheet("bulma@1.0.4", "MIT", "css/bulma.min.css", r"\b(?:column is-|is-primary|navbar-item)"),
    Sheet("uikit@3.25.25", "MIT", "dist/css/uikit.min.css", r'[" ]uk-'),
    Sheet("purecss@3.1.0", "BSD-3-Clause", "build/pure-min.css", r'[" ]pure-'),
    Sheet("materialize-css@1.0.0", "MIT", "dist/css/materialize.min.css", "waves-effect|col s12"),
    Sheet("tachyons@4.12.0", "MIT", "css/tachyons.min.css", r'[" ](?:pa3|ph3|mw8|f4)[" ]'),
    Sheet("@tabler/core@1.6.1", "MIT", "dist/css/tabler.min.css"),
    Sheet("@primer/css@22.3.2", "MIT", "dist/primer.css"),
    Sheet("beercss@5.0.3", "MIT", "dist/cdn/beer.min.css"),
    Sheet("halfmoon@2.0.2", "MIT", "css/halfmoon.min.css"),
    Sheet("picnic@7.1.0", "MIT", "picnic.min.css"),
    Sheet("skeleton-css@2.0.4", "MIT", "css/skeleton.css"),
    Sheet("concise.css@4.1.2", "MIT", "dist/concise.min.css"),
    Sheet("chota@0.9.2", "MIT", "dist/chota.min.css"),
    Sheet("siimple@4.4.0", "MIT", "siimple.css"),
    Sheet("wingcss@0.1.9", "MIT", "dist/wing.min.css"),
    Sheet("basscss@8.1.0", "MIT", "css/basscss.min.css"),
    Sheet("@ajusa/lit@1.1.0", "MIT", "dist/lit.css"),
    Sheet(
        "mini.css@3.0.1",
        "MIT",
        themes("dist/mini-{}.min.css", "default dark nord"),
    ),
    Sheet(
        "@picocss/pico@2.1.1",
        "MIT",
        themes("css/pico.classless.{}.min.css", "red jade slate amber blue") + " css/pico.min.css",
    ),
    Sheet("@exampledev/new.css@1.1.3", "MIT", "new.css"),
    Sheet(
        "sakura.css@1.5.1",
        "MIT",
        themes("css/sakura{}.css", "-earthly -pink -dark -vader -ink -radical"),
    ),
    Sheet("mvp.css@1.18.0", "MIT", "mvp.css"),
    Sheet("holiday.css@0.11.6", "MIT", "dist/holiday.css"),
    Sheet("missing.css@1.3.0", "BSD-2-Clause", "dist/missing.min.css"),
    Sheet(
        "awsm.css@3.0.7",
        "MIT",
        themes("dist/awsm_theme_{}.css", "mischka tasman big-stone gondola pearl-lusta"),
    ),
    Sheet("bonsai.css@1.2.2", "MIT", "dist/bonsai.min.css"),
    Sheet("terminal.css@0.7.5", "MIT", "dist/terminal.min.css"),
    Sheet("tufte-css@1.9.0", "MIT", "tufte.min.css"),
    Sheet("gutenberg-css@0.7.0", "MIT", "dist/gutenberg.min.css"),
    Sheet("github-markdown-css@5.9.0", "MIT", "github-markdown-light.css", "markdown-body"),
    Sheet("hack@0.8.1", "MIT", "dist/hack.css dist/dark.css dist/standard.css"),
    Sheet("normalize.css@8.0.1", "MIT", "normalize.css"),
    Sheet("@unocss/reset@66.12.0", "MIT", "tailwind.css eric-meyer.css sanitize/sanitize.css"),
]

HELD_OUT = [
    Sheet(
        "foundation-sites@6.9.0",
        "MIT",
        "dist/css/foundation.min.css",
        r"\b(?:grid-x|large-\d+ columns|small-\d+)\b",
        True,
    ),
    Sheet("semantic-ui-css@2.5.0", "MIT", "semantic.min.css", r'class="ui ', True),
    Sheet("fomantic-ui-css@2.9.4", "MIT", "semantic.min.css", r'class="ui ', True),
    Sheet("govuk-frontend@6.6.0", "MIT", "dist/govuk/govuk-frontend.min.css", "govuk-", True),
    Sheet("spectre.css@0.5.9", "MIT", "dist/spectre.min.css", "", True),
    Sheet("@blaze/css@12.2.0", "MIT", "dist/blaze/blaze.css", "", True),
    Sheet("cirrus-ui@0.8.0", "MIT", "dist/cirrus.min.css", "", True),
    Sheet("turretcss@5.2.2", "MIT", "dist/turretcss.min.css", "", True),
    Sheet("papercss@1.9.2", "ISC", "dist/paper.min.css", "", True),
    Sheet("milligram@1.4.1", "MIT", "dist/milligram.min.css", "", True),
    Sheet("water.css@2.1.1", "MIT", "out/light.min.css out/dark.min.css", "", True),
    Sheet("simpledotcss@2.3.7", "MIT", "simple.min.css", "", True),
    Sheet("bamboo.css@1.4.0", "MIT", "dist/light.min.css dist/dark.min.css", "", True),
    Sheet("marx-css@4.1.4", "MIT", "css/marx.min.css", "", True),
    Sheet("latex.css@1.14.0", "MIT", "style.css", "", True),
]

SHEETS = TRAINING + HELD_OUT


def integrity(data):
    return "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()


def fetch(sheet, cache, expected):
    """Fetches a package and keeps its style sheets; returns the integrity of its archive."""
    with tempfile.TemporaryDirectory() as place:
        command = ["npm", "pack", sheet.package, "--silent", "--pack-destination", place]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=place)
        archive = next(Path(place).glob("*.tgz"))
        found = integrity(archive.read_bytes())
        if expected and found != expected:
            raise SystemExit(f"{sheet.package} is not what sheets.lock says: {found}")
        with tarfile.open(archive) as tar:
            for path in sheet.paths:
                css = tar.extractfile(f"package/{path}").read().decode("utf-8", "replace")
                file = cache / sheet.directory / path
                file.parent.mkdir(parents=True, exist_ok=True)
                part = file.with_name(file.name + ".part")
                part.write_text(cleaned(css), "utf-8")
                part.rename(file)
    return found


def cleaned(css):
    """The sheet without what would end a <style> element or name another sheet."""
    css = re.sub(r"@import[^;]*;|@charset[^;]*;", "", css)
    return css.replace("\ufeff", "").replace("</", r"<\/")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cache", type=Path)
    parser.add_argument("--lock", action="store_true", help="write sheets.lock anew")
    arguments = parser.parse_args()
    lock = {} if arguments.lock else dict(line.split() for line in LOCK.read_text().splitlines())
    for position, sheet in enumerate(SHEETS):
        there = all((arguments.cache / sheet.directory / path).exists() for path in sheet.paths)
        if there and not arguments.lock:
            continue
        print(f"{position + 1}/{len(SHEETS)} {sheet.package}", file=sys.stderr)
        if not arguments.lock and sheet.package not in lock:
            raise SystemExit(f"{sheet.package} is not in sheets.lock")
        lock[sheet.package] = fetch(sheet, arguments.cache, lock.get(sheet.package))
    if arguments.lock:
        LOCK.write_text("".join(f"{package} {lock[package]}\n" for package in sorted(lock)))


if __name__ == "__main__":
    main()
