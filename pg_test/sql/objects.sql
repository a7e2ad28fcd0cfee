-- What the extension installs is this list and no more, all of it commented, and none of it
-- outside its schema.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;

SELECT pg_describe_object(classid, objid, objsubid) AS object
FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'goce')
  -- Since PostgreSQL 17 the types of arrays and of the rows of tables and views are members too.
  AND NOT (classid = 'pg_type'::regclass AND EXISTS (
      SELECT FROM pg_type LEFT JOIN pg_class ON pg_class.oid = typrelid
      WHERE pg_type.oid = objid AND (typcategory = 'A' OR relkind = ANY ('{r,v}'))))
ORDER BY pg_describe_object(classid, objid, objsubid) COLLATE "C";

SELECT pg_describe_object(classid, objid, objsubid) AS without_comment
FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'goce')
  AND NOT (classid = 'pg_type'::regclass AND EXISTS ( -- these can't be commented on apart
      SELECT FROM pg_type LEFT JOIN pg_class ON pg_class.oid = typrelid
      WHERE pg_type.oid = objid AND (typcategory = 'A' OR relkind = ANY ('{r,v}'))))
  AND obj_description(objid, (SELECT relname FROM pg_class WHERE oid = classid)) IS NULL;

-- Volatility, parallel safety and strictness are what docs/ say.
SELECT p.oid::regprocedure AS function, p.provolatile AS volatile, p.proparallel AS parallel,
       p.proisstrict AS strict
FROM pg_proc AS p
JOIN pg_depend AS d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
WHERE d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'goce') AND p.prokind = 'f'
ORDER BY p.oid::regprocedure::text COLLATE "C";

SELECT goce_version() = extversion AS same_version FROM pg_extension WHERE extname = 'goce';
SELECT name, setting, unit, context FROM pg_settings WHERE name LIKE 'goce.%' ORDER BY name;
SELECT * FROM goce_methods();
SELECT name, kind, version <> '' AS has_version, trained_on <> '' AS has_data FROM goce_models_builtin();
-- The digests are of the weights: hexadecimal, different, and not that of nothing.
SELECT count(DISTINCT sha256) AS digests, bool_and(sha256 ~ '^[0-9a-f]{64}$') AS hexadecimal,
       bool_or(sha256 = encode(sha256(''), 'hex')) AS of_nothing
FROM goce_models_builtin();
