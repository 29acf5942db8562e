-- +goose Up

-- What people look for again: the selection of the list of documents, as its query
-- string.
CREATE TABLE saved_filters (
    id         uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
    account    text        COLLATE "C" NOT NULL,
    user_id    text        COLLATE "C" NOT NULL,
    name       text        NOT NULL,
    query      text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (account, user_id, name)
);

-- Which fields the list of documents shows to a person, in this order.
CREATE TABLE list_columns (
    account text   COLLATE "C" NOT NULL,
    user_id text   COLLATE "C" NOT NULL,
    fields  text[] COLLATE "C" NOT NULL,
    PRIMARY KEY (account, user_id)
);
