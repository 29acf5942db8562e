-- +goose Up

-- Each vacuum goes through the whole search index (GIN), however little there is to
-- remove, so that one after a fixed number of dead rows costs a document more and more as
-- the table grows. A small share of the table keeps that constant, and still leaves few dead
-- entries in the indexes of the queue: scans of them mark what they find dead.
ALTER TABLE documents SET (autovacuum_vacuum_scale_factor = 0.01);
