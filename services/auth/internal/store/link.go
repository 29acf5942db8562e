package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// putLink sets the user's only link.
func putLink(ctx context.Context, tx pgx.Tx, u contract.User, mac []byte) (contract.InviteUserReply, error) {
	user, err := parseID(contract.PrefixUser, u.ID)
	if err != nil {
		return contract.InviteUserReply{}, err
	}
	var expires time.Time
	err = tx.QueryRow(ctx, `
		INSERT INTO links (user_id, secret_mac, expires_at) VALUES ($1, $2, clock_timestamp() + $3::interval)
		ON CONFLICT (user_id) DO UPDATE SET secret_mac = excluded.secret_mac, expires_at = excluded.expires_at
		RETURNING expires_at`, user, mac, contract.LinkLife).Scan(&expires)
	if err != nil {
		return contract.InviteUserReply{}, fmt.Errorf("put link: %w", err)
	}
	return contract.InviteUserReply{User: u, ExpiresAt: contract.TimeOf(expires)}, nil
}

// MakeLink replaces a user's link. It returns CodeNotFound without the user, and CodeInvalidRequest if the
// domain of the user's address belongs to another account.
func (s *Store) MakeLink(
	ctx context.Context, userID string, mac []byte, only Only, actor string,
) (reply contract.InviteUserReply, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		_, account, u, err := locked(ctx, tx, userID, only)
		if err != nil {
			return err
		}
		if err := s.mayHave(ctx, tx, account, u.Email); err != nil {
			return err
		}
		if reply, err = putLink(ctx, tx, u, mac); err != nil {
			return err
		}
		return addAuditEntry(ctx, tx, account, AuditEntry{Action: contract.AuditUserLink, Actor: actor, Target: u.ID,
			Detail: u.Email})
	})
	return reply, err
}

// FirstOwner gives the oldest account an owner who can join with the link whose secret has that MAC, unless
// an account has a joined owner; made reports whether it did. Repeating it replaces the link.
func (s *Store) FirstOwner(ctx context.Context, mac []byte) (made bool, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		made = false
		var account string
		err := tx.QueryRow(ctx, `
			SELECT id FROM accounts WHERE NOT EXISTS (SELECT FROM users WHERE role = 'owner' AND joined_at IS NOT NULL)
			ORDER BY created_at, id LIMIT 1 FOR NO KEY UPDATE`).Scan(&account)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		u, err := oneUser(ctx, tx, `SELECT `+userColumns+
			` FROM users u WHERE account_id = $1 AND role = 'owner' AND email IS NULL`, account)
		if apierror.Is(err, contract.CodeNotFound) {
			u, err = insertUser(ctx, tx, account, NewUser{Role: contract.RoleOwner})
		}
		if err != nil {
			return err
		}
		_, err = putLink(ctx, tx, u, mac)
		made = err == nil
		return err
	})
	if err != nil {
		return false, fmt.Errorf("first owner: %w", err)
	}
	return made, nil
}

func noLink() error {
	return apierror.New(contract.CodeNotFound, "This link is invalid or expired. Ask for a new one.")
}

const findLink = `
	SELECT a.name, a.suspended_at IS NOT NULL, l.expires_at, ` + userColumns + `
	FROM links l JOIN users u ON u.id = l.user_id JOIN accounts a ON a.id = u.account_id
	WHERE l.secret_mac = $1 AND l.expires_at > clock_timestamp()`

func scanLink(row pgx.Row) (l contract.Link, suspended bool, err error) {
	var f userFields
	var expires time.Time
	err = row.Scan(append([]any{&l.AccountName, &suspended, &expires}, f.targets()...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, false, noLink()
	}
	if err != nil {
		return l, false, fmt.Errorf("find link: %w", err)
	}
	l.User, l.ExpiresAt = f.public(), contract.TimeOf(expires)
	return l, suspended, nil
}

// Link returns the purpose of a link. It returns CodeNotFound if it is unknown, used or expired.
func (s *Store) Link(ctx context.Context, mac []byte) (contract.Link, error) {
	l, _, err := scanLink(s.pool.QueryRow(ctx, findLink, mac))
	return l, err
}

// Acceptance is a person's input for a one-time link.
type Acceptance struct {
	LinkMAC      []byte
	Email        string // of the user, as contract.ParseEmail gives it: set if the user has none
	PasswordHash string
	Entry        Entry
}

// AcceptLink uses a link: it sets the password, and the e-mail address if the user has none, ends all
// sessions of the user and opens a new one. It returns CodeNotFound if the link is unknown, used or
// expired; CodeInvalidRequest if the address is taken in the account, or its domain belongs to another
// account; CodeInvalidState if the account is suspended; and ErrUnlike. After an error the link stays.
func (s *Store) AcceptLink(ctx context.Context, a Acceptance) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		l, suspended, err := scanLink(tx.QueryRow(ctx, findLink+` FOR UPDATE OF l`, a.LinkMAC))
		if err != nil {
			return err
		}
		if suspended {
			return errSuspended()
		}
		user, err := parseID(contract.PrefixUser, l.User.ID)
		if err != nil {
			return err
		}
		account, err := parseID(contract.PrefixAccount, l.User.AccountID)
		if err != nil {
			return err
		}
		if err := s.mayHave(ctx, tx, account, a.Email); err != nil {
			return err
		}
		if err := alike(ctx, tx, user, a.Email, a.PasswordHash); err != nil {
			return err
		}
		if err := setPassword(ctx, tx, user, a.Email, a.PasswordHash); err != nil {
			return err
		}
		session, err = open(ctx, tx, user, a.Entry)
		if err != nil {
			return err
		}
		return recordPassword(ctx, tx, session)
	})
	if err != nil {
		return contract.Session{}, emailTakenFault(err)
	}
	return session, nil
}

// setPassword sets the password, ends the user's sessions and link, and sets a missing e-mail address.
func setPassword(ctx context.Context, tx pgx.Tx, user, email, hash string) error {
	for _, statement := range []struct {
		sql  string
		args []any
	}{
		{`UPDATE users SET password_hash = nullif($2, ''), email = coalesce(email, nullif($3, '')) WHERE id = $1`,
			[]any{user, hash, email}},
		{`DELETE FROM links WHERE user_id = $1`, []any{user}},
		{`DELETE FROM sessions WHERE user_id = $1`, []any{user}},
	} {
		if _, err := tx.Exec(ctx, statement.sql, statement.args...); err != nil {
			return fmt.Errorf("set password: %w", err)
		}
	}
	return nil
}

func recordPassword(ctx context.Context, tx pgx.Tx, s contract.Session) error {
	account, err := parseID(contract.PrefixAccount, s.Account.ID)
	if err != nil {
		return err
	}
	return addAuditEntry(ctx, tx, account, AuditEntry{Action: contract.AuditPasswordSet, Actor: s.User.Email,
		Target: s.User.ID})
}
