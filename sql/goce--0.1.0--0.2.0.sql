-- From version 0.1.0 to 0.2.0. scripts/upgrade-script wrote it from the two scripts of CREATE EXTENSION, except for
-- what stands at its end. scripts/test-upgrade holds an upgraded database to a fresh one.
\echo Use "ALTER EXTENSION goce UPDATE TO '0.2.0'" to load this file. \quit

CREATE FUNCTION "goce_url"("url" text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE COST 400 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_url_wrapper';

CREATE FUNCTION "goce_chunks"("html" text, "url" text DEFAULT NULL, "max_words" INT DEFAULT 200, "overlap" INT DEFAULT 0, "method" text DEFAULT 'auto', "genre" text DEFAULT NULL, "screenshot" bytea DEFAULT NULL) RETURNS TABLE ("ord" INT, "heading_path" text[], "text" text, "markdown" text, "xpath" text, "start_offset" INT, "end_offset" INT) IMMUTABLE PARALLEL SAFE COST 1000000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_chunks_wrapper';

CREATE FUNCTION "goce_simhash_distance"("a" bigint, "b" bigint) RETURNS INT IMMUTABLE STRICT PARALLEL SAFE LANGUAGE c AS 'MODULE_PATHNAME', 'goce_simhash_distance_wrapper';

CREATE FUNCTION "goce_minhash"("text" text, "bands" INT DEFAULT 16, "rows" INT DEFAULT 4) RETURNS INT[] IMMUTABLE PARALLEL SAFE COST 50000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_minhash_wrapper';

CREATE FUNCTION "goce_simhash"("text" text) RETURNS bigint IMMUTABLE STRICT PARALLEL SAFE COST 40000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_simhash_wrapper';

CREATE FUNCTION goce_page_type_0_2_0("html" text, "screenshot" bytea DEFAULT NULL) RETURNS text IMMUTABLE PARALLEL SAFE COST 800000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_page_type_0_2_wrapper';

CREATE FUNCTION goce_page_type_scores_0_2_0("html" text, "screenshot" bytea DEFAULT NULL) RETURNS TABLE ("page_type" text, "probability" real) IMMUTABLE PARALLEL SAFE COST 800000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_page_type_scores_0_2_wrapper';

CREATE FUNCTION "goce_language"("text" text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE COST 30000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_language_wrapper';

CREATE FUNCTION "goce_regconfig"("text" text) RETURNS regconfig IMMUTABLE STRICT PARALLEL SAFE COST 30000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_regconfig_wrapper';

CREATE FUNCTION "goce_items"("html" text, "url" text DEFAULT NULL) RETURNS TABLE ("ord" INT, "xpath" text, "url" text, "title" text, "text" text, "image" text, "price" text, "published_at" text) IMMUTABLE PARALLEL SAFE COST 800000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_items_wrapper';

CREATE FUNCTION "goce_posts"("html" text, "url" text DEFAULT NULL) RETURNS TABLE ("ord" INT, "xpath" text, "author" text, "posted_at" text, "text" text) IMMUTABLE PARALLEL SAFE COST 750000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_posts_wrapper';

CREATE FUNCTION "goce_select"("html" text, "selector" text) RETURNS TABLE ("ord" INT, "xpath" text, "text" text, "html" text) IMMUTABLE PARALLEL SAFE COST 300000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_select_wrapper';

CREATE TYPE goce_site;

CREATE FUNCTION goce_site_in(cstring) RETURNS goce_site LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS 'byteain';

CREATE FUNCTION goce_site_out(goce_site) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS 'byteaout';

CREATE FUNCTION goce_site_recv(internal) RETURNS goce_site LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS 'bytearecv';

CREATE FUNCTION goce_site_send(goce_site) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS 'byteasend';

CREATE TYPE goce_site (INPUT = goce_site_in, OUTPUT = goce_site_out, RECEIVE = goce_site_recv, SEND = goce_site_send, INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = extended);

CREATE FUNCTION goce_blocks_0_2_0("html" text, "method" text DEFAULT 'auto', "genre" text DEFAULT NULL, "screenshot" bytea DEFAULT NULL, "comments" bool DEFAULT NULL, "focus" text DEFAULT 'balanced', "site" goce_site DEFAULT NULL) RETURNS TABLE ("ord" INT, "xpath" text, "tag" text, "is_content" bool, "score" real, "text" text) IMMUTABLE PARALLEL SAFE COST 800000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_blocks_0_2_wrapper';

CREATE FUNCTION goce_extract_0_2_0("html" text, "method" text DEFAULT 'auto', "genre" text DEFAULT NULL, "screenshot" bytea DEFAULT NULL, "comments" bool DEFAULT NULL, "focus" text DEFAULT 'balanced', "site" goce_site DEFAULT NULL) RETURNS text IMMUTABLE PARALLEL SAFE COST 800000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_extract_0_2_wrapper';

CREATE OR REPLACE FUNCTION goce_create_target(source regclass, target text) RETURNS regclass LANGUAGE plpgsql AS $function$
DECLARE
    names pg_catalog.text[] := pg_catalog.parse_ident(target);
    home pg_catalog.text; -- a schema
    called pg_catalog.text;
    longest int := pg_catalog.current_setting('max_identifier_length')::int OPERATOR(pg_catalog.-) pg_catalog.octet_length('_progress'::pg_catalog.text);
    pages pg_catalog.text; -- tables
    texts pg_catalog.text;
    claims pg_catalog.text;
    keys pg_catalog.text; -- columns
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
    EXECUTE pg_catalog.format(
        'ALTER TABLE %s ADD content pg_catalog.text, ADD sqlstate pg_catalog.text, ADD error pg_catalog.text,
            ADD extracted_at pg_catalog.timestamptz NOT NULL, ADD PRIMARY KEY (%s)', texts, keys);
    -- What a target of this name left that is dropped.
    PERFORM FROM pg_catalog.pg_attribute AS a
    WHERE a.attrelid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(claims)::pg_catalog.oid AND a.attname OPERATOR(pg_catalog.=) 'goce_deaths'::pg_catalog.name;
    IF FOUND THEN
        EXECUTE pg_catalog.format('DROP TABLE %s', claims);
    END IF;
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

CREATE PROCEDURE goce_extract_pending_0_2_0(source regclass, target regclass, batch int DEFAULT 100, method text DEFAULT 'auto', html text DEFAULT 'html', page_timeout interval DEFAULT '30 s') LANGUAGE plpgsql AS $procedure$
DECLARE
    locks CONSTANT int := 1735353189; -- the first half of the advisory locks' keys: "goce" in ASCII
    session int := ('x'::pg_catalog.text OPERATOR(pg_catalog.||)
        pg_catalog.left(pg_catalog.gen_random_uuid()::pg_catalog.text, 7))::pg_catalog.bit(28)::int;
    milliseconds double precision := pg_catalog.ceil(
        pg_catalog.date_part('epoch'::pg_catalog.text, page_timeout) OPERATOR(pg_catalog.*) 1000::double precision);
    home pg_catalog.text; -- schemas
    own pg_catalog.text;
    called pg_catalog.text;
    pages pg_catalog.text; -- tables
    texts pg_catalog.text;
    claims pg_catalog.text;
    owner pg_catalog.oid;
    keys pg_catalog.text; -- columns
    same pg_catalog.text; -- conditions
    pending pg_catalog.text;
    is_here CONSTANT pg_catalog.text := 's.tableoid OPERATOR(pg_catalog.=) $1 AND s.ctid OPERATOR(pg_catalog.=) $2';
    is_dead pg_catalog.text;
    extract pg_catalog.text; -- statements
    claim pg_catalog.text;
    take_over pg_catalog.text;
    lock pg_catalog.text;
    put pg_catalog.text;
    release pg_catalog.text;
    release_all pg_catalog.text;
    places record; -- of rows of one table
    is_mine boolean;
    most bigint := 8388608; -- bytes of claims
    released bigint;
    claimed bigint;
    deaths int;
    content pg_catalog.text;
    state pg_catalog.text;
    message pg_catalog.text;
    cancelled pg_catalog.text; -- what the cancel says
    taken bigint := 0;
    failed bigint := 0;
    told pg_catalog.timestamptz := pg_catalog.clock_timestamp();
BEGIN
    COMMIT; -- within a transaction that is not to be ended this fails before the work, not after it

    IF batch IS NULL OR batch OPERATOR(pg_catalog.<) 1 THEN
        RAISE EXCEPTION 'batch must be at least 1' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF milliseconds IS NULL OR milliseconds OPERATOR(pg_catalog.<) 0::double precision
        OR milliseconds OPERATOR(pg_catalog.>) 2147483647::double precision THEN
        RAISE EXCEPTION 'page_timeout must be from 0 to 24 days'
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Zero is no limit.';
    END IF;

    SELECT pg_catalog.format('%I.%I', n.nspname, c.relname), n.nspname, c.relname, c.relowner INTO texts, home, called, owner
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
    WHERE c.oid OPERATOR(pg_catalog.=) target::pg_catalog.oid;
    SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) INTO pages
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
    WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid;
    -- As in goce_create_target, of the target.
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
    WHERE i.indrelid OPERATOR(pg_catalog.=) target::pg_catalog.oid AND i.indisprimary;
    IF pages IS NULL OR keys IS NULL THEN
        RAISE EXCEPTION 'source and target must be tables, the target one with a primary key'
            USING ERRCODE = 'invalid_parameter_value', HINT = 'The function "goce_create_target" makes a target.';
    END IF;

    WITH RECURSIVE part AS (
        SELECT source::pg_catalog.oid AS relation
        UNION ALL
        SELECT h.inhrelid FROM part JOIN pg_catalog.pg_inherits AS h ON h.inhparent OPERATOR(pg_catalog.=) part.relation
    )
    SELECT c.relname INTO message FROM part JOIN pg_catalog.pg_class AS c ON c.oid OPERATOR(pg_catalog.=) part.relation
    WHERE NOT c.relkind OPERATOR(pg_catalog.=) ANY ('{r,p}'::pg_catalog."char"[]) LIMIT 1;
    IF message IS NOT NULL THEN
        RAISE EXCEPTION '"%" is not a table whose rows can be locked', message
            USING ERRCODE = 'wrong_object_type',
                  HINT = 'Of a view name the table below it, and give what it computes as the argument "html". Pages of a foreign table are extracted where they are, or by INSERT ... SELECT goce_extract(html).';
    END IF;
    IF pg_catalog.to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
        EXECUTE 'SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition AS d WHERE d.logicalrelid::pg_catalog.oid OPERATOR(pg_catalog.=) ANY ($1))'
        INTO is_mine USING ARRAY[source::pg_catalog.oid, target::pg_catalog.oid];
        IF is_mine THEN
            RAISE EXCEPTION 'source or target is distributed by Citus'
                USING ERRCODE = 'feature_not_supported',
                      HINT = pg_catalog.format('Its workers extract the pages with INSERT INTO %s (%s, content, extracted_at) SELECT %s, goce_extract(%s, %L), now() FROM %s ON CONFLICT DO NOTHING.',
                                               target, keys, keys, html, method, source);
        END IF;
    END IF;

    SELECT pg_catalog.quote_ident(n.nspname::pg_catalog.text) INTO own
    FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) e.extnamespace
    WHERE e.extname OPERATOR(pg_catalog.=) 'goce'::pg_catalog.name;
    -- With all arguments, so that no other function of that name in a schema where others create some fits better.
    extract := pg_catalog.format(
        E'SELECT %s.goce_extract((%s\n)::pg_catalog.text, %L::pg_catalog.text, NULL::pg_catalog.text, NULL::pg_catalog.bytea) FROM %s AS s',
        own, html, method, pages);
    put := pg_catalog.format(
        'INSERT INTO %s (%s, content, sqlstate, error, extracted_at) SELECT %s, $3, $4, $5, pg_catalog.clock_timestamp()
         FROM %s AS s WHERE %s ON CONFLICT DO NOTHING', texts, keys, keys, pages, is_here);
    -- What is wrong with the arguments is an error of the call, not of every page.
    EXECUTE extract OPERATOR(pg_catalog.||) ' LIMIT 0'::pg_catalog.text;
    EXECUTE pg_catalog.format('SELECT %s.goce_extract(NULL::pg_catalog.text, $1, NULL::pg_catalog.text, NULL::pg_catalog.bytea)', own) USING method;
    EXECUTE put USING 0::pg_catalog.oid, '(0,1)'::pg_catalog.tid, NULL::pg_catalog.text, NULL::pg_catalog.text, NULL::pg_catalog.text;

    IF pg_catalog.octet_length(called OPERATOR(pg_catalog.||) '_claims'::pg_catalog.text)
        OPERATOR(pg_catalog.>) pg_catalog.current_setting('max_identifier_length')::int THEN
        RAISE EXCEPTION 'name of the target is too long'
            USING ERRCODE = 'name_too_long', HINT = 'The table of its claims is named like it, with "_claims" after it.';
    END IF;
    called := called OPERATOR(pg_catalog.||) '_claims'::pg_catalog.text;
    claims := pg_catalog.format('%I.%I', home, called);
    IF pg_catalog.to_regclass(claims) IS NULL THEN
        IF NOT pg_catalog.pg_has_role(owner, 'USAGE'::pg_catalog.text) THEN
            RAISE EXCEPTION 'target "%" has no table of claims', target
                USING ERRCODE = 'insufficient_privilege',
                      HINT = 'The first call of goce_extract_pending by the owner of the target makes it.';
        END IF;
        EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE', texts);
        IF pg_catalog.to_regclass(claims) IS NULL THEN
            EXECUTE pg_catalog.format('CREATE TABLE %s USING heap AS SELECT %s FROM %s LIMIT 0', claims, keys, texts);
            EXECUTE pg_catalog.format(
                'ALTER TABLE %s ADD goce_session int NOT NULL, ADD goce_deaths int NOT NULL,
                    ADD goce_claimed_at pg_catalog.timestamptz NOT NULL, ADD PRIMARY KEY (%s)', claims, keys);
            EXECUTE pg_catalog.format('ALTER TABLE %s OWNER TO %I', claims, pg_catalog.pg_get_userbyid(owner));
        END IF;
        COMMIT;
    END IF;
    -- In a schema where others create tables a name is not enough: their table might have a trigger.
    PERFORM FROM pg_catalog.pg_class AS c WHERE c.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(claims)::pg_catalog.oid
        AND c.relkind OPERATOR(pg_catalog.=) 'r'::pg_catalog."char" AND c.relowner OPERATOR(pg_catalog.=) owner;
    IF NOT FOUND THEN
        RAISE EXCEPTION '"%" is not a table of the owner of "%"', called, target
            USING ERRCODE = 'wrong_object_type', HINT = 'The claims of a target stand in a table of this name. Rename one of the two.';
    END IF;

    pending := pg_catalog.format('NOT EXISTS (SELECT FROM %s AS t WHERE %s)', texts, same);
    is_dead := pg_catalog.format(
        't.goce_session OPERATOR(pg_catalog.<>) ALL (ARRAY(SELECT l.objid::int FROM pg_catalog.pg_locks AS l
            WHERE l.locktype OPERATOR(pg_catalog.=) ''advisory''::pg_catalog.text AND l.objsubid OPERATOR(pg_catalog.=) 2::pg_catalog.int2
              AND l.classid OPERATOR(pg_catalog.=) %s::pg_catalog.oid AND l.database OPERATOR(pg_catalog.=) (
                  SELECT d.oid FROM pg_catalog.pg_database AS d WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database())))', locks);
    -- The lock is the weakest, because a session that looks for pages must not hide one from the session that has just
    -- claimed it. So two sessions may claim the same page: the second waits for the first, in the order of the rows.
    claim := pg_catalog.format(
        'INSERT INTO %s (%s, goce_session, goce_deaths, goce_claimed_at) SELECT %s, $3, 0, pg_catalog.clock_timestamp()
         FROM %s AS s WHERE s.tableoid OPERATOR(pg_catalog.=) $1 AND s.ctid OPERATOR(pg_catalog.=) ANY ($2)
            AND %s AND NOT EXISTS (SELECT FROM %s AS t WHERE %s)
         ORDER BY s.ctid FOR KEY SHARE OF s SKIP LOCKED ON CONFLICT DO NOTHING', claims, keys, keys, pages, pending, claims, same);
    take_over := pg_catalog.format(
        'UPDATE %s AS t SET goce_session = $3, goce_deaths = t.goce_deaths OPERATOR(pg_catalog.+) 1,
            goce_claimed_at = pg_catalog.clock_timestamp()
         FROM %s AS s WHERE %s AND %s AND t.goce_session OPERATOR(pg_catalog.=) $4 AND %s RETURNING t.goce_deaths',
        claims, pages, is_here, same, is_dead);
    lock := pg_catalog.format(
        'SELECT true FROM %s AS s WHERE %s AND %s
            AND EXISTS (SELECT FROM %s AS t WHERE %s AND t.goce_session OPERATOR(pg_catalog.=) $3)
         FOR NO KEY UPDATE OF s SKIP LOCKED', pages, is_here, pending, claims, same);
    -- By the key of each page: what looks at all claims takes longer with each batch, because those of before lie there
    -- until a vacuum. Pages that have moved or gone meanwhile are not found so, which is rare.
    release := pg_catalog.format(
        'DELETE FROM %s AS t USING %s AS s WHERE s.tableoid OPERATOR(pg_catalog.=) $2 AND s.ctid OPERATOR(pg_catalog.=) ANY ($3)
            AND %s AND t.goce_session OPERATOR(pg_catalog.=) $1', claims, pages, same);
    release_all := pg_catalog.format('DELETE FROM %s AS t WHERE t.goce_session OPERATOR(pg_catalog.=) $1', claims);

    -- What a cancel left at the one moment when the lock outlives its transaction.
    PERFORM pg_catalog.pg_advisory_unlock(locks, l.objid::int) FROM pg_catalog.pg_locks AS l
    WHERE l.locktype OPERATOR(pg_catalog.=) 'advisory'::pg_catalog.text AND l.objsubid OPERATOR(pg_catalog.=) 2::pg_catalog.int2
      AND l.classid OPERATOR(pg_catalog.=) locks::pg_catalog.oid AND l.pid OPERATOR(pg_catalog.=) pg_catalog.pg_backend_pid();
    -- Claims of the dead on pages that are pending no more.
    EXECUTE pg_catalog.format('DELETE FROM %s AS t WHERE %s AND NOT EXISTS (SELECT FROM %s AS s WHERE %s AND %s)',
                              claims, is_dead, pages, same, pending);

    -- The first COMMIT keeps the places of all rows that are pending, a few bytes each, so that they are
    -- looked for once, in the order in which the table keeps them, whatever join found them. A row that has
    -- moved since is left for the next call.
    FOR places IN EXECUTE pg_catalog.format(
        'SELECT p.part, ARRAY[p.place] AS rows, p.dead, 0::bigint AS number
         FROM (SELECT s.tableoid AS part, s.ctid AS place, t.goce_session AS dead FROM %1$s AS t JOIN %2$s AS s ON %3$s
               WHERE %4$s AND %5$s) AS p
         UNION ALL
         SELECT p.part, pg_catalog.array_agg(p.place ORDER BY p.place), NULL, p.number
         FROM (SELECT s.tableoid AS part, s.ctid AS place,
                      (pg_catalog.row_number() OVER (ORDER BY s.tableoid, s.ctid) OPERATOR(pg_catalog.-) 1::bigint) OPERATOR(pg_catalog./) %6$s::bigint
                          OPERATOR(pg_catalog.+) 1::bigint AS number
               FROM %2$s AS s WHERE %4$s AND NOT EXISTS (SELECT FROM %1$s AS t WHERE %3$s)) AS p
         GROUP BY p.part, p.number
         ORDER BY number, part, rows', claims, pages, same, pending, is_dead, batch)
    LOOP
        deaths := NULL;
        IF places.dead IS NULL THEN
            EXECUTE claim USING places.part, places.rows, session;
            GET DIAGNOSTICS claimed = ROW_COUNT;
        ELSE
            EXECUTE take_over INTO deaths USING places.part, places.rows[1], session, places.dead;
            claimed := pg_catalog.num_nonnulls(deaths);
        END IF;
        CONTINUE WHEN claimed OPERATOR(pg_catalog.=) 0::bigint;
        PERFORM pg_catalog.pg_advisory_lock(locks, session);
        COMMIT;
        -- A cancel in the middle of a page undoes that page. One between two pages undoes what the batch has done, so that
        -- its claims can still be given back.
        BEGIN
            PERFORM pg_catalog.pg_advisory_xact_lock(locks, session);
            PERFORM pg_catalog.pg_advisory_unlock(locks, session);
            PERFORM pg_catalog.set_config('goce.page_timeout', milliseconds::int::pg_catalog.text, true);

            FOR i IN 1 .. pg_catalog.cardinality(places.rows) LOOP
                EXECUTE lock INTO is_mine USING places.part, places.rows[i], session;
                CONTINUE WHEN is_mine IS NULL;
                state := NULL;
                IF deaths OPERATOR(pg_catalog.>) 1 THEN
                    state := '58000';
                    message := 'the session or the call that worked on this page ended before its time, twice';
                ELSE
                    BEGIN
                        EXECUTE extract OPERATOR(pg_catalog.||) ' WHERE '::pg_catalog.text OPERATOR(pg_catalog.||) is_here
                        INTO content USING places.part, places.rows[i];
                        EXECUTE put USING places.part, places.rows[i], content, NULL::pg_catalog.text, NULL::pg_catalog.text;
                    EXCEPTION
                        WHEN query_canceled THEN
                            GET STACKED DIAGNOSTICS cancelled = MESSAGE_TEXT;
                        WHEN assert_failure OR OTHERS THEN
                            GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT;
                    END;
                    EXIT WHEN cancelled IS NOT NULL;
                END IF;
                IF state IS NOT NULL THEN
                    EXECUTE put USING places.part, places.rows[i], NULL::pg_catalog.text, state, message;
                    failed := failed OPERATOR(pg_catalog.+) 1::bigint;
                END IF;
                taken := taken OPERATOR(pg_catalog.+) 1::bigint;
                IF pg_catalog.clock_timestamp() OPERATOR(pg_catalog.-) told OPERATOR(pg_catalog.>) '10 s'::interval THEN
                    RAISE NOTICE '% pages so far, % of them failed', taken, failed;
                    told := pg_catalog.clock_timestamp();
                END IF;
            END LOOP;

            IF cancelled IS NULL THEN
                EXECUTE release USING session, places.part, places.rows;
                GET DIAGNOSTICS released = ROW_COUNT;
                IF released OPERATOR(pg_catalog.<>) claimed THEN
                    EXECUTE release_all USING session;
                END IF;
            END IF;
        EXCEPTION WHEN query_canceled THEN
            GET STACKED DIAGNOSTICS cancelled = MESSAGE_TEXT;
        END;
        IF cancelled IS NOT NULL THEN
            IF deaths IS NULL THEN
                EXECUTE release_all USING session;
            ELSE
                -- A cancel is no death; those before it count still.
                EXECUTE pg_catalog.format('UPDATE %s AS t SET goce_deaths = t.goce_deaths OPERATOR(pg_catalog.-) 1
                                           WHERE t.goce_session OPERATOR(pg_catalog.=) $1', claims) USING session;
            END IF;
        END IF;
        COMMIT;
        -- PostgreSQL counts the dead rows of a call at its end, so no autovacuum comes before that. Where no session has
        -- a claim the table is emptied; where others have, that is tried again when it is twice as large.
        IF cancelled IS NULL AND pg_catalog.pg_relation_size(claims::pg_catalog.regclass) OPERATOR(pg_catalog.>) most THEN
            BEGIN
                EXECUTE pg_catalog.format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE NOWAIT', claims);
                EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s)', claims) INTO is_mine;
                IF is_mine THEN
                    most := 2::bigint OPERATOR(pg_catalog.*) pg_catalog.pg_relation_size(claims::pg_catalog.regclass);
                ELSE
                    EXECUTE pg_catalog.format('TRUNCATE %s', claims);
                    most := 8388608;
                END IF;
            EXCEPTION WHEN lock_not_available OR insufficient_privilege THEN
                most := 2::bigint OPERATOR(pg_catalog.*) pg_catalog.pg_relation_size(claims::pg_catalog.regclass);
            END;
            COMMIT;
        END IF;
        IF cancelled IS NOT NULL THEN
            RAISE EXCEPTION USING ERRCODE = 'query_canceled', MESSAGE = cancelled;
        END IF;
    END LOOP;
    COMMIT;
    RAISE NOTICE '% pages extracted, % of them failed', taken, failed;
END $procedure$;

CREATE FUNCTION goce_markdown_0_2_0("html" text, "method" text DEFAULT 'auto', "genre" text DEFAULT NULL, "screenshot" bytea DEFAULT NULL, "url" text DEFAULT NULL, "front_matter" bool DEFAULT false, "comments" bool DEFAULT NULL, "focus" text DEFAULT 'balanced', "site" goce_site DEFAULT NULL) RETURNS text IMMUTABLE PARALLEL SAFE COST 900000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_markdown_0_2_wrapper';

CREATE FUNCTION goce_html_0_2_0("html" text, "method" text DEFAULT 'auto', "genre" text DEFAULT NULL, "screenshot" bytea DEFAULT NULL, "url" text DEFAULT NULL, "comments" bool DEFAULT NULL, "focus" text DEFAULT 'balanced', "site" goce_site DEFAULT NULL) RETURNS text IMMUTABLE PARALLEL SAFE COST 1000000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_html_0_2_wrapper';

CREATE FUNCTION goce_highlight_0_2_0("html" text, "method" text DEFAULT 'auto', "genre" text DEFAULT NULL, "screenshot" bytea DEFAULT NULL, "comments" bool DEFAULT NULL, "focus" text DEFAULT 'balanced', "site" goce_site DEFAULT NULL) RETURNS text IMMUTABLE PARALLEL SAFE COST 1100000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_highlight_0_2_wrapper';

CREATE FUNCTION "goce_site_accum"("state" goce_site, "html" text) RETURNS goce_site IMMUTABLE PARALLEL SAFE COST 100000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_site_accum_wrapper';

CREATE FUNCTION "goce_site_combine"("state" goce_site, "other" goce_site) RETURNS goce_site IMMUTABLE STRICT PARALLEL SAFE COST 50000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_site_combine_wrapper';

CREATE FUNCTION "goce_site_blocks"("site" goce_site) RETURNS TABLE ("text_hash" bigint, "pages" bigint, "sample" text, "error" bigint, "place_hash" bigint, "place" text, "place_pages" bigint) IMMUTABLE STRICT PARALLEL SAFE COST 50000 LANGUAGE c AS 'MODULE_PATHNAME', 'goce_site_blocks_wrapper';

CREATE FUNCTION "goce_site_pages"("site" goce_site) RETURNS bigint IMMUTABLE STRICT PARALLEL SAFE LANGUAGE c AS 'MODULE_PATHNAME', 'goce_site_pages_wrapper';

CREATE AGGREGATE goce_site(html text) (SFUNC = goce_site_accum, STYPE = goce_site, SSPACE = 393216, COMBINEFUNC = goce_site_combine, PARALLEL = SAFE);

CREATE AGGREGATE goce_site_merge(site goce_site) (SFUNC = goce_site_combine, STYPE = goce_site, SSPACE = 262144, COMBINEFUNC = goce_site_combine, PARALLEL = SAFE);

-- PostgreSQL adds no arguments to a function, and drops none that a view, an index or a column needs. So each of these
-- stays the same object, with its owner and rights, and gets the row of another that is made for that: PostgreSQL's own
-- modules change signatures in pg_proc too. Calls that are stored, as in views, name the arguments that they give; the
-- planner adds the defaults of the others.
DO $move$
DECLARE
    moved record;
    before pg_catalog.oid;
    after pg_catalog.oid;
BEGIN
    FOR moved IN SELECT v.kind, v.before, v.after FROM (VALUES
        ('FUNCTION'::pg_catalog.text, 'goce_page_type(text)'::pg_catalog.text,
         'goce_page_type_0_2_0(text, bytea)'::pg_catalog.text),
        ('FUNCTION'::pg_catalog.text, 'goce_page_type_scores(text)'::pg_catalog.text,
         'goce_page_type_scores_0_2_0(text, bytea)'::pg_catalog.text),
        ('FUNCTION'::pg_catalog.text, 'goce_blocks(text, text, text, bytea)'::pg_catalog.text,
         'goce_blocks_0_2_0(text, text, text, bytea, bool, text, goce_site)'::pg_catalog.text),
        ('FUNCTION'::pg_catalog.text, 'goce_extract(text, text, text, bytea)'::pg_catalog.text,
         'goce_extract_0_2_0(text, text, text, bytea, bool, text, goce_site)'::pg_catalog.text),
        ('PROCEDURE'::pg_catalog.text, 'goce_extract_pending(regclass, regclass, int, text, text)'::pg_catalog.text,
         'goce_extract_pending_0_2_0(regclass, regclass, int, text, text, interval)'::pg_catalog.text),
        ('FUNCTION'::pg_catalog.text, 'goce_markdown(text, text, text, bytea, text)'::pg_catalog.text,
         'goce_markdown_0_2_0(text, text, text, bytea, text, bool, bool, text, goce_site)'::pg_catalog.text),
        ('FUNCTION'::pg_catalog.text, 'goce_html(text, text, text, bytea, text)'::pg_catalog.text,
         'goce_html_0_2_0(text, text, text, bytea, text, bool, text, goce_site)'::pg_catalog.text),
        ('FUNCTION'::pg_catalog.text, 'goce_highlight(text, text, text, bytea)'::pg_catalog.text,
         'goce_highlight_0_2_0(text, text, text, bytea, bool, text, goce_site)'::pg_catalog.text)
    ) AS v (kind, before, after)
    LOOP
        before := pg_catalog.to_regprocedure(moved.before)::pg_catalog.oid;
        after := pg_catalog.to_regprocedure(moved.after)::pg_catalog.oid;
        UPDATE pg_catalog.pg_proc AS p SET
            procost = n.procost, prorows = n.prorows, prosupport = n.prosupport, proisstrict = n.proisstrict,
            provolatile = n.provolatile, proparallel = n.proparallel, pronargs = n.pronargs,
            pronargdefaults = n.pronargdefaults, proargtypes = n.proargtypes, proallargtypes = n.proallargtypes,
            proargmodes = n.proargmodes, proargnames = n.proargnames, proargdefaults = n.proargdefaults,
            prosrc = n.prosrc, probin = n.probin
        FROM pg_catalog.pg_proc AS n
        WHERE p.oid OPERATOR(pg_catalog.=) before AND n.oid OPERATOR(pg_catalog.=) after
            AND p.prorettype OPERATOR(pg_catalog.=) n.prorettype AND p.proretset OPERATOR(pg_catalog.=) n.proretset;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'function % is not there, or returns another type', moved.before;
        END IF;
        -- The types of its arguments.
        UPDATE pg_catalog.pg_depend AS d SET objid = before
        WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid
            AND d.objid OPERATOR(pg_catalog.=) after AND d.deptype OPERATOR(pg_catalog.=) 'n'::pg_catalog."char"
            AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass::pg_catalog.oid;
        EXECUTE pg_catalog.format('DROP %s %s', moved.kind, moved.after);
        -- Other sessions keep the expressions of indexes and partitions with all arguments, and look them up anew.
        UPDATE pg_catalog.pg_class AS c SET relname = c.relname
        FROM pg_catalog.pg_depend AS d
        WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid
            AND d.objid OPERATOR(pg_catalog.=) c.oid
            AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid
            AND d.refobjid OPERATOR(pg_catalog.=) before;
    END LOOP;
    -- The same of indexes and partitions over functions in SQL: their bodies, which may call goce, are a part of what
    -- is kept.
    UPDATE pg_catalog.pg_class AS c SET relname = c.relname
    WHERE EXISTS (
        SELECT FROM pg_catalog.pg_depend AS d
        JOIN pg_catalog.pg_proc AS p ON p.oid OPERATOR(pg_catalog.=) d.refobjid
        JOIN pg_catalog.pg_language AS l ON l.oid OPERATOR(pg_catalog.=) p.prolang
        WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid
            AND d.objid OPERATOR(pg_catalog.=) c.oid
            AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid
            AND l.lanname OPERATOR(pg_catalog.=) 'sql'::pg_catalog.name);
    -- And of the checks of domains, which sessions look up anew when a row of a check has changed.
    UPDATE pg_catalog.pg_constraint AS c SET conname = c.conname
    WHERE c.contypid OPERATOR(pg_catalog.<>) 0::pg_catalog.oid;
END $move$;

COMMENT ON FUNCTION goce_page_type(text, bytea) IS 'type of a page, by its HTML, a screenshot or both: one of seven, such as article, product or forum';
COMMENT ON FUNCTION goce_page_type_scores(text, bytea) IS 'probability of each page type, by the HTML of a page, a screenshot or both';
COMMENT ON FUNCTION goce_extract(text, text, text, bytea, bool, text, goce_site) IS 'main content of a page as plain text, NULL where it has none';
COMMENT ON FUNCTION goce_markdown(text, text, text, bytea, text, bool, bool, text, goce_site) IS 'main content of a page as Markdown, NULL where it has none';
COMMENT ON FUNCTION goce_html(text, text, text, bytea, text, bool, text, goce_site) IS 'main content of a page as clean HTML without scripts, NULL where it has none';
COMMENT ON FUNCTION goce_highlight(text, text, text, bytea, bool, text, goce_site) IS 'page itself, inert, with its main content marked, to open in a browser';
COMMENT ON FUNCTION goce_blocks(text, text, text, bytea, bool, text, goce_site) IS 'text blocks of a page in document order, each with its XPath and whether it is content';
COMMENT ON FUNCTION goce_items(text, text) IS 'records of a list-view page in document order, each with the fields it has';
COMMENT ON FUNCTION goce_posts(text, text) IS 'posts of a thread in document order, each with author, time and text';
COMMENT ON FUNCTION goce_select(text, text) IS 'elements of a page that match a CSS selector, in document order, each with its XPath, visible text and HTML';
COMMENT ON FUNCTION goce_chunks(text, text, int, int, text, text, bytea) IS 'main content of a page in pieces of bounded length, each with the headings that it stands below';
COMMENT ON FUNCTION goce_create_target(regclass, text) IS 'creates a table for goce_extract_pending to extract pages into, the table of its claims and the view of its progress';
COMMENT ON PROCEDURE goce_extract_pending(regclass, regclass, int, text, text, interval) IS 'extracts the pages of the source that are not in the target yet, in batches that are committed one by one';
COMMENT ON FUNCTION goce_metadata(text, text) IS 'metadata of a page as jsonb: title, author, date, sitename, language, description, image, url, tags';
COMMENT ON FUNCTION goce_url(text) IS 'one form of an address of the web, for joins: no tracking, no fragment; NULL for what is none';
COMMENT ON FUNCTION goce_simhash(text) IS '64 bits of a text, of which few differ between near-duplicates; NULL for a text without words';
COMMENT ON FUNCTION goce_simhash_distance(bigint, bigint) IS 'number of bits in which two values of goce_simhash differ';
COMMENT ON FUNCTION goce_minhash(text, int, int) IS 'one number a band: near-duplicates have one in common, which a GIN index finds by &&; NULL for a text without words';
COMMENT ON FUNCTION goce_language(text) IS 'language of a text, by its code of ISO 639-1; NULL where that is not sure';
COMMENT ON FUNCTION goce_regconfig(text) IS 'text search configuration for the language of a text; simple where there is none';
COMMENT ON TYPE goce_site IS 'what the pages of a site share: a bounded sample of their blocks';
COMMENT ON AGGREGATE goce_site(text) IS 'what the pages of a site share, in at most 256 kB, the same for any order and division of the pages';
COMMENT ON AGGREGATE goce_site_merge(goce_site) IS 'what all pages share of which the values were made';
COMMENT ON FUNCTION goce_site_blocks(goce_site) IS 'texts that several pages of a site have, the commonest first, with the number of pages and its error';
COMMENT ON FUNCTION goce_site_pages(goce_site) IS 'number of pages of which the value was made';
COMMENT ON FUNCTION goce_site_accum(goce_site, text) IS 'transition function of the aggregate goce_site';
COMMENT ON FUNCTION goce_site_combine(goce_site, goce_site) IS 'combine function of the aggregates goce_site and goce_site_merge';
COMMENT ON FUNCTION goce_site_in(cstring) IS 'input function of the type goce_site';
COMMENT ON FUNCTION goce_site_out(goce_site) IS 'output function of the type goce_site';
COMMENT ON FUNCTION goce_site_recv(internal) IS 'binary input function of the type goce_site';
COMMENT ON FUNCTION goce_site_send(goce_site) IS 'binary output function of the type goce_site';
COMMENT ON FUNCTION goce_decode(bytea, text) IS 'text of the bytes of a page, by the encoding sniffing of the HTML standard';
COMMENT ON AGGREGATE goce_region_accuracy(int[], int[]) IS 'mean accuracy with which detected regions capture the actual ones, by their densities (equation 4 of the SD paper)';
COMMENT ON FUNCTION goce_train(text, text, jsonb) IS 'trained model of the content of pages, learned from the rows (html, gold) of a query';
COMMENT ON FUNCTION goce_model_info(bytea) IS 'description of a trained model: options, training data, scores by cross-validation';
COMMENT ON FUNCTION goce_publish(text, bytea) IS 'stores a trained model under a name in goce_models, and replaces one of that name';
COMMENT ON COLUMN goce_models.model IS 'model as goce_train returned it';
COMMENT ON COLUMN goce_models.published_at IS 'time when the model was published last';
COMMENT ON COLUMN goce_models.published_by IS 'user who published the model last';
COMMENT ON FUNCTION goce_genre_model() IS 'network in use that tells genres by screenshots, and the process that loaded it';
ALTER FUNCTION goce_blocks(text, text, text, bytea, bool, text, goce_site) ROWS 200;
ALTER FUNCTION goce_chunks(text, text, int, int, text, text, bytea) ROWS 10;
ALTER FUNCTION goce_items(text, text) ROWS 30;
ALTER FUNCTION goce_page_type_scores(text, bytea) ROWS 7;
ALTER FUNCTION goce_posts(text, text) ROWS 20;
ALTER FUNCTION goce_select(text, text) ROWS 50;
ALTER FUNCTION goce_site_blocks(goce_site) ROWS 50;

-- By hand:
ALTER TABLE goce_models ALTER published_by SET DEFAULT current_user::pg_catalog.text;
