-- +goose Up

-- For how many days documents are kept; NULL leaves it to the gateway's
-- setting, 0 is for ever.
ALTER TABLE accounts ADD COLUMN retention_days integer CHECK (retention_days BETWEEN 0 AND 36500);

-- Open registrations of the last hour, by where they came from. Addresses are
-- personal data: address_mac is HMAC-SHA256, under a pepper of the service, of
-- the address, and the rows are removed when they count no more.
CREATE TABLE registrations (
    address_mac   bytea       NOT NULL CHECK (octet_length(address_mac) = 32),
    registered_at timestamptz NOT NULL
);

CREATE INDEX registrations_address ON registrations (address_mac, registered_at DESC);
CREATE INDEX registrations_time ON registrations (registered_at);
