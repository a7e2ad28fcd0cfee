"""Tables in Markdown, and the files that have them between lines `<!-- compare: NAME -->` and `<!-- end -->`."""

import re
from pathlib import Path


def table(head, rows):
    lines = [f"| {' | '.join(map(str, line))} |" for line in (head, *rows)]
    lines.insert(1, "|---" * len(head) + "|")
    return "\n".join(lines) + "\n"


def figure(value):
    """Three digits behind the point, with nothing before it below 1."""
    text = f"{value:.3f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 and text.lstrip("-").startswith("0.") else text


def with_range(value, lowest, highest):
    """A figure and half the width of its range."""
    return f"{figure(value)} ±{figure((highest - lowest) / 2)}"


def write(path, tables):
    """Puts tables into a file; each that has no marks there is passed over. Returns the names of those written."""
    text = Path(path).read_text(encoding="utf-8")
    written = []
    for name, lines in tables.items():
        pattern = re.compile(rf"(<!-- compare: {re.escape(name)} -->\n).*?(<!-- end -->)", re.S)
        text, found = pattern.subn(lambda match: f"{match[1]}\n{lines}\n{match[2]}", text)
        written += [name] * bool(found)
    Path(path).write_text(text, encoding="utf-8")
    return written
