-- The list of calls that scripts/soak and scripts/test-memory make has every function of the extension, but
-- the parts of aggregates, and what makes or fills tables.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
\getenv abs_srcdir PG_ABS_SRCDIR
\set include :abs_srcdir '/include/calls.sql'
\i :include
SELECT count(*) > 60 AS enough FROM call;
SELECT DISTINCT proname AS not_called
FROM pg_proc JOIN pg_depend ON objid = pg_proc.oid AND deptype = 'e' JOIN pg_extension AS e ON e.oid = refobjid AND extname = 'goce'
WHERE proname !~ '_(accum|combine|final|in|out|recv|send)$' AND NOT EXISTS (SELECT FROM call WHERE statement ~ (proname || '\('))
ORDER BY proname;
