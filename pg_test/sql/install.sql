-- In any schema, whatever the search path; by a user who is no superuser; and gone without a trace.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

BEGIN;
DROP EXTENSION goce;
CREATE SCHEMA elsewhere;
CREATE EXTENSION goce SCHEMA elsewhere;
SET LOCAL search_path = pg_catalog;
SELECT elsewhere.goce_extract('<p>x', 'default');
SELECT (elsewhere.goce_lcs_eval('a b', 'a')).recall, (elsewhere.goce_genre_eval('article', 'article')).accuracy;
SELECT count(*) FROM elsewhere.goce_compare('SELECT ''<p>x''::text, ''x''::text, ''article''::text');
SELECT count(*) AS outside FROM pg_proc
WHERE proname LIKE 'goce%' AND pronamespace <> 'elsewhere'::regnamespace;
ALTER EXTENSION goce SET SCHEMA public;
ROLLBACK;

BEGIN;
DROP EXTENSION goce;
SELECT count(*) AS left_behind FROM pg_proc WHERE proname LIKE 'goce%';
CREATE ROLE goce_regress_user;
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO goce_regress_user', current_database()); END $$;
CREATE SCHEMA own AUTHORIZATION goce_regress_user;
SET LOCAL ROLE goce_regress_user;
CREATE EXTENSION goce SCHEMA own;
SELECT own.goce_extract('<p>trusted', 'default');
ROLLBACK;
