-- Measures, aggregates and goce_compare.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

SELECT * FROM goce_lcs('the cat sat on the mat', 'The cat, on THE mat!');
SELECT * FROM goce_lcs('abcde', 'xaxcxe', 'char');
SELECT * FROM goce_lcs('', '… …');
SELECT * FROM goce_lcs('a', '');
SELECT count(*) AS rows_of_null FROM goce_lcs(NULL, 'a');
-- No extracted text is an empty one, as in the aggregate. Without gold there is no measure.
SELECT gold, (goce_lcs(gold, NULL)).f1 AS lcs, (goce_lcs(gold, NULL, NULL)).gold_length, goce_cosine(gold, NULL) AS cosine, (goce_word_f1(gold, NULL)).f1 AS word_f1,
       goce_word_f1(gold, NULL) IS NULL AS of_null
FROM (VALUES ('a b'), (''), (NULL)) AS page(gold);
SELECT round(goce_cosine('a a b', 'a b b')::numeric, 12) AS cosine, goce_cosine('', '') AS both_empty,
       goce_cosine('a', '') AS one_empty, goce_cosine(NULL, 'a') IS NULL AS of_null;
SELECT * FROM goce_word_f1('a b c d', 'd c x');
SELECT * FROM pg_temp.failure($$ SELECT goce_lcs('a', 'b', 'line') $$);

-- F1 is of the mean precision and the mean recall; NULL gold skips, NULL extracted is empty.
SELECT (goce_lcs_eval(gold, extracted)).* FROM (VALUES
    ('a b', 'a'), ('c', 'c d e f'), (NULL, 'skipped'), ('g h', NULL)) AS page(gold, extracted);
SELECT (goce_lcs_eval(gold, extracted, 'char')).precision FROM (VALUES ('abc', 'ab')) AS page(gold, extracted);
SELECT (goce_lcs_eval(NULL::text, NULL)).*;
SELECT * FROM pg_temp.failure($$ SELECT goce_lcs_eval('a', 'b', 'line') $$);
SELECT (goce_genre_eval(gold, predicted)).* FROM (VALUES
    ('article', 'article'), ('list-view', 'list-view'), ('list-view', 'article'), ('article', NULL), (NULL, 'article'))
    AS page(gold, predicted);
SELECT (goce_genre_eval(gold, predicted, 'article')).* FROM (VALUES ('article', 'article')) AS page(gold, predicted);
SELECT (goce_genre_eval(gold, predicted)).f1 IS NULL AS undefined FROM (VALUES ('article', 'article')) AS page(gold, predicted);
SELECT * FROM pg_temp.failure($$ SELECT goce_lcs_eval_combine('{1,2}', '{0,0,0,0,0,0,0,0,0,0,0}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_genre_eval_final('{-1,0,0,0,0}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_genre_eval_final('{1,100,100,1,1}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_genre_eval_combine('{9223372036854775807,1,1,1,1}', '{1,1,1,1,1}') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_lcs_eval_accum(NULL, 'a', 'b') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_lcs_eval_accum('{0,NULL}', 'a', 'b') $$);

-- Texts are bounded as pages are.
SET goce.max_html_size = '1kB';
SELECT * FROM pg_temp.failure($$ SELECT goce_cosine('a', repeat('b', 1025)) $$);
RESET goce.max_html_size;

-- Table 2.
CREATE TABLE page (html text, gold text, genre text);
INSERT INTO page VALUES
    ('<nav>home</nav><main><p>one two three four</p><p>five six seven eight</p></main>', 'one two three four five six seven eight', 'article'),
    ('<ul><li class=i>one two</li><li class=i>three four</li></ul><p>imprint', 'one two three four', 'list-view'),
    (NULL, 'no page', 'article'), ('<p>no gold', NULL, 'article'), ('<p>no genre', 'no genre', NULL);
SELECT subset, method, pages, round(precision::numeric, 4) AS precision, round(recall::numeric, 4) AS recall
FROM goce_compare('SELECT * FROM page') WHERE method <> 'goce';
SELECT subset, method, pages FROM goce_compare('SELECT html, gold, genre::varchar FROM page ORDER BY 1;', '{oracle,default}');
SELECT c.word_f1 = e.word_f1 AND c.f1 = e.f1 AND c.cosine = e.cosine AS as_the_aggregate
FROM goce_compare('SELECT * FROM page', '{article}') AS c,
     (SELECT (goce_lcs_eval(gold, goce_extract(html, 'article'))).* FROM page) AS e
WHERE c.subset = 'all';
-- Other subsets, in the order of their names; ranges that are the same for any order of the pages; differences page by page.
SELECT subset, method, pages, round(word_f1::numeric, 3) AS word_f1, low <= word_f1 AND word_f1 <= high AS in_range
FROM goce_compare('SELECT html, gold, CASE WHEN genre IS NOT NULL THEN ''kind '' || left(gold, 1) END AS subset FROM page', '{article,article - default,oracle}');
SELECT subset, method, pages FROM goce_compare('SELECT html, gold, genre, CASE genre WHEN ''article'' THEN ''all'' ELSE ''b'' END AS subset FROM page', '{oracle}');
CREATE TABLE many AS SELECT n, format('<nav>Home</nav><p>%s</p>', repeat('word ', n % 7)) AS html, 'word word' AS gold FROM generate_series(1, 60) AS n;
SELECT count(*), count(DISTINCT (low, high, word_f1)) AS ranges, bool_and(low < word_f1 AND word_f1 < high AND high - low < .3) AS narrow FROM (
    SELECT * FROM goce_compare('SELECT html, gold, NULL FROM many ORDER BY n', '{default}')
    UNION ALL SELECT * FROM goce_compare('SELECT html, gold, NULL FROM many ORDER BY n DESC', '{default}')) AS c WHERE subset = 'all';
SELECT d.word_f1 - (a.word_f1 - b.word_f1) AS rest, d.low > 0 AS sure, d.f1 - (a.f1 - b.f1) AS rest_of_f1
FROM goce_compare('SELECT html, gold, NULL FROM many', '{article,default,article - default}') AS d,
     goce_compare('SELECT html, gold, NULL FROM many', '{article}') AS a, goce_compare('SELECT html, gold, NULL FROM many', '{default}') AS b
WHERE d.method = 'article - default' AND (d.subset, a.subset, b.subset) = ('all', 'all', 'all');
DROP TABLE many;
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare('SELECT * FROM page', '{default - bogus}') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare('SELECT 1') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare('SELECT html, gold, genre, 1 FROM page') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare('SELECT html, gold, genre, ''a'', ''b'' FROM page') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare('SELECT convert_to(html, ''UTF8''), gold, genre FROM page') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare('SELEC') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare('DELETE FROM page') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare(NULL) $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare('SELECT * FROM page', '{default,bogus}') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare('SELECT * FROM page', '{NULL}') $$);
SELECT * FROM pg_temp.failure($$ SELECT * FROM goce_compare('SELECT html, gold, ''forum'' FROM page') $$);
-- Two columns are enough. One page has no range.
SELECT subset, method, pages, low FROM goce_compare('SELECT html, gold FROM page WHERE genre = ''list-view''', '{default}');
SELECT count(*) AS rows_of_nothing, sum(pages) AS pages FROM goce_compare('SELECT * FROM page WHERE false');

DROP TABLE page;
