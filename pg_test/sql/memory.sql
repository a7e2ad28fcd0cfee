-- The most memory that a backend takes for pages of 4 MB with as many words and rows as can be. Rows are made one by
-- one. A page of 16 MB takes four times as much, and must take less than 1 GB.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS goce;
-- In kB, of a session that has done nothing else; nothing where there is no such file.
\set peak 'SELECT coalesce(substring(pg_read_file(\'/proc/self/status\', 0, 100000, true) FROM \'VmHWM:\\s+(\\d+) kB\')::int, 0) < 250000 AS is_bounded;'
\c -
SELECT count(markdown) AS rows FROM goce_chunks(repeat('a ', 2000000), max_words => 1, method => 'default');
:peak
\c -
SELECT count(markdown) AS rows FROM goce_chunks('<plaintext>' || repeat('a ', 2000000), max_words => 2, overlap => 1, method => 'default');
:peak
\c -
SELECT count(markdown) AS rows FROM goce_chunks('<table>' || repeat('<tr><td>a b c d<td>e f g h', 150000), max_words => 2, overlap => 1, method => 'default');
:peak
\c -
SELECT count(markdown) AS rows FROM goce_chunks(repeat('<h3>a b c</h3><p>d e f g h i j k', 125000), max_words => 2, overlap => 1, method => 'default');
:peak
\c -
SELECT count(text) AS rows FROM goce_blocks(repeat('<h2>a b c</h2>', 280000));
:peak
\c -
SELECT count(html) AS rows FROM goce_select('<ul>' || repeat('<li>a b c d e ', 280000), '*');
:peak
-- 200 MB of zeros in half a kilobyte of WARC.
\c -
SELECT payload IS NULL AS left_out, error FROM goce_warc('\x574152432f312e300d0a574152432d547970653a20726573706f6e73650d0a574152432d5461726765742d5552493a20687474703a2f2f652f0d0a574152432d446174653a20323032302d30312d30315430303a30303a30305a0d0a574152432d5265636f72642d49443a203c75726e3a757569643a313e0d0a436f6e74656e742d547970653a206170706c69636174696f6e2f687474703b206d7367747970653d726573706f6e73650d0a436f6e74656e742d4c656e6774683a203535370d0a0d0a485454502f312e3120323030204f4b0d0a436f6e74656e742d547970653a20746578742f68746d6c0d0a436f6e74656e742d456e636f64696e673a20677a69702c20677a69700d0a0d0a1f8b0800b01a046b02ffeddc3d2e44611886e16f38920909a3d05098654c33f197e8240a6a518b526d12516924d6a09e4a2ba1b20374d31385884a1c996317e7b9ae253ce59b37f7fa55b78c57ab9399fafda1d329a58cae7fc71fddf902000000b4dce8f562767a0c28fdfa7977ff1000000068bbe3a5c5aa390afc1cad6d99030000005aef7238e8351f029fe7a79539000000a0f556be279bcd2de0a9be5b3eb007000000b4de8b600000000044110c000000802c820100000090453000000000c208060000004016c100000000c8221800000000590403000000208c600000000064110c000000802c820100000090453000000000c208060000004016c100000000c8221800000000590403000000208c600000000064110c000000802c820100000090453000000000c208060000004016c100000000c8221800000000590403000000208c600000000064110c000000802c820100000090453000000000c208060000004016c100000000c8221800000000590403000000208c600000000064110c000000802c820100000090453000000000c208060000004016c100000000c8221800000000590403000000208c600000000064110c000000802cb7c3417ffa18d0fbaacf36b6e70a00ff46376567b2775f1edf16fe00ab85b69375f702000d0a0d0a');
:peak
-- Values of jsonb, of which PostgreSQL's own input function takes 211 times the text: 1.7 GB, 1.4 GB.
\c -
SELECT count(goce_structured('<script type="application/ld+json">{"@type":["a","b","c","d","e","f","g","h"],"v":[' || repeat('{},', 333000) || '0]}</script>'));
:peak
\c -
SELECT jsonb_array_length(rows) AS rows FROM goce_tables('<table><tr>' || repeat('<td rowspan=0>', 3) || repeat('<tr>', 550000));
:peak
\c -
SELECT cardinality(header) AS columns FROM goce_tables('<table><tr>' || repeat('<th>a', 500000) || '<tr><td>x');
:peak
-- What a session keeps of a large page when the query has ended: little more than before it.
\set kept 'SELECT coalesce(substring(pg_read_file(\'/proc/self/status\', 0, 100000, true) FROM \'RssAnon:\\s+(\\d+) kB\')::int, 0) < 60000 AS is_given_back;'
\c -
CREATE TEMP TABLE large AS SELECT repeat('<script type="application/ld+json">{"@type":"a",,}</script>', 270000) AS html;
SELECT count(goce_page(html)) FROM large;
:kept
SELECT count(goce_structured(html)) FROM large;
:kept
DO $$ BEGIN PERFORM goce_site(html) FROM large; PERFORM 1 / 0; EXCEPTION WHEN division_by_zero THEN NULL; END $$;
:kept
BEGIN;
SELECT count(op) FROM large, goce_diff(html, html || 'x');
:kept
COMMIT;
-- A page that may be kept goes with DISCARD ALL.
SET goce.page_memory = '1GB';
SELECT count(goce_extract(repeat('<p>words <b>and</b> more', 400000)));
SELECT coalesce(substring(pg_read_file('/proc/self/status', 0, 100000, true) FROM 'RssAnon:\s+(\d+) kB')::int, 1000000) > 60000 AS is_kept;
DISCARD ALL;
:kept
-- Errors of statements are as they were, with all their fields, through the hook that sees DISCARD ALL.
CREATE DOMAIN small AS int CONSTRAINT below_ten CHECK (VALUE < 10);
DO $$ DECLARE name text; BEGIN
    EXECUTE 'CREATE TABLE two AS SELECT 11::small';
EXCEPTION WHEN check_violation THEN
    GET STACKED DIAGNOSTICS name = CONSTRAINT_NAME;
    RAISE WARNING 'constraint "%"', name;
END $$;
