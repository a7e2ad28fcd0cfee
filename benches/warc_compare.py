"""Compares the records that the command goce reads with those of other tools, byte for byte.

    warc_compare.py GOCE DIRECTORY

Makes archives in the directory with wget (its own server on a free port, pages by a generator) and with warcio and
FastWARC, with gzip by record, as a whole and none, and with bodies in chunks and in gzip, deflate, br and zstd; reads them
with `goce --format copy` and compares each record's type, URI, status and payload with what went in, or with what warcio reads.
Needs wget and the Python packages warcio, fastwarc, brotli and zstandard.
"""

import gzip
import http.server
import io
import pathlib
import random
import struct
import subprocess
import sys
import threading
import zlib

import brotli
import zstandard
from fastwarc.stream_io import GzipWriter
from fastwarc.warc import ArchiveIterator as FastIterator
from fastwarc.warc import WarcRecord, WarcRecordType
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

tool, directory = sys.argv[1], pathlib.Path(sys.argv[2])
source = random.Random(7)
WORDS = "bridge river market road stone winter light paper window morning".split()


def raw_deflate(body):
    compressor = zlib.compressobj(wbits=-15)
    return compressor.compress(body) + compressor.flush()


CODINGS = {
    None: lambda body: body,
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "deflate, raw": raw_deflate,
    "br": brotli.compress,
    "zstd": zstandard.compress,
    "gzip, br": lambda body: brotli.compress(gzip.compress(body)),
    "deflate, zstd": lambda body: zstandard.compress(zlib.compress(body)),
}


def chunked(body):
    pieces = []
    while body:
        size = source.randint(1, 5000)
        pieces.append(b"%x\r\n%s\r\n" % (len(body[:size]), body[:size]))
        body = body[size:]
    return b"".join(pieces) + b"0\r\n\r\n"


def page(number):
    if number % 10 == 9:
        return source.randbytes(source.randint(0, 50_000))
    words = source.choices(WORDS, k=source.randint(0, 8000))
    return f"<!doctype html><title>{number}</title><p>{' '.join(words)}".encode()


def rows(path):
    """What `goce --format copy` writes, a dictionary a record."""
    data = io.BytesIO(subprocess.run([tool, "--format", "copy", path], stdout=subprocess.PIPE, check=True).stdout)
    assert data.read(19) == b"PGCOPY\n\xff\r\n\0" + bytes(8)
    names = "ord record_id type uri date status content_type payload error".split()
    result = []
    while (count := struct.unpack(">h", data.read(2))[0]) >= 0:
        assert count == len(names)
        values = []
        for _ in names:
            size = struct.unpack(">i", data.read(4))[0]
            values.append(None if size < 0 else data.read(size))
        row = dict(zip(names, values))
        row["status"] = row["status"] and struct.unpack(">i", row["status"])[0]
        row["uri"] = row["uri"] and row["uri"].decode()
        row["type"] = row["type"].decode()
        assert row["error"] is None, row["error"]
        result.append(row)
    assert data.read() == b""
    return result


def compare(name, found, expected):
    found = [(row["type"], row["uri"], row["status"], row["payload"]) for row in found]
    assert len(found) == len(expected), (name, len(found), len(expected))
    for number, (one, other) in enumerate(zip(found, expected)):
        assert one == other, (name, number, one[:3], other[:3])
    print(f"{name}: {len(found)} records, {sum(len(row[3]) for row in found)} bytes of payload, all equal")


def by_warcio(path):
    """What warcio reads of a file, payloads undone."""
    result = []
    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            uri = record.rec_headers.get_header("WARC-Target-URI")
            is_response = record.rec_type in ("response", "revisit") and record.http_headers
            status = int(record.http_headers.get_statuscode()) if is_response else None
            if record.rec_type == "request":  # warcio parses requests, goce_warc gives their block
                block = record.http_headers.to_ascii_bytes() + record.content_stream().read()
            else:
                block = record.content_stream().read()
            result.append((record.rec_type, uri and uri.strip("<>"), status, block))
    return result


def cases():
    number = 0
    for coding in CODINGS:
        for in_chunks in (False, True):
            for _ in range(12):
                number += 1
                yield f"http://example.com/{number}", coding, in_chunks, page(number)


def message(coding, in_chunks, body):
    """Header fields and body as sent."""
    fields = [("Content-Type", "text/html")]
    body = CODINGS[coding](body)
    if coding:
        fields.append(("Content-Encoding", coding.removesuffix(", raw")))
    if in_chunks:
        fields.append(("Transfer-Encoding", "chunked"))
        body = chunked(body)
    return fields, body


def with_warcio():
    for compressed in (True, False):
        for version in ("1.0", "1.1"):
            path = directory / f"warcio-{version}.warc{'.gz' if compressed else ''}"
            expected = []
            with open(path, "wb") as file:
                writer = WARCWriter(file, gzip=compressed, warc_version=version)
                for uri, coding, in_chunks, body in cases():
                    fields, sent = message(coding, in_chunks, body)
                    head = StatusAndHeaders("200 OK", fields, protocol="HTTP/1.1")
                    writer.write_record(writer.create_warc_record(uri, "response", io.BytesIO(sent), http_headers=head))
                    writer.write_record(writer.create_warc_record(uri, "metadata", io.BytesIO(b"via: x")))
                    expected += [("response", uri, 200, body), ("metadata", uri, None, b"via: x")]
            compare(path.name, rows(path), expected)
    whole = directory / "warcio-whole.warc.gz"
    whole.write_bytes(gzip.compress((directory / "warcio-1.1.warc").read_bytes()))
    compare(whole.name, rows(whole), expected)


def with_fastwarc():
    for compressed in (True, False):
        path = directory / f"fastwarc.warc{'.gz' if compressed else ''}"
        expected = []
        with open(path, "wb") as file:
            stream = GzipWriter(file) if compressed else file
            for uri, coding, in_chunks, body in cases():
                fields, sent = message(coding, in_chunks, body)
                head = "HTTP/1.1 200 OK\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields)
                record = WarcRecord()
                record.init_headers(record_type=WarcRecordType.response)
                record.headers["WARC-Target-URI"] = uri
                record.headers["Content-Type"] = "application/http; msgtype=response"
                record.set_bytes_content(head.encode() + b"\r\n" + sent)
                record.write(stream)
                expected.append(("response", uri, 200, body))
            if compressed:
                stream.close()
        compare(path.name, rows(path), expected)
        assert sum(1 for _ in FastIterator(open(path, "rb"))) == len(expected)


def with_wget():
    pages = {f"/{number}.html": page(number) for number in range(50)}
    index = "".join(f"<a href={path}>x</a>" for path in pages).encode()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            body = pages.get(self.path, index)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            if hash(self.path) % 2:
                self.send_header("Transfer-Encoding", "chunked")
                body = chunked(body)
            else:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    for option in ([], ["--no-warc-compression"]):
        name = directory / f"wget{len(option)}"
        command = ["wget", "-q", "-r", "-l1", "-e", "robots=off", "-P", directory / "mirror", f"--warc-file={name}", *option, address]
        subprocess.run(command, check=False)
        path = next(directory.glob(f"{name.name}.warc*"))
        compare(path.name, rows(path), by_warcio(path))
        served = {row["uri"].removeprefix(address[:-1]): row["payload"] for row in rows(path) if row["type"] == "response"}
        assert all(served[path] == body for path, body in pages.items()), "not what was served"
    server.shutdown()


directory.mkdir(parents=True, exist_ok=True)
with_warcio()
with_fastwarc()
with_wget()
