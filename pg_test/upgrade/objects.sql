-- Objects of every kind that can depend on functions, types and tables of the extension in the schema clean, version
-- 0.1.0. pg_test/upgrade/state.sql looks at them.
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
-- Functions that returned a set of one row.
CREATE VIEW measures AS SELECT id, measure.* FROM pages, LATERAL clean.goce_word_f1(content, html) AS measure;
CREATE VIEW measure_rows AS
SELECT id, lcs, row.precision, word_recall, word_f1, row.ordinality
FROM pages, ROWS FROM (clean.goce_lcs(content, html), clean.goce_word_f1(content, html)) WITH ORDINALITY AS row(lcs, gold, extracted, precision, recall, f1, word_precision, word_recall, word_f1);
CREATE VIEW measure_values AS
SELECT id, to_jsonb(clean.goce_word_f1(content, html)) AS words, (clean.goce_lcs(content, html, 'char')).*, to_jsonb(clean.goce_genre_scores(html)) - 'layout_width' AS genre
FROM pages;
-- It has a new column, which whole rows get, and nothing else.
CREATE VIEW genre_rows AS
SELECT id, score.*, to_jsonb(score) - 'layout_width' AS whole, (clean.goce_genre_scores(html)).p_list_view_html AS one
FROM pages, LATERAL clean.goce_genre_scores(html) AS score;
CREATE VIEW genre_places AS
SELECT id, genre, by_html, number, f1
FROM pages, ROWS FROM (clean.goce_genre_scores(html), clean.goce_word_f1(content, html)) WITH ORDINALITY AS row(genre, p_list_view, shot, by_html, precision, recall, f1, number);
CREATE VIEW measure_beside_set AS SELECT id, (clean.goce_word_f1(content, html)).f1, generate_series(1, 2) AS n FROM pages;
CREATE MATERIALIZED VIEW mean_measures AS SELECT avg(f1) AS f1, (SELECT count(*) FROM clean.goce_genre_scores(NULL)) AS of_null FROM measures;
CREATE FUNCTION measure_by_sql(text, text) RETURNS float8 IMMUTABLE LANGUAGE sql AS $$ SELECT (clean.goce_word_f1($1, $2)).f1 $$;
CREATE INDEX pages_measure ON pages (measure_by_sql(content, html));
CREATE VIEW models AS SELECT name, clean.goce_model_info(model) ->> 'kind' AS kind FROM clean.goce_models;
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
