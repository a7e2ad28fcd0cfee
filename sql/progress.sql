-- goce_progress: how far sessions are that extract into targets.
--
-- Who asks may be a superuser, and the tables may be anybody's. What reads a table can run functions of its owner: of
-- expressions of indexes and of checks already while it is planned. So tables are read of those alone who can do as much
-- without them, the caller and superusers: tables, what inherits from them, and their schemas, whose owners may put others
-- in their places. Views, row-level security and keys of other types than those of the target are passed over, too.

CREATE FUNCTION goce_progress_rows()
RETURNS TABLE (target regclass, done bigint, pending bigint, failed bigint, rate float8, time_left interval, sessions int)
VOLATILE LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET lock_timeout = '1s' AS $rows$
#variable_conflict use_column
DECLARE
    home CONSTANT name := (SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'goce');
    trusted CONSTANT oid[] := ARRAY(
        SELECT r.oid FROM pg_roles AS r WHERE r.rolsuper OR r.rolname = current_user
            OR r.rolname = 'pg_database_owner' AND EXISTS (
                SELECT FROM pg_database AS d JOIN pg_roles AS o ON o.oid = d.datdba
                WHERE d.datname = current_database() AND (o.rolsuper OR o.rolname = current_user)));
    known record;
    facts record;
BEGIN
    -- A target is a table that has a table of claims. Its source is the other table of the view beside it.
    FOR known IN
        SELECT t.oid::regclass AS texts, c.oid::regclass AS claims, (
                SELECT min(s.oid::bigint)::oid::regclass FROM pg_class AS v
                JOIN pg_rewrite AS w ON w.ev_class = v.oid
                JOIN pg_depend AS d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass
                JOIN pg_class AS s ON s.oid = d.refobjid AND s.relkind = ANY ('{r,p}') AND s.relpersistence <> 't'
                WHERE v.relname = t.relname || '_progress' AND v.relnamespace = t.relnamespace AND v.relowner = t.relowner
                    AND s.oid <> t.oid AND has_table_privilege(s.oid, 'SELECT') AND NOT row_security_active(s.oid)
            ) AS pages
        FROM pg_class AS c
        JOIN pg_class AS t ON c.relname = t.relname || '_claims' AND t.relnamespace = c.relnamespace AND t.relowner = c.relowner
        WHERE c.relkind = 'r' AND c.relpersistence <> 't' AND t.relkind = ANY ('{r,p}') AND t.relpersistence <> 't'
            AND has_table_privilege(t.oid, 'SELECT') AND NOT row_security_active(t.oid)
            AND has_table_privilege(c.oid, 'SELECT') AND NOT row_security_active(c.oid)
            AND (SELECT count(*) FROM pg_attribute AS a
                 WHERE (a.attrelid, a.attname, a.atttypid) IN (
                     (c.oid, 'goce_session', 'int'::regtype), (t.oid, 'sqlstate', 'text'::regtype),
                     (t.oid, 'extracted_at', 'timestamptz'::regtype))) = 3
        ORDER BY t.oid::regclass::text
    LOOP
        CONTINUE WHEN NOT EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = known.texts AND i.indisprimary);
        target := known.texts;
        done := NULL;
        pending := NULL;
        failed := NULL;
        rate := NULL;
        sessions := NULL;
        time_left := NULL;
        PERFORM FROM (
            WITH RECURSIVE family AS (
                SELECT r.oid FROM unnest(ARRAY[known.texts, known.claims, known.pages]::oid[]) AS r (oid) WHERE r.oid IS NOT NULL
                UNION SELECT i.inhrelid FROM pg_inherits AS i JOIN family AS f ON f.oid = i.inhparent
            )
            SELECT FROM family AS f JOIN pg_class AS c ON c.oid = f.oid JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE c.relowner <> ALL (trusted) OR n.nspowner <> ALL (trusted)
        ) AS foreign_tables;
        IF FOUND THEN
            RETURN NEXT;
            CONTINUE;
        END IF;
        BEGIN
            EXECUTE format('SELECT f.* FROM %I.goce_target_facts($1) AS f', home) INTO facts USING known.texts;
            EXECUTE format(
                'SELECT count(DISTINCT l.pid) FROM %s AS t JOIN pg_locks AS l ON l.objid::bigint = t.goce_session
                 WHERE l.locktype = ''advisory'' AND l.classid = 1735353189 AND l.objsubid = 2 AND l.granted
                    AND l.database = (SELECT d.oid FROM pg_database AS d WHERE d.datname = current_database())', known.claims) INTO sessions;
            -- The rate is that of the last minute, or of its part since the first page of it.
            EXECUTE format(
                'SELECT count(*) FILTER (WHERE t.sqlstate IS NULL AND %1$s), count(*) FILTER (WHERE t.sqlstate IS NOT NULL AND %1$s),
                    count(*) FILTER (WHERE t.extracted_at > $1) / greatest(1, extract(epoch FROM clock_timestamp() -
                        min(t.extracted_at) FILTER (WHERE t.extracted_at > $1 AND isfinite(t.extracted_at))))
                 FROM %2$s AS t', facts.whole, known.texts) INTO done, failed, rate USING clock_timestamp() - interval '1 minute';
            IF known.pages IS NOT NULL AND NOT EXISTS (
                SELECT FROM pg_index AS i, unnest(i.indkey::int2[]) AS k (attribute)
                JOIN pg_attribute AS a ON a.attnum = k.attribute
                WHERE i.indrelid = known.texts AND i.indisprimary AND a.attrelid = i.indrelid AND NOT EXISTS (
                    SELECT FROM pg_attribute AS s WHERE s.attrelid = known.pages AND s.attname = a.attname AND s.atttypid = a.atttypid))
            THEN
                EXECUTE format('SELECT count(*) FROM %s AS s WHERE NOT EXISTS (SELECT FROM %s AS t WHERE %s AND %s)',
                               known.pages, known.texts, facts.same, facts.whole) INTO pending;
            END IF;
            rate := coalesce(rate, 0);
        EXCEPTION WHEN lock_not_available OR undefined_table OR undefined_column OR insufficient_privilege THEN
            -- Somebody else's lock or change of the moment: the row says what is known.
        END;
        time_left := CASE WHEN rate > 0 THEN make_interval(secs => round(pending / rate)) END;
        RETURN NEXT;
    END LOOP;
END $rows$;

CREATE VIEW goce_progress AS SELECT * FROM goce_progress_rows();
GRANT SELECT ON goce_progress TO PUBLIC;
