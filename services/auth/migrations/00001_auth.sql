-- +goose Up

CREATE TABLE accounts (
    id           uuid        PRIMARY KEY,
    name         text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    plan         text        NOT NULL,
    suspended_at timestamptz,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The key itself is nowhere: key_mac is HMAC-SHA256, under the service's
-- pepper, of the SHA-256 of the key, so that a copy of this table verifies
-- nothing.
CREATE TABLE api_keys (
    id         uuid        PRIMARY KEY,
    account_id uuid        NOT NULL REFERENCES accounts,
    key_mac    bytea       NOT NULL UNIQUE CHECK (octet_length(key_mac) = 32),
    name       text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    prefix     text        NOT NULL,
    last_four  text        NOT NULL,
    created_by uuid        REFERENCES api_keys,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz,
    revoked_at timestamptz
);

CREATE INDEX api_keys_account ON api_keys (account_id, created_at DESC);
