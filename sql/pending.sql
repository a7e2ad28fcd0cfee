-- Extraction of a table of pages in batches, each in a transaction of its own.

CREATE FUNCTION goce_create_target(source regclass, target text) RETURNS regclass
LANGUAGE plpgsql AS $function$
DECLARE
    names text[] := parse_ident(target);
    relation text := (SELECT string_agg(quote_ident(name), '.' ORDER BY place) FROM unnest(names) WITH ORDINALITY AS _ (name, place));
    progress text := (SELECT string_agg(quote_ident(CASE place WHEN cardinality(names) THEN name || '_progress' ELSE name END), '.' ORDER BY place)
                      FROM unnest(names) WITH ORDINALITY AS _ (name, place));
    keys text;
    same text;
BEGIN
    SELECT string_agg(quote_ident(attname), ', '), string_agg(format('t.%1$I = s.%1$I', attname), ' AND ')
    INTO keys, same
    FROM pg_catalog.pg_index JOIN pg_catalog.pg_attribute ON attrelid = indrelid AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1])
    WHERE indrelid = source AND indisprimary;
    IF keys IS NULL THEN
        RAISE EXCEPTION 'table "%" has no primary key', source
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'Pages are told apart by the primary key of the target: give the source one, or create the target yourself.';
    END IF;
    EXECUTE format('CREATE TABLE %s AS SELECT %s FROM %s LIMIT 0', relation, keys, source);
    EXECUTE format('ALTER TABLE %s ADD content text, ADD sqlstate text, ADD error text, ADD extracted_at timestamptz NOT NULL, ADD PRIMARY KEY (%s)',
                   relation, keys);
    EXECUTE format('CREATE VIEW %s AS
        SELECT (SELECT count(*) FROM %s AS s WHERE NOT EXISTS (SELECT FROM %s AS t WHERE %s)) AS pending,
               count(*) FILTER (WHERE sqlstate IS NOT NULL) AS failed, count(*) FILTER (WHERE sqlstate IS NULL) AS done
        FROM %s', progress, source, relation, same, relation);
    RETURN relation;
END $function$;

CREATE PROCEDURE goce_extract_pending(
    source regclass, target regclass, batch int DEFAULT 100, method text DEFAULT 'auto', html text DEFAULT 'html'
)
LANGUAGE plpgsql AS $procedure$
DECLARE
    keys text;
    pending text; -- a condition, and statements
    extract text;
    lock text;
    put text;
    place record;
    is_mine boolean;
    content text;
    state text;
    message text;
    taken bigint := 0;
    failed bigint := 0;
    told timestamptz := clock_timestamp();
BEGIN
    COMMIT; -- within a transaction that is not to be ended this fails before the work, not after it

    SELECT string_agg(quote_ident(attname), ', '),
           format('NOT EXISTS (SELECT FROM %s AS t WHERE %s)', target, string_agg(format('t.%1$I = s.%1$I', attname), ' AND '))
    INTO keys, pending
    FROM pg_catalog.pg_index JOIN pg_catalog.pg_attribute ON attrelid = indrelid AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1])
    WHERE indrelid = target AND indisprimary;
    IF source IS NULL OR keys IS NULL THEN
        RAISE EXCEPTION 'source and target must be tables, the target one with a primary key'
            USING ERRCODE = 'invalid_parameter_value', HINT = 'The function "goce_create_target" makes a target.';
    END IF;
    IF batch IS NULL OR batch < 1 THEN
        RAISE EXCEPTION 'batch must be at least 1' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    extract := format('SELECT @extschema@.goce_extract((%s)::text, %L) FROM %s AS s', html, method, source);
    lock := format('SELECT true FROM %s AS s WHERE s.tableoid = $1 AND s.ctid = $2 AND %s FOR NO KEY UPDATE OF s SKIP LOCKED', source, pending);
    -- Another session may have taken the row between this one's snapshot and its lock.
    put := format('INSERT INTO %s (%s, content, sqlstate, error, extracted_at) SELECT %s, $3, $4, $5, clock_timestamp()
                   FROM %s AS s WHERE s.tableoid = $1 AND s.ctid = $2 ON CONFLICT DO NOTHING', target, keys, keys, source);
    -- What is wrong with the arguments is an error of the call, not of every page.
    EXECUTE extract || ' LIMIT 0';
    PERFORM @extschema@.goce_extract(NULL, method);

    -- The first COMMIT keeps the places of all rows that are pending, a few bytes each, so that they are
    -- looked for once. A row that has moved since is left for the next call.
    FOR place IN EXECUTE format('SELECT s.tableoid, s.ctid FROM %s AS s WHERE %s', source, pending)
    LOOP
        EXECUTE lock INTO is_mine USING place.tableoid, place.ctid;
        CONTINUE WHEN is_mine IS NULL;
        state := NULL;
        message := NULL;
        BEGIN
            EXECUTE extract || ' WHERE s.tableoid = $1 AND s.ctid = $2' INTO content USING place.tableoid, place.ctid;
        EXCEPTION WHEN OTHERS THEN
            content := NULL;
            GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT;
            failed := failed + 1;
        END;
        EXECUTE put USING place.tableoid, place.ctid, content, state, message;
        taken := taken + 1;
        IF taken % batch = 0 THEN
            COMMIT;
        END IF;
        IF clock_timestamp() - told > interval '10 s' THEN
            RAISE NOTICE '% pages so far, % of them failed', taken, failed;
            told := clock_timestamp();
        END IF;
    END LOOP;
    COMMIT;
    RAISE NOTICE '% pages extracted, % of them failed', taken, failed;
END $procedure$;
