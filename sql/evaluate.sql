-- GOCE's Table 1 and Table 2 over the table `pages`, by SQL alone.
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

\echo
\echo 'Extraction. Precision, recall and f1 by longest common subsequence of words; f1 is of the'
\echo 'mean precision and the mean recall, as in the paper; page_f1, word_f1 and cosine are means.'
\echo 'auto, learnhtml and web2text learned from WCXB''s development split: over that split their rows'
\echo 'are not out of fold; docs/evaluation.md has those.'
SELECT subset, method, pages, round(cosine::numeric, 4) AS cosine,
       round(precision::numeric, 4) AS precision, round(recall::numeric, 4) AS recall,
       round(f1::numeric, 4) AS f1, round(page_f1::numeric, 4) AS page_f1,
       round(word_f1::numeric, 4) AS word_f1
FROM goce_compare('SELECT html, gold, genre FROM pages');
