-- The tables that `make evaluate` loads a directory in WCXB's format into.
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

-- What other extractors, or methods in other states of learning, made of the pages.
CREATE TABLE given (method text, id text, text text, PRIMARY KEY (method, id));
