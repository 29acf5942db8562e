-- +goose Up

-- Which of each account's documents is to be taught next, and whose turn was last:
-- an account with many does not keep the others waiting. Programs of an earlier
-- release take the longest waiting document of all, and leave the turn as it is.
CREATE INDEX teachings_of_account ON teachings (account, due_at);

CREATE TABLE teaching_turn (
    last_account text COLLATE "C" NOT NULL DEFAULT ''
) WITH (fillfactor = 10);

INSERT INTO teaching_turn DEFAULT VALUES;
