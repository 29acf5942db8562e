-- +goose Up

-- What checks need besides the values, so that they can be made again: NULL for
-- documents that were read before this column was there.
ALTER TABLE documents ADD COLUMN basis json;

-- What corrections made of a document: documents.checks and
-- documents.confidence are those of the values as they are now, and what the
-- engine found stays here.
CREATE TABLE revisions (
    document   uuid    PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    absent     text[]  COLLATE "C" NOT NULL, -- single values that a person says the document does not have
    checks     json,             -- as found; NULL while stale
    confidence double precision, -- as found
    remade     json,             -- checks that were made again, with the paths that take part in each
    stale      boolean NOT NULL DEFAULT false, -- corrected before checks were made again
    CHECK (stale = (checks IS NULL) AND stale = (confidence IS NULL) AND stale = (remade IS NULL))
);

CREATE INDEX revisions_stale ON revisions (document) WHERE stale;

INSERT INTO revisions (document, absent, stale)
SELECT document, coalesce(array_agg(path ORDER BY path) FILTER (WHERE value IS NULL AND strpos(path, '.') = 0), '{}'), true
FROM (SELECT DISTINCT ON (document, path) document, path, value FROM corrections ORDER BY document, path, id DESC) AS last
GROUP BY document;

INSERT INTO chores (name, done_at) VALUES ('revise', clock_timestamp());
