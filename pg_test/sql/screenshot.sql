-- Screenshots: formats, limits, and the networks that look at them.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- A line an image: its name, a tab, its bytes. As large objects files travel to a server that may
-- not read them.
\set file :abs_srcdir '/data/images.tsv'
\lo_import :file
\set images :LASTOID
CREATE TABLE image AS
SELECT split_part(line, E'\t', 1) AS name, decode(substr(split_part(line, E'\t', 2), 4), 'hex') AS bytes
FROM regexp_split_to_table(convert_from(lo_get(:images), 'UTF8'), E'\n') AS line WHERE line <> '';
\lo_unlink :images
CREATE TABLE page AS SELECT
    '<html><head><title>The bridge</title><meta property="og:type" content="article"></head><body class="single-post">'
    '<nav>Menu</nav><article><h1>The bridge is open</h1>'
    || (SELECT string_agg('<p class="entry">' || repeat('Traffic crosses it again, and people came to see it. ', 6), '') FROM generate_series(1, 9))
    || '</article></body></html>' AS html;

-- One picture in many formats has one probability, the lossy ones have some.
SELECT split_part(name, ',', 1) AS kind, count(*) AS images,
       CASE WHEN min(name) !~ '^near' THEN count(DISTINCT p_list_view_screenshot) END AS probabilities,
       bool_and(p_list_view_screenshot BETWEEN 0 AND 1) AS sound,
       bool_and(p_list_view = p_list_view_screenshot AND p_list_view_html IS NULL) AS screenshot_alone,
       bool_and(genre = goce_genre(NULL, bytes) AND genre = goce_genre(NULL, bytes, 'screenshot')) AS same_genre
FROM image, goce_genre_scores(NULL, bytes)
WHERE name ~ '^(same|grey|near|white),' GROUP BY kind ORDER BY kind;

-- Tall ones: of 60,000 rows and of 65,536, as many are decoded as are looked at. (Here there are not
-- even more.)
SELECT name, p_list_view_screenshot BETWEEN 0 AND 1 AS sound
FROM image, decode(encode(bytes, 'hex') || repeat((SELECT encode(bytes, 'hex') FROM image WHERE name ~ '^piece'), 16), 'hex') AS tall,
     goce_genre_scores(NULL, tall)
WHERE name ~ '^start, 1280' ORDER BY name;

-- What is refused.
SELECT name, failure.* FROM image, pg_temp.failure(format('SELECT goce_genre(NULL, %L)', bytes))
WHERE name ~ '^(other|start, [0-9]{5})' ORDER BY name COLLATE "C";
SELECT bytes, failure.* FROM (VALUES (1, ''), (2, '\x00'), (3, '\x89504e47'), (4, '<!DOCTYPE html><p>a page')) AS wrong(n, bytes),
    pg_temp.failure(format('SELECT goce_genre(NULL, %L)', bytes::bytea)) ORDER BY n;
-- Cut in half; a JPEG is filled up.
SELECT name, state, message, regexp_replace(detail, '[0-9]+', 'n') AS detail
FROM image, pg_temp.failure(format('SELECT goce_genre(NULL, %L)', substr(bytes, 1, length(bytes) / 2)))
WHERE name IN ('same, png', 'same, gif', 'same, webp, lossless', 'near, webp, lossy', 'near, jpeg') ORDER BY name;
SELECT state, detail ~ '^The decoder of PNG says: ' AS says_why
FROM image, pg_temp.failure(format('SELECT goce_genre(NULL, %L)', overlay(bytes PLACING '\xdead' FROM 50)))
WHERE name = 'same, png';

-- The limit refuses by the header, and its HINT names it.
SET goce.max_screenshot_pixels = 359;
SELECT failure.* FROM image, pg_temp.failure(format('SELECT goce_genre(NULL, %L)', bytes)) WHERE name = 'same, png';
SET goce.max_screenshot_pixels = 360;
SELECT goce_genre(NULL, bytes) IS NOT NULL AS at_the_limit FROM image WHERE name = 'same, png';
SELECT * FROM pg_temp.failure($$ SET goce.max_screenshot_pixels = 0 $$);
RESET goce.max_screenshot_pixels;

-- Who looks at what. A screenshot that nobody needs is not decoded.
SELECT goce_genre(NULL, NULL) IS NULL AS nothing, goce_genre(NULL, NULL, 'screenshot') IS NULL AS no_screenshot,
       goce_genre(html, NULL, 'screenshot') IS NULL AS no_screenshot_but_html, goce_genre(html, 'no image', 'markup') AS markup,
       goce_genre(html, 'no image', 'svm') IS NOT NULL AS svm, goce_genre(NULL, 'no image', 'markup') IS NULL AS no_html,
       goce_genre('', 'no image', 'svm') IS NOT NULL AS no_text
FROM page;
SELECT failure.state FROM page, unnest('{auto,screenshot}'::text[]) AS classifier,
    pg_temp.failure(format('SELECT goce_genre(%L, ''no image'', %L)', html, classifier));
SELECT goce_extract(html, 'default', screenshot => 'no image') IS NOT NULL AS no_genre_needed,
       goce_extract(html, 'auto', 'article', 'no image') = goce_extract(html, 'auto', 'article') AS auto,
       goce_extract(html, 'goce', 'article', 'no image') IS NOT NULL AS genre_given,
       goce_extract(NULL, 'goce', screenshot => 'no image') IS NULL AS no_page
FROM page;
SELECT failure.state FROM page, unnest('{auto,goce}'::text[]) AS method,
    pg_temp.failure(format('SELECT goce_extract(%L, %L, screenshot => ''no image'')', html, method));
SELECT failure.state FROM page, pg_temp.failure(format('SELECT * FROM goce_blocks(%L, ''goce'', screenshot => ''no image'')', html));

-- Page types by a screenshot, and by both: never of another probability of a list view than the genre.
CREATE FUNCTION page_types(html text, screenshot bytea) RETURNS float8[] LANGUAGE sql AS
    'SELECT array_agg(probability::float8 ORDER BY ord) FROM goce_page_type_scores(html, screenshot) WITH ORDINALITY AS s (page_type, probability, ord)';
CREATE FUNCTION near(a float8[], b float8[]) RETURNS boolean LANGUAGE sql AS
    'SELECT cardinality(a) = cardinality(b) AND bool_and(abs(x - y) < 1e-5) FROM unnest(a, b) AS t(x, y)';
CREATE VIEW input AS SELECT input, i.html, i.bytes
FROM page, image, LATERAL (VALUES ('html', html, NULL), ('screenshot', NULL, bytes), ('both', html, bytes), ('both, no text', '', bytes)) AS i(input, html, bytes)
WHERE name = 'same, png';
SELECT input, cardinality(types) AS rows, near(ARRAY[1], ARRAY[(SELECT sum(t) FROM unnest(types) AS t)]) AS sum_to_one,
       abs(types[5] + types[6] + types[7] - p_list_view) < 1e-5 AS of_the_genre, scores.page_type = goce_page_type(html, bytes) AS best_is_type
FROM input, goce_genre_scores(html, bytes), page_types(html, bytes) AS types,
    LATERAL (SELECT page_type FROM goce_page_type_scores(html, bytes) ORDER BY probability DESC LIMIT 1) AS scores ORDER BY input COLLATE "C";
SELECT failure.state FROM page, unnest(ARRAY['SELECT goce_page_type(%L, %L)', 'SELECT * FROM goce_page_type_scores(%L, %L)']) AS query,
    pg_temp.failure(format(query, html, 'no image'));

-- The built-in network is loaded once, in this process or in its parent.
SELECT source, sha256 = (SELECT sha256 FROM goce_models_builtin() WHERE name = 'genre-screenshot') AS same_digest,
       width > 0 AND height > 0 AS sized, cardinality(labels) > 1 AS labelled, loads
FROM goce_genre_model();
SELECT count(goce_genre(html, bytes)) + count(goce_extract(html, 'goce', screenshot => bytes)) AS calls
FROM image, page, generate_series(1, 5) WHERE name ~ '^same';
SELECT loads FROM goce_genre_model();
\connect -
SELECT count(goce_genre(NULL, bytes)) AS calls FROM image, generate_series(1, 3) WHERE name ~ '^grey';
SELECT loads FROM goce_genre_model();
SET client_min_messages = warning;
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- Networks in files: [1, 3, height, width] without fusion, [1, height, width, 3] with calibration and fusion.
\set file :abs_srcdir '/data/channels-first.onnx'
\lo_import :file
\set first :LASTOID
\set file :abs_srcdir '/data/channels-last.onnx'
\lo_import :file
\set last :LASTOID
\set file :abs_srcdir '/data/no-probabilities.onnx'
\lo_import :file
\set wrong :LASTOID
\set file :abs_srcdir '/data/seven-types.onnx'
\lo_import :file
\set seven :LASTOID
\set file :abs_srcdir '/data/two-widths.onnx'
\lo_import :file
\set widths :LASTOID
SELECT lo_export(:first, 'goce_regress.onnx');
SET goce.genre_model = 'goce_regress.onnx';
-- Probabilities by onnxruntime.
SELECT abs(p_list_view_screenshot - 0.02003005) < 1e-5 AS as_by_onnxruntime, genre, layout_width IS NULL AS no_layout
FROM image, goce_genre_scores(NULL, bytes) WHERE name = 'same, png';
SELECT name, source, width, height, labels, loaded_by_pid = pg_backend_pid() AS loaded_here, loads FROM goce_genre_model();
CREATE FUNCTION pg_temp.logit(p float8) RETURNS float8 LANGUAGE sql AS 'SELECT ln(p / (1 - p))';
SELECT abs(pg_temp.logit(p_list_view) - (pg_temp.logit(p_list_view_html) + pg_temp.logit(p_list_view_screenshot)) / 2) < 1e-4 AS mean_of_logits
FROM page, image, goce_genre_scores(html, bytes) WHERE name = 'same, png';

-- This network tells genres only: beside the HTML, its types keep their shares. Alone, it has none.
SELECT abs(types[5] + types[6] + types[7] - p_list_view) < 1e-5 AS of_the_genre,
       near(ARRAY(SELECT types[n] / (1 - p_list_view) FROM generate_series(1, 4) AS n),
                    ARRAY(SELECT by_html[n] / (1 - p_list_view_html) FROM generate_series(1, 4) AS n)) AS shares_of_articles,
       near(ARRAY(SELECT types[n] / p_list_view FROM generate_series(5, 7) AS n),
                    ARRAY(SELECT by_html[n] / p_list_view_html FROM generate_series(5, 7) AS n)) AS shares_of_list_views
FROM input, goce_genre_scores(html, bytes), page_types(html, bytes) AS types, page_types(html, NULL) AS by_html WHERE input = 'both';
SELECT failure.* FROM image, unnest(ARRAY['SELECT goce_page_type(NULL, %L)', 'SELECT * FROM goce_page_type_scores(NULL, %L)']) AS query,
    pg_temp.failure(format(query, bytes)) WHERE name = 'same, png';

-- The file changes under its name.
SELECT lo_export(:last, 'goce_regress.onnx');
SELECT abs(p_list_view_screenshot - 0.64636974) < 1e-5 AS as_by_onnxruntime, genre
FROM image, goce_genre_scores(NULL, bytes) WHERE name = 'same, png';
SELECT name, width, height, labels, loads FROM goce_genre_model();
SELECT abs(pg_temp.logit(p_list_view) - (0.1 * pg_temp.logit(p_list_view_html) + 2.5 * pg_temp.logit(p_list_view_screenshot) - 0.05)) < 1e-4 AS weighted,
       goce_genre(html) AS by_html, genre AS by_both
FROM page, image, goce_genre_scores(html, bytes) WHERE name = 'same, png';
SELECT goce_extract(html, 'goce', screenshot => bytes) = goce_extract(html, 'list-view') AS by_both_list_view,
       goce_extract(html, 'goce') = goce_extract(html, 'article') AS by_html_article,
       goce_extract(html, 'goce', 'article', bytes) = goce_extract(html, 'article') AS given_article,
       (SELECT count(*) FILTER (WHERE is_content) FROM goce_blocks(html, 'goce', screenshot => bytes)) AS content_blocks
FROM page, image WHERE name = 'same, png';

-- Seven labels, and weights by the words of the markup: 0.5, 1 and -0.2 without any, 0.8, 0.2 and 0.1 from 100 on. By
-- the labels the shares of articles are 0.4, 0.3, 0.1 and 0.2, those of list views 1, 1.5 and 2 of 4.5.
SELECT lo_export(:seven, 'goce_regress.onnx');
SELECT name, labels FROM goce_genre_model();
CREATE FUNCTION pg_temp.shares(powers float8[]) RETURNS float8[] LANGUAGE sql AS
    'SELECT array_agg(p / CASE WHEN n < 5 THEN powers[1] + powers[2] + powers[3] + powers[4] ELSE powers[5] + powers[6] + powers[7] END ORDER BY n) FROM unnest(powers) WITH ORDINALITY AS t(p, n)';
CREATE FUNCTION pg_temp.product(a float8[], m float8, b float8[], s float8) RETURNS float8[] LANGUAGE sql AS
    'SELECT pg_temp.shares(array_agg(power(x, m) * power(y, s) ORDER BY n)) FROM unnest(a, b) WITH ORDINALITY AS t(x, y, n)';
SELECT input, abs(pg_temp.logit(p_list_view) - CASE input
           WHEN 'both' THEN 0.8 * pg_temp.logit(p_list_view_html) + 0.2 * pg_temp.logit(p_list_view_screenshot) + 0.1
           WHEN 'both, no text' THEN 0.5 * pg_temp.logit(p_list_view_html) + pg_temp.logit(p_list_view_screenshot) - 0.2
           ELSE pg_temp.logit(p_list_view_screenshot) END) < 1e-4 AS weighted,
       near(pg_temp.shares(types), CASE input
           WHEN 'both' THEN pg_temp.product(page_types(html, NULL), 0.8, by_sight, 0.2)
           WHEN 'both, no text' THEN pg_temp.product(page_types(html, NULL), 1 / 3.0, by_sight, 2 / 3.0)
           ELSE by_sight END) AS shares,
       abs(types[5] + types[6] + types[7] - p_list_view) < 1e-5 AS of_the_genre
FROM input, goce_genre_scores(html, bytes), page_types(html, bytes) AS types,
    pg_temp.shares('{4,3,1,2,1,1.5,2}') AS by_sight WHERE bytes IS NOT NULL ORDER BY input COLLATE "C";

-- A second output tells narrow layouts, which are looked at again: here light pictures, of which the first look says
-- article.
SELECT lo_export(:widths, 'goce_regress.onnx');
SELECT name, layout_width, genre, abs(p_list_view_screenshot - CASE layout_width WHEN 390 THEN 0.6538621 ELSE 0.7829051 END) < 1e-5 AS as_by_onnxruntime,
       goce_genre(NULL, bytes, 'screenshot') = genre AS same_genre
FROM image, goce_genre_scores(NULL, bytes) WHERE name IN ('same, png', 'grey, png') ORDER BY name;
SELECT input, layout_width FROM input, goce_genre_scores(html, bytes) ORDER BY input COLLATE "C";
\set check 'SELECT state, message, regexp_replace(detail, ''-?[0-9]+[.][0-9]+|as ONNX: .*'', ''…'', ''g'') AS detail, hint FROM image, pg_temp.failure(format(''SELECT goce_genre(NULL, %L)'', bytes)) WHERE name = ''same, png'''
SELECT lo_from_bytea(0, overlay(model PLACING 'x' FROM position('narrow_aspect'::bytea IN model))) AS half FROM lo_get(:widths) AS model \gset
SELECT lo_export(:half, 'goce_regress.onnx');
:check;

-- Files that are no network, or no file. The one before stays out of it, and so does the backend.
SELECT lo_from_bytea(0, 'No network at all.') AS garbage, lo_from_bytea(0, '') AS empty \gset
SELECT lo_export(:wrong, 'goce_regress.onnx');
:check;
SELECT lo_export(:garbage, 'goce_regress.onnx');
:check;
SELECT lo_export(:empty, 'goce_regress.onnx');
:check;
SET goce.genre_model = 'goce_regress_missing.onnx';
:check;
SELECT state, message FROM pg_temp.failure($$ SELECT * FROM goce_genre_model() $$);
SET goce.genre_model = 'global';
:check;
RESET goce.genre_model;
SELECT source, loads - 1 AS loads_since FROM goce_genre_model();

-- Whose setting it is, and who may see it.
BEGIN;
CREATE ROLE goce_regress_user;
SELECT lo_export(:first, 'goce_regress.onnx');
SET LOCAL goce.genre_model = 'goce_regress.onnx';
SET LOCAL ROLE goce_regress_user;
SELECT name, source FROM goce_genre_model();
SELECT state, message FROM pg_temp.failure($$ SET LOCAL goce.genre_model = '' $$);
SELECT count(*) AS seen FROM pg_settings WHERE name = 'goce.genre_model';
RESET ROLE;
GRANT pg_read_all_settings TO goce_regress_user;
SET LOCAL ROLE goce_regress_user;
SELECT name, source FROM goce_genre_model();
ROLLBACK;

SELECT lo_unlink(loid) FROM (VALUES (:first), (:last), (:wrong), (:seven), (:widths), (:half), (:garbage), (:empty)) AS model(loid);
DROP FUNCTION page_types, near;
DROP VIEW input;
DROP TABLE image, page;
