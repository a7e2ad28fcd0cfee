-- What goce does in this database, for a DBA: psql -f examples/monitoring.sql
-- Whoever asks sees the targets that they may read, and the sessions of others only with the rights of pg_monitor.

-- How far the extraction of each target is. It counts rows: not more often than once a minute for millions.
TABLE goce_progress;

-- The sessions that extract: since when, and what they wait for.
SELECT pid, usename, application_name, clock_timestamp() - query_start AS since, wait_event_type, wait_event, left(query, 80) AS call
FROM pg_stat_activity
WHERE datname = current_database() AND state <> 'idle' AND query ~* 'call\s+\S*goce_extract_pending\M';

-- The statements that cost most, where pg_stat_statements is there. Each page of goce_extract_pending is a statement of its
-- own there if pg_stat_statements.track is 'all': the one that begins with INSERT INTO and the name of the target.
SELECT to_regclass('pg_stat_statements') IS NOT NULL AS has_statements \gset
\if :has_statements
    SELECT calls, round(mean_exec_time::numeric, 1) AS mean_ms, round(total_exec_time / 1000) AS total_s, rows, left(query, 80) AS query
    FROM pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query LIKE '%goce\_%'
    ORDER BY total_exec_time DESC LIMIT 20;
\endif
