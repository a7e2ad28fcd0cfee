-- The script of CREATE EXTENSION of version 0.1.0, as goce-schema writes it from the library of commit 5861b89.
-- It is released and never changes. scripts/test-upgrade upgrades from it.

-- src/pg/aggregates.rs:114
-- goce::pg::aggregates::goce_genre_eval_combine
CREATE  FUNCTION "goce_genre_eval_combine"(
	"state" bigint[], /* State */
	"other" bigint[] /* State */
) RETURNS bigint[] /* Result < Vec < i64 > > */
IMMUTABLE STRICT PARALLEL SAFE
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_genre_eval_combine_wrapper';

-- src/pg/aggregates.rs:125
-- goce::pg::aggregates::goce_region_accuracy_accum
CREATE  FUNCTION "goce_region_accuracy_accum"(
	"state" bigint[], /* State */
	"actual" INT[], /* :: std :: option :: Option < Vec < Option < i32 > > > */
	"detected" INT[] /* :: std :: option :: Option < Vec < Option < i32 > > > */
) RETURNS bigint[] /* Result < Vec < i64 > > */
IMMUTABLE PARALLEL SAFE
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_region_accuracy_accum_wrapper';

-- src/pg/aggregates.rs:143
-- goce::pg::aggregates::goce_region_accuracy_combine
CREATE  FUNCTION "goce_region_accuracy_combine"(
	"state" bigint[], /* State */
	"other" bigint[] /* State */
) RETURNS bigint[] /* Result < Vec < i64 > > */
IMMUTABLE STRICT PARALLEL SAFE
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_region_accuracy_combine_wrapper';

-- src/pg/aggregates.rs:150
-- goce::pg::aggregates::goce_region_accuracy_final
CREATE  FUNCTION "goce_region_accuracy_final"(
	"state" bigint[] /* State */
) RETURNS double precision /* Result < Option < f64 > > */
IMMUTABLE STRICT PARALLEL SAFE
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_region_accuracy_final_wrapper';

-- src/pg/aggregates.rs:163

CREATE TYPE goce_lcs_scores AS (
    pages bigint, precision float8, recall float8, f1 float8,
    page_f1 float8, cosine float8, word_f1 float8
);
CREATE TYPE goce_genre_eval_scores AS (
    pages bigint, accuracy float8, precision float8, recall float8, f1 float8
);

-- src/pg/aggregates.rs:176
-- goce::pg::aggregates::goce_lcs_eval_final
-- requires:
--   score_types
CREATE  FUNCTION "goce_lcs_eval_final"(
	"state" bigint[] /* State */
) RETURNS goce_lcs_scores /* Result < :: pgrx :: heap_tuple :: PgHeapTuple < '_, :: pgrx :: pgbox ::
AllocatedByRust > > */
IMMUTABLE STRICT PARALLEL SAFE 
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_lcs_eval_final_wrapper';

-- src/pg/aggregates.rs:197
-- goce::pg::aggregates::goce_genre_eval_final
-- requires:
--   score_types
CREATE  FUNCTION "goce_genre_eval_final"(
	"state" bigint[] /* State */
) RETURNS goce_genre_eval_scores /* Result < :: pgrx :: heap_tuple :: PgHeapTuple < '_, :: pgrx :: pgbox ::
AllocatedByRust > > */
IMMUTABLE STRICT PARALLEL SAFE 
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_genre_eval_final_wrapper';

-- src/pg/aggregates.rs:38
-- goce::pg::aggregates::goce_lcs_eval_accum
CREATE  FUNCTION "goce_lcs_eval_accum"(
	"state" bigint[], /* State */
	"gold" text, /* Option < Text > */
	"extracted" text /* Option < Text > */
) RETURNS bigint[] /* Result < Vec < i64 > > */
IMMUTABLE PARALLEL SAFE COST 80000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_lcs_eval_accum_wrapper';

-- src/pg/aggregates.rs:47
-- goce::pg::aggregates::goce_lcs_eval_accum
CREATE  FUNCTION "goce_lcs_eval_accum"(
	"state" bigint[], /* State */
	"gold" text, /* Option < Text > */
	"extracted" text, /* Option < Text > */
	"unit" text /* Option < Text > */
) RETURNS bigint[] /* Result < Vec < i64 > > */
IMMUTABLE PARALLEL SAFE  COST 80000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_lcs_eval_accum_unit_wrapper';

-- src/pg/aggregates.rs:73
-- goce::pg::aggregates::goce_lcs_eval_combine
CREATE  FUNCTION "goce_lcs_eval_combine"(
	"state" bigint[], /* State */
	"other" bigint[] /* State */
) RETURNS bigint[] /* Result < Vec < i64 > > */
IMMUTABLE STRICT PARALLEL SAFE
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_lcs_eval_combine_wrapper';

-- src/pg/aggregates.rs:80
-- goce::pg::aggregates::goce_genre_eval_accum
CREATE  FUNCTION "goce_genre_eval_accum"(
	"state" bigint[], /* State */
	"gold" text, /* Option < Text > */
	"predicted" text /* Option < Text > */
) RETURNS bigint[] /* Result < Vec < i64 > > */
IMMUTABLE PARALLEL SAFE
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_genre_eval_accum_wrapper';

-- src/pg/aggregates.rs:89
-- goce::pg::aggregates::goce_genre_eval_accum
CREATE  FUNCTION "goce_genre_eval_accum"(
	"state" bigint[], /* State */
	"gold" text, /* Option < Text > */
	"predicted" text, /* Option < Text > */
	"positive" text /* Option < Text > */
) RETURNS bigint[] /* Result < Vec < i64 > > */
IMMUTABLE PARALLEL SAFE 
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_genre_eval_accum_positive_wrapper';

-- src/pg/aggregates.rs:216
-- requires:
--   goce_lcs_eval_accum
--   goce_lcs_eval_accum_unit
--   goce_lcs_eval_combine
--   goce_lcs_eval_final
--   goce_genre_eval_accum
--   goce_genre_eval_accum_positive
--   goce_genre_eval_combine
--   goce_genre_eval_final
--   goce_region_accuracy_accum
--   goce_region_accuracy_combine
--   goce_region_accuracy_final


CREATE AGGREGATE goce_lcs_eval(gold text, extracted text) (
    SFUNC = goce_lcs_eval_accum, STYPE = bigint[], INITCOND = '{0,0,0,0,0,0,0,0,0,0,0}',
    COMBINEFUNC = goce_lcs_eval_combine, FINALFUNC = goce_lcs_eval_final, PARALLEL = SAFE
);
CREATE AGGREGATE goce_lcs_eval(gold text, extracted text, unit text) (
    SFUNC = goce_lcs_eval_accum, STYPE = bigint[], INITCOND = '{0,0,0,0,0,0,0,0,0,0,0}',
    COMBINEFUNC = goce_lcs_eval_combine, FINALFUNC = goce_lcs_eval_final, PARALLEL = SAFE
);
CREATE AGGREGATE goce_genre_eval(gold text, predicted text) (
    SFUNC = goce_genre_eval_accum, STYPE = bigint[], INITCOND = '{0,0,0,0,0}',
    COMBINEFUNC = goce_genre_eval_combine, FINALFUNC = goce_genre_eval_final, PARALLEL = SAFE
);
CREATE AGGREGATE goce_genre_eval(gold text, predicted text, positive text) (
    SFUNC = goce_genre_eval_accum, STYPE = bigint[], INITCOND = '{0,0,0,0,0}',
    COMBINEFUNC = goce_genre_eval_combine, FINALFUNC = goce_genre_eval_final, PARALLEL = SAFE
);
CREATE AGGREGATE goce_region_accuracy(actual int[], detected int[]) (
    SFUNC = goce_region_accuracy_accum, STYPE = bigint[], INITCOND = '{0,0,0}',
    COMBINEFUNC = goce_region_accuracy_combine, FINALFUNC = goce_region_accuracy_final, PARALLEL = SAFE
);

-- src/pg/archive.rs:12
-- goce::pg::archive::goce_decode
CREATE  FUNCTION "goce_decode"(
	"page" bytea, /* Option < & [u8] > */
	"content_type" text DEFAULT NULL /* Option < Text > */
) RETURNS text /* Result < Option < Text > > */
IMMUTABLE PARALLEL SAFE COST 70000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_decode_wrapper';

-- src/pg/archive.rs:25
-- goce::pg::archive::goce_warc
CREATE  FUNCTION "goce_warc"(
	"archive" bytea, /* Option < & '_ [u8] > */
	"max_payload" INT DEFAULT NULL /* Option < i32 > */
) RETURNS TABLE (
	"ord" INT,  /* i32 */
	"record_id" text,  /* Option < Text > */
	"type" text,  /* Text */
	"uri" text,  /* Option < Text > */
	"date" timestamp with time zone,  /* Option < TimestampWithTimeZone > */
	"status" INT,  /* Option < i32 > */
	"content_type" text,  /* Option < Text > */
	"payload" bytea,  /* :: std :: option :: Option < Vec < u8 > > */
	"error" text  /* Option < Text > */
)
IMMUTABLE PARALLEL SAFE COST 1000000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_warc_wrapper';

-- src/pg/compare.rs:73
-- goce::pg::compare::goce_compare
CREATE  FUNCTION "goce_compare"(
	"query" text, /* Option < Text > */
	"methods" TEXT[] DEFAULT NULL /* :: std :: option :: Option < Vec < Option < String > > > */
) RETURNS TABLE (
	"subset" text,  /* Text */
	"method" text,  /* Text */
	"pages" bigint,  /* i64 */
	"cosine" double precision,  /* Option < f64 > */
	"precision" double precision,  /* Option < f64 > */
	"recall" double precision,  /* Option < f64 > */
	"f1" double precision,  /* Option < f64 > */
	"page_f1" double precision,  /* Option < f64 > */
	"word_f1" double precision  /* Option < f64 > */
)
VOLATILE PARALLEL UNSAFE COST 1000000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_compare_wrapper';

-- src/pg/evaluation.rs:14
-- goce::pg::evaluation::goce_lcs
CREATE  FUNCTION "goce_lcs"(
	"gold" text, /* Text */
	"extracted" text, /* Text */
	"unit" text DEFAULT 'word' /* Text */
) RETURNS TABLE (
	"lcs" INT,  /* i32 */
	"gold_length" INT,  /* i32 */
	"extracted_length" INT,  /* i32 */
	"precision" double precision,  /* f64 */
	"recall" double precision,  /* f64 */
	"f1" double precision  /* f64 */
)
IMMUTABLE STRICT PARALLEL SAFE COST 40000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_lcs_wrapper';

-- src/pg/evaluation.rs:47
-- goce::pg::evaluation::goce_cosine
CREATE  FUNCTION "goce_cosine"(
	"gold" text, /* Text */
	"extracted" text /* Text */
) RETURNS double precision /* f64 */
IMMUTABLE STRICT PARALLEL SAFE COST 40000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_cosine_wrapper';

-- src/pg/evaluation.rs:52
-- goce::pg::evaluation::goce_word_f1
CREATE  FUNCTION "goce_word_f1"(
	"gold" text, /* Text */
	"extracted" text /* Text */
) RETURNS TABLE (
	"precision" double precision,  /* f64 */
	"recall" double precision,  /* f64 */
	"f1" double precision  /* f64 */
)
IMMUTABLE STRICT PARALLEL SAFE COST 40000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_word_f1_wrapper';

-- src/pg/extraction.rs:36
-- goce::pg::extraction::goce_extract
CREATE  FUNCTION "goce_extract"(
	"html" text, /* Option < Text > */
	"method" text DEFAULT 'auto', /* Option < Text > */
	"genre" text DEFAULT NULL, /* Option < Text > */
	"screenshot" bytea DEFAULT NULL /* Option < & [u8] > */
) RETURNS text /* Result < Option < Text > > */
IMMUTABLE PARALLEL SAFE COST 800000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_extract_wrapper';

-- src/pg/extraction.rs:49
-- goce::pg::extraction::goce_confidence
CREATE  FUNCTION "goce_confidence"(
	"html" text /* Text */
) RETURNS real /* Result < Option < f32 > > */
IMMUTABLE STRICT PARALLEL SAFE COST 800000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_confidence_wrapper';

-- src/pg/extraction.rs:54
-- goce::pg::extraction::goce_blocks
CREATE  FUNCTION "goce_blocks"(
	"html" text, /* Option < Text > */
	"method" text DEFAULT 'auto', /* Option < Text > */
	"genre" text DEFAULT NULL, /* Option < Text > */
	"screenshot" bytea DEFAULT NULL /* Option < & [u8] > */
) RETURNS TABLE (
	"ord" INT,  /* i32 */
	"xpath" text,  /* Text */
	"tag" text,  /* Text */
	"is_content" bool,  /* bool */
	"score" real,  /* f32 */
	"text" text  /* Text */
)
IMMUTABLE PARALLEL SAFE COST 800000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_blocks_wrapper';

-- src/pg/genre.rs:45
-- goce::pg::genre::goce_genre
CREATE  FUNCTION "goce_genre"(
	"html" text, /* Option < Text > */
	"screenshot" bytea DEFAULT NULL, /* Option < & [u8] > */
	"classifier" text DEFAULT 'auto' /* Option < Text > */
) RETURNS text /* Result < Option < Text > > */
IMMUTABLE PARALLEL SAFE COST 800000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_genre_wrapper';

-- src/pg/genre.rs:67
-- goce::pg::genre::goce_genre_scores
CREATE  FUNCTION "goce_genre_scores"(
	"html" text, /* Option < Text > */
	"screenshot" bytea DEFAULT NULL /* Option < & [u8] > */
) RETURNS TABLE (
	"genre" text,  /* Option < Text > */
	"p_list_view" real,  /* Option < f32 > */
	"p_list_view_screenshot" real,  /* Option < f32 > */
	"p_list_view_html" real  /* Option < f32 > */
)
IMMUTABLE PARALLEL SAFE COST 800000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_genre_scores_wrapper';

-- src/pg/genre.rs:93
-- goce::pg::genre::goce_page_type
CREATE  FUNCTION "goce_page_type"(
	"html" text /* Text */
) RETURNS text /* Result < Text > */
IMMUTABLE STRICT PARALLEL SAFE COST 800000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_page_type_wrapper';

-- src/pg/genre.rs:99
-- goce::pg::genre::goce_page_type_scores
CREATE  FUNCTION "goce_page_type_scores"(
	"html" text /* Text */
) RETURNS TABLE (
	"page_type" text,  /* Text */
	"probability" real  /* f32 */
)
IMMUTABLE STRICT PARALLEL SAFE COST 800000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_page_type_scores_wrapper';

-- src/pg/introspection.rs:115
-- goce::pg::introspection::goce_genre_model
CREATE  FUNCTION "goce_genre_model"() RETURNS TABLE (
	"name" text,  /* Option < Text > */
	"source" text,  /* Option < Text > */
	"sha256" text,  /* Text */
	"width" INT,  /* i32 */
	"height" INT,  /* i32 */
	"labels" text[],  /* Vec < Text > */
	"loaded_by_pid" INT,  /* i32 */
	"loads" bigint  /* i64 */
)
STRICT VOLATILE PARALLEL RESTRICTED
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_genre_model_wrapper';

-- src/pg/introspection.rs:76
-- goce::pg::introspection::goce_version
CREATE  FUNCTION "goce_version"() RETURNS TEXT /* & '_ str */
IMMUTABLE STRICT PARALLEL SAFE
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_version_wrapper';

-- src/pg/introspection.rs:81
-- goce::pg::introspection::goce_models_builtin
CREATE  FUNCTION "goce_models_builtin"() RETURNS TABLE (
	"name" text,  /* Text */
	"kind" text,  /* Text */
	"version" text,  /* Text */
	"sha256" text,  /* Text */
	"trained_on" text  /* Text */
)
IMMUTABLE STRICT PARALLEL SAFE
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_models_builtin_wrapper';

-- src/pg/learning.rs:111
-- goce::pg::learning::goce_extract_with
CREATE  FUNCTION "goce_extract_with"(
	"html" text, /* Text */
	"model" bytea /* Stored */
) RETURNS text /* Result < Option < Text > > */
IMMUTABLE STRICT PARALLEL SAFE COST 800000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_extract_with_wrapper';

-- src/pg/learning.rs:123

CREATE TABLE goce_models (
    name text PRIMARY KEY,
    model bytea NOT NULL,
    published_at timestamptz NOT NULL DEFAULT now(),
    published_by text NOT NULL DEFAULT current_user
);
-- A database that is dumped has its rows in the dump.
SELECT pg_catalog.pg_extension_config_dump('goce_models', '');
-- Of a trusted extension the script runs as a superuser: the table is of use to who installs it.
GRANT SELECT, INSERT, UPDATE, DELETE ON goce_models TO @extowner@ WITH GRANT OPTION;
GRANT SELECT ON goce_models TO PUBLIC;

-- src/pg/learning.rs:140
-- goce::pg::learning::goce_publish
CREATE  FUNCTION "goce_publish"(
	"name" text, /* Option < Text > */
	"model" bytea /* Option < & [u8] > */
) RETURNS VOID /* Result < () > */
VOLATILE PARALLEL UNSAFE
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_publish_wrapper';

-- src/pg/learning.rs:30
-- goce::pg::learning::goce_train
CREATE  FUNCTION "goce_train"(
	"query" text, /* Option < Text > */
	"model" text DEFAULT 'forest', /* Option < Text > */
	"options" jsonb DEFAULT '{}' /* Option < Json > */
) RETURNS bytea /* Result < Vec < u8 > > */
VOLATILE PARALLEL UNSAFE COST 1000000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_train_wrapper';

-- src/pg/learning.rs:64
-- goce::pg::learning::goce_model_info
CREATE  FUNCTION "goce_model_info"(
	"model" bytea /* & [u8] */
) RETURNS jsonb /* Result < JsonB > */
IMMUTABLE STRICT PARALLEL SAFE COST 10000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_model_info_wrapper';

-- src/pg/metadata.rs:10
-- goce::pg::metadata::goce_metadata
CREATE  FUNCTION "goce_metadata"(
	"html" text, /* Option < Text > */
	"url" text DEFAULT NULL /* Option < Text > */
) RETURNS jsonb /* Result < Option < Json > > */
IMMUTABLE PARALLEL SAFE COST 600000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_metadata_wrapper';

-- src/pg/mod.rs:45
-- requires:
--   extraction::goce_extract

-- Extraction of a table of pages in batches, each in a transaction of its own.

CREATE FUNCTION goce_create_target(source regclass, target text) RETURNS regclass
LANGUAGE plpgsql AS $function$
DECLARE
    names text[] := parse_ident(target);
    relation text := (SELECT string_agg(quote_ident(name), '.' ORDER BY place) FROM unnest(names) WITH ORDINALITY AS _ (name, place));
    progress text := (SELECT string_agg(quote_ident(CASE place WHEN cardinality(names) THEN name || '_progress' ELSE name END), '.' ORDER BY place)
                      FROM unnest(names) WITH ORDINALITY AS _ (name, place));
    keys text;
    same text;
BEGIN
    SELECT string_agg(quote_ident(attname), ', '), string_agg(format('t.%1$I = s.%1$I', attname), ' AND ')
    INTO keys, same
    FROM pg_catalog.pg_index JOIN pg_catalog.pg_attribute ON attrelid = indrelid AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1])
    WHERE indrelid = source AND indisprimary;
    IF keys IS NULL THEN
        RAISE EXCEPTION 'table "%" has no primary key', source
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'Pages are told apart by the primary key of the target: give the source one, or create the target yourself.';
    END IF;
    EXECUTE format('CREATE TABLE %s AS SELECT %s FROM %s LIMIT 0', relation, keys, source);
    EXECUTE format('ALTER TABLE %s ADD content text, ADD sqlstate text, ADD error text, ADD extracted_at timestamptz NOT NULL, ADD PRIMARY KEY (%s)',
                   relation, keys);
    EXECUTE format('CREATE VIEW %s AS
        SELECT (SELECT count(*) FROM %s AS s WHERE NOT EXISTS (SELECT FROM %s AS t WHERE %s)) AS pending,
               count(*) FILTER (WHERE sqlstate IS NOT NULL) AS failed, count(*) FILTER (WHERE sqlstate IS NULL) AS done
        FROM %s', progress, source, relation, same, relation);
    RETURN relation;
END $function$;

CREATE PROCEDURE goce_extract_pending(
    source regclass, target regclass, batch int DEFAULT 100, method text DEFAULT 'auto', html text DEFAULT 'html'
)
LANGUAGE plpgsql AS $procedure$
DECLARE
    keys text;
    pending text; -- a condition, and statements
    extract text;
    lock text;
    put text;
    place record;
    is_mine boolean;
    content text;
    state text;
    message text;
    taken bigint := 0;
    failed bigint := 0;
    told timestamptz := clock_timestamp();
BEGIN
    COMMIT; -- within a transaction that is not to be ended this fails before the work, not after it

    SELECT string_agg(quote_ident(attname), ', '),
           format('NOT EXISTS (SELECT FROM %s AS t WHERE %s)', target, string_agg(format('t.%1$I = s.%1$I', attname), ' AND '))
    INTO keys, pending
    FROM pg_catalog.pg_index JOIN pg_catalog.pg_attribute ON attrelid = indrelid AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1])
    WHERE indrelid = target AND indisprimary;
    IF source IS NULL OR keys IS NULL THEN
        RAISE EXCEPTION 'source and target must be tables, the target one with a primary key'
            USING ERRCODE = 'invalid_parameter_value', HINT = 'The function "goce_create_target" makes a target.';
    END IF;
    IF batch IS NULL OR batch < 1 THEN
        RAISE EXCEPTION 'batch must be at least 1' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    extract := format('SELECT @extschema@.goce_extract((%s)::text, %L) FROM %s AS s', html, method, source);
    lock := format('SELECT true FROM %s AS s WHERE s.tableoid = $1 AND s.ctid = $2 AND %s FOR NO KEY UPDATE OF s SKIP LOCKED', source, pending);
    -- Another session may have taken the row between this one's snapshot and its lock.
    put := format('INSERT INTO %s (%s, content, sqlstate, error, extracted_at) SELECT %s, $3, $4, $5, clock_timestamp()
                   FROM %s AS s WHERE s.tableoid = $1 AND s.ctid = $2 ON CONFLICT DO NOTHING', target, keys, keys, source);
    -- What is wrong with the arguments is an error of the call, not of every page.
    EXECUTE extract || ' LIMIT 0';
    PERFORM @extschema@.goce_extract(NULL, method);

    -- The first COMMIT keeps the places of all rows that are pending, a few bytes each, so that they are
    -- looked for once. A row that has moved since is left for the next call.
    FOR place IN EXECUTE format('SELECT s.tableoid, s.ctid FROM %s AS s WHERE %s', source, pending)
    LOOP
        EXECUTE lock INTO is_mine USING place.tableoid, place.ctid;
        CONTINUE WHEN is_mine IS NULL;
        state := NULL;
        message := NULL;
        BEGIN
            EXECUTE extract || ' WHERE s.tableoid = $1 AND s.ctid = $2' INTO content USING place.tableoid, place.ctid;
        EXCEPTION WHEN OTHERS THEN
            content := NULL;
            GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT;
            failed := failed + 1;
        END;
        EXECUTE put USING place.tableoid, place.ctid, content, state, message;
        taken := taken + 1;
        IF taken % batch = 0 THEN
            COMMIT;
        END IF;
        IF clock_timestamp() - told > interval '10 s' THEN
            RAISE NOTICE '% pages so far, % of them failed', taken, failed;
            told := clock_timestamp();
        END IF;
    END LOOP;
    COMMIT;
    RAISE NOTICE '% pages extracted, % of them failed', taken, failed;
END $procedure$;

-- src/pg/rendering.rs:10
-- goce::pg::rendering::goce_markdown
CREATE  FUNCTION "goce_markdown"(
	"html" text, /* Option < Text > */
	"method" text DEFAULT 'auto', /* Option < Text > */
	"genre" text DEFAULT NULL, /* Option < Text > */
	"screenshot" bytea DEFAULT NULL, /* Option < & [u8] > */
	"url" text DEFAULT NULL /* Option < Text > */
) RETURNS text /* Result < Option < Text > > */
IMMUTABLE PARALLEL SAFE COST 900000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_markdown_wrapper';

-- src/pg/rendering.rs:26
-- goce::pg::rendering::goce_html
CREATE  FUNCTION "goce_html"(
	"html" text, /* Option < Text > */
	"method" text DEFAULT 'auto', /* Option < Text > */
	"genre" text DEFAULT NULL, /* Option < Text > */
	"screenshot" bytea DEFAULT NULL, /* Option < & [u8] > */
	"url" text DEFAULT NULL /* Option < Text > */
) RETURNS text /* Result < Option < Text > > */
IMMUTABLE PARALLEL SAFE COST 1000000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_html_wrapper';

-- src/pg/rendering.rs:40
-- goce::pg::rendering::goce_highlight
CREATE  FUNCTION "goce_highlight"(
	"html" text, /* Option < Text > */
	"method" text DEFAULT 'auto', /* Option < Text > */
	"genre" text DEFAULT NULL, /* Option < Text > */
	"screenshot" bytea DEFAULT NULL /* Option < & [u8] > */
) RETURNS text /* Result < Option < Text > > */
IMMUTABLE PARALLEL SAFE COST 1100000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_highlight_wrapper';

-- src/pg/sd.rs:12
-- goce::pg::sd::goce_sd_kind
CREATE  FUNCTION "goce_sd_kind"(
	"html" text, /* Option < Text > */
	"t1" double precision DEFAULT NULL, /* Option < f64 > */
	"t2" double precision DEFAULT NULL /* Option < f64 > */
) RETURNS text /* Result < Option < Text > > */
IMMUTABLE PARALLEL SAFE COST 700000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_sd_kind_wrapper';

-- src/pg/sd.rs:27
-- goce::pg::sd::goce_sd
CREATE  FUNCTION "goce_sd"(
	"html" text, /* Option < Text > */
	"t1" double precision DEFAULT NULL, /* Option < f64 > */
	"t2" double precision DEFAULT NULL /* Option < f64 > */
) RETURNS TABLE (
	"ord" INT,  /* i32 */
	"role" text,  /* Text */
	"xpath" text,  /* Text */
	"density" INT,  /* i32 */
	"text" text  /* Text */
)
IMMUTABLE PARALLEL SAFE COST 700000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_sd_wrapper';

-- src/pg/sd.rs:88
-- goce::pg::sd::goce_sd_fit
CREATE  FUNCTION "goce_sd_fit"(
	"query" text /* Option < Text > */
) RETURNS TABLE (
	"t1" double precision,  /* Option < f64 > */
	"t2" double precision,  /* Option < f64 > */
	"precision" double precision  /* Option < f64 > */
)
VOLATILE PARALLEL UNSAFE COST 1000000
LANGUAGE c /* Rust */
AS 'MODULE_PATHNAME', 'goce_sd_fit_wrapper';

-- src/pg/mod.rs:50
-- finalize
-- What each object is, for \df+ and \dT+, and what the planner should expect of those that
-- return rows. A test fails when an object of the extension has no comment here.

COMMENT ON FUNCTION goce_genre(text, bytea, text) IS
'genre of a page, by its HTML, a screenshot or both: article or list-view';
COMMENT ON FUNCTION goce_genre_scores(text, bytea) IS
'genre of a page and the probabilities that it is a list view';
COMMENT ON FUNCTION goce_page_type(text) IS
'type of a page: article, documentation, service, product, forum, collection or listing';
COMMENT ON FUNCTION goce_page_type_scores(text) IS
'probability of each page type';

COMMENT ON FUNCTION goce_extract(text, text, text, bytea) IS
'main content of a page as plain text, NULL where it has none';
COMMENT ON FUNCTION goce_markdown(text, text, text, bytea, text) IS
'main content of a page as Markdown, NULL where it has none';
COMMENT ON FUNCTION goce_html(text, text, text, bytea, text) IS
'main content of a page as clean HTML without scripts, NULL where it has none';
COMMENT ON FUNCTION goce_highlight(text, text, text, bytea) IS
'the page itself, inert, with its main content marked, to open in a browser';
COMMENT ON FUNCTION goce_blocks(text, text, text, bytea) IS
'text blocks of a page in document order, each with its XPath and whether it is content';

COMMENT ON FUNCTION goce_create_target(regclass, text) IS
'makes a table for goce_extract_pending to extract a table of pages into, and the view of its progress';
COMMENT ON PROCEDURE goce_extract_pending(regclass, regclass, int, text, text) IS
'extracts the pages of one table that another has not yet, in batches that are committed one by one';
COMMENT ON FUNCTION goce_metadata(text, text) IS
'what a page says of itself: title, author, date, sitename, language, description, image, url, tags';

COMMENT ON FUNCTION goce_confidence(text) IS
'predicted F1 of goce_extract(html), from 0 to 1';

COMMENT ON FUNCTION goce_decode(bytea, text) IS
'text of a page''s bytes, by the encoding sniffing of the HTML standard';
COMMENT ON FUNCTION goce_warc(bytea, int) IS
'records of a WARC file, plain or gzip, with the codings of HTTP bodies undone';

COMMENT ON FUNCTION goce_sd(text, float8, float8) IS
'regions of a page that are content by the SD algorithm, each with its role';
COMMENT ON FUNCTION goce_sd_kind(text, float8, float8) IS
'kind of a page by the SD algorithm: article, article with comments or multiple';
COMMENT ON FUNCTION goce_sd_fit(text) IS
'thresholds of the SD algorithm, learned from the rows (html, kind) of a query';

COMMENT ON FUNCTION goce_lcs(text, text, text) IS
'longest common subsequence of gold and extracted text, with precision, recall and F1';
COMMENT ON FUNCTION goce_cosine(text, text) IS
'cosine similarity of the word counts of gold and extracted text';
COMMENT ON FUNCTION goce_word_f1(text, text) IS
'precision, recall and F1 of the words that gold and extracted text share, in any order';
COMMENT ON FUNCTION goce_compare(text, text[]) IS
'scores of extraction methods over the rows (html, gold, genre) of a query, by subset';

COMMENT ON AGGREGATE goce_lcs_eval(text, text) IS
'mean scores of extracted against gold texts, by words';
COMMENT ON AGGREGATE goce_lcs_eval(text, text, text) IS
'mean scores of extracted against gold texts, by words or characters';
COMMENT ON AGGREGATE goce_genre_eval(text, text) IS
'accuracy, precision, recall and F1 of predicted against gold genres, list-view being positive';
COMMENT ON AGGREGATE goce_genre_eval(text, text, text) IS
'accuracy, precision, recall and F1 of predicted against gold classes for a positive class';
COMMENT ON AGGREGATE goce_region_accuracy(int[], int[]) IS
'how exactly detected regions capture the actual ones, by their densities (equation 4 of the SD paper)';
COMMENT ON TYPE goce_lcs_scores IS 'result of the aggregate goce_lcs_eval';
COMMENT ON TYPE goce_genre_eval_scores IS 'result of the aggregate goce_genre_eval';

COMMENT ON FUNCTION goce_lcs_eval_accum(bigint[], text, text) IS
'transition function of the aggregate goce_lcs_eval';
COMMENT ON FUNCTION goce_lcs_eval_accum(bigint[], text, text, text) IS
'transition function of the aggregate goce_lcs_eval';
COMMENT ON FUNCTION goce_lcs_eval_combine(bigint[], bigint[]) IS
'combine function of the aggregate goce_lcs_eval';
COMMENT ON FUNCTION goce_lcs_eval_final(bigint[]) IS
'final function of the aggregate goce_lcs_eval';
COMMENT ON FUNCTION goce_genre_eval_accum(bigint[], text, text) IS
'transition function of the aggregate goce_genre_eval';
COMMENT ON FUNCTION goce_genre_eval_accum(bigint[], text, text, text) IS
'transition function of the aggregate goce_genre_eval';
COMMENT ON FUNCTION goce_genre_eval_combine(bigint[], bigint[]) IS
'combine function of the aggregate goce_genre_eval';
COMMENT ON FUNCTION goce_genre_eval_final(bigint[]) IS
'final function of the aggregate goce_genre_eval';

COMMENT ON FUNCTION goce_region_accuracy_accum(bigint[], int[], int[]) IS
'transition function of the aggregate goce_region_accuracy';
COMMENT ON FUNCTION goce_region_accuracy_combine(bigint[], bigint[]) IS
'combine function of the aggregate goce_region_accuracy';
COMMENT ON FUNCTION goce_region_accuracy_final(bigint[]) IS
'final function of the aggregate goce_region_accuracy';
COMMENT ON FUNCTION goce_train(text, text, jsonb) IS
'model of a page''s content, learned from the rows (html, gold) of a query';
COMMENT ON FUNCTION goce_model_info(bytea) IS
'what is known of a trained model: options, training data, scores by cross-validation';
COMMENT ON FUNCTION goce_publish(text, bytea) IS
'keeps a trained model under a name in goce_models, in the place of one of that name';
COMMENT ON FUNCTION goce_extract_with(text, bytea) IS
'main content of a page as plain text by a trained model, NULL where it has none';
COMMENT ON TABLE goce_models IS 'trained models by name';
COMMENT ON COLUMN goce_models.name IS 'name of the model';
COMMENT ON COLUMN goce_models.model IS 'the model, as goce_train returned it';
COMMENT ON COLUMN goce_models.published_at IS 'when it was published last';
COMMENT ON COLUMN goce_models.published_by IS 'the user who published it last';

COMMENT ON FUNCTION goce_version() IS 'version of the goce library';
COMMENT ON FUNCTION goce_models_builtin() IS
'models that are part of the goce library, with the SHA-256 of their weights';
COMMENT ON FUNCTION goce_genre_model() IS
'network in use that tells genres by screenshots, and by which process it was loaded';

ALTER FUNCTION goce_blocks(text, text, text, bytea) ROWS 200;
ALTER FUNCTION goce_compare(text, text[]) ROWS 30;
ALTER FUNCTION goce_genre_model() ROWS 1;
ALTER FUNCTION goce_genre_scores(text, bytea) ROWS 1;
ALTER FUNCTION goce_lcs(text, text, text) ROWS 1;
ALTER FUNCTION goce_models_builtin() ROWS 6;
ALTER FUNCTION goce_page_type_scores(text) ROWS 7;
ALTER FUNCTION goce_sd(text, float8, float8) ROWS 5;
ALTER FUNCTION goce_sd_fit(text) ROWS 1;
ALTER FUNCTION goce_warc(bytea, int) ROWS 1000;
ALTER FUNCTION goce_word_f1(text, text) ROWS 1;

