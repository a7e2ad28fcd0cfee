-- Objects of every kind that can depend on functions, types and tables of the extension in the schema clean, version
-- 0.3.0. pg_test/upgrade/state.sql looks at them.
CREATE TABLE pages (
    id int PRIMARY KEY,
    html text NOT NULL DEFAULT clean.goce_html('<p>Default.', 'default', url => 'https://example.org/'),
    content text GENERATED ALWAYS AS (clean.goce_extract(html, 'default')) STORED,
    markdown text GENERATED ALWAYS AS (clean.goce_markdown(html, 'default', url => 'https://example.org/a/')) STORED,
    kind text GENERATED ALWAYS AS (clean.goce_page_type(html)) STORED,
    CONSTRAINT has_text CHECK (coalesce(clean.goce_extract(html, 'default'), '') <> '')
);
INSERT INTO pages (id, html)
SELECT n, format('<article><h1>Page %s</h1><p>%s <a href=b>more</a></article><nav><a href=/>Home</a></nav>', n, repeat('Some words. ', n))
FROM generate_series(1, 5) AS n;
INSERT INTO pages (id) VALUES (6);
CREATE INDEX pages_md5 ON pages (md5(clean.goce_extract(html, 'default')));
CREATE INDEX pages_words ON pages USING gin (to_tsvector('simple', clean.goce_extract(html, 'default')));
CREATE INDEX pages_partial ON pages (id) WHERE clean.goce_genre(html) = 'article';
CREATE UNIQUE INDEX pages_unique ON pages (md5(clean.goce_html(html, 'default')));
ALTER TABLE pages ADD EXCLUDE USING btree (md5(clean.goce_highlight(html, 'default')) WITH =);

CREATE TABLE parted (id int, html text) PARTITION BY LIST (md5(clean.goce_extract(html, 'default')));
CREATE TABLE parted_x PARTITION OF parted FOR VALUES IN ('9dd4e461268c8034f5c8564e155c67a6');
CREATE TABLE parted_rest PARTITION OF parted DEFAULT;

CREATE VIEW by_place AS SELECT id, clean.goce_extract(html, 'default', NULL, NULL) AS text FROM pages;
CREATE VIEW by_name AS SELECT id, clean.goce_markdown(html, url => 'https://example.org/', method => 'default') AS text FROM pages;
CREATE VIEW by_default AS SELECT id, clean.goce_extract(html) AS text, clean.goce_confidence(html) AS confidence FROM pages;
CREATE VIEW blocks AS SELECT id, block.* FROM pages, LATERAL clean.goce_blocks(html, 'default') AS block;
CREATE VIEW block_rows AS SELECT id, to_jsonb(block) AS block FROM pages, LATERAL clean.goce_blocks(html, 'default') AS block;
CREATE VIEW types AS SELECT id, kind, type.* FROM pages, LATERAL clean.goce_page_type_scores(html) AS type;
CREATE VIEW typed AS SELECT id, clean.goce_page_type(html) AS type FROM pages WHERE clean.goce_page_type(html) = kind;
CREATE VIEW scores AS SELECT (clean.goce_lcs_eval(content, clean.goce_extract(html, 'default'))).* FROM pages;
CREATE VIEW whole_scores AS SELECT clean.goce_lcs_eval(content, html, 'char') AS scores FROM pages;
CREATE VIEW windows AS SELECT id, (clean.goce_genre_eval('article', clean.goce_genre(html)) OVER (ORDER BY id)).pages FROM pages;
-- Functions that return one row of several columns.
CREATE VIEW measures AS SELECT id, measure.* FROM pages, LATERAL clean.goce_word_f1(content, html) AS measure;
CREATE VIEW measure_rows AS
SELECT id, lcs, row.precision, word_recall, word_f1, row.ordinality
FROM pages, ROWS FROM (clean.goce_lcs(content, html), clean.goce_word_f1(content, html)) WITH ORDINALITY AS row(lcs, gold, extracted, precision, recall, f1, word_precision, word_recall, word_f1);
CREATE VIEW measure_values AS
SELECT id, to_jsonb(clean.goce_word_f1(content, html)) AS words, (clean.goce_lcs(content, html, 'char')).*, to_jsonb(clean.goce_genre_scores(html)) AS genre
FROM pages;
CREATE VIEW genre_rows AS
SELECT id, score.*, to_jsonb(score) AS whole, (clean.goce_genre_scores(html)).p_list_view_html AS one
FROM pages, LATERAL clean.goce_genre_scores(html) AS score;
CREATE VIEW genre_places AS
SELECT id, genre, by_html, number, f1
FROM pages, ROWS FROM (clean.goce_genre_scores(html), clean.goce_word_f1(content, html)) WITH ORDINALITY AS row(genre, p_list_view, shot, by_html, width, precision, recall, f1, number);
CREATE VIEW measure_beside_set AS SELECT id, (clean.goce_word_f1(content, html)).f1, generate_series(1, 2) AS n FROM pages;
CREATE MATERIALIZED VIEW mean_measures AS SELECT avg(f1) AS f1, (SELECT count(*) FROM clean.goce_genre_scores(NULL)) AS of_null FROM measures;
CREATE FUNCTION measure_by_sql(text, text) RETURNS float8 IMMUTABLE LANGUAGE sql AS $$ SELECT (clean.goce_word_f1($1, $2)).f1 $$;
CREATE INDEX pages_measure ON pages (measure_by_sql(content, html));
CREATE VIEW models AS SELECT name, clean.goce_model_info(model) ->> 'kind' AS kind FROM clean.goce_models;
CREATE VIEW compared AS SELECT * FROM clean.goce_compare('SELECT html, content, clean.goce_genre(html) FROM pages', '{default}');
CREATE VIEW over_view AS SELECT b.id, b.text = p.text AS same FROM by_place AS b JOIN by_place AS p USING (id);
CREATE MATERIALIZED VIEW stored AS SELECT id, clean.goce_highlight(html, 'default') AS text, clean.goce_metadata(html) AS data FROM pages;
CREATE UNIQUE INDEX ON stored (id);
CREATE MATERIALIZED VIEW stored_index AS SELECT id, html FROM pages;
CREATE INDEX ON stored_index (clean.goce_sd_kind(html));
CREATE INDEX ON stored_index (clean.goce_page_type(html));
CREATE TABLE kept (scores clean.goce_lcs_scores, genres clean.goce_genre_eval_scores[], model clean.goce_models);
INSERT INTO kept SELECT clean.goce_lcs_eval(content, content), ARRAY[clean.goce_genre_eval('article', kind)], NULL FROM pages;

CREATE DOMAIN page AS text CHECK (clean.goce_extract(VALUE, 'default') <> 'bad');
CREATE TABLE of_domain (html page);
INSERT INTO of_domain VALUES ('<p>good');
CREATE FUNCTION by_sql(html text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT clean.goce_extract(html, 'default') $$;
CREATE DOMAIN short_page AS page CHECK (length(VALUE) < 1000);
CREATE DOMAIN page_by_sql AS text CHECK (by_sql(VALUE) <> 'bad');
CREATE TYPE boxed AS (id int, html short_page);
CREATE DOMAIN one_page AS boxed CHECK (clean.goce_page_type((VALUE).html) IS NOT NULL);
CREATE FUNCTION by_domain(html text) RETURNS short_page LANGUAGE plpgsql AS $$ DECLARE kept short_page := html; BEGIN RETURN kept; END $$;
CREATE INDEX pages_by_sql ON pages (md5(by_sql(html) || '.'));
CREATE INDEX pages_by_sql_partial ON pages (id) WHERE by_sql(html) <> '';
CREATE FUNCTION by_default_argument(text text DEFAULT clean.goce_extract('<p>as a default', 'default')) RETURNS text LANGUAGE sql AS $$ SELECT text $$;
CREATE FUNCTION by_plpgsql(html text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN clean.goce_html(html, 'default'); END $$;
CREATE FUNCTION returns_rows(page text) RETURNS SETOF clean.goce_lcs_scores LANGUAGE sql AS $$ SELECT clean.goce_lcs_eval(page, page) $$;
CREATE AGGREGATE own_eval(gold text, extracted text) (
    SFUNC = clean.goce_lcs_eval_accum, STYPE = bigint[], INITCOND = '{0,0,0,0,0,0,0,0,0,0,0}',
    COMBINEFUNC = clean.goce_lcs_eval_combine, FINALFUNC = clean.goce_lcs_eval_final, PARALLEL = SAFE
);
CREATE OPERATOR ~~~ (LEFTARG = text, RIGHTARG = text, FUNCTION = clean.goce_cosine);
CREATE FUNCTION as_text(scores clean.goce_lcs_scores) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT (scores).pages::text $$;

CREATE TABLE noted (id int, text text);
CREATE RULE note AS ON DELETE TO pages DO ALSO INSERT INTO noted VALUES (old.id, clean.goce_extract(old.html, 'default'));
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.text := upper(NEW.text); RETURN NEW; END $$;
CREATE TRIGGER note BEFORE INSERT ON noted FOR EACH ROW WHEN (clean.goce_extract(NEW.text, 'default') IS NOT NULL) EXECUTE FUNCTION note();
CREATE TABLE guarded AS SELECT id, html FROM pages;
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY only_long ON guarded USING (length(clean.goce_extract(html, 'default')) > 40);

SELECT clean.goce_create_target('pages', 'texts');
CALL clean.goce_extract_pending('pages', 'texts', method => 'default');
SELECT clean.goce_publish('dumped', clean.goce_train($$SELECT html, substr(content, 5) FROM pages$$, 'tree', '{"folds": 2}'));
CREATE VIEW by_model AS SELECT id, clean.goce_extract_with(html, model) AS text FROM pages, clean.goce_models WHERE name = 'dumped';
CREATE FUNCTION by_body(html text) RETURNS text IMMUTABLE LANGUAGE sql BEGIN ATOMIC SELECT clean.goce_extract(html, 'default', NULL); END;
CREATE STATISTICS of_texts ON (length(clean.goce_extract(html, 'default'))), (clean.goce_page_type(html)) FROM pages;

-- What is made of texts, lists, and values of sites.
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
SELECT clean.goce_publish('newer', clean.goce_train($$SELECT html, content FROM newer$$, 'forest', '{"trees": 3, "folds": 2}'));

-- Rows of pages, addresses, titles and models as arguments.
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
