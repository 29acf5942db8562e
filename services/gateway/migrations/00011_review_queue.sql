-- +goose Up

-- What of an account's documents needs a person. An account without a row has
-- the defaults of the program.
CREATE TABLE review_rules (
    account text             COLLATE "C" PRIMARY KEY,
    missing boolean          NOT NULL,
    checks  boolean          NOT NULL,
    below   double precision NOT NULL CHECK (below BETWEEN 0 AND 1),
    sample  double precision NOT NULL CHECK (sample BETWEEN 0 AND 1)
);

-- Who has a document open to review it, and until when nobody else is given it.
CREATE TABLE review_holds (
    document uuid        PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    holder   text        NOT NULL,
    until    timestamptz NOT NULL
);

INSERT INTO chores (name, done_at) VALUES ('review', clock_timestamp());
