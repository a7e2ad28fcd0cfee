"""Writes a WARC file of generated pages to standard output, as a stream.

    warc_generate.py RECORDS [KILOBYTES]

Each record is a response with a page of about that size (20 kB unless given) in a gzip member of its own.
One page in three is sent in chunks, one in three with content coding gzip, one in five in windows-1251.
"""

import gzip
import random
import sys

LATIN = "bridge river market road stone winter light paper window morning garden letter harbour train hill".split()
CYRILLIC = "мост река рынок дорога камень зима свет бумага окно утро сад письмо поезд холм".split()


def page(source, number, size):
    words = CYRILLIC if number % 5 == 0 else LATIN
    charset = "windows-1251" if number % 5 == 0 else "utf-8"
    parts = [
        f"<!doctype html><html><head><meta charset={charset}><title>Page {number}</title></head><body>"
        "<nav><ul>" + "".join(f"<li><a href=/{n}>{words[n]}</a>" for n in range(10)) + "</ul></nav><main>"
        f"<h1>Page {number}</h1>"
    ]
    length = 0
    while length < size:
        text = " ".join(source.choices(words, k=60)).capitalize()
        parts.append(f"<p>{text}.</p>\n")
        length += len(parts[-1])
    parts.append("</main><footer>Imprint and terms</footer></body></html>")
    return "".join(parts).encode(charset)


def chunked(body):
    pieces = [body[at : at + 4096] for at in range(0, len(body), 4096)] + [b""]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)


def record(number, body):
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
    if number % 3 == 1:
        head += "Content-Encoding: gzip\r\n"
        body = gzip.compress(body, 1)
    if number % 3 == 2:
        head += "Transfer-Encoding: chunked\r\n"
        body = chunked(body)
    block = head.encode() + b"\r\n" + body
    fields = (
        "WARC/1.1\r\nWARC-Type: response\r\n"
        f"WARC-Target-URI: http://example.com/{number}\r\nWARC-Date: 2024-02-29T12:34:56.{number % 1000:03}Z\r\n"
        f"WARC-Record-ID: <urn:example:{number}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return fields.encode() + block + b"\r\n\r\n"


def main():
    count = int(sys.argv[1])
    size = int(sys.argv[2]) * 1000 if len(sys.argv) > 2 else 20_000
    source = random.Random(1)
    # Large archives repeat pages: making text takes longer than reading it.
    pages = [page(source, number, size) for number in range(min(count, 300))]
    for number in range(count):
        sys.stdout.buffer.write(gzip.compress(record(number, pages[number % len(pages)]), 1))


main()
