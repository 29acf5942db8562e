-- +goose Up

CREATE TABLE subscriptions (
    id         text        PRIMARY KEY CHECK (id LIKE 'wh\_%'),
    account    text        NOT NULL,
    url        text        NOT NULL,
    events     text[]      NOT NULL CHECK (cardinality(events) > 0),
    is_active  boolean     NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX subscriptions_account ON subscriptions (account, created_at DESC);
