-- +goose Up

-- Keys that have ended are removed by when they did; those for an hour that a user made
-- in the API reference sooner.
CREATE INDEX api_keys_ended ON api_keys (least(revoked_at, expires_at))
    WHERE least(revoked_at, expires_at) IS NOT NULL;
CREATE INDEX api_keys_hour ON api_keys (expires_at)
    WHERE created_by IS NULL AND expires_at - created_at <= interval '1 hour';
