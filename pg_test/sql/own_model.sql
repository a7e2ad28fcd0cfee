-- Models of the kind auto: a correction of auto, learned from labelled pages, wherever a method goes.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
RESET client_min_messages;
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- Notices of towns: auto takes the text beside them, which is not what is wanted here.
CREATE TABLE towns AS
SELECT n, format('https://www.town%s.example/page/%s', n % 10, n) AS url,
       format('<html><head><title>Town %s</title></head><body><nav><a href=/>Home</a></nav><div class=about-box><p>%s</p></div>'
              '<ul class=notices>%s</ul><div class=foot>All rights reserved</div>', n, about, list) AS html, gold
FROM generate_series(1, 60) AS n,
     LATERAL (SELECT string_agg(format('<li class=notice-line><a href=/%s>Notice %s %s of the office of the town</a>', i, n, i), '' ORDER BY i) AS list,
                     string_agg(format('Notice %s %s of the office of the town', n, i), E'\n' ORDER BY i) AS gold
              FROM generate_series(1, 6) AS i) AS notices,
     LATERAL (SELECT repeat('The harbour froze over night, and the ferry stayed where it was until noon. ', 3 + n % 2) AS about) AS abouts;
CREATE TABLE own AS SELECT goce_train('SELECT html, gold, url FROM towns WHERE n <= 40 ORDER BY n') AS model;
SELECT count(*) FILTER (WHERE goce_extract(html) = gold) AS right_by_auto,
       count(*) FILTER (WHERE goce_extract(html, model => model) = gold) AS right_by_own, count(*)
FROM towns, own WHERE n > 40;
SELECT info - 'bytes' - 'goce_version' - 'learning_curve' - 'held_out' - 'held_out_of_same_sites' AS info FROM own, goce_model_info(model) AS info;
SELECT key, value->>'pages' AS pages, (value->>'word_f1')::numeric > .95 AS good, (value->>'low')::numeric > 0 AS surely, value->'is_better' AS better
FROM own, jsonb_each(goce_model_info(model)) WHERE key LIKE 'held%' ORDER BY key;
SELECT jsonb_path_query_array(goce_model_info(model), '$.learning_curve[*].pages') AS curve, length(model) < 200000 AS small FROM own;
SELECT goce_train('SELECT html, gold, url FROM towns WHERE n <= 40 ORDER BY n', 'auto', '{"seed": 0}') = model AS same_again FROM own;

-- Wherever a method goes.
SELECT goce_publish('notices', model) FROM own;
SELECT goce_extract_with(html, m) = gold AS with, goce_markdown(html, model => m, title => false) LIKE '- [Notice 41 1%' AS markdown,
       goce_html(html, model => m) LIKE '%Notice 41 6%' AS html, (goce_page(html, model => m)).text = gold AS page,
       goce_highlight(html, model => m) LIKE '%goce-mark%Notice 41 6%' AS highlight,
       (SELECT string_agg(text, E'\n' ORDER BY ord) FROM goce_chunks(html, model => m)) LIKE '%Notice 41 6%' AS chunks,
       (SELECT string_agg(text, E'\n' ORDER BY ord) = gold FROM goce_blocks(html, model => m) WHERE is_content) AS blocks,
       goce_confidence(html, model => m) BETWEEN 0 AND 1 AS confidence,
       goce_confidence(html, model => m) = (goce_page(html, model => m)).confidence AS confidence_of_page
FROM towns, goce_model('notices') AS m WHERE n = 41;
SELECT method, pages, word_f1 > .95 AS good FROM goce_compare('SELECT html, gold, NULL FROM towns WHERE n > 40', '{auto, model:notices}') WHERE subset = 'all';
ALTER TABLE towns ADD PRIMARY KEY (n);
SELECT goce_create_target('towns', 'towns_text') IS NOT NULL AS created;
\set VERBOSITY terse
CALL goce_extract_pending('towns', 'towns_text', model => 'notices');
\set VERBOSITY default
SELECT method, count(*) FILTER (WHERE content = gold) > 57 AS nearly_all FROM towns_text JOIN towns USING (n) GROUP BY method;
-- It heeds what auto heeds; sites too.
SELECT goce_extract(html, model => m, focus => 'recall') LIKE '%Notice 41 6%' AS focus, goce_extract(html, model => m, genre => 'list-view') = gold AS genre,
       goce_extract(html, model => m, comments => false) = gold AS comments,
       goce_extract(html, model => m, site => (SELECT goce_site(html) FROM towns WHERE n < 9)) LIKE '%Notice 41 6%' AS site
FROM towns, goce_model('notices') AS m WHERE n = 41;
SELECT * FROM pg_temp.failure($$ SELECT goce_extract('<p>x', 'goce', model => goce_model('notices')) $$);

-- Headlines and comments, where the gold texts have them.
CREATE TABLE blogs AS
SELECT n, format('<html><head><title>%1$s</title></head><body><header class=top><a href=/>Home</a><h1 class=headline>%1$s</h1></header><article><p>%2$s</p></article>'
              '<div id=comments><h3>2 comments</h3><ol class=commentlist><li class=comment><cite>Ann</cite> <p>%3$s</p><li class=comment><cite>Bo</cite> <p>%4$s</p></ol></div>'
              '<footer>All rights reserved</footer>', title, text, first, second) AS html,
       concat_ws(E'\n\n', title, text, first, second) AS gold, concat_ws(E'\n\n', text) AS text, first
FROM generate_series(1, 45) AS n,
     LATERAL (SELECT format('Ice number %s in the harbour of the town', n) AS title, repeat(format('The ferry stayed where it was until noon on day %s. ', n), 5) AS text,
              format('So cold was it here on day %s, never seen the like!', n) AS first, format('Indeed it was, my friend, on day %s of it.', n) AS second) AS texts;
CREATE TABLE policy AS SELECT goce_train('SELECT html, gold FROM blogs WHERE n <= 30 ORDER BY n') AS model;
SELECT goce_model_info(model)->'correction'->'comments' AS comments FROM policy;
SELECT avg((goce_word_f1(gold, goce_extract(html, model => model))).f1) - avg((goce_word_f1(gold, goce_extract(html))).f1) > .03 AS better,
       bool_and(goce_extract(html, model => model) LIKE '%Ice number%' || first || '%') AS has_both,
       bool_and(goce_extract(html, model => model, comments => false) NOT LIKE '%' || first || '%') AS unless_asked
FROM blogs, policy WHERE n > 30;

-- Where auto is right, nothing is corrected, and a NOTICE says so.
CREATE TABLE none AS SELECT goce_train($$SELECT html, goce_extract(html) FROM blogs ORDER BY n$$) AS model;
SELECT goce_model_info(model)->'correction' AS correction, goce_extract(html, model => model) = goce_extract(html) AS same FROM none, blogs WHERE n = 3;
-- Few pages.
SELECT length(goce_train('SELECT html, gold FROM towns WHERE n <= 2')) > 0 AS of_two, length(goce_train('SELECT html, gold FROM towns WHERE n = 1')) > 0 AS of_one;
SELECT goce_model_info(goce_train('SELECT html, gold FROM towns', NULL, '{"folds": 0}')) ?| '{held_out, learning_curve}' AS has_scores;
-- A third column of another name is what pages have in common.
SELECT goce_model_info(goce_train(format('SELECT html, gold, %s FROM towns ORDER BY n', grouped), 'auto', '{"folds": 2}'))->'training'->>'grouped_by' AS by,
       goce_model_info(goce_train(format('SELECT html, gold, %s FROM towns ORDER BY n', grouped), 'auto', '{"folds": 2}'))->'training'->>'groups' AS groups
FROM (VALUES ('url'), ('(n % 4)::text AS part'), ('NULL::text AS url')) AS v (grouped);
-- Other sites stay as they are, unless they are asked for. A page may state its site.
CREATE TABLE designs AS
SELECT n, replace(replace(html, '</head>', format('<link rel=canonical href="https://www.design%s.example/"></head>', n)),
                  '<body>', format('<body><div class="design-%s">', n)) AS html, gold FROM towns;
SELECT options ->> 'other_sites' AS other_sites, goce_model_info(model) -> 'correction' AS correction,
       goce_extract_with(html, model) = gold AS elsewhere,
       goce_extract_with(replace(html, 'www.design50', 'design7'), model) = gold AS of_a_known_site
FROM (VALUES ('{"other_sites": false}'::jsonb), ('{"other_sites": true}')) AS v (options),
     goce_train('SELECT html, gold FROM designs WHERE n <= 40 ORDER BY n', 'auto', options) AS model, designs
WHERE n = 50;
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM towns', 'auto', '{"other_sites": 1}') $$);
-- Pages without text, and more than are kept.
SELECT goce_model_info(goce_train($$SELECT html, gold FROM towns UNION ALL SELECT '<p>', 'x' UNION ALL SELECT NULL, 'x'$$, 'auto', '{"folds": 0, "max_samples": 100}'))->'training' @>
       '{"rows": 61, "rows_without_text": 1}' AS counted;

-- Errors.
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM towns', 'auto', '{"trees": 3}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM towns', 'auto', '{"folds": 1}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html FROM towns') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold, n FROM towns') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, gold FROM towns WHERE false') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT ''<p>'', gold FROM towns') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT html, ''of another page'' FROM towns') $$);
CREATE TABLE bad AS SELECT 'cut' AS what, substr(model, 1, 1000) AS model FROM own
UNION ALL SELECT 'changed', set_byte(model, 500, (get_byte(model, 500) + 1) % 256) FROM own
UNION ALL SELECT 'of a later version', set_byte(model, 9, 9) FROM own;
SELECT what, (pg_temp.failure(format('SELECT goce_model_info(%L)', model))).* FROM bad ORDER BY what COLLATE "C";
SELECT what, (pg_temp.failure(format('SELECT goce_publish(%L, %L)', 'bad', model))).state FROM bad ORDER BY what COLLATE "C";
SET client_min_messages = warning;
DROP TABLE towns, towns_text, own, blogs, policy, none, bad, towns_text_claims CASCADE;
DELETE FROM goce_models;
