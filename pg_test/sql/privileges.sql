-- What our SQL names is in pg_catalog or in our schema, whatever the caller's search path and whoever may create objects in it.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
\set SHOW_CONTEXT never
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/failure.sql'
\i :include

-- The script that was installed, and the bodies within it, without comments.
CREATE TABLE script AS
SELECT regexp_replace(pg_read_file(setting || '/extension/goce--' || extversion || '.sql'), '(^|\s)--[^\n]*', '', 'g') AS sql
FROM pg_config, pg_extension WHERE name = 'SHAREDIR' AND extname = 'goce';
CREATE TABLE body AS
SELECT substring(found[1] FROM '(DO|FUNCTION \w+|PROCEDURE \w+)[^;]*$') AS name,
       -- Messages are no SQL.
       regexp_replace(found[3], '(EXCEPTION|NOTICE|WARNING|HINT =|HINT = pg_catalog.format\() ?''[^'']*''', '\1 ''''', 'g') AS sql
FROM script, regexp_matches(sql, '([^$]*)\$(\w+)\$(.*?)\$\2\$', 'g') AS found
WHERE found[1] !~ 'SET search_path = pg_catalog, pg_temp'; -- what has a path of its own may write as it likes
-- What this file must find.
INSERT INTO body VALUES ('a bad example', 'DECLARE a text; BEGIN PERFORM pg_catalog.goce_html(b, pg_catalog.concat(c, '',''), (d, e)), pg_catalog.goce_url(f); a := pg_catalog.upper(quote_ident(b::name)) || ''x''; IF c IN (1) OR d BETWEEN 1 AND 2 THEN
    EXECUTE pg_catalog.format(''SELECT FROM pg_class WHERE oid = %s'', e); END IF; RAISE EXCEPTION ''a = b''; END');
-- None of CREATE EXTENSION's replacements, which are made within quotes too (CVE-2023-39417).
SELECT regexp_matches(sql, '@ext\w+@', 'gi') AS replacement FROM script;

-- What the bodies call, by how it is written. That is where the call goes where it has a schema.
CREATE VIEW call AS
SELECT name, found[1] AS call FROM body, regexp_matches(sql, '([\w.%$]*\w)\s*\(', 'g') AS found
WHERE found[1] NOT IN ('ALL', 'ANY', 'AND', 'ARRAY', 'AS', 'COALESCE', 'CONFLICT', 'EXISTS', 'FILTER', 'FROM', 'JOIN', 'KEY', 'MATERIALIZED', 'NOT', 'ON', 'OPERATOR', 'OR', 'OVER', 'ROW', 'SELECT', 'SET', 'THEN', 'VALUES', 'WHERE', 'b', 'c', 'g', 'k', 'n', 'q', 't', 'v', 'w')
  AND found[1] !~ '(^|[^.])%([0-9]+\$)?\w+$'; -- a table, before its columns
SELECT DISTINCT name, call FROM call ORDER BY name, call;
SELECT DISTINCT name, call AS unqualified FROM call WHERE call !~ '^(pg_catalog|%([0-9]\$)?s)\.' ORDER BY name, call;
SELECT DISTINCT name, found[1] AS operator FROM body, regexp_matches(sql, 'OPERATOR\(([^)]*)\)', 'g') AS found ORDER BY name, operator;
SELECT DISTINCT name, found[1] AS type FROM body, regexp_matches(sql, '::\s*([\w."%$]+)', 'g') AS found ORDER BY name, type;
-- Types, catalogs and operators without a schema, and constructs that look for an operator by the path.
SELECT name, found[1] AS unqualified FROM body, regexp_matches(sql,
    '(?<![.\w''])(bytea|name|numeric|oid|reg\w+|text|tid|timestamptz|pg_(?!catalog\M)\w+|BETWEEN|DISTINCT(?! ON)|ILIKE|IN\s*\(|LIKE|NATURAL|NULLIF|SIMILAR|USING\s*\(|CASE\s+(?!WHEN)\w+)\M',
    'g') AS found;
SELECT name, line AS unqualified
FROM body, regexp_split_to_table(sql, '\n') AS line,
     -- What is left without casts, assignments, names of arguments, places of format, constants of statements, columns that are set.
     regexp_replace(line, 'OPERATOR\([^)]*\)|::|:=|=>|\.\.|%+([0-9]+\$)?[sIL]|= excluded\M|SET \([^)]*\) =|count\(\*\)|''\+''|''''[^'']*''''|(ERRCODE|DETAIL|HINT|MESSAGE|claimed|ended|removed|ended_\w+|released|state|message|written|pages|profile|updated_at|goce_\w+) =( |$)', '', 'g') AS rest
WHERE rest ~ '[-+*/<>=~!@#%^&|`?]';

-- A call of a function of ours gives all its arguments: what others create by its name fits as well as fewer do.
CREATE FUNCTION pg_temp.arguments(sql text) RETURNS int LANGUAGE plpgsql AS $$ -- of a call, after its parenthesis
DECLARE
    depth int := 1;
    given int := 1;
    token text;
BEGIN
    FOR token IN SELECT part[1] FROM regexp_matches(sql, '(''[^'']*''|[^''])', 'g') AS part LOOP
        depth := depth + CASE token WHEN '(' THEN 1 WHEN ')' THEN -1 ELSE 0 END;
        EXIT WHEN depth = 0;
        given := given + (token = ',' AND depth = 1)::int;
    END LOOP;
    RETURN given;
END $$;
CREATE TABLE own_call AS
SELECT name, p.proname, pg_temp.arguments(found[2]) AS given, p.pronargs, p.proargtypes::oid[]
FROM body, regexp_split_to_table(sql, '\.(?=goce_)') AS piece, regexp_match(piece, '^(goce_\w+)\((.*)') AS found
JOIN pg_proc AS p ON p.proname = found[1]
JOIN pg_depend AS d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e';
SELECT name, proname, given, pronargs FROM own_call ORDER BY name, proname;
SELECT name, proname AS lacks_arguments FROM own_call WHERE given < pronargs;

-- Nothing of the extension depends on a function or an operator of anybody else; pg_catalog's are not recorded.
WITH member AS (
    SELECT classid, objid FROM pg_depend
    WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e' AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'goce')
)
SELECT pg_describe_object(d.classid, d.objid, d.objsubid) AS object, pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid) AS depends_on
FROM member JOIN pg_depend AS d USING (classid, objid)
WHERE d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass, 'pg_cast'::regclass)
  AND (d.refclassid, d.refobjid) NOT IN (TABLE member)
  AND d.refobjid NOT IN (SELECT typarray FROM pg_type WHERE oid IN (SELECT objid FROM member))
  AND d.refobjid NOT IN (SELECT reltype FROM pg_class WHERE oid IN (SELECT objid FROM member));

-- Traps: a function, an operator, a type and a view of everything in pg_catalog, found before it.
CREATE SCHEMA trap;
CREATE FUNCTION trap.sprung(what text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'trap: %', what; END $$;
DO $$
DECLARE
    it record;
    trapped int := 0;
    stated text;
BEGIN
    FOR it IN SELECT oid, proname, proretset, prorettype,
                     (SELECT coalesce(string_agg(CASE WHEN place = pronargs AND provariadic <> 0 THEN 'VARIADIC ' ELSE '' END
                                                 || format_type(argument, NULL), ', ' ORDER BY place), '')
                      FROM unnest(proargtypes::oid[]) WITH ORDINALITY AS _ (argument, place)) AS arguments
              FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND 'internal'::regtype <> ALL (proargtypes::oid[])
    LOOP
        stated := format('CREATE FUNCTION trap.%I(%s) RETURNS %s %s ', it.proname, it.arguments,
                         CASE WHEN it.proretset THEN 'SETOF' ELSE '' END, format_type(it.prorettype, NULL));
        BEGIN
            EXECUTE stated || format('LANGUAGE plpgsql AS %L', format('BEGIN RAISE EXCEPTION ''trap: %%'', %L; END', it.oid::regprocedure));
            trapped := trapped + 1;
        EXCEPTION WHEN OTHERS THEN
            BEGIN -- of arguments that plpgsql does not take; what it calls refuses any
                EXECUTE stated || 'LANGUAGE internal AS ''any_in''';
                trapped := trapped + 1;
            EXCEPTION WHEN OTHERS THEN NULL;
            END;
        END;
    END LOOP;
    ASSERT trapped > 2500, trapped;
    trapped := 0;
    FOR it IN SELECT oid, oprname, oprkind, format_type(oprleft, NULL) AS l, format_type(oprright, NULL) AS r, format_type(oprresult, NULL) AS result
              FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprkind IN ('b', 'l')
    LOOP
        EXECUTE format('CREATE FUNCTION trap.operator_%s(%s) RETURNS %s LANGUAGE plpgsql AS %L', it.oid,
                       concat_ws(', ', CASE it.oprkind WHEN 'b' THEN it.l END, it.r), it.result,
                       format('BEGIN RAISE EXCEPTION ''trap: %%'', %L; END', it.oid::regoperator));
        EXECUTE format('CREATE OPERATOR trap.%s (%s RIGHTARG = %s, FUNCTION = trap.operator_%s)', it.oprname,
                       CASE it.oprkind WHEN 'b' THEN format('LEFTARG = %s,', it.l) END, it.r, it.oid);
        trapped := trapped + 1;
    END LOOP;
    ASSERT trapped > 700, trapped;
    FOR it IN SELECT typname FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype IN ('b', 'r') AND typcategory <> 'A'
    LOOP
        EXECUTE format('CREATE DOMAIN trap.%1$I AS pg_catalog.%1$I CHECK (trap.sprung(%2$L))', it.typname, 'type ' || it.typname);
    END LOOP;
    FOR it IN SELECT relname, string_agg(quote_ident(attname), ', ') AS columns
              FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid JOIN pg_type ON pg_type.oid = atttypid
              WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0
                AND typtype <> 'p' AND typname <> '_pg_statistic' -- types that no view may have
              GROUP BY relname
    LOOP
        EXECUTE format('CREATE VIEW trap.%1$I AS SELECT %2$s FROM pg_catalog.%1$I WHERE trap.sprung(%3$L)', it.relname, it.columns, 'view ' || it.relname);
    END LOOP;
END $$;
-- What fits better than ours, or as well, where the last arguments are left to their defaults: every number of them.
DO $$
DECLARE
    trap record;
BEGIN
    FOR trap IN SELECT DISTINCT proname, proargtypes[0:number - 1]::regtype[] AS types
                FROM own_call, generate_series(1, pronargs - 1) AS number WHERE name <> 'a bad example'
    LOOP
        EXECUTE format('CREATE FUNCTION %I(%s) RETURNS text LANGUAGE sql AS $trap$ SELECT trap.sprung(%L)::text $trap$',
                       trap.proname, array_to_string(trap.types, ', '), trap.proname);
    END LOOP;
END $$;
SELECT oid::regprocedure AS trap FROM pg_proc
WHERE proname IN (SELECT proname FROM own_call) AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'sql') ORDER BY pronargs, proname;
CREATE TABLE page AS SELECT n AS id, 'x'::text AS site, format('<nav>Home</nav><p class=text>Page number %s says something', n) AS html,
    format('Page number %s says something', n) AS gold, 'article'::text AS genre, 'article'::text AS kind FROM generate_series(1, 6) AS n;
ALTER TABLE page ADD PRIMARY KEY (id, site);

SET search_path = trap, pg_catalog, public;
-- The traps are there, for what is unqualified and for what only fits.
SELECT * FROM pg_temp.failure($$ SELECT quote_ident('x'::pg_catalog.name) $$);
SELECT * FROM pg_temp.failure($$ SELECT 8::bigint % 3::int $$);
SELECT * FROM pg_temp.failure($$ SELECT 'x'::text $$);
SELECT * FROM pg_temp.failure($$ SELECT FROM pg_class $$);
SELECT * FROM pg_temp.failure($$ SELECT format('%s', 1) $$);
-- Everything that has SQL of its own, within the extension or within its library.
SELECT public.goce_create_target('public.page', 'public.page_text');
CALL public.goce_extract_pending('public.page', 'public.page_text', 4, 'default');
TABLE public.page_text_progress;
SELECT target, done, pending, failed, sessions FROM public.goce_progress;
-- With columns of goce_page, all and one that comes later.
SELECT public.goce_create_target('public.page', 'public.page_row', '{authors,published,page_type,metadata}');
ALTER TABLE public.page_row DROP metadata, ADD confidence pg_catalog.float4;
CALL public.goce_extract_pending('public.page', 'public.page_row', 4, url => $$ pg_catalog.format('https://www.example.org/%s', id) $$, learn_sites => false);
ALTER TABLE public.page_row ADD markdown pg_catalog.text;
CALL public.goce_extract_pending('public.page', 'public.page_row', 4, url => $$ pg_catalog.format('https://www.example.org/%s', id) $$, learn_sites => false);
SELECT pg_catalog.count(*), pg_catalog.count(confidence) AS confidence, pg_catalog.count(page_type) AS page_type FROM public.page_row;
TABLE public.page_row_progress;
SELECT public.goce_create_target('public.page', 'public.page_row', '{bogus}');
DROP TABLE public.page_row, public.page_row_claims CASCADE;
DELETE FROM public.page_text;
-- With what the pages of a site share, and a page that cannot be read.
CALL public.goce_extract_pending('public.page', 'public.page_text', 4, 'auto', 'CASE WHEN id OPERATOR(pg_catalog.=) 3 THEN (1 OPERATOR(pg_catalog./) (id OPERATOR(pg_catalog.-) 3))::pg_catalog.text ELSE html END',
    url => $$ pg_catalog.format('https://www.example.org/%s', id) $$, learn_sites => true);
SELECT site, pages FROM public.page_text_sites;
DELETE FROM public.page_text;
CALL public.goce_extract_pending('public.page', 'public.page_text', 4, site => 'site', learn_sites => true);
CALL public.goce_extract_pending('public.page', 'public.page_text', 4, 'default', site => 'site');
CALL public.goce_extract_pending('public.page', 'public.page_text', 4, site => 'site', learn_sites => false);
DELETE FROM public.page_text;
\setenv PGDATABASE :DBNAME
\setenv PGOPTIONS '-c search_path=trap,pg_catalog,public -c client_min_messages=warning'
-- With claims of the dead, a page that is recorded for them, and one that fails.
\setenv poison 'CASE WHEN id OPERATOR(pg_catalog.=) 5 THEN pg_catalog.pg_terminate_backend(pg_catalog.pg_backend_pid())::pg_catalog.text WHEN (1 OPERATOR(pg_catalog./) (id OPERATOR(pg_catalog.-) 2)) OPERATOR(pg_catalog.=) 5 THEN NULL ELSE html END'
\! psql -X -q -c "CALL public.goce_extract_pending('public.page', 'public.page_text', 4, 'default', \$\$ $poison \$\$)" >/dev/null 2>&1
\! psql -X -q -c "CALL public.goce_extract_pending('public.page', 'public.page_text', 4, 'default', \$\$ $poison \$\$)" >/dev/null 2>&1
\! psql -X -q -c "CALL public.goce_extract_pending('public.page', 'public.page_text', 4, 'default', \$\$ $poison \$\$)" 2>&1
TABLE public.page_text_progress;
SELECT id, sqlstate, error FROM public.page_text WHERE sqlstate IS NOT NULL ORDER BY id;
-- With a cancel, and with a target made by hand.
CREATE TABLE public.by_hand (id int, site pg_catalog.text, content pg_catalog.text, sqlstate pg_catalog.text, error pg_catalog.text,
    extracted_at pg_catalog.timestamptz, PRIMARY KEY (id, site));
CALL public.goce_extract_pending('public.page', 'public.by_hand', 4, 'default', 'html OPERATOR(pg_catalog.||) pg_catalog.pg_cancel_backend(pg_catalog.pg_backend_pid())::pg_catalog.text OPERATOR(pg_catalog.||) pg_catalog.pg_sleep(60)::pg_catalog.text');
CALL public.goce_extract_pending('public.page', 'public.by_hand', 4, 'default');
SELECT pg_catalog.count(*) FROM public.by_hand;
-- What is refused.
CALL public.goce_extract_pending('public.page_text_progress', 'public.page_text');
CALL public.goce_extract_pending('public.page', 'public.page', 0);
CALL public.goce_extract_pending('public.page', 'public.page', page_timeout => '-1 s');
CREATE VIEW public.page_view AS TABLE public.page;
CALL public.goce_extract_pending('public.page_view', 'public.page_text');
SELECT public.goce_create_target('public.page', pg_catalog.repeat('x', 60));
SELECT public.goce_create_target('public.page', 'a.b.c');
SELECT public.goce_create_target('public.page_view', 'public.x');
-- The rest that reads or writes by SQL.
SELECT public.goce_publish('m', public.goce_train('SELECT html, gold FROM public.page', 'tree', '{"folds": 0}'));
SELECT public.goce_publish('m', public.goce_model('m'), true);
SELECT public.goce_publish('m', public.goce_model('n'));
SELECT pg_catalog.count(*) FROM public.goce_compare('SELECT html, gold, genre FROM public.page', ARRAY['default', 'model:m']);
SELECT * FROM public.goce_sync_chunks('public.page', 'public.page_chunks', url => 'site', condition => 'id OPERATOR(pg_catalog.>) 0');
SELECT * FROM public.goce_sync_chunks('public.page', 'public.page_chunks', max_words => 10);
SELECT * FROM public.goce_near_duplicates('SELECT id, html FROM public.page ORDER BY id', 10);
DROP TABLE public.page_chunks, public.page_text, public.page_text_claims, public.page_text_counted, public.page_text_sites CASCADE;
SELECT public.goce_create_target('public.page', 'public.page_text');
CALL public.goce_extract_pending('public.page', 'public.page_text', 4, html => 'NULL', model => 'm');
CALL public.goce_extract_pending('public.page', 'public.page_text', 4, model => 'n');
SELECT DISTINCT method, pg_catalog.length(version), no_text FROM public.page_text;
SELECT precision FROM public.goce_sd_fit('SELECT html, kind FROM public.page');
SELECT (public.goce_lcs_eval(gold, gold)).pages, (public.goce_genre_eval(genre, genre)).pages FROM public.page;
SELECT public.goce_region_accuracy(ARRAY[1], ARRAY[1]);
-- And the script itself, of a user who owns the schema.
RESET search_path;
DROP TABLE page, page_text, page_text_claims, by_hand, by_hand_claims CASCADE;
DO $$
BEGIN
    EXECUTE (SELECT 'DROP FUNCTION ' || string_agg(oid::regprocedure::text, ', ') FROM pg_proc
             WHERE proname IN (SELECT proname FROM own_call) AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'sql'));
END $$;
DROP EXTENSION goce;
CREATE ROLE "svc$app's" ;
GRANT USAGE ON SCHEMA trap TO "svc$app's";
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO %I', current_database(), 'svc$app''s'); END $$;
ALTER SCHEMA trap OWNER TO "svc$app's";
SET ROLE "svc$app's";
SET search_path = trap, pg_catalog, public;
CREATE EXTENSION goce SCHEMA trap;
SELECT trap.goce_publish('m', trap.goce_train('SELECT ''<nav>a b</nav><p>c d e f''::pg_catalog.text, ''c d e f''::pg_catalog.text', 'tree', '{"folds": 0}'));
RESET search_path;
RESET ROLE;
SELECT privilege_type, is_grantable FROM pg_class, aclexplode(relacl)
WHERE relname = 'goce_models' AND grantee = '"svc$app''s"'::regrole ORDER BY privilege_type;
DROP EXTENSION goce;

-- Names of a schema that CREATE EXTENSION does not put in where they would end a string or a body.
CREATE SCHEMA "a$b'c""d\e$procedure$";
CREATE EXTENSION goce SCHEMA "a$b'c""d\e$procedure$";
SET search_path = "a$b'c""d\e$procedure$";
CREATE TABLE "pa$ge's" AS SELECT 1 AS "i'd", '<p>text'::text AS "ht$m""l";
ALTER TABLE "pa$ge's" ADD PRIMARY KEY ("i'd");
SELECT goce_create_target('"pa$ge''s"', '"te$x''t"');
CALL goce_extract_pending('"pa$ge''s"', '"te$x''t"', html => '"ht$m""l"');
SELECT "i'd", content FROM "te$x't";
SELECT goce_publish('m', goce_train('SELECT ''<nav>a b</nav><p>c d e f''::text, ''c d e f''::text', 'tree', '{"folds": 0}'));
SELECT count(*) FROM goce_models;
RESET search_path;

SET client_min_messages = error;
DROP SCHEMA "a$b'c""d\e$procedure$", trap CASCADE;
DROP OWNED BY "svc$app's" CASCADE;
DROP ROLE "svc$app's";
DROP TABLE script, body, own_call CASCADE;
CREATE EXTENSION goce;
