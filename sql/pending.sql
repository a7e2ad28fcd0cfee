-- Extraction of a table of pages in batches, each in a transaction of its own.
--
-- The caller may have a schema of another role in the search path, and a procedure that commits cannot set a path of its
-- own. So every function, operator, type and relation below is written with its schema, or looked up in the catalog.
-- Only the caller's own words are looked up in the caller's path: the name of a new target, the expression of a page.
-- pg_test/sql/privileges.sql tests this.

-- A page is claimed before it is worked on: a row with the number of the session is committed to the table of claims,
-- beside the target. The session holds the advisory lock of that number from before that commit until the results are
-- committed and the claims deleted. A call that fails or is cancelled deletes its claims. So a claim whose lock nobody
-- holds belongs to a session that died. Its page may be the cause, and is taken alone from then on. A cancel that comes
-- during a commit ends the call before it can delete claims and lock: the lock of an idle session does not count.
-- Every role may take any advisory lock. So a lock counts only where the role of its holder may make claims.
--
-- With url or site the call first learns what the pages of each site share, from all pages that are not counted yet, and
-- then extracts. Pages to be learned from are claimed as pages to be extracted are. That a page is counted is committed
-- with the profile that it is in, so none counts twice, and one that ends its session is met as often as without.
--
-- All transactions are READ COMMITTED. At other levels rows that change meanwhile are errors, even at the COMMIT, where
-- nothing can catch them; and a session that looks for pages needs no snapshot for that.
CREATE PROCEDURE goce_extract_pending(
    source regclass, target regclass, batch int DEFAULT 100, method text DEFAULT 'auto', html text DEFAULT 'html',
    page_timeout interval DEFAULT '30 s', url text DEFAULT NULL, site text DEFAULT NULL, model text DEFAULT NULL,
    hidden text DEFAULT 'folded', comments boolean DEFAULT NULL, focus text DEFAULT 'balanced', title boolean DEFAULT NULL,
    learn_sites boolean DEFAULT NULL
)
LANGUAGE plpgsql AS $procedure$
DECLARE
    learns CONSTANT boolean := COALESCE(learn_sites, pg_catalog.num_nonnulls(url, site) OPERATOR(pg_catalog.>) 0);
    others CONSTANT int := 3; -- pages of a site, beside the one to be extracted, from which on they say something
    locks CONSTANT int := 1735353189; -- the first half of the advisory locks' keys: "goce" in ASCII
    session int;
    milliseconds double precision := pg_catalog.ceil(
        pg_catalog.date_part('epoch'::pg_catalog.text, page_timeout) OPERATOR(pg_catalog.*) 1000::double precision);
    home pg_catalog.text; -- schemas
    own pg_catalog.text;
    called pg_catalog.text;
    pages pg_catalog.text; -- tables
    texts pg_catalog.text;
    claims pg_catalog.text;
    counted pg_catalog.text;
    sites pg_catalog.text;
    beside pg_catalog.text;
    suffix pg_catalog.text;
    owner pg_catalog.oid;
    keys pg_catalog.text; -- columns
    page_keys pg_catalog.text;
    page_columns pg_catalog.text[];
    same pg_catalog.text; -- conditions
    whole pg_catalog.text;
    pending pg_catalog.text;
    todo pg_catalog.text;
    unclaimed pg_catalog.text;
    is_here CONSTANT pg_catalog.text := 's.tableoid OPERATOR(pg_catalog.=) $1 AND s.ctid OPERATOR(pg_catalog.=) $2';
    is_dead pg_catalog.text;
    -- All arguments, each with its type: what others create by that name in this schema may fit as well as fewer do.
    content_of CONSTANT pg_catalog.text := E'%1$s.goce_extract((%2$s\n)::pg_catalog.text, %3$L::pg_catalog.text,
        NULL::pg_catalog.text, NULL::pg_catalog.bytea, %7$L::boolean, %8$L::pg_catalog.text,
        url => NULL::pg_catalog.text, title => %9$L::boolean, model => %5$s::pg_catalog.bytea, hidden => %6$L::pg_catalog.text, site => %4$s::%1$s.goce_site)';
    page_of CONSTANT pg_catalog.text := E'%1$s.goce_page(%2$s, p.url, %3$L::pg_catalog.text,
        NULL::pg_catalog.text, NULL::pg_catalog.bytea, %7$L::boolean, %8$L::pg_catalog.text,
        title => %9$L::boolean, model => %5$s::pg_catalog.bytea, hidden => %6$L::pg_catalog.text, site => %4$s::%1$s.goce_site)';
    -- The host of an address, without "www." and port.
    host_of CONSTANT pg_catalog.text := E'pg_catalog.regexp_replace(pg_catalog.split_part(%1$s.goce_url((%2$s\n)::pg_catalog.text),
        ''/'', 3), ''^www[.]|:[0-9]+$'', '''', ''g'')';
    html_of CONSTANT pg_catalog.text := E'(' OPERATOR(pg_catalog.||) html OPERATOR(pg_catalog.||) E'\n)::pg_catalog.text';
    url_of CONSTANT pg_catalog.text := COALESCE(E'(' OPERATOR(pg_catalog.||) url OPERATOR(pg_catalog.||) E'\n)', 'NULL') OPERATOR(pg_catalog.||) '::pg_catalog.text'::pg_catalog.text;
    of_expressions CONSTANT pg_catalog.text := '"html", "url" and "site" are SQL expressions over the columns of the source, such as html => ''body''.';
    site_of pg_catalog.text; -- expressions
    by_site pg_catalog.text := '';
    learn pg_catalog.text; -- statements
    is_readable pg_catalog.text;
    claim pg_catalog.text;
    take_over pg_catalog.text;
    lock pg_catalog.text;
    put pg_catalog.text;
    put_failure pg_catalog.text;
    page pg_catalog.text;
    conflict pg_catalog.text;
    is_left pg_catalog.text;
    name_of pg_catalog.text;
    release pg_catalog.text;
    release_all pg_catalog.text;
    places record; -- of rows of one table
    missing record; -- a right
    missed pg_catalog.tid;
    seen pg_catalog.tid[];
    readable pg_catalog.tid[];
    is_learning boolean;
    is_secured CONSTANT boolean := pg_catalog.row_security_active(source::pg_catalog.oid);
    is_mine boolean;
    is_put boolean;
    written bigint;
    failures bigint;
    most bigint := 8388608; -- bytes of claims
    released bigint;
    claimed bigint;
    deaths int;
    trained pg_catalog.bytea;
    version pg_catalog.text;
    state pg_catalog.text;
    html_type pg_catalog.regtype;
    message pg_catalog.text;
    ended pg_catalog.text; -- the SQLSTATE by which the call ends, and what it says
    ended_message pg_catalog.text;
    ended_detail pg_catalog.text;
    total bigint; -- pages
    gone bigint;
    passed bigint;
    seconds double precision;
    taken bigint := 0;
    failed bigint := 0;
    refused bigint := 0;
    first_refused pg_catalog.text;
    unlocked bigint := 0;
    learned bigint := 0;
    unread bigint := 0;
    uncounted bigint := 0;
    left_over bigint;
    held bigint;
    orphans bigint;
    holders pg_catalog.text;
    last_uncounted pg_catalog.text;
    began pg_catalog.timestamptz;
    noticed pg_catalog.timestamptz := pg_catalog.clock_timestamp();
BEGIN
    SELECT pg_catalog.quote_ident(n.nspname::pg_catalog.text) INTO own
    FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) e.extnamespace
    WHERE e.extname OPERATOR(pg_catalog.=) 'goce'::pg_catalog.name;
    EXECUTE pg_catalog.format('SELECT %s.goce_in_transaction_block()', own) INTO is_mine;
    IF is_mine THEN -- the COMMIT would fail, and say less
        RAISE EXCEPTION 'invalid transaction termination'
            USING ERRCODE = 'invalid_transaction_termination',
                  DETAIL = 'The procedure commits after every batch, and the session is in a transaction block.',
                  HINT = 'Call it outside of BEGIN and COMMIT, with autocommit on: psql has it unless AUTOCOMMIT is off, drivers have a setting for it.';
    END IF;
    COMMIT; -- within a transaction that is not to be ended this fails before the work, not after it
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED; -- and so are those that are chained to it

    IF html IS NULL THEN
        RAISE EXCEPTION 'html must not be NULL' USING ERRCODE = 'null_value_not_allowed', HINT = of_expressions;
    END IF;
    IF batch IS NULL OR batch OPERATOR(pg_catalog.<) 1 THEN
        RAISE EXCEPTION 'batch must be at least 1' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF milliseconds IS NULL OR milliseconds OPERATOR(pg_catalog.<) 0::double precision
        OR milliseconds OPERATOR(pg_catalog.>) 2147483647::double precision THEN
        RAISE EXCEPTION 'page_timeout must be from 0 to 24 days'
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Zero is no limit.';
    END IF;
    IF learns OPERATOR(pg_catalog.<>) (pg_catalog.num_nonnulls(url, site) OPERATOR(pg_catalog.>) 0) AND (learns OR site IS NOT NULL) THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
            MESSAGE = CASE WHEN learns THEN 'learn_sites needs url or site' ELSE 'site is for learn_sites alone' END,
            HINT = 'With learn_sites the site of a page is what "site" says, else the host of its address, by "url".';
    ELSIF learns AND learn_sites IS NULL THEN
        RAISE WARNING 'url and site alone ask to learn what the pages of a site share, as in version 0.3.0'
            USING HINT = 'Say so by learn_sites => true, or by false that "url" is the address and no more.';
    END IF;

    -- The model is read here, once for all pages, so that none is done by what was published under the name since.
    EXECUTE pg_catalog.format('SELECT %s.goce_version()', own) INTO version;
    IF model IS NOT NULL THEN
        EXECUTE pg_catalog.format('SELECT %s.goce_model($1)', own) INTO trained USING model;
        version := pg_catalog.concat(version, '+', pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(trained), 'hex'), 12));
    END IF;

    SELECT pg_catalog.format('%I.%I', n.nspname, c.relname), n.nspname, c.relname, c.relowner INTO texts, home, called, owner
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
    WHERE c.oid OPERATOR(pg_catalog.=) target::pg_catalog.oid;
    SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) INTO pages
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
    WHERE c.oid OPERATOR(pg_catalog.=) source::pg_catalog.oid;
    EXECUTE pg_catalog.format('SELECT f.keys, f.page_keys, f.same, f.columns FROM %s.goce_target_facts($1) AS f', own)
    INTO keys, page_keys, same, page_columns USING target;
    -- The columns of this call, without a look at the catalogs for each page.
    whole := CASE WHEN page_columns OPERATOR(pg_catalog.=) '{}'::pg_catalog.text[] THEN 'true' ELSE pg_catalog.format(
        'COALESCE(t.goce_columns, ''{}''::pg_catalog.text[]) OPERATOR(pg_catalog.@>) %L::pg_catalog.text[]', page_columns) END;
    IF pages IS NULL OR keys IS NULL THEN
        RAISE EXCEPTION 'source and target must be tables, the target one with a primary key'
            USING ERRCODE = 'invalid_parameter_value', HINT = 'The function "goce_create_target" makes a target.';
    ELSIF NOT EXISTS (SELECT FROM pg_catalog.pg_attribute AS a WHERE a.attrelid OPERATOR(pg_catalog.=) target::pg_catalog.oid
                      AND a.attname OPERATOR(pg_catalog.=) 'extracted_at'::pg_catalog.name AND NOT a.attisdropped) THEN
        RAISE EXCEPTION '"%" is not a target: it has no column "extracted_at"', target
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
    SELECT v.relation, pg_catalog.format('It needs %s on "%s"%s. The owner of the table can GRANT it.', v.needed, v.relation, v.reason) INTO missing
    FROM (VALUES (source, 'SELECT'::pg_catalog.text, ''), (source, 'UPDATE', ', to lock its rows'), (target, 'SELECT', ''), (target, 'INSERT', ''),
        (target, CASE WHEN page_columns OPERATOR(pg_catalog.<>) '{}'::pg_catalog.text[] THEN 'UPDATE' END, ', to fill its columns')) AS v (relation, needed, reason)
    WHERE NOT CASE WHEN v.relation OPERATOR(pg_catalog.=) source AND v.needed OPERATOR(pg_catalog.=) 'SELECT' -- its ctid is read too
        THEN pg_catalog.has_table_privilege(v.relation::pg_catalog.oid, v.needed)
        ELSE pg_catalog.has_any_column_privilege(v.relation::pg_catalog.oid, v.needed) END LIMIT 1;
    IF FOUND THEN -- PostgreSQL would not say why it is needed
        RAISE EXCEPTION 'permission denied for table %', missing.relation USING ERRCODE = 'insufficient_privilege', HINT = missing.format;
    END IF;
    IF pg_catalog.to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
        EXECUTE 'SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition AS d WHERE d.logicalrelid::pg_catalog.oid OPERATOR(pg_catalog.=) ANY ($1))'
        INTO is_mine USING ARRAY[source::pg_catalog.oid, target::pg_catalog.oid];
        IF is_mine THEN
            RAISE EXCEPTION 'source or target is distributed by Citus'
                USING ERRCODE = 'feature_not_supported',
                      HINT = pg_catalog.format('Its workers extract the pages with INSERT INTO %s (%s, content, extracted_at) SELECT %s, %s, pg_catalog.now() FROM %s ON CONFLICT (%s) DO NOTHING.',
                                               target, keys, keys, pg_catalog.format(content_of, own, html, method, 'NULL',
                                                   CASE WHEN model IS NULL THEN 'NULL' ELSE pg_catalog.format('%s.goce_model(%L)', own, model) END, hidden,
                                                   comments, focus, COALESCE(title, false)), source, keys);
        END IF;
    END IF;

    -- One collation, whatever that of a column is.
    IF learns THEN
        site_of := pg_catalog.format(E'(%s\n)::pg_catalog.text COLLATE pg_catalog."C"', COALESCE(site, pg_catalog.format(host_of, own, url)));
    END IF;
    -- A wrong argument fails the call, and not every page. A site, where one is asked for, is that of an empty page.
    EXECUTE pg_catalog.format('SELECT %s', pg_catalog.format(content_of, own, 'NULL', method,
        CASE WHEN learns THEN pg_catalog.format('%s.goce_site(''''::pg_catalog.text)', own) ELSE 'NULL' END, '$1', hidden,
        comments, focus, COALESCE(title, false))) USING trained;
    BEGIN -- what is wrong with an expression is said without the SQL around it
        EXECUTE pg_catalog.format('SELECT %s, %s, %s FROM %s AS s LIMIT 0', html_of, url_of, CASE WHEN learns THEN site_of ELSE 'NULL' END, pages);
        EXECUTE pg_catalog.format(E'SELECT pg_catalog.pg_typeof((SELECT %s\n FROM %s AS s LIMIT 0))', html, pages) INTO html_type;
    EXCEPTION WHEN syntax_error OR undefined_column OR undefined_table THEN
        GET STACKED DIAGNOSTICS message = PG_EXCEPTION_HINT;
        RAISE EXCEPTION USING ERRCODE = SQLSTATE, MESSAGE = SQLERRM, HINT = pg_catalog.btrim(pg_catalog.concat_ws(' ', message, of_expressions));
    END;
    -- Bytes would become their hexadecimal digits.
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_type AS t WHERE t.oid OPERATOR(pg_catalog.=) html_type::pg_catalog.oid
                   AND (t.typcategory OPERATOR(pg_catalog.=) ANY ('{S,X}'::pg_catalog."char"[]) OR html_type OPERATOR(pg_catalog.=) 'pg_catalog.xml'::pg_catalog.regtype)) THEN
        RAISE EXCEPTION '"html" is of type %, not text', html_type
            USING ERRCODE = 'datatype_mismatch',
                  HINT = 'It is an expression of type text over the columns of the source. Bytes become text by goce_decode.';
    END IF;

    claims := pg_catalog.format('%I.%I', home, called OPERATOR(pg_catalog.||) '_claims'::pg_catalog.text);
    counted := pg_catalog.format('%I.%I', home, called OPERATOR(pg_catalog.||) '_counted'::pg_catalog.text);
    sites := pg_catalog.format('%I.%I', home, called OPERATOR(pg_catalog.||) '_sites'::pg_catalog.text);
    -- The caller's expressions see the columns of the source alone. What a subquery with OFFSET computes is computed once.
    page := pg_catalog.format(
        CASE WHEN learns THEN
            'SELECT p.html, p.url, (SELECT g.profile FROM %5$s AS g WHERE g.site OPERATOR(pg_catalog.=) p.site AND g.pages OPERATOR(pg_catalog.>) %6$s::bigint) AS profile
             FROM (SELECT %1$s AS html, %8$s AS url, %7$s AS site FROM %2$s AS s WHERE %3$s OFFSET 0) AS p OFFSET 0'
        ELSE 'SELECT %1$s AS html, %8$s AS url, NULL::%4$s.goce_site AS profile FROM %2$s AS s WHERE %3$s OFFSET 0' END,
        html_of, pages, is_here, own, sites, others, site_of, url_of);
    -- goce_page, for which it is the last page, says why a page has no text, and what else of it is wanted.
    page := pg_catalog.format(
        'SELECT p.content, CASE WHEN %s THEN %s END AS page FROM (SELECT p.html, p.url, p.profile, %s AS content FROM (%s) AS p OFFSET 0) AS p OFFSET 0',
        CASE WHEN page_columns OPERATOR(pg_catalog.=) '{}'::pg_catalog.text[] THEN 'p.content IS NULL' ELSE 'true' END,
        pg_catalog.format(page_of, own, 'COALESCE(p.html, ''''::pg_catalog.text)', method, 'p.profile', '$5', hidden, comments, focus, COALESCE(title, true)),
        pg_catalog.format(content_of, own, 'p.html', method, 'p.profile', '$5', hidden, comments, focus, COALESCE(title, false)), page);
    -- A row that lacks columns gets them, and all else anew. Where that fails it keeps what it has.
    conflict := CASE WHEN page_columns OPERATOR(pg_catalog.=) '{}'::pg_catalog.text[] THEN 'NOTHING' ELSE
        'UPDATE SET sqlstate = excluded.sqlstate, error = excluded.error, extracted_at = excluded.extracted_at,
            goce_columns = excluded.goce_columns%10$s WHERE NOT (%11$s)' END;
    put := 'INSERT INTO %1$s AS t (%2$s, content, sqlstate, error, extracted_at%6$s) SELECT %3$s, %7$s, $3, $4, pg_catalog.clock_timestamp()%8$s
         FROM %4$s AS s%9$s WHERE %5$s ON CONFLICT (%2$s) DO ' OPERATOR(pg_catalog.||) conflict;
    -- A target of an older version lacks these columns, and one of a user may have others of these names.
    SELECT pg_catalog.format(put, texts, keys, page_keys, pages, is_here, pg_catalog.string_agg(v.attribute, ''), 'p.content',
               pg_catalog.string_agg(v.value, ''), pg_catalog.format(' CROSS JOIN (%s) AS p', page),
               ', content = excluded.content'::pg_catalog.text OPERATOR(pg_catalog.||) pg_catalog.string_agg(v.assignment, ''), whole),
           pg_catalog.format(put, texts, keys, page_keys, pages, is_here, pg_catalog.string_agg(v.attribute, '') FILTER (WHERE NOT v.of_page),
               'NULL', pg_catalog.string_agg(v.value, '') FILTER (WHERE NOT v.of_page), '', '', whole)
    INTO put, put_failure
    FROM (
        SELECT pg_catalog.format(', %I', v.attribute) AS attribute, pg_catalog.concat(', ', v.value) AS value,
               CASE WHEN v.attribute OPERATOR(pg_catalog.<>) 'goce_columns'::pg_catalog.name
                   THEN pg_catalog.format(', %1$I = excluded.%1$I', v.attribute) END AS assignment, v.of_page
        FROM (
            SELECT v.attribute, v.value, v.of_page
            FROM (VALUES ('method'::pg_catalog.name, 'pg_catalog.text'::pg_catalog.regtype, pg_catalog.format('%L::pg_catalog.text',
                             COALESCE('model:'::pg_catalog.text OPERATOR(pg_catalog.||) model, method, 'auto')), false),
                         ('version', 'pg_catalog.text', pg_catalog.format('%L::pg_catalog.text', version), false),
                         ('no_text', 'pg_catalog.text', '(p.page).no_text', true),
                         ('goce_columns', 'pg_catalog.text[]', pg_catalog.format('%L::pg_catalog.text[]', page_columns), false)) AS v (attribute, kind, value, of_page)
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid OPERATOR(pg_catalog.=) target::pg_catalog.oid AND a.attname OPERATOR(pg_catalog.=) v.attribute
            WHERE a.atttypid OPERATOR(pg_catalog.=) v.kind::pg_catalog.oid
              AND a.attgenerated OPERATOR(pg_catalog.=) ''::pg_catalog."char" AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_index AS i WHERE i.indrelid OPERATOR(pg_catalog.=) a.attrelid AND i.indisprimary
                    AND a.attnum OPERATOR(pg_catalog.=) ANY (i.indkey::pg_catalog.int2[]))
            UNION ALL
            SELECT c.attribute::pg_catalog.name, pg_catalog.format('(p.page).%I', c.attribute), true FROM pg_catalog.unnest(page_columns) AS c (attribute)
        ) AS v
    ) AS v;
    EXECUTE put_failure USING 0::pg_catalog.oid, '(0,1)'::pg_catalog.tid, NULL::pg_catalog.text, NULL::pg_catalog.text;

    FOREACH suffix IN ARRAY CASE WHEN learns THEN '{_claims,_counted,_sites}'::pg_catalog.text[] ELSE '{_claims}'::pg_catalog.text[] END LOOP
        beside := called OPERATOR(pg_catalog.||) suffix;
        IF pg_catalog.octet_length(beside) OPERATOR(pg_catalog.>) pg_catalog.current_setting('max_identifier_length')::int THEN
            RAISE EXCEPTION 'name of the target is too long'
                USING ERRCODE = 'name_too_long', HINT = pg_catalog.format('A table beside it is named like it, with "%s" after it.', suffix);
        END IF;
        beside := pg_catalog.format('%I.%I', home, beside);
        IF pg_catalog.to_regclass(beside) IS NULL THEN
            IF NOT pg_catalog.pg_has_role(owner, 'USAGE'::pg_catalog.text) THEN
                RAISE EXCEPTION 'target "%" has no table "%"', target, called OPERATOR(pg_catalog.||) suffix
                    USING ERRCODE = 'insufficient_privilege', HINT = 'The first such call by the owner of the target makes it.';
            END IF;
            EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE', texts);
            IF pg_catalog.to_regclass(beside) IS NULL THEN
                IF beside OPERATOR(pg_catalog.=) sites THEN
                    -- What hashes are made of is not worth compressing.
                    EXECUTE pg_catalog.format(
                        'CREATE TABLE %1$s (site pg_catalog.text COLLATE pg_catalog."C" PRIMARY KEY, pages bigint NOT NULL, profile %2$s.goce_site NOT NULL,
                            updated_at pg_catalog.timestamptz NOT NULL) USING heap', beside, own);
                    EXECUTE pg_catalog.format('ALTER TABLE %s ALTER profile SET STORAGE EXTERNAL', beside);
                ELSE
                    EXECUTE pg_catalog.format('CREATE TABLE %s USING heap AS SELECT %s FROM %s LIMIT 0', beside, keys, texts);
                    EXECUTE pg_catalog.format('ALTER TABLE %s %s, ADD PRIMARY KEY (%s)', beside,
                        CASE WHEN beside OPERATOR(pg_catalog.=) claims
                            THEN 'ADD goce_session int NOT NULL, ADD goce_deaths int NOT NULL, ADD goce_claimed_at pg_catalog.timestamptz NOT NULL'
                            ELSE 'ADD goce_failed boolean NOT NULL' END, keys);
                END IF;
                EXECUTE pg_catalog.format('COMMENT ON TABLE %s IS %L', beside, 'what goce_extract_pending remembers of the target beside it');
                EXECUTE pg_catalog.format('ALTER TABLE %s OWNER TO %I', beside, pg_catalog.pg_get_userbyid(owner));
            END IF;
            COMMIT AND CHAIN;
        END IF;
        -- Where other roles create tables in the schema, the name may belong to one of theirs, with a trigger.
        PERFORM FROM pg_catalog.pg_class AS c WHERE c.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(beside)::pg_catalog.oid
            AND c.relkind OPERATOR(pg_catalog.=) 'r'::pg_catalog."char" AND c.relowner OPERATOR(pg_catalog.=) owner;
        IF NOT FOUND THEN
            RAISE EXCEPTION '"%" is not a table of the owner of "%"', called OPERATOR(pg_catalog.||) suffix, target
                USING ERRCODE = 'wrong_object_type', HINT = 'A table of this name belongs to the target. Rename one of the two.';
        END IF;
    END LOOP;

    EXECUTE put USING 0::pg_catalog.oid, '(0,1)'::pg_catalog.tid, NULL::pg_catalog.text, NULL::pg_catalog.text, trained;

    pending := pg_catalog.format('NOT EXISTS (SELECT FROM %s AS t WHERE %s AND %s)', texts, same, whole);
    IF learns THEN
        -- A name that an index does not hold would fail all pages that are learned from with it.
        learn := pg_catalog.format(
            'WITH goce_counted AS (
                 INSERT INTO %1$s (%2$s, goce_failed) SELECT %2$s, s.ctid OPERATOR(pg_catalog.<>) ALL ($4) FROM %3$s AS s
                 WHERE s.tableoid OPERATOR(pg_catalog.=) $1 AND s.ctid OPERATOR(pg_catalog.=) ANY ($2)
                   AND EXISTS (SELECT FROM %4$s AS t WHERE %5$s AND t.goce_session OPERATOR(pg_catalog.=) $3)
                 ORDER BY %2$s ON CONFLICT DO NOTHING RETURNING %2$s, goce_failed
             ), goce_learned AS (
                 INSERT INTO %6$s AS g (site, pages, profile, updated_at)
                 SELECT l.site, %7$s.goce_site_pages(l.profile), l.profile, pg_catalog.clock_timestamp()
                 FROM (SELECT %8$s AS site, %7$s.goce_site(%9$s) AS profile FROM %3$s AS s
                       WHERE s.tableoid OPERATOR(pg_catalog.=) $1 AND s.ctid OPERATOR(pg_catalog.=) ANY ($4)
                         AND EXISTS (SELECT FROM goce_counted AS t WHERE %5$s) GROUP BY 1) AS l
                 WHERE pg_catalog.octet_length(l.site) OPERATOR(pg_catalog.<=) 1000 AND l.profile IS NOT NULL ORDER BY l.site
                 ON CONFLICT (site) DO UPDATE SET pages = g.pages OPERATOR(pg_catalog.+) excluded.pages,
                     profile = %7$s.goce_site_combine(g.profile, excluded.profile), updated_at = excluded.updated_at
             )
             SELECT pg_catalog.count(*), pg_catalog.count(*) FILTER (WHERE goce_failed) FROM goce_counted',
            counted, keys, pages, claims, same, sites, own, site_of, html_of);
        is_readable := pg_catalog.format('SELECT %s, %s.goce_site(%s) IS NULL FROM %s AS s WHERE %s GROUP BY 1', site_of, own, html_of, pages, is_here);
    END IF;
    -- A session may have begun after this transaction read the list of sessions: its lock counts. The lock of a prepared
    -- transaction has no session and does not count. Nor does the lock of an idle session: a cancel at
    -- the moment of a commit has left it. A session that is in no transaction, and not idle, is between two transactions of
    -- its call. Where the state of a session is hidden from this role, its lock counts.
    is_dead := pg_catalog.format(
        't.goce_session OPERATOR(pg_catalog.<>) ALL (ARRAY(SELECT l.objid::int FROM pg_catalog.pg_locks AS l
            LEFT JOIN pg_catalog.pg_stat_activity AS a ON a.pid OPERATOR(pg_catalog.=) l.pid
            WHERE l.locktype OPERATOR(pg_catalog.=) ''advisory''::pg_catalog.text AND l.objsubid OPERATOR(pg_catalog.=) 2::pg_catalog.int2
              AND l.classid OPERATOR(pg_catalog.=) %s::pg_catalog.oid AND l.database OPERATOR(pg_catalog.=) (
                  SELECT d.oid FROM pg_catalog.pg_database AS d WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database())
              AND l.granted AND l.pid IS NOT NULL
              AND (pg_catalog.right(l.virtualtransaction, 2) OPERATOR(pg_catalog.<>) ''/0''::pg_catalog.text
                  OR a.state IS NULL OR a.state OPERATOR(pg_catalog.<>) ''idle''::pg_catalog.text)
              AND (a.pid IS NULL OR EXISTS (
                  SELECT FROM pg_catalog.pg_roles AS r
                  WHERE pg_catalog.pg_has_role(a.usesysid, r.oid, ''MEMBER''::pg_catalog.text)
                    AND pg_catalog.has_table_privilege(r.oid, %s::pg_catalog.oid, ''INSERT''::pg_catalog.text)))))',
        locks, pg_catalog.to_regclass(claims)::pg_catalog.oid);
    take_over := pg_catalog.format(
        'UPDATE %s AS t SET goce_session = $3, goce_deaths = t.goce_deaths OPERATOR(pg_catalog.+) 1,
            goce_claimed_at = pg_catalog.clock_timestamp()
         FROM %s AS s WHERE %s AND %s AND t.goce_session OPERATOR(pg_catalog.=) $4 AND %s RETURNING t.goce_deaths',
        claims, pages, is_here, same, is_dead);
    lock := pg_catalog.format(
        'SELECT true FROM %s AS s WHERE %s AND %s
            AND EXISTS (SELECT FROM %s AS t WHERE %s AND t.goce_session OPERATOR(pg_catalog.=) $3)
         FOR NO KEY UPDATE OF s SKIP LOCKED', pages, is_here, pending, claims, same);
    is_left := pg_catalog.format('SELECT true FROM %s AS s WHERE %s AND %s', pages, is_here, pending);
    name_of := pg_catalog.format('SELECT ROW(%s)::pg_catalog.text FROM %s AS s WHERE %s', keys, pages, is_here);
    -- Claims are found by the keys of the pages: to read all claims takes longer with each batch, because deleted ones stay
    -- until a vacuum. Pages that have moved or gone meanwhile are missed; then release_all follows.
    release := pg_catalog.format(
        'DELETE FROM %s AS t USING %s AS s WHERE s.tableoid OPERATOR(pg_catalog.=) $2 AND s.ctid OPERATOR(pg_catalog.=) ANY ($3)
            AND %s AND t.goce_session OPERATOR(pg_catalog.=) $1', claims, pages, same);
    IF learns THEN -- a right that is missing fails the call
        EXECUTE learn USING 0::pg_catalog.oid, '{}'::pg_catalog.tid[], 0, '{}'::pg_catalog.tid[];
    END IF;
    release_all := pg_catalog.format('DELETE FROM %s AS t WHERE t.goce_session OPERATOR(pg_catalog.=) $1', claims);

    -- A call that was cancelled at the one moment when the lock outlives its transaction has left it.
    PERFORM pg_catalog.pg_advisory_unlock(locks, l.objid::int) FROM pg_catalog.pg_locks AS l
    WHERE l.locktype OPERATOR(pg_catalog.=) 'advisory'::pg_catalog.text AND l.objsubid OPERATOR(pg_catalog.=) 2::pg_catalog.int2
      AND l.classid OPERATOR(pg_catalog.=) locks::pg_catalog.oid AND l.pid OPERATOR(pg_catalog.=) pg_catalog.pg_backend_pid();
    FOREACH is_learning IN ARRAY CASE WHEN learns THEN '{t,f}'::boolean[] ELSE '{f}'::boolean[] END LOOP
        todo := CASE WHEN is_learning THEN pg_catalog.format('NOT EXISTS (SELECT FROM %s AS t WHERE %s)', counted, same) ELSE pending END;
        unclaimed := pg_catalog.format('%s AND NOT EXISTS (SELECT FROM %s AS t WHERE %s)', todo, claims, same);
        -- The row lock is the weakest, because a session that looks for pages must not hide one from the session that has just
        -- claimed it. So two sessions may claim the same page: the second waits for the first, in the order of the rows.
        claim := pg_catalog.format(
            'INSERT INTO %s (%s, goce_session, goce_deaths, goce_claimed_at) SELECT %s, $3, 0, pg_catalog.clock_timestamp()
             FROM %s AS s WHERE s.tableoid OPERATOR(pg_catalog.=) $1 AND s.ctid OPERATOR(pg_catalog.=) ANY ($2)
                AND %s
             ORDER BY s.ctid FOR KEY SHARE OF s SKIP LOCKED ON CONFLICT DO NOTHING', claims, keys, keys, pages, unclaimed);
        IF NOT is_learning THEN
            IF learns THEN
                RAISE NOTICE '% pages counted for their sites, % of them could not be read', learned, unread;
                IF uncounted OPERATOR(pg_catalog.>) 0::bigint THEN
                    RAISE WARNING '% pages could not be counted for their sites', uncounted
                        USING DETAIL = pg_catalog.format('The last error was: %s.', last_uncounted),
                              HINT = 'They are extracted without. The next call tries to count them again.';
                END IF;
                -- What other sessions are learning from belongs to the profiles.
                began := pg_catalog.clock_timestamp();
                LOOP
                    -- The list of sessions is otherwise read once a transaction.
                    PERFORM pg_catalog.pg_stat_clear_snapshot();
                    EXECUTE pg_catalog.format(
                        'SELECT EXISTS (SELECT FROM %s AS t JOIN %s AS s ON %s WHERE t.goce_claimed_at OPERATOR(pg_catalog.<) $1 AND NOT (%s)
                            AND NOT EXISTS (SELECT FROM %s AS t WHERE %s))', claims, pages, same, is_dead, counted, same) INTO is_mine USING began;
                    EXIT WHEN NOT is_mine;
                    IF pg_catalog.clock_timestamp() OPERATOR(pg_catalog.-) noticed OPERATOR(pg_catalog.>) '10 s'::interval THEN
                        RAISE NOTICE 'waiting for pages that other sessions learn from';
                        noticed := pg_catalog.clock_timestamp();
                    END IF;
                    PERFORM pg_catalog.pg_sleep(0.05::double precision);
                END LOOP;
            END IF;
            -- Claims of dead sessions on pages that are no longer pending.
            EXECUTE pg_catalog.format('DELETE FROM %s AS t WHERE %s AND NOT EXISTS (SELECT FROM %s AS s WHERE %s AND %s)',
                                      claims, is_dead, pages, same, pending);
        END IF;
        by_site := '';
        IF learns THEN
            -- A profile is written once a batch, and read once while its pages follow each other. So they come by their
            -- sites, unless a row cannot say its own.
            BEGIN
                EXECUTE pg_catalog.format('SELECT pg_catalog.count(%s) FROM %s AS s WHERE %s', site_of, pages, unclaimed);
                by_site := site_of OPERATOR(pg_catalog.||) ', '::pg_catalog.text;
            EXCEPTION WHEN assert_failure OR OTHERS THEN NULL;
            END;
        END IF;

        -- The first COMMIT keeps the places of all rows to do, a few bytes each, so that they are looked for once. They come
        -- in the order of the table, whatever join found them. A row that has moved since is left for the next call.
        gone := 0;
        total := 0;
        began := pg_catalog.clock_timestamp();
        FOR places IN EXECUTE pg_catalog.format(
            'SELECT q.part, q.rows, q.dead, (pg_catalog.sum(pg_catalog.cardinality(q.rows)) OVER ())::bigint AS total FROM (
             SELECT p.part, ARRAY[p.place] AS rows, p.dead, 0::bigint AS number
             FROM (SELECT s.tableoid AS part, s.ctid AS place, t.goce_session AS dead FROM %1$s AS t JOIN %2$s AS s ON %3$s
                   WHERE %4$s AND %5$s) AS p
             UNION ALL
             SELECT p.part, pg_catalog.array_agg(p.place ORDER BY p.row), NULL, p.row OPERATOR(pg_catalog./) %6$s::bigint OPERATOR(pg_catalog.+) 1::bigint
             FROM (SELECT s.tableoid AS part, s.ctid AS place,
                          pg_catalog.row_number() OVER (ORDER BY %8$ss.tableoid, s.ctid) OPERATOR(pg_catalog.-) 1::bigint AS row
                   FROM %2$s AS s WHERE %7$s) AS p
             GROUP BY p.part, p.row OPERATOR(pg_catalog./) %6$s::bigint
             ) AS q ORDER BY q.number, q.part, q.rows', claims, pages, same, todo, is_dead, batch, unclaimed, by_site)
        LOOP
            total := places.total;
            gone := gone OPERATOR(pg_catalog.+) pg_catalog.cardinality(places.rows)::bigint;
            -- Draws a number whose lock nobody else holds. Where another session has taken the lock of the last number, a new
            -- one is drawn.
            WHILE pg_catalog.pg_try_advisory_xact_lock(locks, session) IS NOT TRUE LOOP
                session := ('x'::pg_catalog.text OPERATOR(pg_catalog.||)
                    pg_catalog.left(pg_catalog.gen_random_uuid()::pg_catalog.text, 7))::pg_catalog.bit(28)::int;
            END LOOP;
            deaths := NULL;
            IF places.dead IS NULL THEN
                EXECUTE claim USING places.part, places.rows, session;
                GET DIAGNOSTICS claimed = ROW_COUNT;
                IF is_secured AND NOT is_learning AND claimed OPERATOR(pg_catalog.<) pg_catalog.cardinality(places.rows)::bigint THEN
                    -- Rows that are neither claimed nor locked by others are those that policies keep from being locked.
                    FOR missed IN EXECUTE pg_catalog.format(
                        'SELECT s.ctid FROM %s AS s WHERE s.tableoid OPERATOR(pg_catalog.=) $1 AND s.ctid OPERATOR(pg_catalog.=) ANY ($2) AND %s',
                        pages, unclaimed) USING places.part, places.rows
                    LOOP
                        BEGIN
                            EXECUTE pg_catalog.format('SELECT true FROM %s AS s WHERE %s FOR KEY SHARE OF s NOWAIT', pages, is_here)
                            INTO is_mine USING places.part, missed;
                            IF is_mine IS NULL THEN
                                unlocked := unlocked OPERATOR(pg_catalog.+) 1::bigint;
                            END IF;
                        EXCEPTION WHEN lock_not_available THEN NULL;
                        END;
                    END LOOP;
                END IF;
            ELSE
                EXECUTE take_over INTO deaths USING places.part, places.rows[1], session, places.dead;
                claimed := pg_catalog.num_nonnulls(deaths);
            END IF;
            CONTINUE WHEN claimed OPERATOR(pg_catalog.=) 0::bigint;
            PERFORM pg_catalog.pg_advisory_lock(locks, session);
            COMMIT AND CHAIN;
            -- An error within a page undoes that page. An error between two pages undoes the batch, so that its claims can
            -- still be deleted.
            BEGIN
                PERFORM pg_catalog.pg_advisory_xact_lock(locks, session);
                PERFORM pg_catalog.pg_advisory_unlock(locks, session);
                PERFORM pg_catalog.set_config('goce.page_timeout', milliseconds::int::pg_catalog.text, true);
                -- Deferred constraints fail at their page, and not at the COMMIT, where the page would not be known.
                SET CONSTRAINTS ALL IMMEDIATE;

                IF is_learning THEN
                    seen := places.rows;
                    readable := CASE WHEN deaths OPERATOR(pg_catalog.>) 1 THEN '{}'::pg_catalog.tid[] ELSE seen END;
                    -- All pages at once, and then those that can be read alone.
                    FOR attempt IN 1 .. 2 LOOP
                        BEGIN
                            EXECUTE learn INTO written, failures USING places.part, seen, session, readable;
                            learned := learned OPERATOR(pg_catalog.+) written;
                            unread := unread OPERATOR(pg_catalog.+) failures;
                            EXIT;
                        EXCEPTION
                            WHEN query_canceled THEN
                                GET STACKED DIAGNOSTICS ended = RETURNED_SQLSTATE, ended_message = MESSAGE_TEXT;
                                EXIT;
                            WHEN assert_failure OR OTHERS THEN
                                IF attempt OPERATOR(pg_catalog.=) 2 OR deaths OPERATOR(pg_catalog.>) 1 THEN
                                    -- No fault of the pages: the next call takes them.
                                    uncounted := uncounted OPERATOR(pg_catalog.+) pg_catalog.cardinality(seen)::bigint;
                                    last_uncounted := SQLERRM;
                                    EXIT;
                                END IF;
                        END;
                        readable := '{}';
                        FOR i IN 1 .. pg_catalog.cardinality(places.rows) LOOP
                            BEGIN
                                EXECUTE is_readable USING places.part, places.rows[i];
                                readable := pg_catalog.array_append(readable, places.rows[i]);
                            EXCEPTION
                                WHEN query_canceled THEN
                                    GET STACKED DIAGNOSTICS ended = RETURNED_SQLSTATE, ended_message = MESSAGE_TEXT;
                                    EXIT;
                                WHEN serialization_failure OR deadlock_detected OR lock_not_available THEN
                                    seen := pg_catalog.array_remove(seen, places.rows[i]);
                                WHEN assert_failure OR OTHERS THEN NULL;
                            END;
                        END LOOP;
                        EXIT WHEN ended IS NOT NULL;
                    END LOOP;
                    IF pg_catalog.clock_timestamp() OPERATOR(pg_catalog.-) noticed OPERATOR(pg_catalog.>) '10 s'::interval THEN
                        RAISE NOTICE '% of % pages counted so far', learned, total;
                        noticed := pg_catalog.clock_timestamp();
                    END IF;
                ELSE
                    FOR i IN 1 .. pg_catalog.cardinality(places.rows) LOOP
                        EXECUTE lock INTO is_mine USING places.part, places.rows[i], session;
                        CONTINUE WHEN is_mine IS NULL;
                        state := NULL;
                        message := NULL;
                        IF deaths OPERATOR(pg_catalog.>) 1 THEN
                            state := '58000';
                            message := 'the session that worked on this page ended before its time, twice; delete this row to have the page tried again';
                        END IF;
                        is_put := false;
                        -- The second attempt records the failure of the first, as where the target refuses the content.
                        FOR attempt IN 1 .. 2 LOOP
                            BEGIN
                                IF state IS NULL THEN
                                    EXECUTE put USING places.part, places.rows[i], state, message, trained;
                                ELSE
                                    EXECUTE put_failure USING places.part, places.rows[i], state, message;
                                END IF;
                                GET DIAGNOSTICS written = ROW_COUNT;
                                IF written OPERATOR(pg_catalog.=) 0::bigint THEN
                                    -- The row may be there all the same, as in a child table that a trigger chose.
                                    EXECUTE is_left INTO is_mine USING places.part, places.rows[i];
                                END IF;
                                is_put := written OPERATOR(pg_catalog.>) 0::bigint OR is_mine IS NULL;
                                IF NOT is_put THEN
                                    RAISE EXCEPTION USING ERRCODE = 'triggered_action_exception',
                                        MESSAGE = 'a trigger or a rule of the target left out the row of this page';
                                END IF;
                            EXCEPTION
                                WHEN query_canceled THEN
                                    GET STACKED DIAGNOSTICS ended = RETURNED_SQLSTATE, ended_message = MESSAGE_TEXT;
                                WHEN serialization_failure OR deadlock_detected OR lock_not_available THEN
                                    -- No fault of the page: the next call takes it.
                                    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT;
                                    EXIT;
                                WHEN assert_failure OR OTHERS THEN
                                    IF state IS NOT NULL AND pg_catalog.left(SQLSTATE, 2) OPERATOR(pg_catalog.=) ANY ('{53,57,58,XX}'::pg_catalog.text[]) THEN
                                        RAISE; -- the server cannot write, whatever the row
                                    END IF;
                                    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT;
                            END;
                            EXIT WHEN is_put OR ended IS NOT NULL;
                            IF state OPERATOR(pg_catalog.=) '42703'::pg_catalog.text THEN -- no fault of the page where it fails without one
                                EXECUTE put USING 0::pg_catalog.oid, '(0,1)'::pg_catalog.tid, NULL::pg_catalog.text, NULL::pg_catalog.text, trained;
                            END IF;
                        END LOOP;
                        EXIT WHEN ended IS NOT NULL;
                        IF NOT is_put THEN
                            refused := refused OPERATOR(pg_catalog.+) 1::bigint;
                            IF first_refused IS NULL THEN
                                EXECUTE name_of INTO first_refused USING places.part, places.rows[i];
                                first_refused := pg_catalog.format('The first has the key %s: %s.', first_refused, message);
                            END IF;
                            CONTINUE;
                        END IF;
                        taken := taken OPERATOR(pg_catalog.+) 1::bigint;
                        IF state IS NOT NULL THEN
                            failed := failed OPERATOR(pg_catalog.+) 1::bigint;
                        END IF;
                        IF pg_catalog.clock_timestamp() OPERATOR(pg_catalog.-) noticed OPERATOR(pg_catalog.>) '10 s'::interval THEN
                            passed := gone OPERATOR(pg_catalog.-) pg_catalog.cardinality(places.rows)::bigint OPERATOR(pg_catalog.+) i::bigint;
                            seconds := pg_catalog.date_part('epoch'::pg_catalog.text, pg_catalog.clock_timestamp() OPERATOR(pg_catalog.-) began);
                            RAISE NOTICE '% pages so far, % of them failed; % of % to go, about % at % pages a second',
                                taken, failed, total OPERATOR(pg_catalog.-) passed, total,
                                pg_catalog.make_interval(secs => pg_catalog.round(
                                    seconds OPERATOR(pg_catalog.*) (total OPERATOR(pg_catalog.-) passed)::double precision OPERATOR(pg_catalog./) passed::double precision)),
                                pg_catalog.round((passed::double precision OPERATOR(pg_catalog./) seconds)::pg_catalog.numeric, 1);
                            noticed := pg_catalog.clock_timestamp();
                        END IF;
                    END LOOP;
                END IF;

                IF ended IS NULL AND NOT (is_learning AND deaths IS NOT NULL) THEN
                    EXECUTE release USING session, places.part, places.rows;
                    GET DIAGNOSTICS released = ROW_COUNT;
                    IF released OPERATOR(pg_catalog.<>) claimed THEN
                        EXECUTE release_all USING session;
                    END IF;
                END IF;
            EXCEPTION WHEN query_canceled OR assert_failure OR OTHERS THEN
                GET STACKED DIAGNOSTICS ended = RETURNED_SQLSTATE, ended_message = MESSAGE_TEXT, ended_detail = PG_EXCEPTION_DETAIL;
            END;
            -- An error gives the claims back. A claim of the dead is left as it was, also to the extraction of its page.
            IF ended IS NOT NULL OR is_learning AND deaths IS NOT NULL THEN
                IF deaths IS NULL THEN
                    EXECUTE release_all USING session;
                ELSE
                    -- Neither is a death of the session. Earlier deaths still count.
                    EXECUTE pg_catalog.format('UPDATE %s AS t SET goce_session = $2, goce_deaths = t.goce_deaths OPERATOR(pg_catalog.-) 1
                                               WHERE t.goce_session OPERATOR(pg_catalog.=) $1', claims) USING session, places.dead;
                END IF;
            END IF;
            COMMIT AND CHAIN;
            -- PostgreSQL counts the dead rows of a call at its end, so no autovacuum comes before that. Where no session has
            -- a claim the table is truncated. Where others have claims, that is tried again when the table is twice as large.
            IF ended IS NULL AND pg_catalog.pg_relation_size(claims::pg_catalog.regclass) OPERATOR(pg_catalog.>) most THEN
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
                COMMIT AND CHAIN;
            END IF;
            IF ended_detail OPERATOR(pg_catalog.<>) ''::pg_catalog.text THEN
                RAISE EXCEPTION USING ERRCODE = ended, MESSAGE = ended_message, DETAIL = ended_detail;
            ELSIF ended OPERATOR(pg_catalog.=) '42703'::pg_catalog.text THEN
                RAISE EXCEPTION USING ERRCODE = ended, MESSAGE = ended_message,
                    HINT = 'The source or the target was changed during the call. Another call takes the pages that are pending.';
            ELSIF ended IS NOT NULL THEN
                RAISE EXCEPTION USING ERRCODE = ended, MESSAGE = ended_message;
            END IF;
        END LOOP;
    END LOOP;
    -- What this call met and did not take is claimed, locked or refused, or others have done it.
    PERFORM pg_catalog.pg_stat_clear_snapshot();
    EXECUTE pg_catalog.format(
        'SELECT CASE WHEN $1 OR EXISTS (SELECT FROM %3$s) THEN (SELECT pg_catalog.count(*) FROM %1$s AS s WHERE %2$s) ELSE 0 END,
             pg_catalog.count(*) FILTER (WHERE %5$s), pg_catalog.count(*) FILTER (WHERE NOT (%5$s)),
             (SELECT pg_catalog.string_agg(l.pid::pg_catalog.text, '', '' ORDER BY l.pid) FROM pg_catalog.pg_locks AS l
              WHERE l.granted AND l.locktype OPERATOR(pg_catalog.=) ''advisory''::pg_catalog.text AND l.classid OPERATOR(pg_catalog.=) %6$s::pg_catalog.oid
                AND l.objsubid OPERATOR(pg_catalog.=) 2::pg_catalog.int2 AND l.database OPERATOR(pg_catalog.=) (
                    SELECT d.oid FROM pg_catalog.pg_database AS d WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database())
                AND l.objid::int OPERATOR(pg_catalog.=) ANY (pg_catalog.array_agg(t.goce_session)))
         FROM %3$s AS t JOIN %1$s AS s ON %4$s WHERE NOT EXISTS (SELECT FROM %7$s AS t WHERE %4$s AND %8$s)',
        pages, pending, claims, same, is_dead, locks, texts, whole)
    INTO left_over, orphans, held, holders USING taken OPERATOR(pg_catalog.<) total;
    COMMIT;
    RAISE NOTICE '% pages extracted, % of them failed', taken, failed;
    IF left_over OPERATOR(pg_catalog.>) 0::bigint THEN
        RAISE NOTICE '% pages are pending', left_over USING
            DETAIL = pg_catalog.concat_ws(' ',
                CASE WHEN held OPERATOR(pg_catalog.>) 0::bigint
                    THEN pg_catalog.format('Other sessions hold %s of them%s.', held, ': process '::pg_catalog.text OPERATOR(pg_catalog.||) holders) END,
                CASE WHEN orphans OPERATOR(pg_catalog.>) 0::bigint
                    THEN pg_catalog.format('Sessions that ended have left %s of them.', orphans) END,
                CASE WHEN held OPERATOR(pg_catalog.+) orphans OPERATOR(pg_catalog.=) 0::bigint THEN 'No session holds them.' END),
            HINT = pg_catalog.concat('Another call takes those that nobody holds',
                CASE WHEN unlocked OPERATOR(pg_catalog.>) 0::bigint THEN ' and that may be locked' END, '.');
    END IF;
    IF refused OPERATOR(pg_catalog.>) 0::bigint THEN
        RAISE WARNING '% pages could be neither extracted nor recorded as failed', refused
            USING DETAIL = first_refused,
                  HINT = 'They are pending. The next call tries them again. The target may have a constraint, a trigger, a rule or a policy that leaves them out.';
    END IF;
    IF unlocked OPERATOR(pg_catalog.>) 0::bigint THEN
        RAISE WARNING '% pages were left out, because row-level security lets them be read but not locked', unlocked
            USING HINT = pg_catalog.format('They are pending. The source "%s" needs a policy for UPDATE that lets them through.', source);
    END IF;
END $procedure$;
