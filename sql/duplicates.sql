-- goce_near_duplicates: which texts of a query are nearly the same as one before them.
--
-- Every name has its schema, as in pending.sql: the caller's query is looked up in the caller's path.

CREATE FUNCTION goce_near_duplicates(query text, distance int DEFAULT 22)
RETURNS TABLE (id text, first_id text, simhash_distance int)
VOLATILE LANGUAGE plpgsql AS $duplicates$
DECLARE
    own pg_catalog.text;
    content_type pg_catalog.regtype;
BEGIN
    IF query IS NULL OR distance IS NULL THEN
        RAISE EXCEPTION 'query and distance must not be NULL' USING ERRCODE = 'null_value_not_allowed';
    ELSIF distance OPERATOR(pg_catalog.<) 0 OR distance OPERATOR(pg_catalog.>) 64 THEN
        RAISE EXCEPTION 'distance must be from 0 to 64' USING ERRCODE = 'invalid_parameter_value', HINT = 'It counts bits of goce_simhash.';
    END IF;
    SELECT pg_catalog.quote_ident(n.nspname::pg_catalog.text) INTO own
    FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) e.extnamespace
    WHERE e.extname OPERATOR(pg_catalog.=) 'goce'::pg_catalog.name;
    BEGIN
        EXECUTE pg_catalog.format(E'SELECT pg_catalog.pg_typeof((SELECT q.content FROM (%s\n) AS q (id, content) LIMIT 0))',
            pg_catalog.rtrim(query, E'; \t\n\r\f\x0B')) INTO content_type;
    EXCEPTION WHEN syntax_error OR invalid_column_reference THEN
        RAISE EXCEPTION 'argument "query": %', SQLERRM
            USING ERRCODE = SQLSTATE, HINT = 'It must be one SELECT of two columns, such as SELECT id, content FROM pages.';
    END;
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_type AS t WHERE t.oid OPERATOR(pg_catalog.=) content_type::pg_catalog.oid
                   AND t.typcategory OPERATOR(pg_catalog.=) ANY ('{S,X}'::pg_catalog."char"[])) THEN
        RAISE EXCEPTION 'the texts are of type %', content_type
            USING ERRCODE = 'datatype_mismatch',
                  HINT = 'The second column is the text, as in SELECT id, content FROM pages. Bytes become text by goce_decode.';
    END IF;
    -- A text without words has no bands, as one that is NULL. Of all texts that share a band the first counts.
    RETURN QUERY EXECUTE pg_catalog.format(
        E'WITH texts AS MATERIALIZED (
             SELECT p.id::pg_catalog.text AS id, p.row, %2$s.goce_simhash(p.content::pg_catalog.text) AS simhash,
                    %2$s.goce_minhash(p.content::pg_catalog.text, 16, 4) AS bands
             FROM (SELECT q.id, q.content, pg_catalog.row_number() OVER () AS row FROM (%1$s\n) AS q (id, content)) AS p
         ), shared AS (
             SELECT t.id, t.row, t.simhash, pg_catalog.min(t.row) OVER (PARTITION BY b.place, b.band) AS first_row
             FROM texts AS t CROSS JOIN LATERAL pg_catalog.unnest(t.bands) WITH ORDINALITY AS b (band, place)
         )
         SELECT DISTINCT ON (s.row) s.id, t.id, %2$s.goce_simhash_distance(s.simhash, t.simhash)
         FROM shared AS s JOIN texts AS t ON t.row OPERATOR(pg_catalog.=) s.first_row
         WHERE s.first_row OPERATOR(pg_catalog.<) s.row
           AND %2$s.goce_simhash_distance(s.simhash, t.simhash) OPERATOR(pg_catalog.<=) $1
         ORDER BY s.row, t.row', pg_catalog.rtrim(query, E'; \t\n\r\f\x0B'), own) USING distance;
END $duplicates$;
