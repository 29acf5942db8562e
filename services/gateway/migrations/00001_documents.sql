-- +goose Up

-- Every document ever accepted, and the queue of those that have not ended. The
-- row decides; messages only carry its id.
CREATE TABLE documents (
    id            uuid   PRIMARY KEY,
    account       text   COLLATE "C" NOT NULL,
    plan          text   NOT NULL, -- at acceptance: whom the charge went to
    file_name     text   NOT NULL,
    file_size     bigint NOT NULL,
    mime_type     text   NOT NULL,
    sha256        text   NOT NULL,
    object_key    text   NOT NULL UNIQUE,
    asked_type    text   NOT NULL,
    lane          text   NOT NULL,
    status        text   NOT NULL DEFAULT 'queued'
                  CHECK (status IN ('queued', 'processing', 'completed', 'failed')),
    traceparent   text   NOT NULL DEFAULT '', -- of the request that brought the file

    -- The queue. A queued row waits until available_at; once its command was
    -- published, redispatch_at says when to publish it again, should nobody
    -- have claimed it by then.
    accepted_at   timestamptz NOT NULL DEFAULT now(),
    available_at  timestamptz NOT NULL DEFAULT now(),
    redispatch_at timestamptz,

    -- The attempt under way. The token fences it: whoever does not know it
    -- cannot end it. started_at is the first claim's, for ever.
    attempt       int NOT NULL DEFAULT 0,
    token         text,
    worker        text,
    started_at    timestamptz,
    claimed_at    timestamptz,
    lease_until   timestamptz,
    last_error    text, -- why the attempt before went wrong

    -- The end. data, fields and checks are json, not jsonb: they are handed out
    -- as they came, in the order of the engine, and jsonb refuses the NUL
    -- character that a document's text may hold. Large fields are in the object
    -- store, under fields_key.
    completed_at       timestamptz,
    document_type      text,
    confidence         double precision,
    data               json,
    fields             json,
    fields_key         text,
    checks             json,
    pages              int,
    processing_time_ms bigint,
    failure_code       text,
    failure_message    text,

    -- For documents that came together.
    batch_id    uuid,
    batch_index int
) WITH (
    -- A row is updated about five times in its first seconds and never again.
    fillfactor = 70,
    -- A share of the whole table would let the queue's indexes fill with dead
    -- entries as the table grows.
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000
);

-- Which accounts wait in a lane, and the longest waiting of each: both are the
-- first entry of a range, however long the queue is.
CREATE INDEX documents_waiting ON documents (lane, account, available_at)
    WHERE status = 'queued' AND redispatch_at IS NULL;
CREATE INDEX documents_released ON documents (lane, account, redispatch_at)
    WHERE status = 'queued' AND redispatch_at IS NOT NULL;
CREATE INDEX documents_leased ON documents (lease_until, lane, account)
    WHERE status = 'processing';
CREATE INDEX documents_by_account ON documents (account, accepted_at DESC, id DESC);
CREATE UNIQUE INDEX documents_fields_key ON documents (fields_key) WHERE fields_key IS NOT NULL;
CREATE UNIQUE INDEX documents_batch ON documents (batch_id, batch_index) WHERE batch_id IS NOT NULL;

-- Where the round-robin over accounts stands. The row is also what dispatchers
-- take turns on.
CREATE TABLE lanes (
    lane         text PRIMARY KEY,
    last_account text COLLATE "C" NOT NULL DEFAULT ''
) WITH (fillfactor = 10);

INSERT INTO lanes (lane) VALUES ('interactive'), ('batch'), ('slow');

-- Work that one replica does for all, once in a while.
CREATE TABLE chores (
    name    text        PRIMARY KEY,
    done_at timestamptz NOT NULL
);

INSERT INTO chores (name, done_at) VALUES ('janitor', clock_timestamp());
