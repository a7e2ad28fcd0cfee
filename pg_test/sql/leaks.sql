-- Calls, errors and queries leave no memory behind.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
CREATE FUNCTION pg_temp.memory_kb() RETURNS int LANGUAGE sql VOLATILE AS $$
    SELECT substring(pg_read_file('/proc/self/status') FROM 'RssAnon:\s+(\d+) kB')::int $$;
CREATE FUNCTION pg_temp.growth_kb(call text, calls int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE before int; reached int; smallest int; result text;
BEGIN
    FOR i IN 1..calls LOOP
        BEGIN
            EXECUTE format('SELECT %s FROM (SELECT ''<title>t</title><nav>a b</nav><p>This is text, a sentence. '' || $1 || ''</p>'' AS h) AS page', call)
            INTO result USING i;
        EXCEPTION WHEN invalid_parameter_value THEN NULL;
        END;
        -- What leaks does so in every fifth of the calls. What stays once, as models do, is in some of them.
        IF i % (calls / 5) = 0 THEN
            reached := pg_temp.memory_kb();
            smallest := least(smallest, reached - before);
            before := reached;
        END IF;
    END LOOP;
    RETURN smallest;
END $$;
-- A kB a call would be 200 kB in each fifth, and much more of most.
SELECT call, pg_temp.growth_kb(call, 1000) < 150 AS nothing_stays FROM unnest(ARRAY['goce_extract(h)',
    'goce_extract(h, ''web2text'')', 'goce_extract(h, ''nonsense'' || h)', 'goce_markdown(h)', 'goce_html(h)', 'goce_highlight(h)',
    'goce_metadata(h)::text', 'goce_structured(''<p itemscope><b itemprop=x>'' || h)::text', '(SELECT text FROM goce_feed(''<rss><item><title>'' || h || ''</title></item>''))', 'goce_decode(convert_to(h, ''UTF8''))', '(SELECT count(*) FROM goce_blocks(h))::text',
    '(SELECT xpath FROM goce_blocks(h) LIMIT 1)', '(SELECT html FROM goce_select(h, ''*'') LIMIT 1)', '(SELECT html FROM goce_select(h, ''b:x'' || h))', '(SELECT count(*) FROM goce_sd(h))::text', '(SELECT lcs FROM goce_lcs(h, h))::text',
    '(SELECT goce_lcs_eval(h || n, h) FROM generate_series(1, 3) AS n)::text']) AS call;
SELECT pg_temp.growth_kb($call$goce_sd_fit('SELECT ''<p>text''::text, ''article''::text FROM generate_series(1, 40)')::text$call$, 300) < 45 AS nothing_stays;
