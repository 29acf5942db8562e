-- +goose Up

-- The document types that accounts save, one row for each version. Documents have a copy of the
-- schema, so that deleting a type leaves them as they are.
CREATE TABLE document_types (
    account    text COLLATE "C" NOT NULL,
    name       text COLLATE "C" NOT NULL,
    version    int  NOT NULL,
    title      text NOT NULL,
    schema     json NOT NULL, -- of custom fields, as it was sent
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Of a deleted type one row remains, without its title and schema: a later type of the same
    -- name continues the version numbers.
    deleted    boolean NOT NULL DEFAULT false,
    PRIMARY KEY (account, name, version)
);

-- The version of the saved type that a document is read with; NULL for built-in types.
ALTER TABLE documents ADD COLUMN type_version int;
