-- All that the catalogs say of the extension goce, a line each, for a database to be compared with another: its
-- members, their rights, comments and dependencies. OIDs are left out or written as what they stand for, and so are
-- the places of expressions in the texts that they were read from.
\pset format unaligned
\pset tuples_only on
SET search_path = pg_catalog;

CREATE TEMPORARY VIEW member AS
SELECT d.classid, d.objid, d.objsubid
FROM pg_depend AS d JOIN pg_extension AS e ON d.refobjid = e.oid
WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND e.extname = 'goce';

-- Rights by the names of roles; those that nobody changed are what the type of object has.
CREATE FUNCTION pg_temp.rights(acl aclitem[], kind "char", owner oid) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(format('%s: %s%s', CASE a.grantee WHEN 0 THEN 'public' WHEN owner THEN 'owner' ELSE a.grantee::regrole::text END,
                             a.privilege_type, CASE WHEN a.is_grantable THEN '*' END), ', '
                      ORDER BY a.grantee <> 0, a.grantee <> owner, a.privilege_type)
    FROM aclexplode(coalesce(acl, acldefault(kind, owner))) AS a
$$;

CREATE TEMPORARY VIEW line AS
SELECT 'extension' AS kind, extname::text AS name,
       concat_ws(' ', extversion, extrelocatable, extconfig::regclass[], extcondition, obj_description(oid, 'pg_extension')) AS line
FROM pg_extension WHERE extname = 'goce'
UNION ALL
SELECT 'member', pg_describe_object(classid, objid, objsubid), NULL
FROM member
UNION ALL
SELECT 'depends', pg_describe_object(m.classid, m.objid, m.objsubid),
       concat_ws(' ', d.deptype, pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid))
FROM member AS m JOIN pg_depend AS d ON d.classid = m.classid AND d.objid = m.objid
UNION ALL
SELECT 'comment', pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description
FROM member AS m JOIN pg_description AS d ON d.classoid = m.classid AND d.objoid = m.objid
UNION ALL
SELECT 'rights at first', pg_describe_object(i.classoid, i.objoid, i.objsubid),
       pg_temp.rights(i.initprivs, CASE i.classoid WHEN 'pg_proc'::regclass THEN 'f'::"char" ELSE 'r' END,
                      coalesce((SELECT relowner FROM pg_class WHERE oid = i.objoid), (SELECT proowner FROM pg_proc WHERE oid = i.objoid)))
FROM member AS m JOIN pg_init_privs AS i ON i.classoid = m.classid AND i.objoid = m.objid
UNION ALL
SELECT 'function', p.oid::regprocedure::text,
       concat_ws(E'\n', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), pg_temp.rights(proacl, 'f', proowner),
                 CASE WHEN prokind <> 'a' THEN pg_get_functiondef(p.oid) END,
                 to_jsonb(p) - '{oid,proowner,pronamespace,proargtypes,proallargtypes,prorettype,proargdefaults,prosqlbody,proacl}'::text[])
FROM member JOIN pg_proc AS p ON classid = 'pg_proc'::regclass AND p.oid = objid
UNION ALL
SELECT 'aggregate', a.aggfnoid::regprocedure::text,
       concat_ws(' ', to_jsonb(a) - '{aggtranstype,aggmtranstype}'::text[], format_type(aggtranstype, NULL))
FROM member JOIN pg_aggregate AS a ON classid = 'pg_proc'::regclass AND a.aggfnoid = objid
UNION ALL
SELECT 'type', format_type(t.oid, NULL),
       concat_ws(' ', to_jsonb(t) - '{oid,typowner,typnamespace,typarray,typrelid,typelem,typacl}'::text[], format_type(typarray, NULL),
                 pg_temp.rights(typacl, 'T', typowner))
FROM member JOIN pg_type AS t ON classid = 'pg_type'::regclass AND t.oid = objid
UNION ALL
-- Of tables and of composite types.
SELECT 'column', concat_ws('.', a.attrelid::regclass, a.attname),
       concat_ws(' ', attnum, format_type(atttypid, atttypmod), attnotnull, attstorage, attidentity, attgenerated, attacl, pg_get_expr(adbin, adrelid))
FROM (SELECT objid AS relation FROM member WHERE classid = 'pg_class'::regclass
      UNION SELECT typrelid FROM member JOIN pg_type AS t ON classid = 'pg_type'::regclass AND t.oid = objid WHERE typrelid <> 0) AS r
JOIN pg_attribute AS a ON a.attrelid = relation AND attnum > 0
LEFT JOIN pg_attrdef AS d ON d.adrelid = relation AND d.adnum = attnum
UNION ALL
SELECT 'relation', c.oid::regclass::text,
       concat_ws(E'\n', relkind, relpersistence, reloptions, relrowsecurity, relforcerowsecurity, pg_temp.rights(relacl, 'r', relowner),
                 (SELECT string_agg(pg_get_indexdef(indexrelid), E'\n' ORDER BY indexrelid::regclass::text) FROM pg_index WHERE indrelid = c.oid),
                 (SELECT string_agg(conname || ' ' || pg_get_constraintdef(oid), E'\n' ORDER BY conname) FROM pg_constraint WHERE conrelid = c.oid),
                 (SELECT string_agg(pg_get_triggerdef(oid), E'\n' ORDER BY tgname) FROM pg_trigger WHERE tgrelid = c.oid),
                 (SELECT string_agg(pg_get_ruledef(oid), E'\n' ORDER BY rulename) FROM pg_rewrite WHERE ev_class = c.oid))
FROM member JOIN pg_class AS c ON classid = 'pg_class'::regclass AND c.oid = objid;

SELECT concat_ws(' | ', kind, name, line) FROM line ORDER BY kind COLLATE "C", name COLLATE "C", line COLLATE "C";
