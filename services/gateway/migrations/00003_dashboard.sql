-- +goose Up

-- What people look for in a document: the values of its data, in lower case.
-- Rows from before get theirs from the text of the JSON, member names left out.
ALTER TABLE documents ADD COLUMN search text NOT NULL DEFAULT '';

UPDATE documents
SET search = left(lower(regexp_replace(data::text, '"(?:[^"\\]|\\.)*"\s*:', ' ', 'g')), 65536)
WHERE data IS NOT NULL;

-- Whoever corrects is a key or a person.
ALTER TABLE corrections RENAME COLUMN key_id TO corrected_by;

-- An account's batches, newest first: their ids begin with the time.
CREATE INDEX batches_by_account ON batches (account, id DESC);
