-- The binary form of jsonb that goce makes is the one that PostgreSQL makes of its text: same bytes, by length, hash and
-- what is sent of them.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

-- Each value stands in a script of JSON-LD, which goce_structured passes on as it is.
CREATE TEMP TABLE value (name text, json text);
INSERT INTO value VALUES
    ('nothing', '{}'),
    ('empty ones', '{"": "", "a": [], "b": {}, "c": [[]], "d": [{}], "e": [[], {}, ""], "f": {"": {}}}'),
    ('literals', '{"a": true, "b": false, "c": null, "d": [null, true, [false]]}'),
    ('spaces', e'{ \t"a" :\n[ 1 , 2 ,{ } , [ ] ]\r\n, "b":{ "c" : "d" } }'),
    ('keys by length', '{"aaa": 1, "b": 2, "cc": 3, "a": 4, "": 5, "bbb": 6, "é": 7, "漢字": 8, "z": 9}'),
    ('keys several times', '{"a": 1, "b": {"x": 1}, "a": [2], "b": 3, "c": 4, "a": {"y": [5]}, "\u0061": 6, "c": "last"}'),
    ('escapes', '{"a\"\\\/\b\f\n\r\t": "\"\\\/\b\f\n\r\t", "\u0001\u001f": "\u0007\u007f", "x\u0000y": "\u0000"}'),
    ('characters', '{"é": "ü", "日本": "語", "😀": "\ud83d\ude00", "\u00e9": "é", "lone": "\ud83d x"}'),
    ('numbers', '[0, -0, 1, -1, 9, 10, 99, 100, 9999, 10000, 10001, 99999999, 100000000, 12345678901234567890]'),
    ('fractions', '[0.0, -0.0, 0.5, 0.05, 0.0001, 0.00001, 0.000010, 1.0, 1.50, 10000.0001, 123456.789000, 3.141592653589793]'),
    ('exponents', '[1e0, 0e5, 0e-5, 1e1, 1e4, 1E+5, 1e-4, 1e-5, 12.5e3, 12.5e-3, 1.5e1, 0.015e2, 1e308, 1e-308, -9.9e307]'),
    ('scales', format('[0.%s1, 0.%s1, 1e-63, 1e-64, 1e255, 1e256, 1e259, 1e260, 1e-252, 1e-256, 1e-257]', repeat('0', 62), repeat('0', 63))),
    ('digits', format('[%s, 0.%s, -%s.%s]', repeat('123456789', 100), repeat('987654321', 100), repeat('1020', 60), repeat('0304', 60))),
    ('too many digits', format('[1e309, %s]', repeat('7', 1001))),
    ('alignment', '["a", 1, "bb", 2, "ccc", 3, "dddd", 4, {"a": 1, "bb": "x", "ccc": [1, "y", 2]}, "e", [1], "ff", [[2]], "ggg", {}]'),
    ('31 values', format('[%s]', (SELECT string_agg(n::text, ', ') FROM generate_series(1, 31) AS n))),
    ('33 values', format('[%s]', (SELECT string_agg(format('"%s"', repeat('x', n)), ', ') FROM generate_series(1, 33) AS n))),
    ('100 values', format('[%s]', (SELECT string_agg(CASE n % 4 WHEN 0 THEN 'null' WHEN 1 THEN n::text WHEN 2 THEN format('"%s"', n) ELSE format('[%s]', n) END, ', ') FROM generate_series(1, 100) AS n))),
    ('16 keys', format('{%s}', (SELECT string_agg(format('"k%s": %s', n, n), ', ') FROM generate_series(1, 16) AS n))),
    ('40 keys', format('{%s}', (SELECT string_agg(format('"key %s": {"n": %s}', n * 7919 % 41, n), ', ') FROM generate_series(1, 40) AS n))),
    ('1000 keys, some several times', format('{%s}', (SELECT string_agg(format('"%s": "%s"', n * 7919 % 601, n), ', ') FROM generate_series(1, 1000) AS n))),
    ('deep arrays', repeat('[', 110) || '1' || repeat(']', 110)),
    ('deep objects', repeat('{"a": ', 110) || '1' || repeat('}', 110)),
    ('deep with neighbours', repeat('{"b": 1, "a": [0, ', 50) || '{}' || repeat(', "x"], "a ": "y"}', 50)),
    ('a long string', format('["%s", 1]', repeat('long ', 20000)));
CREATE TEMP TABLE result AS
SELECT name, goce_structured(format('<script type="application/ld+json">{"@type": "T", "v": %s}</script>', json)) AS ours FROM value
UNION ALL SELECT 'mended', goce_structured('<script type="application/ld+json">{"@type": "T", "v": [1,, 2,]}</script>')
UNION ALL SELECT 'microdata', goce_structured('<div itemscope itemtype="https://schema.org/Thing A B"><b itemprop="name x">é "q" \ </b><i itemprop=x itemscope><u itemprop=y>z</u></i></div>', 'https://a.example/')
UNION ALL SELECT 'rdfa', goce_structured('<div vocab="https://schema.org/" typeof=Person><b property=name>Ann</b></div>')
UNION ALL SELECT 'OpenGraph', goce_structured('<meta property="og:title" content="T"><meta property="og:image" content="/i"><meta property="og:image" content="/j">', 'https://a.example/')
UNION ALL SELECT 'nothing stated', goce_structured('<p>words')
UNION ALL SELECT 'table ' || ord, rows FROM goce_tables('<table><tr><th>a<th>b<tr><td rowspan=2>1 "q"<td>2<tr><td colspan=2>é</table><table></table><table><tr><td>a</table>')
UNION ALL SELECT 'metadata', goce_metadata('<title>T &quot;q&quot; é</title><meta name=author content="A B"><meta name=keywords content="a,b,c"><meta name=robots content=noindex><script type="application/ld+json">{"@type": "Product", "name": "P", "offers": {"price": 1.5, "priceCurrency": "EUR"}}</script>')
UNION ALL SELECT 'metadata of a page', (goce_page('<title>T</title><p>words')).metadata;
-- By what compares them, and by their bytes.
SELECT name FROM result
WHERE ours <> ours::text::jsonb OR jsonb_hash(ours) <> jsonb_hash(ours::text::jsonb)
   OR NOT ROW(ours)::record *= ROW(ours::text::jsonb)::record;
SELECT count(*) AS values, count(ours) AS not_null, count(ours->'json_ld'->'T'->0->'v') AS in_scripts FROM result;
SELECT name FROM value JOIN result USING (name)
WHERE json !~ E'\\\\u|e309' AND NOT ROW(ours->'json_ld'->'T'->0->'v')::record *= ROW(json::jsonb)::record;
-- As it comes, not as a table stores it.
SELECT pg_column_size(goce_structured(html)) = pg_column_size(goce_structured(html)::text::jsonb) AS same_size
FROM (VALUES ('<script type="application/ld+json">{"@type": "T", "v": [1, {"a": 1.5}, "x"]}</script>')) AS page(html);
-- What PostgreSQL finds in it.
SELECT ours->'json_ld'->'T'->0->'v'->>'c' AS last, jsonb_object_keys(ours->'json_ld'->'T'->0->'v') AS key FROM result WHERE name = 'keys several times';
SELECT bool_and(ours->'json_ld'->'T'->0->'v'->>n::text = (SELECT max(m)::text FROM generate_series(1, 1000) AS m WHERE m * 7919 % 601 = n)) AS all_found
FROM result, generate_series(0, 600) AS n WHERE name = '1000 keys, some several times';

-- A result that would be too large. Eight types repeat an item of 4 MB.
SELECT goce_structured(repeat(format('<script type="application/ld+json">{"@type": ["a","b","c","d","e","f","g","h"], "v": [%s0]}</script>', repeat('{},', 1200000)), 2)) IS NULL;
SELECT sum(jsonb_array_length(rows)) FROM goce_tables('<table><tr>' || repeat('<td rowspan=0>', 3) || repeat('<tr>', 2000000));
SELECT goce_structured(format('<script type="application/ld+json">{"@type": ["a","b"], "v": [%s0]}</script>', repeat('1e308,', 500000))) IS NULL;
