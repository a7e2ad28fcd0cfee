-- Genres and page types.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page (kind text, html text);
INSERT INTO page SELECT 'story',
    '<html lang=en><head><title>The river rose again</title><meta property="og:type" content="article"></head>'
    '<body class="single single-post"><article><h1>The river rose again</h1>'
    || string_agg('<p>' || repeat('The water came in the night, and nobody in the village had expected it. ', 6) || '</p>', '')
    || '</article></body></html>' FROM generate_series(1, 12);
INSERT INTO page SELECT 'shop',
    '<html lang=en><head><title>Chairs</title></head><body class="archive tax-product_cat woocommerce"><h1>Chairs</h1><ul class="products">'
    || string_agg(format('<li class="product type-product"><a href="/p/%s"><img src="/i/%s.jpg"><h2>Chair %s</h2></a><span class="price">$%s.00</span><button>Add to cart</button></li>', n, n, n, n + 40), '')
    || '</ul><nav class="pagination"><a rel=next href="?page=2">2</a></nav></body></html>' FROM generate_series(1, 40) AS n;

SELECT kind, goce_genre(html), goce_genre(html, NULL, 'markup') AS markup, goce_page_type(html) FROM page ORDER BY kind;
SELECT kind, goce_genre(html, NULL, 'svm') AS svm FROM page ORDER BY kind;
SELECT kind, genre, p_list_view > 0.5 AS more_likely_list_view, p_list_view_screenshot IS NULL AS no_screenshot,
       p_list_view = p_list_view_html AS html_alone
FROM page, goce_genre_scores(html) ORDER BY kind;
SELECT kind, count(*), abs(sum(probability) - 1) < 1e-5 AS sum_to_one,
       (array_agg(page_type ORDER BY probability DESC))[1] = goce_page_type(min(html)) AS best_is_type
FROM page, goce_page_type_scores(html) GROUP BY kind ORDER BY kind;
SELECT page_type FROM goce_page_type_scores('');

SELECT goce_genre(NULL) IS NULL AS genre, goce_page_type(NULL) IS NULL AS page_type,
       (SELECT count(*) FROM goce_page_type_scores(NULL)) AS score_rows;
SELECT * FROM goce_genre_scores(NULL);
SELECT goce_genre('') IN ('article', 'list-view') AS empty_page;

SELECT * FROM pg_temp.failure($$ SELECT goce_genre('x', NULL, 'bogus') $$);

-- Without a screenshot, by place and by name.
SELECT kind, goce_page_type(html, NULL) = goce_page_type(html) AND goce_page_type(screenshot => NULL, html => html) = goce_page_type(html) AS same_type,
       ARRAY(SELECT t FROM goce_page_type_scores(html, screenshot => NULL) AS t) = ARRAY(SELECT t FROM goce_page_type_scores(html) AS t) AS same_scores
FROM page ORDER BY kind;
SELECT goce_page_type(NULL, NULL) IS NULL AS page_type, (SELECT count(*) FROM goce_page_type_scores(NULL, NULL)) AS score_rows;

DROP TABLE page;
