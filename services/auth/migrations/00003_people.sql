-- +goose Up

-- People who sign in to the dashboard. An e-mail address is one person's, of one
-- account; the first owner has none until the one-time link was used.
-- password_hash is a PHC string of argon2id over an HMAC of the password under
-- the service's pepper: a copy of this table is no start for guessing.
CREATE TABLE users (
    id              uuid        PRIMARY KEY,
    account_id      uuid        NOT NULL REFERENCES accounts,
    email           text        UNIQUE CHECK (octet_length(email) BETWEEN 3 AND 254),
    role            text        NOT NULL CHECK (role IN ('owner', 'member')),
    password_hash   text,
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    joined_at       timestamptz, -- NULL while invited
    last_sign_in_at timestamptz
);

CREATE INDEX users_account ON users (account_id, created_at);

-- Whom OpenID providers know a user as.
CREATE TABLE identities (
    issuer    text        NOT NULL,
    subject   text        NOT NULL,
    user_id   uuid        NOT NULL REFERENCES users ON DELETE CASCADE,
    linked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, issuer)
);

-- One-time links; a user has one at most, and a used one is removed. secret_mac
-- is HMAC-SHA256, under a pepper of the service, of the SHA-256 of the secret.
CREATE TABLE links (
    user_id    uuid        PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    secret_mac bytea       NOT NULL UNIQUE CHECK (octet_length(secret_mac) = 32),
    expires_at timestamptz NOT NULL
);

-- Sessions that have not been ended. When they end by themselves follows from
-- their times. secret_mac as in links.
CREATE TABLE sessions (
    id           uuid        PRIMARY KEY,
    user_id      uuid        NOT NULL REFERENCES users ON DELETE CASCADE,
    secret_mac   bytea       NOT NULL UNIQUE CHECK (octet_length(secret_mac) = 32),
    method       text        NOT NULL,
    agent        text        NOT NULL,
    created_at   timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    confirmed_at timestamptz NOT NULL
);

CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_created ON sessions (created_at);

-- Tries to sign in since the last that succeeded, by e-mail address, known or
-- not; apart from these by e-mail and network address together, where somebody
-- has signed in from there before. Addresses are personal data: what is kept is
-- an HMAC, and the rows are removed when they count no more.
CREATE TABLE sign_in_failures (
    tried_mac     bytea       PRIMARY KEY CHECK (octet_length(tried_mac) = 32),
    failures      integer     NOT NULL,
    failed_at     timestamptz NOT NULL,
    blocked_until timestamptz NOT NULL
);

CREATE INDEX sign_in_failures_time ON sign_in_failures (failed_at);

-- From where e-mail addresses have signed in: HMACs of both together.
CREATE TABLE sign_in_places (
    place_mac bytea       PRIMARY KEY CHECK (octet_length(place_mac) = 32),
    seen_at   timestamptz NOT NULL
);

CREATE INDEX sign_in_places_time ON sign_in_places (seen_at);

-- When the next try from a network address would be due if they came evenly
-- (the generic cell rate algorithm's theoretical arrival time).
CREATE TABLE sign_in_addresses (
    address_mac bytea       PRIMARY KEY CHECK (octet_length(address_mac) = 32),
    due_at      timestamptz NOT NULL
);

CREATE INDEX sign_in_addresses_time ON sign_in_addresses (due_at);

-- What was done in an account, and by whom: "operator", a key's id or a user's
-- e-mail address, which stays here when the user is removed.
CREATE TABLE audit (
    id         uuid        PRIMARY KEY,
    account_id uuid        NOT NULL REFERENCES accounts,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    action     text        NOT NULL,
    actor      text        NOT NULL,
    target     text        NOT NULL,
    detail     text        NOT NULL
);

CREATE INDEX audit_account ON audit (account_id, at DESC, id DESC);
CREATE INDEX audit_time ON audit (at);

ALTER TABLE api_keys
    ADD COLUMN created_by_user uuid REFERENCES users ON DELETE SET NULL,
    ADD COLUMN last_used_at timestamptz;

CREATE INDEX api_keys_maker ON api_keys (created_by) WHERE created_by IS NOT NULL;
