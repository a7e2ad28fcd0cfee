-- goce_site: counts, order, parallel plans, merging, bad values.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

CREATE TABLE page AS
SELECT n, n % 3 AS host, format('<nav class="menu c%s"><a href=/>Home of %s</a></nav><main><h1>Page %s</h1>%s</main><footer>All rights reserved</footer>',
    n, n % 3, n, (SELECT string_agg(format('<p>Text %s of page %s, %s', block, n, md5((n * 100 + block)::text)), '') FROM generate_series(1, 40) AS block)) AS html
FROM generate_series(1, 3000) AS n;

CREATE TABLE site AS SELECT host, goce_site(html) AS site FROM page GROUP BY host;
SELECT host, goce_site_pages(site) AS pages, octet_length(goce_site_send(site)) BETWEEN 250000 AND 262140 AS full_up FROM site ORDER BY host;
-- What all pages have is right although not all are kept; its error is not 0.
SELECT host, sample, pages, error BETWEEN 1 AND 100 AS has_error, place, place_pages FROM site, goce_site_blocks(site)
ORDER BY host, pages DESC, sample;
SELECT sample, pages, error, place, place_pages FROM goce_site_blocks((SELECT goce_site(html) FROM page WHERE n <= 6)) ORDER BY pages DESC, sample;

-- The same bits, whatever the order, the division and the plan.
SELECT count(DISTINCT goce_site_send(site)) AS results FROM (
    SELECT goce_site(html ORDER BY n) AS site FROM page UNION ALL SELECT goce_site(html ORDER BY n DESC) FROM page
    UNION ALL SELECT goce_site(html ORDER BY md5(html)) FROM page
    UNION ALL SELECT goce_site_merge(site) FROM site
    UNION ALL SELECT goce_site_merge(site ORDER BY part DESC) FROM (SELECT n % 17 AS part, goce_site(html) AS site FROM page GROUP BY 1) AS parts
    -- A value of each page: none waits for another.
    UNION ALL SELECT goce_site_merge(site) FROM (SELECT goce_site(html) AS site FROM page GROUP BY n) AS alone) AS way;
ALTER TABLE page SET (parallel_workers = 2);
SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT goce_site(html) FROM page;
SELECT goce_site_send(goce_site(html)) = (SELECT goce_site_send(goce_site_merge(site)) FROM site) AS same_in_parallel FROM page;

-- NULLs, pages without text, the same page often; text and back.
SELECT goce_site(html) IS NULL AS of_nothing FROM page WHERE n < 0;
SELECT goce_site(html) IS NULL AS of_nulls FROM (VALUES (NULL), (NULL::text)) AS page(html);
SELECT goce_site_pages(goce_site(html)) AS pages FROM (VALUES (NULL), ('<script>x</script>'), ('')) AS page(html);
SELECT sample, pages, error FROM goce_site_blocks((SELECT goce_site(left('<p>again', n * 100)) FROM generate_series(1, 5) AS n));
SELECT count(*) AS same FROM site WHERE goce_site_send(site::text::goce_site) = goce_site_send(site);
SELECT goce_site_merge(NULL::goce_site) IS NULL AS of_nulls;

SELECT * FROM pg_temp.failure($$ SELECT goce_site_pages('\x00') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_site_merge(site) FROM (VALUES (''::goce_site), ('')) AS bad(site) $$);
SELECT * FROM pg_temp.failure($$ SELECT count(*) FROM goce_site_blocks(('\x' || repeat('00', 1000000))::goce_site) $$);
-- A page over the limit is refused, whether the value would keep it or not.
SET goce.max_html_size = '5kB';
SELECT state, count(*) AS pages FROM generate_series(1, 40) AS n,
    pg_temp.failure(format('SELECT goce_site_accum(site, %L) FROM site WHERE host = 0', repeat('<p>long', 1000) || n)) GROUP BY state;
RESET goce.max_html_size;
-- The value of each row of a window is its own.
SELECT string_agg(goce_site_pages(site)::text, ' ' ORDER BY n) AS pages
FROM (SELECT n, goce_site(html) OVER (ORDER BY n) AS site FROM page WHERE n <= 8) AS running;

-- Extraction with the site: what all pages have is left out, the page itself among them.
CREATE TABLE report AS SELECT n, format('<title>Report</title><main><h1>Report %s</h1><p>%s</p><p>%s</p></main>', n,
    (SELECT string_agg(format('Report %s has a sentence with the number %s in it, and goes on for a while.', n, n * 100 + k), ' ') FROM generate_series(1, 6) AS k),
    repeat('All who write for the Courier live within an hour of the mill where it is printed. ', 4)) AS html
FROM generate_series(1, 40) AS n;
CREATE TABLE reports AS SELECT goce_site(html) AS site FROM report;
SELECT count(*) FILTER (WHERE goce_extract(html) LIKE '%the mill%') AS alone,
       count(*) FILTER (WHERE goce_extract(html, site => site) LIKE '%the mill%') AS with_site,
       count(*) FILTER (WHERE goce_extract(html, site => site) LIKE '%goes on for a while.') AS complete,
       count(*) FILTER (WHERE goce_markdown(html, site => site) LIKE '%the mill%') AS markdown,
       count(*) FILTER (WHERE goce_html(html, site => site) LIKE '%the mill%') AS html,
       count(*) FILTER (WHERE goce_highlight(html, site => site) = goce_highlight(html)) AS highlight,
       count(*) FILTER (WHERE EXISTS (SELECT FROM goce_blocks(html, site => site) WHERE is_content AND text LIKE '%the mill%')) AS blocks
FROM report, reports;
-- NULL is no site, and neither is one of the page alone, or of its copies.
SELECT bool_and(goce_extract(html, site => NULL) = goce_extract(html)) AS of_null,
       bool_and(goce_extract(html, site => (SELECT goce_site(own) FROM (SELECT html AS own) AS page)) = goce_extract(html)) AS of_itself,
       bool_and(goce_extract(html, site => (SELECT goce_site(copy) FROM (SELECT html || day AS copy FROM generate_series(1, 9) AS day) AS copies)) = goce_extract(html)) AS of_copies
FROM report;
SELECT goce_extract(NULL, site => site) IS NULL AS no_page FROM reports;
SELECT * FROM pg_temp.failure($$ SELECT goce_extract(html, 'sd', site => site) FROM report, reports $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_html(NULL, 'goce', site => '') $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_extract(html, site => '\x0102') FROM report $$);
SELECT * FROM pg_temp.failure($$ SELECT goce_markdown(NULL, site => 'ab') $$);
-- A damaged value is refused, or is another value.
SELECT count(*) FILTER (WHERE state NOT IN ('22P03')) AS other_errors
FROM generate_series(0, (SELECT octet_length(goce_site_send(site)) - 1 FROM reports), 97) AS place,
    reports, pg_temp.failure(format('SELECT goce_extract(html, site => %L) FROM report WHERE n = 1', set_byte(goce_site_send(site), place, 255)::text));
DROP TABLE report, reports;
DROP TABLE site, page;
