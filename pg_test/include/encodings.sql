-- All functions in the database at hand, with its word in names, literals and options. SQL_ASCII has no
-- characters, but bytes.
SET client_min_messages = warning;
CREATE EXTENSION goce;
SELECT :'word' || ' texts' AS texts \gset
\set query 'SELECT html, gold FROM ' :"word" ' -- ' :word
CREATE TABLE :"word" AS
SELECT n, '<title>' || :'word' || '</title><body><nav class=top><a href=/>Home</a></nav><main><p class=text>' || repeat(:'word' || ' tells something of its own, and more of ' || n || '. ', 10) || '&mdash;</main>' AS html,
    repeat(:'word' || ' tells something of its own, and more of ' || n || '. ', 10) AS gold
FROM generate_series(1, 10) AS n;
SELECT method, count(*) FILTER (WHERE goce_extract(html, method) LIKE '%' || :'word' || '%') AS with_the_word
FROM :"word", (SELECT name AS method FROM goce_methods()) AS methods GROUP BY 1 ORDER BY 1;
SELECT goce_markdown(html, 'default') LIKE '%' || :'word' || '%' AS markdown, goce_html(html, 'default') LIKE '%' || :'word' || '%' AS html,
    goce_highlight(html, 'default') LIKE '%' || :'word' || '%' AS highlight, goce_metadata(html)->>'title' = :'word' AS title,
    (SELECT bool_or(text LIKE '%' || :'word' || '%') FROM goce_blocks(html)) AS blocks,
    (SELECT text LIKE '%' || :'word' || '%' AND s.html LIKE '<p class="text">%' || :'word' || '%' FROM goce_select(html, 'p.text') AS s) AS selected,
    (SELECT count(*) FROM goce_select('<b id="' || :'word' || '">', '[id="' || :'word' || '"]')) AS by_id,
    (SELECT bool_or(text LIKE '%' || :'word' || '%') FROM goce_sd(html)) AS sd, goce_sd_kind(html) IS NOT NULL AS kind,
    goce_confidence(html) IS NOT NULL AS confidence, goce_genre(html) IS NOT NULL AS genre, goce_genre(html, NULL, 'svm') IS NOT NULL AS svm,
    goce_page_type(html) IS NOT NULL AS page_type, (SELECT count(*) FROM goce_page_type_scores(html)) AS types,
    (SELECT count(*) FROM goce_genre_scores(html)) AS scores
FROM :"word" WHERE n = 1;
SELECT ROW(ours)::record *= ROW(ours::text::jsonb)::record AS jsonb_of_the_same_bytes, ours->'json_ld'->'T'->0->'xxx'->>:'word' = :'word' AS found
FROM (SELECT goce_structured('<script type="application/ld+json">{"@type": "T", "' || :'word' || '": 1, "x": 2, "xx": 3, "xxxx": 4, "xxxxx": 5, "xxx": {"y": 6, "' || :'word' || '": "' || :'word' || '"}}</script>') AS ours) AS result;
SELECT lcs, gold_length, extracted_length FROM goce_lcs(:'word' || ' a', :'word' || ' b');
SELECT lcs = gold_length AS same FROM goce_lcs(:'word', :'word', 'char');
SELECT goce_cosine(:'word', :'word') AS cosine, (goce_word_f1(:'word', :'word')).f1 AS word_f1;
SELECT (goce_lcs_eval(gold, goce_extract(html, 'default'))).pages, (goce_genre_eval(:'word', :'word', :'word')).f1 FROM :"word";
SELECT goce_decode(convert_to('<meta charset=utf-8>x', 'UTF8')) AS decoded;
SELECT uri, payload FROM goce_warc(convert_to(E'WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/' || :'word' || E'\r\nContent-Length: 1\r\n\r\nx\r\n\r\n', current_setting('server_encoding')));
SELECT length(goce_train(:'query', 'tree', '{"folds": 0}')) > 0 AS trained;
SELECT goce_publish(:'word', goce_train(:'query', 'tree', '{"folds": 0, "features": "text"}'));
SELECT name = :'word' AS named, goce_model_info(model)->>'model' AS kind, goce_extract_with(html, model) LIKE '%' || :'word' || '%' AS extracted
FROM goce_models, :"word" WHERE n = 1;
SELECT goce_model(:'word') = model AS by_name, (SELECT word_f1 > 0 FROM goce_compare('SELECT html, gold, NULL FROM ' || quote_ident(:'word'), ARRAY['model:' || :'word']) WHERE subset = 'all') AS compared
FROM goce_models;
ALTER TABLE :"word" ADD PRIMARY KEY (n);
SELECT goce_create_target(quote_ident(:'word')::regclass, quote_ident(:'word' || ' texts')) IS NOT NULL AS target;
CALL goce_extract_pending(quote_ident(:'word')::regclass, quote_ident(:'word' || ' texts')::regclass, model => :'word');
SELECT method = 'model:' || :'word' AS method, count(*), count(no_text) AS without FROM :"texts" GROUP BY 1;
SELECT * FROM goce_sd_fit('SELECT html, CASE WHEN html LIKE ' || quote_literal('%' || :'word' || '%') || ' THEN ''article'' ELSE ''multiple'' END FROM ' || quote_ident(:'word'));
SELECT subset, pages, f1 > 0 AS f1 FROM goce_compare('SELECT html, gold, ''article'' FROM ' || quote_ident(:'word'), '{default}');
-- The word is none of these, and every error quotes it.
\i :failure
SELECT state, message FROM unnest(ARRAY[
    $$goce_extract('x', %1$L)$$, $$goce_extract('x', 'goce', %1$L)$$, $$goce_genre('x', NULL, %1$L)$$, $$goce_lcs('x', 'y', %1$L)$$,
    $$goce_train('SELECT 1', %1$L)$$, $$goce_train('SELECT 1', 'tree', jsonb_build_object(%1$L, 1))$$,
    $$goce_compare('SELECT 1', ARRAY[%1$L, 'goce'])$$, $$goce_sd_fit(format('SELECT ''x''::text, %%L', %1$L))$$,
    $$goce_train(format('SELECT * FROM %%I', 'no' || %1$L))$$, $$goce_model('no' || %1$L)$$, $$goce_publish(%1$L, goce_model(%1$L))$$]) AS call,
    pg_temp.failure('SELECT ' || format(call, :'word'));
SELECT hint FROM pg_temp.failure(format('SELECT goce_model(%L)', 'no' || :'word'));
SELECT detail FROM pg_temp.failure(format('SELECT goce_select(''x'', %L)', 'b:' || :'word'));
