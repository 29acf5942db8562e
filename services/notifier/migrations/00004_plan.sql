-- +goose Up

-- Whether the account's plan has webhooks, as far as is known here. Without,
-- nothing is delivered and nothing waits.
ALTER TABLE subscriptions ADD COLUMN in_plan boolean NOT NULL DEFAULT true;
