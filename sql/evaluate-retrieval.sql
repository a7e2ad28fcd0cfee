-- What extraction does to search (Web2Text, Table 3), over the tables `pages` and `given`, by SQL alone: known pages
-- are looked for in an index of what each method makes of all pages.
\pset footer off
\pset numericlocale off
SET client_min_messages = warning;
ANALYZE pages;
-- The planner does not see the size of pages kept out of line.
ALTER TABLE pages SET (parallel_workers = 2);
SET max_parallel_workers_per_gather = 2;

CREATE TABLE titles AS SELECT id, goce_metadata(html, url) ->> 'title' AS title FROM pages;
CREATE TABLE texts AS
SELECT method, id, goce_extract(html, method) AS text
FROM pages, (SELECT name AS method FROM goce_methods() WHERE name NOT IN ('article', 'list-view')) AS methods;
INSERT INTO texts SELECT method, id, text FROM given WHERE id IN (SELECT id FROM pages);
-- The title of a page mostly stands outside of its content.
INSERT INTO texts
SELECT 'auto and title', id, concat_ws(E'\n', title, text) FROM texts JOIN titles USING (id) WHERE method = 'auto';
INSERT INTO texts SELECT 'gold', id, gold FROM pages WHERE gold <> '';
CREATE TABLE methods AS
SELECT DISTINCT method, CASE method WHEN 'auto and title' THEN 50 ELSE place END AS place
FROM texts LEFT JOIN goce_methods() WITH ORDINALITY AS listed (name, description, wants_genre, heeds_focus, place)
    ON name = method;
UPDATE methods SET place = CASE method WHEN 'gold' THEN 1000 ELSE 100 END WHERE place IS NULL;

-- A vector has at most 1 MB.
CREATE TABLE searched AS SELECT method, id, to_tsvector('pg_catalog.english', left(text, 500000)) AS words FROM texts;

-- A query is words, in the order of their rarity over all text. What is rare depends on no method.
CREATE TABLE frequencies AS
SELECT word, ndoc FROM ts_stat('SELECT words FROM searched WHERE method IN (''default'', ''gold'')');
ALTER TABLE frequencies ADD PRIMARY KEY (word);
ANALYZE frequencies;
CREATE TABLE queries (kind text, id text, asked text, terms tsquery[]);
CREATE FUNCTION pg_temp.terms(asked text) RETURNS tsquery[] LANGUAGE sql AS $$
    SELECT array_agg(quote_literal(lexeme)::tsquery ORDER BY ndoc, lexeme)
    FROM unnest(to_tsvector('pg_catalog.english', asked)) JOIN frequencies ON word = lexeme
$$;

-- The title that the page states, without the name of the site.
INSERT INTO queries
SELECT 'title', id, title, pg_temp.terms(title)
FROM (SELECT id, title FROM titles ORDER BY md5(id || 'title') LIMIT 320) AS chosen;

-- The sentence of 8 to 25 words, nearest to the middle of the gold text, whose words no other gold text has all.
CREATE TABLE golds AS SELECT id, words FROM searched WHERE method = 'gold';
CREATE INDEX ON golds USING gin (words);
ANALYZE golds;
INSERT INTO queries
SELECT 'sentence', id, sentence, pg_temp.terms(sentence)
FROM (SELECT id, gold FROM pages ORDER BY md5(id || 'sentence') LIMIT 320) AS chosen, LATERAL (
    SELECT sentence FROM (
        SELECT sentence FROM (
            SELECT sentence, place, count(*) OVER () AS count
            FROM regexp_split_to_table(gold, '(?<=[.!?])\s+|\n+') WITH ORDINALITY AS split (sentence, place)) AS placed
        WHERE array_length(regexp_split_to_array(btrim(sentence), '\s+'), 1) BETWEEN 8 AND 25
        ORDER BY abs(place - count / 2.0), place OFFSET 0) AS nearest
    WHERE (SELECT count(*) FROM golds WHERE words @@ plainto_tsquery('pg_catalog.english', sentence)) = 1
    LIMIT 1) AS of_page;

-- The three rarest words of six letters or more that two gold texts or more have.
CREATE TABLE shared_words AS
SELECT word, ndoc FROM ts_stat('SELECT words FROM golds') WHERE ndoc >= 2 AND word ~ '^[a-z]{6,}$';
ALTER TABLE shared_words ADD PRIMARY KEY (word);
ANALYZE shared_words;
INSERT INTO queries
SELECT 'three words', id, string_agg(word, ' '), array_agg(quote_literal(word)::tsquery ORDER BY ndoc, word)
FROM (SELECT id, words FROM golds ORDER BY md5(id || 'three words') LIMIT 320) AS chosen, LATERAL (
    SELECT word, ndoc FROM unnest(words) AS of_page JOIN shared_words ON word = lexeme
    ORDER BY ndoc, word LIMIT 3) AS rarest
GROUP BY id HAVING count(*) = 3;

DELETE FROM queries WHERE terms IS NULL;
-- As many of each kind.
DELETE FROM queries USING (
    SELECT kind, id, row_number() OVER (PARTITION BY kind ORDER BY md5(id || kind)) AS place FROM queries) AS placed
WHERE placed.place > 300 AND queries.kind = placed.kind AND queries.id = placed.id;
-- Any of the words gives the rank; a page is looked at if it has one of the three rarest.
ALTER TABLE queries ADD anything tsquery, ADD rare tsquery;
UPDATE queries SET anything = array_to_string(terms, '|')::tsquery, rare = array_to_string(terms[:3], '|')::tsquery;
ANALYZE queries;

-- How well a page answers: how many of the words it has, then PostgreSQL's rank by how near to each other they stand.
CREATE FUNCTION pg_temp.score(words tsvector, terms tsquery[], anything tsquery, OUT matched bigint, OUT rank float4)
LANGUAGE sql AS $$
    SELECT (SELECT count(*) FROM unnest(terms) AS term WHERE words @@ term), ts_rank_cd(words, anything, 1)
$$;

CREATE TABLE measured (method text, bytes bigint, seconds float8);
-- The place of the page that is looked for. Pages of the same rank stand before it.
CREATE TABLE results (kind text, id text, method text, place bigint);
DO $$
DECLARE
    current text;
    began timestamptz;
BEGIN
    FOR current IN SELECT method FROM methods ORDER BY place, method LOOP
        CREATE TABLE indexed AS SELECT id, words FROM searched WHERE method = current;
        began := clock_timestamp();
        CREATE INDEX indexed_words ON indexed USING gin (words);
        INSERT INTO measured VALUES (current, pg_relation_size('indexed_words'),
            extract(epoch FROM clock_timestamp() - began));
        ANALYZE indexed;
        INSERT INTO results
        SELECT kind, asked.id, current, (
            SELECT count(*) FROM indexed AS other, pg_temp.score(other.words, terms, anything) AS score
            WHERE other.words @@ rare AND score >= own)
        FROM queries AS asked JOIN indexed USING (id), pg_temp.score(words, terms, anything) AS own
        WHERE words @@ rare;
        DROP TABLE indexed;
    END LOOP;
END $$;

\echo
\echo 'Queries.'
SELECT kind, count(*) AS queries, round(avg(cardinality(terms)), 1) AS words FROM queries GROUP BY kind ORDER BY kind;

\echo
\echo 'Search: the share of pages that are found first, and among the first ten; the mean of 1 / place.'
\echo 'auto, learnhtml, web2text, the genres of goce and the thresholds of sd learned from WCXB''s development'
\echo 'split: over that split their rows are of pages that they have seen. Rows of texts by TEXTS=directory are'
\echo 'what those texts are: of folds, where the trainers wrote them.'
SELECT kind, method, round(count(*) FILTER (WHERE results.place = 1) / queries::numeric, 3) AS success_1,
    round(count(*) FILTER (WHERE results.place <= 10) / queries::numeric, 3) AS success_10,
    round(coalesce(sum(1.0 / results.place), 0) / queries, 3) AS mrr
FROM (SELECT kind, count(*) AS queries FROM queries GROUP BY kind) AS asked CROSS JOIN methods
LEFT JOIN results USING (kind, method)
GROUP BY kind, method, queries, methods.place
ORDER BY kind, methods.place, method;

\echo
\echo 'The three kinds together, and the indexes.'
SELECT method, success_1, success_10, mrr, pg_size_pretty(bytes) AS index, round(seconds::numeric, 1) AS seconds
FROM methods JOIN measured USING (method), LATERAL (
    SELECT round(avg((results.place IS NOT DISTINCT FROM 1)::int), 3) AS success_1,
        round(avg((coalesce(results.place, 1000) <= 10)::int), 3) AS success_10,
        round(avg(coalesce(1.0 / results.place, 0)), 3) AS mrr
    FROM queries LEFT JOIN results
        ON results.method = methods.method AND results.kind = queries.kind AND results.id = queries.id
) AS over_all
ORDER BY methods.place, method;
