-- +goose Up

-- What an account was charged in a month, by day, is read from the charges.
CREATE INDEX charges_month ON charges (account, month);
