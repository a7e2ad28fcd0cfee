-- Objects that depend on what version 0.2.0 brought, beside those of objects.sql. pg_test/upgrade/state-0.2.sql looks at
-- them.
CREATE TABLE newer (
    id int PRIMARY KEY,
    url text,
    html text NOT NULL,
    address text GENERATED ALWAYS AS (clean.goce_url(url)) STORED,
    content text GENERATED ALWAYS AS (clean.goce_extract(html, comments => false, focus => 'recall')) STORED,
    markdown text GENERATED ALWAYS AS (clean.goce_markdown(html, url => 'https://example.org/', front_matter => true)) STORED,
    language text GENERATED ALWAYS AS (clean.goce_language(clean.goce_extract(html, 'default'))) STORED,
    bands int[] GENERATED ALWAYS AS (clean.goce_minhash(clean.goce_extract(html, 'default'))) STORED,
    kind text GENERATED ALWAYS AS (clean.goce_page_type(html, NULL)) STORED
);
INSERT INTO newer (id, url, html)
SELECT n, format('HTTPS://Example.org:443/%s?utm_source=x#top', n),
       format('<h1>Page %s</h1><nav><a href=/>Home</a><a href=/news>News</a></nav><main><p>%s</p><p>Subscribe to our letter.</p></main>', n,
              (SELECT string_agg(format('This is the sentence with the number %s of the page and some more words.', n * 100 + k), ' ')
               FROM generate_series(1, 6) AS k))
FROM generate_series(1, 8) AS n;
CREATE INDEX newer_bands ON newer USING gin (clean.goce_minhash(clean.goce_extract(html, 'default')));
CREATE INDEX newer_simhash ON newer (clean.goce_simhash(clean.goce_extract(html, 'default')));
CREATE INDEX newer_url ON newer (clean.goce_url(url));
CREATE INDEX newer_words ON newer USING gin (to_tsvector(clean.goce_regconfig(clean.goce_extract(html, 'default')), clean.goce_extract(html, 'default')));
CREATE VIEW newer_chunks AS SELECT id, chunk.* FROM newer, LATERAL clean.goce_chunks(html, max_words => 20, method => 'default') AS chunk;
CREATE VIEW newer_lists AS
SELECT id, (SELECT count(*) FROM clean.goce_items(html)) AS items, (SELECT count(*) FROM clean.goce_posts(html)) AS posts,
       (SELECT string_agg(text, ' ') FROM clean.goce_select(html, 'nav a')) AS links
FROM newer;
CREATE VIEW near AS
SELECT a.id, b.id AS other FROM newer AS a JOIN newer AS b ON a.bands && b.bands AND a.id < b.id
WHERE clean.goce_simhash_distance(clean.goce_simhash(a.content), clean.goce_simhash(b.content)) < 64;

-- Values of sites, in rows, arrays and composites, and what is made of them.
CREATE TABLE sites (host text PRIMARY KEY, site clean.goce_site, days clean.goce_site[]);
INSERT INTO sites SELECT 'example.org', clean.goce_site(html), ARRAY[clean.goce_site(html) FILTER (WHERE id < 4), NULL] FROM newer;
CREATE TYPE of_site AS (host text, site clean.goce_site);
CREATE TABLE kept_sites AS SELECT ROW(host, site)::of_site AS kept FROM sites;
CREATE VIEW by_site AS SELECT id, clean.goce_extract(html, site => site) AS text FROM newer, sites;
CREATE VIEW site_blocks AS SELECT host, block.* FROM sites, LATERAL clean.goce_site_blocks(site) AS block;
CREATE MATERIALIZED VIEW merged AS
SELECT clean.goce_site_merge(day) AS site, clean.goce_site_pages(clean.goce_site_merge(day)) AS pages FROM sites, unnest(days || site) AS day;

CREATE DOMAIN address AS text CHECK (clean.goce_url(VALUE) IS NOT NULL);
CREATE DOMAIN english AS text CHECK (clean.goce_language(clean.goce_extract(VALUE, 'default', comments => NULL)) = 'en');
CREATE TABLE of_newer_domain (url address, html english);
INSERT INTO of_newer_domain SELECT url, html FROM newer;

-- A target with a claim of a session that died on the page, for the second time, as it will seem.
CREATE TABLE waiting AS SELECT id, html FROM newer;
ALTER TABLE waiting ADD PRIMARY KEY (id);
SELECT clean.goce_create_target('waiting', 'waiting_texts');
CALL clean.goce_extract_pending('waiting', 'waiting_texts', method => 'default', page_timeout => '1 min');
DELETE FROM waiting_texts WHERE id IN (3, 4);
INSERT INTO waiting_texts_claims (id, goce_session, goce_deaths, goce_claimed_at) VALUES (3, 1, 1, now());
-- Once more replaces, by the declaration of that version.
SELECT clean.goce_publish('newer', clean.goce_train($$SELECT html, content FROM newer$$, 'tree', '{"folds": 0}'));
SELECT pg_catalog.to_regprocedure('clean.goce_publish(text, bytea)') IS NULL AS asks \gset
\if :asks
DELETE FROM clean.goce_models WHERE name = 'newer';
\endif
SELECT clean.goce_publish('newer', clean.goce_train($$SELECT html, content FROM newer$$, 'forest', '{"trees": 3, "folds": 2}'));
