-- +goose Up

-- Secrets are sealed (AES-GCM) under a key that is not in the database. A
-- subscription without one never fires.
ALTER TABLE subscriptions
    ADD COLUMN secret          bytea,
    ADD COLUMN previous_secret bytea,
    ADD COLUMN previous_until  timestamptz,
    ADD COLUMN state           text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'failing', 'disabled')),
    -- The unbroken run of failures, null when the last attempt succeeded.
    ADD COLUMN run_since       timestamptz,
    ADD COLUMN last_failure    timestamptz,
    ADD COLUMN failures        integer NOT NULL DEFAULT 0,
    -- No attempt before, while the circuit breaker is open.
    ADD COLUMN paused_until    timestamptz;

UPDATE subscriptions SET state = 'disabled' WHERE NOT is_active;
ALTER TABLE subscriptions DROP COLUMN is_active;

CREATE INDEX subscriptions_failing ON subscriptions (run_since) WHERE state = 'failing';

-- Bodies, once for all who subscribed; byte for byte what is sent.
CREATE TABLE payloads (
    event_id   text        PRIMARY KEY,
    account    text        NOT NULL,
    ref        text        NOT NULL, -- the document, batch or month that it is about
    event      text        NOT NULL,
    body       bytea       NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE INDEX payloads_ref ON payloads (account, ref);
CREATE INDEX payloads_age ON payloads (created_at);

CREATE TABLE deliveries (
    id           uuid        PRIMARY KEY,
    subscription text        NOT NULL REFERENCES subscriptions ON DELETE CASCADE,
    event_id     text        NOT NULL REFERENCES payloads ON DELETE CASCADE,
    test         boolean     NOT NULL DEFAULT false,
    state        text        NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts     integer     NOT NULL DEFAULT 0, -- in all
    round        integer     NOT NULL DEFAULT 0, -- attempts since it was made or replayed
    due_at       timestamptz, -- of the next attempt
    free_at      timestamptz, -- when it may be claimed: due_at, or the end of the claim's lease
    token        uuid,        -- of the claim
    created_at   timestamptz NOT NULL,
    ended_at     timestamptz,
    UNIQUE (event_id, subscription),
    CHECK ((state = 'pending') = (due_at IS NOT NULL AND free_at IS NOT NULL))
) WITH (fillfactor = 80);

CREATE INDEX deliveries_due ON deliveries (subscription, free_at) WHERE state = 'pending';
CREATE INDEX deliveries_next ON deliveries (free_at) WHERE state = 'pending';
CREATE INDEX deliveries_claimed ON deliveries (subscription) WHERE token IS NOT NULL;
CREATE INDEX deliveries_log ON deliveries (subscription, created_at DESC, id DESC);

CREATE TABLE attempts (
    delivery    uuid        NOT NULL REFERENCES deliveries ON DELETE CASCADE,
    number      integer     NOT NULL,
    started_at  timestamptz NOT NULL,
    duration_ms bigint      NOT NULL,
    headers     jsonb       NOT NULL, -- of the request
    status      integer,              -- null without an answer
    error       text,                 -- why there was none
    answer      text        NOT NULL, -- the beginning of its body
    PRIMARY KEY (delivery, number)
);

-- Changes of subscriptions' states that are still to be told.
CREATE TABLE changes (
    id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account      text        NOT NULL,
    subscription text        NOT NULL,
    before       text        NOT NULL,
    after        text        NOT NULL,
    at           timestamptz NOT NULL
);
