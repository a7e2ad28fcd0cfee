-- Waits until a condition is true; two minutes are long enough for any machine. Other sessions call it too, and whoever
-- includes this drops it.
CREATE PROCEDURE wait_until(condition text) LANGUAGE plpgsql AS $$
DECLARE is_true boolean;
BEGIN
    FOR attempt IN 1 .. 12000 LOOP
        PERFORM pg_stat_clear_snapshot(); -- else a transaction sees the sessions that it saw at first
        EXECUTE 'SELECT ' || condition INTO is_true;
        IF is_true THEN RETURN; END IF;
        PERFORM pg_sleep(0.01);
    END LOOP;
    RAISE 'not in two minutes: %', condition;
END $$;
