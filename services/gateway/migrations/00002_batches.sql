-- +goose Up

ALTER TABLE documents
    ADD COLUMN field_schema json,        -- of custom fields, as it was sent
    ADD COLUMN expires_at   timestamptz; -- NULL keeps the document for ever

-- What lists ask for, newest first. Open documents are few; of the ended ones
-- any status may be rare.
CREATE INDEX documents_open ON documents (account, accepted_at DESC, id DESC)
    WHERE status IN ('queued', 'processing');
CREATE INDEX documents_ended ON documents (account, status, accepted_at DESC, id DESC)
    WHERE status IN ('completed', 'failed');
-- The type that the record shows.
CREATE INDEX documents_by_type ON documents (
    account, (CASE status WHEN 'completed' THEN document_type ELSE asked_type END), accepted_at DESC, id DESC);
CREATE INDEX documents_expiring ON documents (expires_at) WHERE expires_at IS NOT NULL;

-- Documents that were sent in one call. open counts those that have neither
-- ended nor been deleted; whoever brings it to 0 ends the batch.
CREATE TABLE batches (
    id           uuid        PRIMARY KEY,
    account      text        COLLATE "C" NOT NULL,
    total        int         NOT NULL CHECK (total > 0), -- files sent, refused ones too
    open         int         NOT NULL CHECK (open BETWEEN 0 AND total),
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz,
    completed_at timestamptz,
    status       text        CHECK (status IN ('completed', 'failed')), -- once it has ended
    CHECK ((completed_at IS NULL) = (status IS NULL))
) WITH (fillfactor = 70);

CREATE INDEX batches_expiring ON batches (expires_at) WHERE expires_at IS NOT NULL;

-- One row for each file of a batch: a document, whose own row says the rest, or
-- why it was refused. A document without a row was deleted.
CREATE TABLE batch_entries (
    batch           uuid NOT NULL REFERENCES batches ON DELETE CASCADE,
    index           int  NOT NULL,
    document        uuid,
    file_name       text, -- of a refused file
    refusal_code    text,
    refusal_message text,
    PRIMARY KEY (batch, index),
    CHECK ((document IS NULL) = (refusal_code IS NOT NULL AND refusal_message IS NOT NULL AND file_name IS NOT NULL))
);

-- What people said is right, every time they said so. The last value of a path
-- counts; NULL says that there is none.
CREATE TABLE corrections (
    id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document     uuid        NOT NULL REFERENCES documents ON DELETE CASCADE,
    path         text        COLLATE "C" NOT NULL,
    value        text,
    key_id       text        NOT NULL,
    corrected_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX corrections_of ON corrections (document, path, id DESC);

-- The number of a gateway process, which holds an advisory lock on it for as
-- long as it lives.
CREATE SEQUENCE process_numbers AS int CYCLE;

-- Idempotency keys: claimed by a call that is being received, or used by one
-- that was accepted. The token fences the claim.
CREATE TABLE idempotency_keys (
    account     text        COLLATE "C" NOT NULL,
    key         text        COLLATE "C" NOT NULL,
    token       text        NOT NULL,
    process     int         NOT NULL,
    began_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    fingerprint bytea,
    answer      text, -- id of the document or batch
    accepted_at timestamptz,
    PRIMARY KEY (account, key),
    CHECK ((accepted_at IS NULL) = (fingerprint IS NULL) AND (accepted_at IS NULL) = (answer IS NULL))
) WITH (fillfactor = 70);

CREATE INDEX idempotency_keys_age ON idempotency_keys ((coalesce(accepted_at, began_at)));

-- What is left of erased documents outside the database: objects, pictures,
-- messages. Each is looked after twice, the second time when nobody can write
-- any more.
CREATE TABLE erasures (
    document   uuid        PRIMARY KEY,
    account    text        NOT NULL,
    lane       text        NOT NULL,
    object_key text        NOT NULL,
    batch      uuid,       -- whose event named the file
    erased_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    again      boolean     NOT NULL DEFAULT false, -- this is the second look
    due_at     timestamptz NOT NULL
);

CREATE INDEX erasures_due ON erasures (due_at);

INSERT INTO chores (name, done_at) VALUES
    ('retention', clock_timestamp()),
    ('idempotency', clock_timestamp());
