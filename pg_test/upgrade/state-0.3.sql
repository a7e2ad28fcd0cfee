-- What the objects of objects-0.3.sql hold and do. It changes nothing that stays.
SELECT * FROM latest ORDER BY id;
SELECT * FROM latest_pages ORDER BY id;
SELECT * FROM latest_links ORDER BY id, ord;
SELECT * FROM latest_tables ORDER BY id;
SELECT * FROM latest_images ORDER BY id, ord;
SELECT * FROM latest_chunks ORDER BY id, ord;
SELECT * FROM latest_changes ORDER BY id, old_xpath, new_xpath;
SELECT id, count(*), md5(string_agg(text, ' ')) FROM latest_blocks GROUP BY id ORDER BY id;
SELECT * FROM latest_items ORDER BY id, ord;
SELECT * FROM latest_posts ORDER BY id, ord;
SELECT * FROM feed_entries ORDER BY ord;
SELECT * FROM kept_pages ORDER BY id;
SELECT * FROM kept_titles ORDER BY id;
SELECT id, md5(markdown_by_sql(html, url)) FROM latest ORDER BY id;
SELECT count(*) FROM of_latest_domain;
SELECT * FROM latest_by_model ORDER BY id;
SELECT id, content, method, version, no_text FROM latest_texts ORDER BY id;
SELECT id, content, method, version, no_text FROM latest_site_texts ORDER BY id;
SELECT * FROM latest_site_texts_sites;
SELECT * FROM latest_site_texts_counted ORDER BY id;
SELECT pending, failed, done FROM latest_site_texts_progress;
SET enable_seqscan = off;
SELECT id FROM latest WHERE md5(clean.goce_extract(html, title => true)) = (SELECT md5(content) FROM latest WHERE id = 3);
SELECT id FROM latest WHERE (clean.goce_page(html)).title = 'Ice 2';
SELECT id FROM latest WHERE md5(markdown_by_sql(html, url)) = (SELECT md5(markdown_by_sql(html, url)) FROM latest WHERE id = 1);
RESET enable_seqscan;
BEGIN;
UPDATE latest SET html = '<title>Snow</title><p>The snow fell on the harbour.' WHERE id = 2;
SELECT content, markdown, by_place, confidence FROM latest WHERE id = 2;
REINDEX TABLE latest;
ROLLBACK;
\set VERBOSITY sqlstate
\set ON_ERROR_STOP off
INSERT INTO of_latest_domain VALUES ('');
SELECT clean.goce_publish('latest', clean.goce_model('latest'));
