-- GOCE's Table 1 and Table 2 over the tables `pages` and `given`, by SQL alone.
\pset footer off
\pset numericlocale off
ANALYZE pages;
-- The planner does not see the size of pages kept out of line.
ALTER TABLE pages SET (parallel_workers = 2);
SET max_parallel_workers_per_gather = 2;

\echo
\echo 'Genres (positive: list-view). The classifiers from markup were trained on WCXB''s development'
\echo 'split: over that split these are the scores on the pages they learned from, not out of fold;'
\echo 'models/genre-markup/MODEL.md has those.'
SELECT classifier, (scores).pages, round((scores).accuracy::numeric, 4) AS accuracy,
       round((scores).precision::numeric, 4) AS precision, round((scores).recall::numeric, 4) AS recall,
       round((scores).f1::numeric, 4) AS f1
FROM (
    SELECT 1 AS place, 'svm' AS classifier, goce_genre_eval(genre, goce_genre(html, NULL, 'svm')) AS scores FROM pages
    UNION ALL
    SELECT 2, 'markup', goce_genre_eval(genre, goce_genre(html)) FROM pages
) AS table_1
ORDER BY place;

-- Every method on every page, once. `oracle` is `goce` by the page's true genre.
CREATE TABLE extracted AS
SELECT method, id,
       goce_extract(html, CASE method WHEN 'oracle' THEN 'goce' ELSE method END,
                    CASE method WHEN 'oracle' THEN genre END) AS text
FROM pages,
     -- All methods, by a comparison over no page.
     (SELECT DISTINCT method FROM goce_compare('SELECT '''', '''', NULL::text WHERE false')) AS methods;
-- A text of a method's own name would be taken for another page of it: refused.
ALTER TABLE extracted ADD PRIMARY KEY (method, id);
INSERT INTO extracted SELECT method, id, text FROM given;
ALTER TABLE extracted SET (parallel_workers = 2);
ANALYZE extracted;

CREATE TABLE scores AS
SELECT subset, method, goce_lcs_eval(gold, text) AS scores
FROM extracted
JOIN pages USING (id),
     LATERAL (VALUES ('all'), (genre), (page_type || ' pages')) AS subsets (subset)
GROUP BY subset, method;

\echo
\echo 'Extraction. Precision, recall and f1 by longest common subsequence of words; f1 is of the'
\echo 'mean precision and the mean recall, as in the paper; page_f1, word_f1 and cosine are means.'
\echo 'auto, learnhtml, web2text, the genres of goce and the thresholds of sd learned from WCXB''s development'
\echo 'split: over that split their rows are of pages that they have seen. Rows of texts by TEXTS=directory are'
\echo 'what those texts are: of folds, where the trainers wrote them.'
SELECT subset, method, (scores).pages, round((scores).cosine::numeric, 4) AS cosine,
       round((scores).precision::numeric, 4) AS precision, round((scores).recall::numeric, 4) AS recall,
       round((scores).f1::numeric, 4) AS f1, round((scores).page_f1::numeric, 4) AS page_f1,
       round((scores).word_f1::numeric, 4) AS word_f1
FROM scores
WHERE subset IN ('all', 'article', 'list-view')
ORDER BY array_position('{article,list-view,all}', subset), (scores).word_f1, method;

\echo
\echo 'word_f1 by type of page.'
SELECT method,
       round(max((scores).word_f1) FILTER (WHERE subset = 'article pages')::numeric, 3) AS article,
       round(max((scores).word_f1) FILTER (WHERE subset = 'documentation pages')::numeric, 3) AS documentation,
       round(max((scores).word_f1) FILTER (WHERE subset = 'service pages')::numeric, 3) AS service,
       round(max((scores).word_f1) FILTER (WHERE subset = 'forum pages')::numeric, 3) AS forum,
       round(max((scores).word_f1) FILTER (WHERE subset = 'listing pages')::numeric, 3) AS listing,
       round(max((scores).word_f1) FILTER (WHERE subset = 'collection pages')::numeric, 3) AS collection,
       round(max((scores).word_f1) FILTER (WHERE subset = 'product pages')::numeric, 3) AS product,
       round(max((scores).word_f1) FILTER (WHERE subset = 'all')::numeric, 3) AS "all"
FROM scores
GROUP BY method
ORDER BY "all", method;
