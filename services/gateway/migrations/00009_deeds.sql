-- +goose Up

-- What people and keys did that auth is still to write down in their account's
-- audit: written with what was done, removed once auth has it.
CREATE TABLE deeds (
    id      uuid        PRIMARY KEY,
    account text        NOT NULL,
    at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    action  text        NOT NULL,
    actor   text        NOT NULL,
    target  text        NOT NULL
);
