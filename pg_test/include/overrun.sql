SET statement_timeout = 300;
SELECT clock_timestamp() AS started \gset
:statement;
SET statement_timeout = 0;
INSERT INTO overrun VALUES (:'name', clock_timestamp() - :'started'::timestamptz - '300 ms'::interval);
