-- +goose Up

-- What plans allow. The migrate step writes them from the contract, so that
-- charge needs no caller's word for a limit.
CREATE TABLE plans (
    name                text PRIMARY KEY,
    documents_per_month int  NOT NULL CHECK (documents_per_month > 0),
    warn_at             int  NOT NULL CHECK (warn_at BETWEEN 1 AND documents_per_month)
);

-- The rolling minute: when the account's last requests were admitted, oldest
-- first, and the verdict on its last request. Updates change no index, so room
-- in the page keeps them there.
CREATE TABLE rate_windows (
    account    text          PRIMARY KEY,
    admitted   timestamptz[] NOT NULL,
    allowed    boolean       NOT NULL,
    decided_at timestamptz   NOT NULL
) WITH (fillfactor = 50);

-- Documents charged in a calendar month (UTC), named by its first day.
CREATE TABLE months (
    account text NOT NULL,
    month   date NOT NULL CHECK (extract(day FROM month) = 1),
    used    int  NOT NULL CHECK (used >= 0),
    PRIMARY KEY (account, month)
) WITH (fillfactor = 70);

-- One row for each document that was ever charged.
CREATE TABLE charges (
    document      uuid        PRIMARY KEY,
    account       text        NOT NULL,
    month         date        NOT NULL,
    charged_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    given_back_at timestamptz
);

-- Thresholds that were reached, each once per account and month, with what the
-- month was like then. Rows without relayed_at are not in the outbox yet.
CREATE TABLE thresholds (
    account     text        NOT NULL,
    month       date        NOT NULL,
    kind        text        NOT NULL CHECK (kind IN ('warning', 'exceeded')),
    plan        text        NOT NULL,
    used        int         NOT NULL,
    month_limit int         NOT NULL,
    reached_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    relayed_at  timestamptz,
    PRIMARY KEY (account, month, kind)
);

CREATE INDEX thresholds_waiting ON thresholds (reached_at) WHERE relayed_at IS NULL;
