-- +goose Up

-- What is worked on, by its leases: whoever looks for it need not go through claims that
-- ended, which the index still has while a snapshot of the database is held. It is told by
-- the lease alone, which nothing else has, so that no other index can be taken for it, as
-- those by status can. documents_working is for programs of the release before.
CREATE INDEX documents_held ON documents (lease_until, lane, account) WHERE lease_until IS NOT NULL;
DROP INDEX documents_leased;
