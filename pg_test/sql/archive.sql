-- goce_decode and goce_warc: bytes in, text and records out.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SELECT pg_backend_pid() AS backend \gset

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- The byte order mark, HTTP, the page, the detector, in that order.
SELECT goce_decode('\xefbbbfc3a9', 'text/html; charset=latin1') AS mark,
       goce_decode('\xc9', 'text/html; charset="windows-1251"') AS http,
       goce_decode('<meta charset=koi8-r>'::bytea || '\xc9', 'text/html') AS meta,
       goce_decode(convert_to('Der Fluß führt Hochwasser, die Brücke ist zu.', 'LATIN1')) AS detected,
       goce_decode('\x41003dd800de', 'text/html; charset=utf-16le') AS utf_16;
SELECT goce_decode('\xfffe4100e900', 'text/html; charset=windows-1251') AS mark_little, goce_decode('\xfeff004100e9') AS mark_big,
       goce_decode('<meta charset=gbk>'::bytea || '\xc9', 'text/html; charset=windows-1251') AS http_first,
       goce_decode('<meta charset=koi8-r>'::bytea || '\xc9', 'text/html; charset=nonsense') AS no_charset, goce_decode('\xefbbbf') = '' AS empty;
SELECT encoding, goce_decode(convert_to('<p>' || text, encoding)) = '<p>' || text AS is_detected
FROM (VALUES ('UTF8', 'Đà Nẵng có cầu, Huế có chùa. Người ta đi chợ từ sáng sớm.'), ('LATIN1', 'Der Fluß führt Hochwasser, die Brücke ist für Autos gesperrt.'),
    ('WIN1251', 'Мост открыт, и по нему снова ходят машины и люди.'), ('SJIS', '橋が開通し、車と人がまた通れるようになりました。'),
    ('EUC_JP', '橋が開通し、車と人がまた通れるようになりました。'), ('GBK', '大桥通车了，汽车和行人又可以通过。'), ('BIG5', '大橋通車了，汽車和行人又可以通過。'),
    ('EUC_KR', '다리가 개통되어 차와 사람이 다시 지나갑니다.')) AS page(encoding, text);
-- A page of UTF-8 with two bytes that are none is UTF-8.
SELECT goce_decode(convert_to('<p>Đà Nẵng có cầu, Huế có chùa', 'UTF8') || '\xe9' || convert_to('. Người ta đi chợ từ sáng sớm, và thuyền', 'UTF8') || '\xff' || convert_to(' ra khơi.', 'UTF8')) AS faulty;
SELECT goce_decode(NULL) IS NULL AS no_page, goce_decode(NULL, 'text/html') IS NULL AS no_page_too,
       goce_decode('') = '' AS empty, goce_decode('x', NULL) AS no_type, goce_decode('x', 'nonsense') AS nonsense;
-- What means nothing is replaced, NULs are dropped in text and replaced in tags.
-- The bytes refute the header, and bear out the page.
SELECT goce_decode(convert_to('<meta charset=windows-1251>Пароход уходит', 'WIN1251'), 'text/html; charset=utf-8') AS own,
       goce_decode(convert_to('<meta charset=utf-8>船は七時に出る', 'UTF8'), 'text/html; charset=euc-kr') AS own_too;
SELECT goce_decode('\x61ff62c3', 'a/b; charset=utf-8') AS replaced,
       goce_decode('\x6100623c700074003e63', 'a/b; charset=utf-8') AS without_nul,
       goce_decode('x', 'text/html; charset=iso-2022-kr') AS replacement;
SELECT goce_extract(goce_decode(convert_to('<meta charset=gbk><p>大桥通车了', 'GBK')), 'default');

SET goce.max_html_size = '1kB';
SELECT length(goce_decode(convert_to(repeat('x', 1024), 'UTF8'))) AS at_the_limit;
SELECT * FROM pg_temp.failure($$ SELECT goce_decode(convert_to(repeat('x', 1025), 'UTF8')) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_decode('<meta charset=utf-8>'::bytea || decode(repeat('ff', 400), 'hex'), 'a/b; charset=utf-8') $$);
RESET goce.max_html_size;
-- 100 MB, over and within the limit.
SELECT * FROM pg_temp.failure($$ SELECT goce_decode(decode(repeat('41', 100000000), 'hex')) $$);
SET goce.max_html_size_limit = 1000000000;
SET goce.max_html_size = 1000000000;
SELECT length(goce_decode(decode(repeat('41e9', 50000000), 'hex'), 'text/html; charset=latin1')) AS characters;
RESET goce.max_html_size;

-- A record as a writer writes it.
CREATE FUNCTION pg_temp.record(type text, uri text, block bytea) RETURNS bytea LANGUAGE sql AS $$
    SELECT convert_to(format(E'WARC/1.1\r\nWARC-Type: %s\r\nWARC-Target-URI: <%s>\r\nWARC-Date: 2024-02-29T12:34:56.5Z\r\n'
        'WARC-Record-ID: <urn:uuid:%s>\r\nContent-Type: application/http\r\nContent-Length: %s\r\n\r\n',
        type, uri, uri, length(block)), 'UTF8') || block || '\x0d0a0d0a' $$;
CREATE FUNCTION pg_temp.page(head text, body bytea) RETURNS bytea LANGUAGE sql AS $$
    SELECT convert_to(E'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=latin1\r\n' || head || E'\r\n', 'UTF8') || body $$;

CREATE TABLE part (n int, bytes bytea);
INSERT INTO part VALUES
    (1, pg_temp.record('warcinfo', 'info', 'software: test')),
    (2, pg_temp.record('request', 'a', 'GET / HTTP/1.1')),
    (3, pg_temp.record('response', 'http://a/', pg_temp.page('', '\x3c703e636166e9'))),
    -- In two chunks; in gzip.
    (4, pg_temp.record('response', 'http://b/', pg_temp.page(E'Transfer-Encoding: chunked\r\n', '\x320d0a3c700d0a320d0a3e780d0a300d0a0d0a'))),
    (5, pg_temp.record('response', 'http://c/', pg_temp.page(E'Content-Encoding: gzip\r\n', '\x1f8b0800000000000003010400fbff3c703e78261253d004000000'))),
    (6, pg_temp.record('revisit', 'http://d/', convert_to(E'HTTP/1.1 304 Not Modified\r\n\r\n', 'UTF8'))),
    (7, pg_temp.record('metadata', 'http://e/', 'via: f'));
CREATE TABLE archive AS SELECT string_agg(bytes, '' ORDER BY n) AS bytes FROM part;
SELECT ord, record_id, type, uri, date AT TIME ZONE 'UTC' AS date, status, content_type,
       encode(payload, 'escape') AS payload, error
FROM archive, goce_warc(bytes);
SELECT uri, goce_extract(goce_decode(payload, content_type), 'default') AS text
FROM archive, goce_warc(bytes) WHERE type = 'response';

-- An ARC file, lengths that are a few bytes wrong, and types as servers write them.
SELECT type, uri, date AT TIME ZONE 'UTC' AS date, status, content_type, encode(payload, 'escape') AS payload, error
FROM goce_warc(E'filedesc://a.arc 0.0.0.0 20080115120000 text/plain 5\n1 0 A\n'
    'http://a.example/ 192.0.2.1 20080115120001 text/html 45\nHTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>One\n'
    'http://a.example/2 192.0.2.1 20080115120002 TEXT/HTML 4\n<p>Two.\n'::bytea);
SELECT type, status, content_type, encode(payload, 'escape') AS payload, error
FROM goce_warc(pg_temp.record('response', 'http://a/', convert_to(E'HTTP/2 200\r\nContent-Type: "Text/HTML;charset=\'koi8-r\'"\r\n\r\n<p>', 'UTF8') || '\xc9')
    || replace(convert_from(pg_temp.record('resource', 'http://b/', 'twelve bytes'), 'UTF8'), 'h: 12', 'h: 10')::bytea
    || pg_temp.record('metadata', 'http://c/', 'x'));
SELECT goce_is_html('"Text/html"; charset=x') AS html, goce_is_html('text/html', '%PDF-1.4') AS pdf, goce_is_html('text/plain', '<!doctype html>') AS plain,
       goce_is_html(NULL, '<html>') AS none, goce_is_html('image/png', '<html>') AS png, goce_is_html(NULL) AS nothing;

-- Frames of zstd: a raw block for each of two records, and one that is damaged.
SELECT type, uri, encode(payload, 'escape') AS payload, error
FROM (SELECT '\x28b52ffd0038'::bytea || decode(lpad(to_hex((length(block) << 3 | 1) & 255), 2, '0') || lpad(to_hex((length(block) << 3) >> 8), 2, '0') || '00', 'hex')
             || block AS frame FROM pg_temp.record('resource', 'http://z/', 'zstd') AS block) AS one,
     goce_warc(frame || '\x28b52ffd00380700fe' || frame);

-- Cut off: the good records, and what is left of the last.
SELECT ord, type, uri, encode(payload, 'escape') AS payload, error
FROM archive, goce_warc(substr(bytes, 1, length(bytes) - 8)) WHERE ord > 5;
-- No archive, none at all.
SELECT ord, type, uri, encode(payload, 'escape') AS payload, error FROM goce_warc('<p>A page');
SELECT count(*) FROM goce_warc('');
SELECT count(*) FROM goce_warc(NULL);
-- Payloads over the bound.
SELECT ord, type, payload IS NULL AS left_out, error FROM archive, goce_warc(bytes, 10);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_warc('', 1000000001) $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_warc('', -1) $$);
SELECT count(*) FROM archive, goce_warc(bytes, NULL);

-- In the select list, joined, and cut short by LIMIT; from a value that is compressed and out of line.
CREATE TABLE large AS SELECT string_agg(bytes, '') AS bytes FROM part, generate_series(1, 2000);
SELECT count(*), sum(length(payload)) AS bytes, count(DISTINCT payload) AS different FROM large, goce_warc(bytes);
SELECT (goce_warc(bytes)).ord FROM large LIMIT 3;
SELECT ord FROM large, goce_warc(bytes) LIMIT 2 OFFSET 13000;
SELECT a.ord FROM archive, goce_warc(bytes) AS a JOIN LATERAL goce_warc(bytes) AS b ON a.ord = b.ord AND a.payload = b.payload;

-- 5,000 records of 100 kB take the memory of one.
CREATE TABLE long AS SELECT convert_to(repeat(convert_from(pg_temp.record('resource', 'long', convert_to(repeat('x', 100000), 'UTF8')), 'UTF8'), 5000), 'UTF8') AS bytes;
SELECT count(*), sum(length(payload)) AS bytes FROM long, goce_warc(bytes);

-- Random bytes, and an archive with random damage.
SELECT count(*) > 0 AS rows FROM generate_series(1, 100) AS n, goce_warc(decode(repeat(md5(n::text), n), 'hex'));
SELECT bool_and(good >= 5) AS nearly_all FROM (
    SELECT count(*) FILTER (WHERE type <> 'damaged') AS good
    FROM archive, generate_series(0, 1400) AS n, goce_warc(set_byte(bytes, n, 255)) GROUP BY n) AS t;

SELECT pg_backend_pid() = :backend AS same_backend;
DROP TABLE part, archive, large, long;
