-- +goose Up

-- Messages that were decided in a transaction of this schema. A row without
-- published_at waits; rows with it are kept for as long as the stream keeps its
-- messages, so that a lost stream can be seeded again.
CREATE TABLE outbox (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- ref is what the message is about, so that it can be erased with it.
    ref          text        NOT NULL,
    subject      text        NOT NULL,
    msg_id       text        NOT NULL UNIQUE,
    headers      jsonb       NOT NULL DEFAULT '{}',
    payload      bytea       NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    published_at timestamptz,
    tries        int         NOT NULL DEFAULT 0,
    due_at       timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX outbox_waiting ON outbox (due_at) WHERE published_at IS NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;
CREATE INDEX outbox_ref ON outbox (ref);

-- When the stream that the rows go to was made, as the relay last saw it.
CREATE TABLE outbox_stream (
    name       text        PRIMARY KEY,
    created_at timestamptz NOT NULL
);
