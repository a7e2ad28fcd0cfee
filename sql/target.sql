-- The target of goce_extract_pending: a table of texts, the table of its claims, and the view of its progress.
--
-- Every name has its schema, as in pending.sql.

-- What SQL over a table of pages or texts is made of, where "t" is a row of texts and "s" one of pages:
--   keys     the columns of its primary key, and page_keys as those of "s"; NULL if it has none
--   same     the condition that two rows have the same key, compared as its index compares keys, by the operator of the
--            type that the index is over
--   columns  the columns that are filled from goce_page. A table without the column goce_columns has columns of its own.
--   whole    the condition that a row of texts has all of these. Columns that are added later are seen when it runs
CREATE FUNCTION goce_target_facts(relation regclass, OUT keys text, OUT page_keys text, OUT same text, OUT columns text[], OUT whole text)
STABLE LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $facts$
DECLARE
    wanted CONSTANT text := format($$ARRAY(
        SELECT c.attname::pg_catalog.text
        FROM pg_catalog.pg_attribute AS c
        JOIN pg_catalog.pg_attribute AS r ON r.attname OPERATOR(pg_catalog.=) c.attname AND r.atttypid OPERATOR(pg_catalog.=) c.atttypid
        JOIN pg_catalog.pg_type AS y ON y.typrelid OPERATOR(pg_catalog.=) r.attrelid
        JOIN pg_catalog.pg_extension AS e ON e.extnamespace OPERATOR(pg_catalog.=) y.typnamespace
        WHERE e.extname OPERATOR(pg_catalog.=) 'goce'::pg_catalog.name AND y.typname OPERATOR(pg_catalog.=) 'goce_page_row'::pg_catalog.name
          AND c.attrelid OPERATOR(pg_catalog.=) %L::pg_catalog.regclass::pg_catalog.oid
          AND c.attgenerated OPERATOR(pg_catalog.=) ''::pg_catalog."char" AND c.attname OPERATOR(pg_catalog.<>) 'no_text'::pg_catalog.name
          AND NOT EXISTS (
            SELECT FROM pg_catalog.pg_index AS i WHERE i.indrelid OPERATOR(pg_catalog.=) c.attrelid AND i.indisprimary
                AND c.attnum OPERATOR(pg_catalog.=) ANY (i.indkey::pg_catalog.int2[]))
        ORDER BY r.attnum)$$, relation);
BEGIN
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY k.place), string_agg(format('s.%I', a.attname), ', ' ORDER BY k.place),
           string_agg(format('t.%1$I%2$s OPERATOR(%3$I.%4$s) s.%1$I%2$s', a.attname,
               CASE WHEN y.typtype <> 'p' THEN format('::%I.%I', yn.nspname, y.typname) END, n.nspname, o.oprname), ' AND ' ORDER BY k.place)
    INTO keys, page_keys, same
    FROM pg_index AS i
    CROSS JOIN LATERAL ROWS FROM (unnest(i.indkey::int2[]), unnest(i.indclass::oid[])) WITH ORDINALITY AS k (attribute, class, place)
    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attribute
    JOIN pg_opclass AS c ON c.oid = k.class
    JOIN pg_type AS y ON y.oid = c.opcintype
    JOIN pg_namespace AS yn ON yn.oid = y.typnamespace
    JOIN pg_amop AS p ON p.amopfamily = c.opcfamily AND p.amopstrategy = 3 AND p.amoplefttype = c.opcintype AND p.amoprighttype = c.opcintype
    JOIN pg_operator AS o ON o.oid = p.amopopr
    JOIN pg_namespace AS n ON n.oid = o.oprnamespace
    WHERE i.indrelid = relation AND i.indisprimary;
    columns := '{}';
    whole := 'true';
    PERFORM FROM pg_attribute AS a WHERE a.attrelid = relation AND a.attname = 'goce_columns' AND a.atttypid = 'text[]'::regtype;
    IF FOUND THEN
        EXECUTE 'SELECT ' || wanted INTO columns;
        whole := format($$COALESCE(t.goce_columns, '{}'::pg_catalog.text[]) OPERATOR(pg_catalog.@>) %s$$, wanted);
    END IF;
END $facts$;

CREATE FUNCTION goce_create_target(source regclass, target text, columns text[] DEFAULT '{}') RETURNS regclass
LANGUAGE plpgsql AS $function$
DECLARE
    names pg_catalog.text[] := pg_catalog.parse_ident(target);
    home pg_catalog.text; -- schemas
    own pg_catalog.text;
    called pg_catalog.text;
    longest int := pg_catalog.current_setting('max_identifier_length')::int OPERATOR(pg_catalog.-) pg_catalog.octet_length('_progress'::pg_catalog.text);
    pages pg_catalog.text; -- tables
    texts pg_catalog.text;
    claims pg_catalog.text;
    beside pg_catalog.text;
    keys pg_catalog.text; -- columns
    added pg_catalog.text;
    same pg_catalog.text; -- conditions
    whole pg_catalog.text;
    page_columns pg_catalog.text;
    unknown pg_catalog.text;
    valid pg_catalog.text;
BEGIN
    IF source IS NULL OR target IS NULL THEN
        RAISE EXCEPTION 'source and target must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    IF pg_catalog.cardinality(names) OPERATOR(pg_catalog.>) 2 THEN
        RAISE EXCEPTION 'improper name of a target: %', target
            USING ERRCODE = 'invalid_name', HINT = 'A target is named by "table" or "schema.table".';
    END IF;
    called := names[pg_catalog.cardinality(names)];
    IF pg_catalog.octet_length(called) OPERATOR(pg_catalog.>) longest THEN
        RAISE EXCEPTION 'name of the target is too long'
            USING ERRCODE = 'name_too_long', DETAIL = pg_catalog.format('It has %s bytes, the limit is %s.', pg_catalog.octet_length(called), longest),
                  HINT = 'The view of its progress is named like it, with "_progress" after it.';
    END IF;
    IF pg_catalog.cardinality(names) OPERATOR(pg_catalog.=) 2 THEN
        home := names[1];
    ELSE
        home := pg_catalog.current_schema()::pg_catalog.text;
    END IF;
    IF home IS NULL THEN
        RAISE EXCEPTION 'no schema has been selected to create the target in' USING ERRCODE = 'invalid_schema_name';
    END IF;

    SELECT pg_catalog.quote_ident(n.nspname::pg_catalog.text) INTO own
    FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) e.extnamespace
    WHERE e.extname OPERATOR(pg_catalog.=) 'goce'::pg_catalog.name;
    -- The columns of goce_page's row: those that are wanted, with their types, and what is wanted and none of them.
    SELECT pg_catalog.string_agg(pg_catalog.format('ADD %I %s', r.attname, pg_catalog.format_type(r.atttypid, NULL)), ', ' ORDER BY r.attnum)
            FILTER (WHERE r.attname::pg_catalog.text OPERATOR(pg_catalog.=) ANY (columns) AND r.attname OPERATOR(pg_catalog.<>) 'no_text'::pg_catalog.name),
           (SELECT pg_catalog.format('%L', w.wanted) FROM pg_catalog.unnest(columns) AS w (wanted)
            WHERE (w.wanted OPERATOR(pg_catalog.=) ANY (pg_catalog.array_agg(r.attname::pg_catalog.text))) IS NOT TRUE LIMIT 1),
           pg_catalog.string_agg(r.attname::pg_catalog.text, ', ' ORDER BY r.attnum)
    INTO page_columns, unknown, valid
    FROM pg_catalog.pg_attribute AS r
    WHERE r.attrelid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(own OPERATOR(pg_catalog.||) '.goce_page_row'::pg_catalog.text)::pg_catalog.oid;
    IF unknown IS NOT NULL THEN
        RAISE EXCEPTION 'unknown column of a target: %', unknown
            USING ERRCODE = 'invalid_parameter_value', HINT = pg_catalog.format('Columns are those of goce_page: %s.', valid);
    END IF;

    SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) INTO pages
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
    WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid;
    EXECUTE pg_catalog.format('SELECT f.keys, f.same FROM %s.goce_target_facts($1) AS f', own) INTO keys, same USING source;
    PERFORM FROM pg_catalog.pg_class AS c
    WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid AND NOT c.relkind OPERATOR(pg_catalog.=) ANY ('{r,p}'::pg_catalog."char"[]);
    IF FOUND THEN
        RAISE EXCEPTION '"%" is not a table whose rows can be locked', source
            USING ERRCODE = 'wrong_object_type',
                  HINT = 'Of a view name the table below it, and give what it computes as the argument "html" of goce_extract_pending.';
    ELSIF keys IS NULL THEN
        RAISE EXCEPTION 'table "%" has no primary key', source
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'Pages are told apart by the primary key of the target: give the source one, or create the target yourself.';
    END IF;

    texts := pg_catalog.format('%I.%I', home, called);
    claims := pg_catalog.format('%I.%I', home, called OPERATOR(pg_catalog.||) '_claims'::pg_catalog.text);
    IF pg_catalog.to_regclass(texts) IS NOT NULL THEN
        RAISE EXCEPTION 'relation "%" already exists', called
            USING ERRCODE = 'duplicate_table', HINT = CASE WHEN EXISTS (
                SELECT FROM pg_catalog.pg_attribute AS a WHERE a.attrelid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(texts)::pg_catalog.oid
                    AND a.attname OPERATOR(pg_catalog.=) 'extracted_at'::pg_catalog.name)
                THEN 'It is a target: goce_extract_pending fills it, and ALTER TABLE ... ADD gives it more columns of goce_page.'
                ELSE 'A target is a table of its own: call it otherwise.' END;
    END IF;
    EXECUTE pg_catalog.format('CREATE TABLE %s AS SELECT %s FROM %s LIMIT 0', texts, keys, pages);
    -- A key may have columns of these names, as versions of pages have.
    SELECT pg_catalog.string_agg(pg_catalog.format('ADD %I pg_catalog.text', v.attribute), ', ' ORDER BY v.place) INTO added
    FROM (VALUES (1, 'method'::pg_catalog.name), (2, 'version'), (3, 'no_text')) AS v (place, attribute)
    WHERE NOT EXISTS (
        SELECT FROM pg_catalog.pg_attribute AS a
        WHERE a.attrelid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(texts)::pg_catalog.oid AND a.attname OPERATOR(pg_catalog.=) v.attribute);
    EXECUTE pg_catalog.format(
        'ALTER TABLE %s ADD content pg_catalog.text, ADD sqlstate pg_catalog.text, ADD error pg_catalog.text,
            ADD extracted_at pg_catalog.timestamptz NOT NULL, %s ADD goce_columns pg_catalog.text[], ADD PRIMARY KEY (%s)',
        texts, pg_catalog.concat(added OPERATOR(pg_catalog.||) ', '::pg_catalog.text, page_columns OPERATOR(pg_catalog.||) ','::pg_catalog.text), keys);
    -- What a target of this name left that is dropped. Others may have a table of profiles by that name, with other columns.
    FOR beside IN
        SELECT pg_catalog.format('%I.%I', home, called OPERATOR(pg_catalog.||) v.suffix)
        FROM (VALUES ('_claims'::pg_catalog.text, 'goce_deaths'::pg_catalog.name, 'int4'::pg_catalog.name),
                     ('_counted', 'goce_failed', 'bool'), ('_sites', 'profile', 'goce_site')) AS v (suffix, attribute, kind)
        JOIN pg_catalog.pg_attribute AS a ON a.attname OPERATOR(pg_catalog.=) v.attribute AND a.attrelid OPERATOR(pg_catalog.=)
            pg_catalog.to_regclass(pg_catalog.format('%I.%I', home, called OPERATOR(pg_catalog.||) v.suffix))::pg_catalog.oid
        JOIN pg_catalog.pg_type AS y ON y.oid OPERATOR(pg_catalog.=) a.atttypid AND y.typname OPERATOR(pg_catalog.=) v.kind
        WHERE v.kind OPERATOR(pg_catalog.<>) 'goce_site'::pg_catalog.name OR pg_catalog.array_to_string(ARRAY(
            SELECT c.attname FROM pg_catalog.pg_attribute AS c WHERE c.attrelid OPERATOR(pg_catalog.=) a.attrelid
                AND c.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2 AND NOT c.attisdropped ORDER BY c.attnum), ' ')
            OPERATOR(pg_catalog.=) 'site pages profile updated_at'::pg_catalog.text
    LOOP
        EXECUTE pg_catalog.format('DROP TABLE %s', beside);
    END LOOP;
    EXECUTE pg_catalog.format('CREATE TABLE %s USING heap AS SELECT %s FROM %s LIMIT 0', claims, keys, texts);
    EXECUTE pg_catalog.format(
        'ALTER TABLE %s ADD goce_session int NOT NULL, ADD goce_deaths int NOT NULL,
            ADD goce_claimed_at pg_catalog.timestamptz NOT NULL, ADD PRIMARY KEY (%s)', claims, keys);
    EXECUTE pg_catalog.format('SELECT f.whole FROM %s.goce_target_facts($1) AS f', own) INTO whole USING pg_catalog.to_regclass(texts);
    EXECUTE pg_catalog.format('CREATE VIEW %1$I.%2$I AS
        SELECT (SELECT pg_catalog.count(*) FROM %3$s AS s WHERE NOT EXISTS (SELECT FROM %4$s AS t WHERE %5$s AND %6$s)) AS pending,
               pg_catalog.count(*) FILTER (WHERE sqlstate IS NOT NULL AND %6$s) AS failed,
               pg_catalog.count(*) FILTER (WHERE sqlstate IS NULL AND %6$s) AS done
        FROM %4$s AS t', home, called OPERATOR(pg_catalog.||) '_progress'::pg_catalog.text, pages, texts, same, whole);
    EXECUTE pg_catalog.format('COMMENT ON TABLE %s IS %L', texts, 'texts of pages, by goce_extract_pending');
    EXECUTE pg_catalog.format('COMMENT ON TABLE %s IS %L', claims, 'what goce_extract_pending remembers of the target beside it');
    EXECUTE pg_catalog.format('COMMENT ON VIEW %I.%I IS %L', home, called OPERATOR(pg_catalog.||) '_progress'::pg_catalog.text,
        'pages of the target beside it by what became of them; goce_progress says it of all targets');
    RETURN pg_catalog.to_regclass(texts);
END $function$;
