-- +goose Up

-- Whose documents wait in a lane, released or not, and which of each account's
-- is next: a claim takes the first entry of a range.
CREATE INDEX documents_queued ON documents (lane, account, available_at) WHERE status = 'queued';

-- What is worked on, for each account.
CREATE INDEX documents_working ON documents (account, lane) WHERE status = 'processing';

-- Whom a claim served last in each lane.
CREATE TABLE turns (
    lane         text PRIMARY KEY,
    last_account text COLLATE "C" NOT NULL DEFAULT ''
) WITH (fillfactor = 10);

INSERT INTO turns (lane) VALUES ('interactive'), ('batch'), ('slow');
