-- goce_structured: each syntax, damage, what jsonb lacks, hostile pages.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
SET goce.max_html_size = '64MB';
SELECT pg_backend_pid() AS backend \gset

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page (name text, html text);
INSERT INTO page VALUES
('JSON-LD', '<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [{"@type": "Product", "name": "Chair", "weight": 1.50},
    {"@type": ["Article", "https://schema.org/Report"], "name": "A"}]}</script><script type="application/ld+json; charset=utf-8">[{"name": "untyped"}]</script>'),
('microdata', '<div itemscope itemtype="https://schema.org/Product" itemref=x><h1 itemprop=name>A  chair</h1><a itemprop=url href=c>more</a>
    <div itemprop=offers itemscope itemtype="https://schema.org/Offer"><b itemprop=price content=5.00>$5</b></div></div><p id=x>of <i itemprop=material>ash</i>'),
('RDFa', '<div vocab="https://schema.org/" typeof=Product resource="#c"><h1 property=name>A chair</h1><div property=offers typeof=Offer><b property=price content=5.00>$5</b></div></div>'),
('OpenGraph', '<meta property=og:title content=T><meta property=og:image content=/1.png><meta property=og:image:width content=800><meta property=og:image content=/2.png>
    <meta property=article:tag content=a><meta property=article:tag content=b><meta name=twitter:card content=summary>'),
('damage', '<script type="application/ld+json">{"@type": "A", "x": "1",}</script><script type="application/ld+json">none</script>
    <script type="application/ld+json">/*<![CDATA[*/{"@type": "B", "x": "one' || E'\n' || 'two "three""}/*]]>*/</script>'),
('nothing', '<p>text'), ('empty', ''), ('NULL', NULL);
SELECT name, jsonb_pretty(goce_structured(html, 'https://a.example/b/')) FROM page;

-- One path for all syntaxes.
SELECT name, jsonb_path_query(goce_structured(html), '$.*.Product.offers.price') AS price FROM page;

-- What jsonb lacks: U+0000, lone surrogates, numbers without bounds, depth. Numbers are as they are written.
SELECT goce_structured('<script type="application/ld+json">{"a": "x\u0000\ud83d", "b": 1e400, "c": 12345678901234567890.10, "d": -1e-5}</script>');
SELECT goce_structured('<script type="application/ld+json">' || repeat('[', 200) || repeat(']', 200) || '</script>') AS deep,
       jsonb_array_length(goce_structured('<script type="application/ld+json">' || repeat('[', 119) || '{"a": 1}' || repeat(']', 119) || '</script>') #> '{json_ld,untyped}') AS less_deep;
SELECT jsonb_typeof(goce_structured(format('<script type="application/ld+json">{"a": %s}</script>', repeat('1', 100000))) #> '{json_ld,untyped,0,a}') AS long_number;

-- Hostile pages end within memory and time, or are refused.
CREATE TABLE hostile (name text, html text);
INSERT INTO hostile VALUES
    ('100,000 nested items', '<div itemscope>' || repeat('<div itemprop=a itemscope itemtype=b>', 100000)),
    ('100,000 items', repeat('<i itemscope itemtype=b><b itemprop=a>c</b></i>', 100000)),
    ('an item of 100,000 properties', '<div itemscope>' || repeat('<b itemprop=a>c</b>', 100000)),
    ('each property in all others', '<div itemscope>' || repeat('<b itemprop=a>c ', 100000)),
    ('items that refer to themselves', '<i itemscope itemref=a></i>' || repeat('<i id=a itemprop=b itemscope itemref="a c"></i><i id=c itemprop=b itemscope itemref="a c"></i>', 10000)),
    ('20,000 items that refer to one text', '<p id=a itemprop=x>' || repeat('word ', 20000) || '</p>' || repeat('<i itemscope itemref=a></i>', 20000)),
    ('100,000 nested RDFa', repeat('<div vocab=x: typeof=a property=b resource=c prefix="d: e">', 100000)),
    ('4 MB of a script', '<script type="application/ld+json">' || repeat('[{"@type":"a"},', 266000)),
    ('scripts in all longer', repeat('<script type="application/ld+json">"' || repeat('x', 3000000) || '"</script>', 8)),
    ('half a million pictures', repeat('<meta property=og:image content=a>', 500000));
SELECT name, length(goce_structured(html)::text) AS length FROM hostile WHERE name NOT LIKE '%one text' AND name NOT LIKE 'each%';
SELECT * FROM pg_temp.failure($$ SELECT goce_structured(html) FROM hostile WHERE name LIKE '%one text' $$);
SELECT state FROM pg_temp.failure($$ SELECT goce_structured(html) FROM hostile WHERE name LIKE 'each%' $$);
SET goce.max_html_size = '1kB';
SELECT state FROM pg_temp.failure($$ SELECT goce_structured(repeat('x', 1025)) $$);
SELECT provolatile, proparallel, proisstrict FROM pg_proc WHERE proname = 'goce_structured';
SELECT pg_backend_pid() = :backend AS same_backend;
DROP TABLE page, hostile;
