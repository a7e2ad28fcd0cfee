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
    UNION ALL SELECT goce_site_merge(site ORDER BY part DESC) FROM (SELECT n % 17 AS part, goce_site(html) AS site FROM page GROUP BY 1) AS parts) AS way;
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
DROP TABLE site, page;
