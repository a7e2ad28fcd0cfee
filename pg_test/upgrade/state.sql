-- What the objects of objects.sql hold and do. It changes nothing that stays.
SELECT id, content, markdown, kind FROM pages ORDER BY id;
SELECT * FROM by_place ORDER BY id;
SELECT * FROM by_name ORDER BY id;
SELECT * FROM by_default ORDER BY id;
SELECT * FROM blocks ORDER BY id, ord;
SELECT * FROM block_rows ORDER BY id, block;
SELECT * FROM types ORDER BY id, page_type;
SELECT * FROM typed ORDER BY id;
SELECT * FROM scores;
SELECT * FROM whole_scores;
SELECT * FROM windows ORDER BY id;
SELECT * FROM measures ORDER BY id;
SELECT * FROM measure_rows ORDER BY id;
SELECT * FROM measure_values ORDER BY id, n;
SELECT * FROM mean_measures;
SELECT id, measure_by_sql(content, html) FROM pages ORDER BY id;
SELECT * FROM models;
SELECT * FROM over_view ORDER BY id;
SELECT * FROM by_model ORDER BY id;
SELECT id, md5(text), data FROM stored ORDER BY id;
SELECT scores, genres, as_text(scores) FROM kept;
SELECT id, content, sqlstate FROM texts ORDER BY id;
SELECT pending, failed, done FROM texts_progress;
SELECT by_sql('<p>x'), by_plpgsql('<p>x'), by_default_argument(), returns_rows('a b'), 'a b' ~~~ 'a c' FROM pages LIMIT 1;
SELECT own_eval(content, html) FROM pages;
SELECT id FROM guarded ORDER BY id;
SELECT amname, count(*) FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid JOIN pg_am ON relam = pg_am.oid
WHERE indrelid = 'pages'::regclass AND indisvalid GROUP BY 1 ORDER BY 1;
SELECT attname, atttypid::regtype FROM pg_attribute WHERE attrelid = 'kept'::regclass AND attnum > 0 ORDER BY attnum;
BEGIN;
INSERT INTO pages (id, html) VALUES (7, '<p>Seven');
UPDATE pages SET html = '<p>Six' WHERE id = 6;
DELETE FROM pages WHERE id = 7;
SELECT * FROM noted;
SELECT content, markdown FROM pages WHERE id = 6;
INSERT INTO parted VALUES (1, '<p>x'), (2, '<p>y');
SELECT tableoid::regclass, id FROM parted ORDER BY id;
REFRESH MATERIALIZED VIEW CONCURRENTLY stored;
REFRESH MATERIALIZED VIEW stored_index;
REFRESH MATERIALIZED VIEW mean_measures;
SELECT * FROM mean_measures;
REINDEX TABLE pages;
ROLLBACK;
\set VERBOSITY sqlstate
\set ON_ERROR_STOP off
INSERT INTO pages (id, html) VALUES (8, '<script>x</script>');
INSERT INTO of_domain VALUES ('<p>bad');
INSERT INTO pages (id, html) SELECT 9, html FROM pages WHERE id = 1;
