-- goce_sync_chunks: a table of the chunks of pages, kept in step with them.
--
-- Every name has its schema, as in pending.sql: the caller's expressions are looked up in the caller's path.

-- A chunk is the same as long as its words are: then its row stays, with what others put into it, such as an embedding. A
-- page is chunked anew if its HTML, its address, an argument or the version of goce has changed.
CREATE FUNCTION goce_sync_chunks(
    source regclass, target text, html text DEFAULT 'html', url text DEFAULT NULL, max_words int DEFAULT 200,
    overlap int DEFAULT 0, condition text DEFAULT 'true',
    OUT pages bigint, OUT failed bigint, OUT added bigint, OUT removed bigint, OUT kept bigint
)
VOLATILE LANGUAGE plpgsql AS $chunks$
DECLARE
    own pg_catalog.text;
    texts pg_catalog.text; -- tables
    chunks pg_catalog.text;
    keys pg_catalog.text; -- columns
    page_keys pg_catalog.text;
    same pg_catalog.text; -- conditions
    is_here CONSTANT pg_catalog.text := 's.tableoid OPERATOR(pg_catalog.=) $1 AND s.ctid OPERATOR(pg_catalog.=) $2';
    html_of CONSTANT pg_catalog.text := E'(' OPERATOR(pg_catalog.||) html OPERATOR(pg_catalog.||) E'\n)::pg_catalog.text';
    url_of CONSTANT pg_catalog.text := COALESCE(E'(' OPERATOR(pg_catalog.||) url OPERATOR(pg_catalog.||) E'\n)', 'NULL') OPERATOR(pg_catalog.||) '::pg_catalog.text'::pg_catalog.text;
    of_expressions CONSTANT pg_catalog.text := '"html" and "url" are SQL expressions over the columns of the source, such as html => ''body''.';
    step pg_catalog.text; -- a statement; before that a hint, or the name of a column
    changed record;
    counts record;
    first_error pg_catalog.text;
    html_type pg_catalog.regtype;
BEGIN
    IF source IS NULL OR target IS NULL OR html IS NULL OR condition IS NULL THEN
        RAISE EXCEPTION 'source, target, html and condition must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    IF pg_catalog.row_security_active(source::pg_catalog.oid) THEN
        RAISE EXCEPTION 'row-level security is active for "%"', source
            USING ERRCODE = 'insufficient_privilege', HINT = 'Pages that it hides would be taken for deleted ones. A role that sees all pages may call this.';
    END IF;
    SELECT pg_catalog.quote_ident(n.nspname::pg_catalog.text) INTO own
    FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) e.extnamespace
    WHERE e.extname OPERATOR(pg_catalog.=) 'goce'::pg_catalog.name;
    SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) INTO texts
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
    WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid AND c.relkind OPERATOR(pg_catalog.=) ANY ('{r,p}'::pg_catalog."char"[]);
    EXECUTE pg_catalog.format('SELECT f.keys, f.page_keys, f.same FROM %s.goce_target_facts($1) AS f', own)
    INTO keys, page_keys, same USING source;
    IF texts IS NULL OR keys IS NULL THEN
        RAISE EXCEPTION '"%" is not a table with a primary key', source
            USING ERRCODE = 'wrong_object_type', HINT = 'Chunks are told apart by the primary key of their page.';
    END IF;
    SELECT k.part INTO step FROM pg_catalog.unnest(pg_catalog.string_to_array(keys, ', ')) AS k (part)
    WHERE k.part OPERATOR(pg_catalog.=) ANY ('{hash,ord,heading_path,content,markdown,goce_page,goce_part,goce_place}'::pg_catalog.text[]) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the primary key of "%" has a column "%"', source, step
            USING ERRCODE = 'duplicate_column', HINT = 'goce_sync_chunks has a column of this name. Rename that of the key.';
    END IF;
    -- What is wrong with an argument fails the call, and not every page.
    EXECUTE pg_catalog.format('SELECT pg_catalog.count(*) FROM %s.goce_chunks(NULL::pg_catalog.text, NULL::pg_catalog.text, %L::int, %L::int, ''auto''::pg_catalog.text,
        NULL::pg_catalog.text, NULL::pg_catalog.bytea, NULL::boolean, ''balanced''::pg_catalog.text, title => true, model => NULL::pg_catalog.bytea,
        hidden => ''folded''::pg_catalog.text, site => NULL::%1$s.goce_site)', own, max_words, overlap);

    BEGIN
        EXECUTE pg_catalog.format('SELECT %s, %s FROM %s AS s LIMIT 0', html_of, url_of, texts);
        EXECUTE pg_catalog.format(E'SELECT pg_catalog.pg_typeof((SELECT %s\n FROM %s AS s LIMIT 0))', html, texts) INTO html_type;
    EXCEPTION WHEN syntax_error OR undefined_column OR undefined_table THEN
        GET STACKED DIAGNOSTICS step := PG_EXCEPTION_HINT;
        RAISE EXCEPTION USING ERRCODE = SQLSTATE, MESSAGE = SQLERRM, HINT = pg_catalog.btrim(pg_catalog.concat_ws(' ', step, of_expressions));
    END;
    -- Bytes would become their hexadecimal digits.
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_type AS t WHERE t.oid OPERATOR(pg_catalog.=) html_type::pg_catalog.oid
                   AND (t.typcategory OPERATOR(pg_catalog.=) ANY ('{S,X}'::pg_catalog."char"[]) OR html_type OPERATOR(pg_catalog.=) 'pg_catalog.xml'::pg_catalog.regtype)) THEN
        RAISE EXCEPTION '"html" is of type %, not text', html_type
            USING ERRCODE = 'datatype_mismatch',
                  HINT = 'It is an expression of type text over the columns of the source. Bytes become text by goce_decode.';
    END IF;

    SELECT pg_catalog.string_agg(pg_catalog.quote_ident(n.part), '.' ORDER BY n.place) INTO chunks
    FROM pg_catalog.unnest(pg_catalog.parse_ident(target)) WITH ORDINALITY AS n (part, place);
    IF pg_catalog.to_regclass(chunks) IS NULL THEN
        BEGIN
            EXECUTE pg_catalog.format('CREATE TABLE %s AS SELECT %s FROM %s LIMIT 0', chunks, keys, texts);
            EXECUTE pg_catalog.format(
                'ALTER TABLE %s ADD hash pg_catalog.bytea, ADD ord int NOT NULL, ADD heading_path pg_catalog.text[], ADD content pg_catalog.text NOT NULL,
                    ADD markdown pg_catalog.text, ADD goce_page pg_catalog.bytea NOT NULL, ADD PRIMARY KEY (%s, hash)', chunks, keys);
        EXCEPTION WHEN unique_violation OR duplicate_table THEN NULL; -- another first call has made it meanwhile
        END;
    END IF;
    SELECT c.part INTO step FROM pg_catalog.unnest('{hash,ord,heading_path,content,markdown,goce_page}'::pg_catalog.text[]) AS c (part)
    WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_attribute AS a WHERE a.attrelid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(chunks)::pg_catalog.oid
                      AND a.attname::pg_catalog.text OPERATOR(pg_catalog.=) c.part AND NOT a.attisdropped) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION '"%" is not a table of chunks: it has no column "%"', target, step
            USING ERRCODE = 'invalid_parameter_value', HINT = 'goce_sync_chunks makes the target where there is no table of its name.';
    END IF;
    EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE', chunks); -- one call at a time, beside writers of embeddings
    SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) INTO chunks
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
    WHERE c.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(chunks)::pg_catalog.oid;

    pages := 0;
    failed := 0;
    added := 0;
    kept := 0;
    EXECUTE pg_catalog.format('DELETE FROM %s AS t WHERE NOT EXISTS (SELECT FROM %s AS s WHERE %s)', chunks, texts, same);
    GET DIAGNOSTICS removed = ROW_COUNT;
    step := pg_catalog.format(
        'WITH chunk AS MATERIALIZED (
             SELECT DISTINCT ON (c.hash) c.hash, c.ord, c.heading_path, c.text, c.markdown FROM (
                 SELECT c.ord, c.heading_path, c.text, c.markdown, pg_catalog.sha256(pg_catalog.convert_to(
                     pg_catalog.regexp_replace(c.text, ''[[:space:]]+'', '' '', ''g''), pg_catalog.current_setting(''server_encoding''))) AS hash
                 FROM (SELECT %1$s AS html, %2$s AS url FROM %3$s AS s WHERE %4$s OFFSET 0) AS p
                 CROSS JOIN LATERAL %5$s.goce_chunks(p.html, p.url, %6$L::int, %7$L::int, ''auto''::pg_catalog.text, NULL::pg_catalog.text,
                     NULL::pg_catalog.bytea, NULL::boolean, ''balanced''::pg_catalog.text, title => true, model => NULL::pg_catalog.bytea,
                     hidden => ''folded''::pg_catalog.text, site => NULL::%5$s.goce_site) AS c) AS c
             ORDER BY c.hash, c.ord
         ), gone AS (
             DELETE FROM %8$s AS t USING %3$s AS s WHERE %4$s AND %9$s
                 AND NOT EXISTS (SELECT FROM chunk AS c WHERE c.hash OPERATOR(pg_catalog.=) t.hash) RETURNING 1
         ), same AS (
             UPDATE %8$s AS t SET (ord, heading_path, content, markdown, goce_page) = (c.ord, c.heading_path, c.text, c.markdown, $3)
             FROM chunk AS c CROSS JOIN %3$s AS s WHERE %4$s AND %9$s AND c.hash OPERATOR(pg_catalog.=) t.hash RETURNING 1
         ), new AS (
             INSERT INTO %8$s (%10$s, hash, ord, heading_path, content, markdown, goce_page)
             SELECT %11$s, c.hash, c.ord, c.heading_path, c.text, c.markdown, $3 FROM chunk AS c CROSS JOIN %3$s AS s
             WHERE %4$s AND NOT EXISTS (SELECT FROM %8$s AS t WHERE %9$s AND c.hash OPERATOR(pg_catalog.=) t.hash) RETURNING 1
         )
         SELECT (SELECT pg_catalog.count(*) FROM gone) AS gone, (SELECT pg_catalog.count(*) FROM same) AS same, (SELECT pg_catalog.count(*) FROM new) AS new',
        html_of, url_of, texts, is_here, own, max_words, overlap, chunks, same, keys, page_keys);
    FOR changed IN EXECUTE pg_catalog.format(
        'SELECT s.goce_part, s.goce_place, s.goce_page FROM (
             SELECT s.tableoid AS goce_part, s.ctid AS goce_place, %1$s, pg_catalog.sha256(pg_catalog.convert_to(
                 pg_catalog.concat_ws(E''\n'', %2$s, %3$s, %4$s.goce_version(), %5$L, %6$L), pg_catalog.current_setting(''server_encoding''))) AS goce_page
             FROM %7$s AS s WHERE (%8$s) OFFSET 0) AS s
         WHERE NOT EXISTS (SELECT FROM %9$s AS t WHERE %10$s AND t.goce_page OPERATOR(pg_catalog.=) s.goce_page)',
        page_keys, html_of, url_of, own, max_words, overlap, texts, condition OPERATOR(pg_catalog.||) E'\n'::pg_catalog.text, chunks, same)
    LOOP
        BEGIN
            EXECUTE step INTO counts USING changed.goce_part, changed.goce_place, changed.goce_page;
            pages := pages OPERATOR(pg_catalog.+) 1::bigint;
            added := added OPERATOR(pg_catalog.+) counts.new;
            kept := kept OPERATOR(pg_catalog.+) counts.same;
            removed := removed OPERATOR(pg_catalog.+) counts.gone;
        EXCEPTION WHEN OTHERS THEN
            failed := failed OPERATOR(pg_catalog.+) 1::bigint;
            first_error := COALESCE(first_error, SQLERRM);
        END;
    END LOOP;
    IF failed OPERATOR(pg_catalog.>) 0::bigint THEN
        RAISE WARNING '% pages could not be chunked', failed
            USING DETAIL = pg_catalog.format('The first error was: %s.', first_error), HINT = 'They keep the chunks that they had. The next call tries them again.';
    END IF;
END $chunks$;
