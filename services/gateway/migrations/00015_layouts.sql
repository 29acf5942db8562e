-- +goose Up

-- Completed documents of which people said something that layouts are still to
-- be taught. The row is the work: it is written in the transaction of what was
-- said, and goes when the lesson is stored or given up.
CREATE TABLE teachings (
    document   uuid PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    account    text COLLATE "C" NOT NULL,
    due_at     timestamptz NOT NULL DEFAULT clock_timestamp(), -- while it is worked on: when it is tried again
    attempt    int  NOT NULL DEFAULT 0,
    token      text, -- fences the attempt under way; what is said meanwhile takes it away
    last_error text
);

CREATE INDEX teachings_due ON teachings (due_at);

-- What the lessons of one layout come to, ready to be handed out.
CREATE TABLE layouts (
    id         uuid PRIMARY KEY,
    account    text COLLATE "C" NOT NULL,
    -- The keys of the fingerprint, each mixed with the account's hash: an index of
    -- arrays alone then finds no other account's.
    marks      bigint[] NOT NULL,
    vendor     text    NOT NULL, -- to be shown; '' unknown
    lessons    int     NOT NULL,
    enabled    boolean NOT NULL DEFAULT true,
    version    bigint  NOT NULL, -- rises whenever it is folded again
    -- engine/memory.Layout; json as documents.data, for the NUL characters that a
    -- document's text may hold.
    body       json    NOT NULL,
    -- A lesson went without the layout being folded again, by a program from
    -- before there were layouts. It is not handed out.
    stale      boolean NOT NULL DEFAULT false,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    used_at    timestamptz NOT NULL DEFAULT clock_timestamp() -- last handed out or taught, roughly
);

-- Entries are not left to be merged later: each reader would go through them.
CREATE INDEX layouts_marks ON layouts USING gin (marks) WITH (fastupdate = off);
CREATE INDEX layouts_by_account ON layouts (account, id DESC);
CREATE INDEX layouts_unused ON layouts (account, used_at);
CREATE INDEX layouts_stale ON layouts (id) WHERE stale;

-- What one document taught.
CREATE TABLE lessons (
    document uuid PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    account  text COLLATE "C" NOT NULL,
    layout   uuid NOT NULL REFERENCES layouts ON DELETE CASCADE,
    body     json NOT NULL -- engine/memory.Lesson
);

CREATE INDEX lessons_layout ON lessons (layout);

-- +goose StatementBegin
CREATE FUNCTION layout_is_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE layouts SET stale = true WHERE id = OLD.layout AND NOT stale;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER lessons_gone AFTER DELETE ON lessons FOR EACH ROW EXECUTE FUNCTION layout_is_stale();

-- The version of the layout that a document was read with, as
-- {"layout", "version"}; NULL where none was used.
ALTER TABLE documents ADD COLUMN memory json;

INSERT INTO chores (name, done_at) VALUES ('layouts', clock_timestamp());
