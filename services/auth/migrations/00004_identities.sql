-- +goose Up

-- An e-mail address is one person's within an account: whether another account
-- has it too is nothing that an owner could find out.
ALTER TABLE users DROP CONSTRAINT users_email_key;
ALTER TABLE users ADD CONSTRAINT users_account_email_key UNIQUE (account_id, email);
CREATE INDEX users_email ON users (email);

-- Identities that were tied to a user whose password was set by then: whoever
-- set it had not shown that the address is theirs. These people connect again.
WITH untied AS (
    DELETE FROM identities i USING users u
    WHERE u.id = i.user_id AND EXISTS (
        SELECT FROM audit a
        WHERE a.account_id = u.account_id AND a.action = 'password.set' AND a.target = 'user_' || u.id AND a.at <= i.linked_at)
    RETURNING u.account_id, u.id, i.issuer
)
INSERT INTO audit (id, account_id, action, actor, target, detail)
SELECT gen_random_uuid(), account_id, 'user.identity_unlinked', 'operator', 'user_' || id, issuer FROM untied;
