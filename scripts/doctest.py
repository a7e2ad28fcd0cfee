"""Runs the Python of files and compares what it prints, as scripts/doctest-python says."""

import contextlib
import difflib
import io
import json
import re
import sys
from pathlib import Path

import psycopg

BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)


def ran(code, names):
    """What some code prints. names: those that the code before it has defined."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "documentation", "exec"), names)
    return "".join(line.rstrip() + "\n" for line in printed.getvalue().splitlines())


def page(text):
    """A page as it runs."""
    names, whole, end = {"__name__": "documentation"}, [], 0
    for block in BLOCK.finditer(text):
        code, shown = block.groups()
        printed = ran(code, names)
        shows = f"\n```text\n{printed}```\n" if printed or shown is not None else ""
        whole += [text[end : block.start()], f"```python\n{code}```\n{shows}"]
        end = block.end()
    return "".join(whole) + text[end:]


def notebook(text):
    """A notebook as it runs."""
    names, book = {"__name__": "documentation"}, json.loads(text)
    for number, cell in enumerate((cell for cell in book["cells"] if cell["cell_type"] == "code"), 1):
        printed = ran("".join(cell["source"]), names)
        stream = {"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)}
        cell |= {"execution_count": number, "outputs": [stream] if printed else []}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def new_database():
    with psycopg.connect(dbname="postgres", autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS doctest WITH (FORCE)")
        connection.execute("CREATE DATABASE doctest TEMPLATE template0")


def main():
    update = sys.argv[1] == "--update"
    failed = 0
    for path in map(Path, sys.argv[1 + update :]):
        new_database()
        text = path.read_text()
        real = (notebook if path.suffix == ".ipynb" else page)(text)
        if update:
            path.write_text(real)
        elif real != text:
            failed += 1
            lines = text.splitlines(), real.splitlines()
            print("\n".join(difflib.unified_diff(*lines, str(path), f"{path}, as it runs", lineterm="")))
    print(f"doctest-python: {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
