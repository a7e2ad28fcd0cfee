-- Objects that depend on what version 0.3.0 brought, beside those of objects.sql and objects-0.2.sql.
-- pg_test/upgrade/state-0.3.sql looks at them.
CREATE TABLE latest (
    id int PRIMARY KEY,
    url text NOT NULL,
    html text NOT NULL,
    content text GENERATED ALWAYS AS (clean.goce_extract(html, url => url, title => true)) STORED,
    markdown text GENERATED ALWAYS AS (clean.goce_markdown(html, url => url, title => false, comments => true)) STORED,
    by_place text GENERATED ALWAYS AS (
        clean.goce_extract(html, 'default', NULL, NULL, NULL, 'balanced', NULL, url, true, NULL)
    ) STORED,
    published timestamptz GENERATED ALWAYS AS ((clean.goce_page(html, url)).published) STORED,
    confidence real GENERATED ALWAYS AS (clean.goce_confidence(html, comments => false)) STORED,
    robots jsonb GENERATED ALWAYS AS (clean.goce_metadata(html, url, 'X-Robots-Tag: noai')) STORED,
    structured jsonb GENERATED ALWAYS AS (clean.goce_structured(html, url)) STORED
);
INSERT INTO latest (id, url, html)
SELECT n, format('https://gull.example/2021/05/0%s/ice', n), format('<title>Ice %1$s - Gull</title><meta name=author content="Ann Miller">
<script type="application/ld+json">{"@type": "Article", "headline": "Ice %1$s"}</script>
<nav><a href=/>Home</a> <a href=/news>News</a></nav><article><h1>Ice %1$s</h1><p>The harbour froze over night %1$s, and the
<a href=/ferry/%1$s>ferry to the islands</a> stayed where it was until the late afternoon.</p><img src=/%1$s.jpg alt="A ferry" width=800 height=600>
<h2>How cold it was</h2><p>The coldest night was that of Sunday, when nobody went out without a reason to do so.</p>
<table><tr><th>Night<th>Degrees<tr><td>Saturday<td>-1%1$s<tr><td>Sunday<td>-2%1$s</table></article><footer>Imprint</footer>', n)
FROM generate_series(1, 4) AS n;
CREATE INDEX latest_content ON latest (md5(clean.goce_extract(html, title => true)));
CREATE INDEX latest_page ON latest (((clean.goce_page(html)).title));
CREATE VIEW latest_pages AS SELECT p.id, g.* FROM latest AS p, clean.goce_page(p.html, p.url, title => false) AS g;
CREATE VIEW latest_links AS SELECT p.id, l.ord, l.url, l.text, l.region, l.xpath FROM latest AS p, clean.goce_links(p.html, p.url) AS l;
CREATE VIEW latest_tables AS SELECT p.id, t.header, t.rows, t.is_data FROM latest AS p, clean.goce_tables(p.html) AS t;
CREATE VIEW latest_images AS SELECT p.id, i.* FROM latest AS p, clean.goce_images(p.html, url => p.url) AS i;
CREATE VIEW latest_chunks AS
SELECT p.id, c.ord, c.text, c.hash FROM latest AS p, clean.goce_chunks(p.html, p.url, 20, title => false) AS c;
CREATE VIEW latest_changes AS
SELECT a.id, d.* FROM latest AS a JOIN latest AS b ON b.id = a.id + 1, clean.goce_diff(a.html, b.html, a.url) AS d;
CREATE VIEW latest_blocks AS SELECT id, (clean.goce_blocks(html, model => NULL)).text FROM latest;
CREATE VIEW latest_items AS SELECT p.id, i.* FROM latest AS p, clean.goce_items(p.html, p.url) AS i;
CREATE VIEW latest_posts AS SELECT p.id, t.* FROM latest AS p, clean.goce_posts(p.html) AS t;
CREATE VIEW feed_entries AS
SELECT e.* FROM clean.goce_feed('<rss><channel><item><title>Ice</title><link>https://gull.example/1</link></item></channel></rss>') AS e;
CREATE TABLE kept_pages (id int, page clean.goce_page_row);
INSERT INTO kept_pages SELECT id, clean.goce_page(html, url) FROM latest;
CREATE VIEW kept_titles AS SELECT id, (page).title, (page).metadata ->> 'author' AS author FROM kept_pages;
CREATE FUNCTION markdown_by_sql(html text, url text) RETURNS text IMMUTABLE LANGUAGE sql AS
$$ SELECT clean.goce_html(html, title => true, url => url) || clean.goce_highlight(html, comments => false) $$;
CREATE INDEX latest_by_sql ON latest (md5(markdown_by_sql(html, url)));
CREATE DOMAIN titled AS text CHECK ((clean.goce_page(VALUE)).title IS NOT NULL);
CREATE TABLE of_latest_domain (html titled);
INSERT INTO of_latest_domain SELECT html FROM latest;

-- A model that is published once, what takes it by its name, and targets by a model and by sites.
SELECT clean.goce_publish('latest', clean.goce_train($$SELECT html, by_place FROM latest$$, 'tree', '{"folds": 0}'));
CREATE VIEW latest_by_model AS SELECT id, clean.goce_extract(html, model => clean.goce_model('latest')) AS text FROM latest;
SELECT clean.goce_create_target('latest', 'latest_texts');
CALL clean.goce_extract_pending('latest', 'latest_texts', model => 'latest');
SELECT clean.goce_create_target('latest', 'latest_site_texts');
CALL clean.goce_extract_pending('latest', 'latest_site_texts', url => 'url');
DELETE FROM latest_site_texts WHERE id = 4;
