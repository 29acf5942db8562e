-- +goose Up

-- Who attempts what at the moment, apart from the deliveries, whose rows and
-- indexes a claim then leaves alone. Unlogged: a crash of the database forgets
-- the claims, and what was claimed is attempted again under the same id.
CREATE UNLOGGED TABLE claims (
    delivery     uuid        PRIMARY KEY,
    subscription text        NOT NULL,
    token        uuid        NOT NULL, -- of the claimer's look
    until        timestamptz NOT NULL
);

-- Their indexes and the check of them go with the columns.
ALTER TABLE deliveries DROP COLUMN free_at, DROP COLUMN token;
ALTER TABLE deliveries ADD CHECK ((state = 'pending') = (due_at IS NOT NULL));

CREATE INDEX deliveries_due ON deliveries (subscription, due_at) WHERE state = 'pending';
CREATE INDEX deliveries_next ON deliveries (due_at) WHERE state = 'pending';
