-- What PostgreSQL has from version 14 on.
CREATE FUNCTION by_body(html text) RETURNS text IMMUTABLE LANGUAGE sql BEGIN ATOMIC SELECT clean.goce_extract(html, 'default', NULL); END;
CREATE STATISTICS of_texts ON (length(clean.goce_extract(html, 'default'))), (clean.goce_page_type(html)) FROM pages;
