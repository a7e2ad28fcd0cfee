-- Values that are not what they should be: the character U+0000, names without end, states that no
-- aggregate made.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- No datum has U+0000: U+FFFD stands for it, in text and in jsonb.
CREATE TABLE nul AS SELECT '<script type="application/ld+json">{"@type":"NewsArticle","articleBody":"one\u0000two three","headline":"a\u0000b","author":"A\u0000n M","datePublished":"2020-01-01"}</script>' AS html;
SELECT t, length(t), convert_to(t, 'UTF8') AS bytes, t = t::cstring::text AS whole FROM nul, goce_extract(html) AS t;
SELECT goce_metadata(html) FROM nul;
SELECT goce_decode('\x3c703e610062') AS decoded, goce_extract(goce_decode('\x3c703e610062'), 'default') AS extracted;
SELECT count(DISTINCT t) FROM (SELECT goce_extract('<script type="application/ld+json">{"articleBody":"one\u0000 ' || n || '"}</script>') AS t FROM generate_series(1, 2) AS n) AS texts;
DROP TABLE nul;

-- A name as long as a page is quoted in part.
SELECT state, length(message) FROM pg_temp.failure($$ SELECT goce_extract('x', repeat('é', 1000000)) $$);
SELECT state, length(message) FROM pg_temp.failure($$ SELECT goce_extract('x', 'goce', repeat('é', 1000000)) $$);
SELECT state, length(message) FROM pg_temp.failure($$ SELECT goce_genre('x', NULL, repeat('é', 1000000)) $$);
SELECT state, length(message) FROM pg_temp.failure($$ SELECT goce_lcs('x', 'y', repeat('é', 1000000)) $$);
SELECT state, length(message) FROM pg_temp.failure($$ SELECT goce_train('SELECT 1', repeat('é', 1000000)) $$);
SELECT state, length(message) FROM pg_temp.failure($$ SELECT goce_compare('SELECT 1', ARRAY[repeat('é', 1000000)]) $$);

-- Arrays and options have bounds.
SELECT * FROM pg_temp.failure($$ SELECT goce_compare('SELECT 1', (SELECT array_agg('goce'::text) FROM generate_series(1, 1001))) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_compare('SELECT 1', '{goce,NULL}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT 1', 'tree', jsonb_build_object('a', repeat('x', 70000))) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT 1', 'tree', jsonb_build_object('a', repeat('x', 70000000))) $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_train('SELECT 1', 'tree', (repeat('[', 300) || repeat(']', 300))::jsonb) $$);
SELECT goce_region_accuracy_accum('{0,0,0}', '{{1,2},{3,NULL}}', '{1,2,3}') AS of_two_dimensions;
SELECT goce_region_accuracy_accum('{0,0,0}', '{}', NULL) AS of_nothing;

-- States.
SELECT state, message FROM unnest(ARRAY[
    $$goce_lcs_eval_accum('{9223372036854775807,0,0,0,0,0,0,0,0,0,0}', 'a', 'a')$$,
    $$goce_genre_eval_accum('{9223372036854775807,0,0,0,0}', 'a', 'a')$$,
    $$goce_genre_eval_final('{9223372036854775806,9223372036854775806,9223372036854775806,9223372036854775806,9223372036854775806}')$$,
    $$goce_region_accuracy_accum('{9223372036854775807,0,0}', '{1}', '{1}')$$,
    $$goce_region_accuracy_combine('{9223372036854775807,0,0}', '{9223372036854775807,0,0}')$$,
    $$goce_lcs_eval_final('{1,1152921504606846976,0,0,0,0,0,0,0,0,0}')$$,
    $$goce_lcs_eval_combine('{1,2}', '{}')$$, $$goce_lcs_eval_final('{NULL}')$$, $$goce_lcs_eval_final('{{0,0},{0,0}}')$$,
    $$goce_genre_eval_final((SELECT array_agg(0::bigint) FROM generate_series(1, 1000000)))$$]) AS call,
    pg_temp.failure('SELECT ' || call);
SELECT goce_genre_eval_final(goce_genre_eval_accum('{1152921504606846976,0,0,0,0}', 'a', 'a'));
SELECT * FROM goce_genre_eval_final('{4,2,1,2,2}');
SELECT * FROM goce_lcs_eval_final(goce_lcs_eval_accum('{0,0,0,0,0,0,0,0,0,0,0}', 'a b', 'a'));
