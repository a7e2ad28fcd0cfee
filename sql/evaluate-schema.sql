-- The table that `make evaluate` loads a WCXB directory into.
CREATE EXTENSION IF NOT EXISTS goce;

CREATE TABLE pages (
    id text PRIMARY KEY,
    url text NOT NULL,
    html text NOT NULL,
    page_type text NOT NULL,
    genre text NOT NULL GENERATED ALWAYS AS (
        CASE WHEN page_type IN ('forum', 'collection', 'listing') THEN 'list-view' ELSE 'article' END
    ) STORED,
    gold text NOT NULL,
    title text,
    author text,
    publish_date text
);
