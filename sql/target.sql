-- The target of goce_extract_pending: a table of texts, the table of its claims, and the view of its progress.
--
-- Every name has its schema, as in pending.sql.

CREATE FUNCTION goce_create_target(source regclass, target text) RETURNS regclass
LANGUAGE plpgsql AS $function$
DECLARE
    names pg_catalog.text[] := pg_catalog.parse_ident(target);
    home pg_catalog.text; -- a schema
    called pg_catalog.text;
    longest int := pg_catalog.current_setting('max_identifier_length')::int OPERATOR(pg_catalog.-) pg_catalog.octet_length('_progress'::pg_catalog.text);
    pages pg_catalog.text; -- tables
    texts pg_catalog.text;
    claims pg_catalog.text;
    beside pg_catalog.text;
    keys pg_catalog.text; -- columns
    added pg_catalog.text;
    same pg_catalog.text; -- a condition
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

    SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) INTO pages
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
    WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid;
    -- The columns of the primary key, compared as its index compares them, by the operator of the type that the index is over.
    SELECT pg_catalog.string_agg(pg_catalog.quote_ident(a.attname::pg_catalog.text), ', ' ORDER BY k.place),
           pg_catalog.string_agg(pg_catalog.format('t.%1$I%2$s OPERATOR(%3$I.%4$s) s.%1$I%2$s', a.attname,
               CASE WHEN y.typtype OPERATOR(pg_catalog.<>) 'p'::pg_catalog."char" THEN pg_catalog.format('::%I.%I', yn.nspname, y.typname) END,
               n.nspname, o.oprname), ' AND ' ORDER BY k.place)
    INTO keys, same
    FROM pg_catalog.pg_index AS i
    CROSS JOIN LATERAL ROWS FROM (pg_catalog.unnest(i.indkey::pg_catalog.int2[]), pg_catalog.unnest(i.indclass::pg_catalog.oid[]))
        WITH ORDINALITY AS k (attribute, class, place)
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid OPERATOR(pg_catalog.=) i.indrelid AND a.attnum OPERATOR(pg_catalog.=) k.attribute
    JOIN pg_catalog.pg_opclass AS c ON c.oid OPERATOR(pg_catalog.=) k.class
    JOIN pg_catalog.pg_type AS y ON y.oid OPERATOR(pg_catalog.=) c.opcintype
    JOIN pg_catalog.pg_namespace AS yn ON yn.oid OPERATOR(pg_catalog.=) y.typnamespace
    JOIN pg_catalog.pg_amop AS p ON p.amopfamily OPERATOR(pg_catalog.=) c.opcfamily AND p.amopstrategy OPERATOR(pg_catalog.=) 3::pg_catalog.int2
        AND p.amoplefttype OPERATOR(pg_catalog.=) c.opcintype AND p.amoprighttype OPERATOR(pg_catalog.=) c.opcintype
    JOIN pg_catalog.pg_operator AS o ON o.oid OPERATOR(pg_catalog.=) p.amopopr
    JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) o.oprnamespace
    WHERE i.indrelid OPERATOR(pg_catalog.=) source::pg_catalog.oid AND i.indisprimary;
    IF keys IS NULL THEN
        RAISE EXCEPTION 'table "%" has no primary key', source
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'Pages are told apart by the primary key of the target: give the source one, or create the target yourself.';
    END IF;

    texts := pg_catalog.format('%I.%I', home, called);
    claims := pg_catalog.format('%I.%I', home, called OPERATOR(pg_catalog.||) '_claims'::pg_catalog.text);
    EXECUTE pg_catalog.format('CREATE TABLE %s AS SELECT %s FROM %s LIMIT 0', texts, keys, pages);
    -- A key may have columns of these names, as versions of pages have.
    SELECT pg_catalog.string_agg(pg_catalog.format('ADD %I pg_catalog.text', v.attribute), ', ' ORDER BY v.place) INTO added
    FROM (VALUES (1, 'method'::pg_catalog.name), (2, 'version'), (3, 'no_text')) AS v (place, attribute)
    WHERE NOT EXISTS (
        SELECT FROM pg_catalog.pg_attribute AS a
        WHERE a.attrelid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(texts)::pg_catalog.oid AND a.attname OPERATOR(pg_catalog.=) v.attribute);
    EXECUTE pg_catalog.format(
        'ALTER TABLE %s ADD content pg_catalog.text, ADD sqlstate pg_catalog.text, ADD error pg_catalog.text,
            ADD extracted_at pg_catalog.timestamptz NOT NULL, %s ADD PRIMARY KEY (%s)',
        texts, added OPERATOR(pg_catalog.||) ','::pg_catalog.text, keys);
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
    EXECUTE pg_catalog.format('CREATE VIEW %I.%I AS
        SELECT (SELECT pg_catalog.count(*) FROM %s AS s WHERE NOT EXISTS (SELECT FROM %s AS t WHERE %s)) AS pending,
               pg_catalog.count(*) FILTER (WHERE sqlstate IS NOT NULL) AS failed,
               pg_catalog.count(*) FILTER (WHERE sqlstate IS NULL) AS done
        FROM %s', home, called OPERATOR(pg_catalog.||) '_progress'::pg_catalog.text, pages, texts, same, texts);
    RETURN pg_catalog.to_regclass(texts);
END $function$;
