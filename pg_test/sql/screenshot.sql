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
SELECT lo_export(:first, 'goce_regress.onnx');
SET goce.genre_model = 'goce_regress.onnx';
-- Probabilities by onnxruntime.
SELECT abs(p_list_view_screenshot - 0.02003005) < 1e-5 AS as_by_onnxruntime, genre
FROM image, goce_genre_scores(NULL, bytes) WHERE name = 'same, png';
SELECT name, source, width, height, labels, loaded_by_pid = pg_backend_pid() AS loaded_here, loads FROM goce_genre_model();
CREATE FUNCTION pg_temp.logit(p float8) RETURNS float8 LANGUAGE sql AS 'SELECT ln(p / (1 - p))';
SELECT abs(pg_temp.logit(p_list_view) - (pg_temp.logit(p_list_view_html) + pg_temp.logit(p_list_view_screenshot)) / 2) < 1e-4 AS mean_of_logits
FROM page, image, goce_genre_scores(html, bytes) WHERE name = 'same, png';

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

-- Files that are no network, or no file. The one before stays out of it, and so does the backend.
\set check 'SELECT state, message, regexp_replace(detail, ''-?[0-9]+[.][0-9]+|as ONNX: .*'', ''…'', ''g'') AS detail, hint FROM image, pg_temp.failure(format(''SELECT goce_genre(NULL, %L)'', bytes)) WHERE name = ''same, png'''
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

SELECT lo_unlink(loid) FROM (VALUES (:first), (:last), (:wrong), (:garbage), (:empty)) AS model(loid);
DROP TABLE image, page;
