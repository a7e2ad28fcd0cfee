-- Calls of every function of the extension, as statements in which $html, $gold, $shot and $bytes stand for
-- a page, a text, a screenshot and the page's bytes. They are prepared and executed by scripts/soak and
-- scripts/test-memory; pg_test/sql/calls.sql finds a function that is missing here.
CREATE TEMP TABLE call (statement text NOT NULL);
INSERT INTO call
SELECT format('SELECT length(%s($html, %L))', function, method)
FROM unnest('{goce_extract,goce_markdown,goce_html,goce_highlight}'::text[]) AS function,
     unnest('{auto,goce,article,list-view,default,boilerpipe,sd,learnhtml,web2text}'::text[]) AS method;
INSERT INTO call VALUES
    ('SELECT length(goce_markdown($html, url => ''https://a.example/b''))'),
    ('SELECT length(goce_extract($html, ''goce'', NULL, $shot))'),
    ('SELECT count(*) FROM goce_blocks($html)'),
    ('SELECT count(xpath) FROM goce_blocks($html, ''default'')'),
    ('SELECT count(*) FROM goce_blocks($html, ''web2text'')'),
    ('SELECT count(*) FROM goce_select($html, ''p'')'),
    ('SELECT count(html) FROM goce_select($html, ''body > :nth-child(odd of :not(p ~ a)), :has(~ b), p:nth-last-of-type(2n), [class*=x i]'')'),
    ('SELECT count(xpath), sum(length(markdown)) FROM goce_chunks($html)'),
    ('SELECT sum(length(text)) FROM goce_chunks($html, ''https://a.example/b'', 20, 5, ''default'')'),
    ('SELECT goce_genre($html), goce_genre($html, NULL, ''svm''), goce_genre(NULL, $shot), goce_genre($html, $shot)'),
    ('SELECT genre FROM goce_genre_scores($html, $shot)'),
    ('SELECT goce_page_type($html)'),
    ('SELECT count(*) FROM goce_page_type_scores($html)'),
    ('SELECT goce_metadata($html, ''https://a.example/b'')::text IS NOT NULL'),
    ('SELECT goce_confidence($html)'),
    ('SELECT goce_url(left($html, 1000)), length(goce_url(''https://a.example/?'' || left($html, 20000)))'),
    ('SELECT length(goce_decode($bytes))'),
    ('SELECT length(goce_decode($bytes, ''text/html; charset=windows-1252''))'),
    ('SELECT count(*) FROM goce_warc($bytes)'),
    ('SELECT count(*) FROM goce_sd($html)'),
    ('SELECT goce_sd_kind($html)'),
    ('SELECT goce_sd_fit(format(''SELECT %L::text, kind FROM unnest(''''{article,multiple}''''::text[]) AS kind'', $html))'),
    ('SELECT lcs FROM goce_lcs($gold, left($html, 20000))'),
    ('SELECT lcs FROM goce_lcs(left($gold, 5000), left($html, 20000), ''char'')'),
    ('SELECT goce_cosine($gold, $html)'),
    ('SELECT f1 FROM goce_word_f1($gold, $html)'),
    ('SELECT goce_lcs_eval($gold, left($html, 20000)) FROM generate_series(1, 2)'),
    ('SELECT goce_lcs_eval($gold, left($html, 5000), ''char'')'),
    ('SELECT goce_genre_eval(''article'', goce_genre($html))'),
    ('SELECT goce_genre_eval(''article'', goce_genre($html), ''article'')'),
    ('SELECT goce_region_accuracy(''{1,2}'', ARRAY[length($html), 2])'),
    ('SELECT count(*) FROM goce_compare(format(''SELECT %L::text, %L::text, ''''article''''::text'', $html, left($gold, 5000)))'),
    ('SELECT goce_publish(''call'', goce_train(format(''SELECT %L::text, %L::text'', $html, $gold), ''tree'', ''{"folds": 0}''))'),
    ('SELECT length(goce_extract_with($html, goce_train(format(''SELECT %L::text, %L::text'', $html, $gold), ''forest'', ''{"folds": 0}'')))'),
    ('SELECT goce_model_info(goce_train(format(''SELECT %L::text, %L::text'', $html, $gold), ''logistic'', ''{"folds": 0}''))'),
    ('SELECT length(goce_train(format(''SELECT %L::text, %L::text'', $html, $gold), ''svm'', ''{"folds": 0}''))'),
    ('SELECT length(goce_train(format(''SELECT %L::text, %L::text'', $html, $gold), ''ann'', ''{"folds": 0}''))'),
    ('SELECT goce_version()'),
    ('SELECT count(*) FROM goce_models_builtin()'),
    ('SELECT loads FROM goce_genre_model()');
