-- What the objects of objects-0.2.sql hold and do. It changes nothing that stays.
SELECT id, address, content, markdown, language, bands, kind FROM newer ORDER BY id;
SELECT * FROM newer_chunks ORDER BY id, ord;
SELECT * FROM newer_lists ORDER BY id;
SELECT * FROM near ORDER BY id, other;
SELECT host, site, days FROM sites;
SELECT kept FROM kept_sites;
SELECT * FROM by_site ORDER BY id;
SELECT * FROM site_blocks ORDER BY text_hash, place_hash;
SELECT * FROM merged;
SELECT * FROM of_newer_domain ORDER BY url;
SELECT id, content, sqlstate FROM waiting_texts ORDER BY id;
SELECT id, goce_session, goce_deaths FROM waiting_texts_claims;
SELECT pending, failed, done FROM waiting_texts_progress;
SELECT name, md5(model), clean.goce_extract_with('<nav>Home</nav><p>Some words of a page', model) FROM clean.goce_models ORDER BY name;
SET enable_seqscan = off;
SELECT id FROM newer WHERE clean.goce_url(url) = 'https://example.org/5';
SELECT count(*) FROM newer WHERE clean.goce_minhash(clean.goce_extract(html, 'default')) && (SELECT bands FROM newer WHERE id = 5);
RESET enable_seqscan;
BEGIN;
UPDATE newer SET html = '<p>Ein anderer Satz in einer anderen Sprache, mit einigen Wörtern mehr als vorher.' WHERE id = 2;
SELECT content, language FROM newer WHERE id = 2;
REFRESH MATERIALIZED VIEW merged;
REINDEX TABLE newer;
ROLLBACK;
\set VERBOSITY sqlstate
\set ON_ERROR_STOP off
INSERT INTO of_newer_domain VALUES ('no address', '<p>This is the sentence with some more words of a page.');
INSERT INTO of_newer_domain VALUES ('https://example.org/', '<p>Ein anderer Satz in einer anderen Sprache, mit einigen Wörtern mehr als vorher.');
