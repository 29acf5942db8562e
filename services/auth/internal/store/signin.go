package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// Credentials are the data for checking a password.
type Credentials struct {
	UserID       string // public
	PasswordHash string // "" only of who sets a first password
}

// Credentials returns those of the users in any account with an e-mail address and a password, last signed
// in first. only, if not empty, is the only allowed user.
func (s *Store) Credentials(ctx context.Context, email, only string) ([]Credentials, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT 'user_' || id, password_hash FROM users
		WHERE email = $1 AND password_hash IS NOT NULL AND ($2 = '' OR 'user_' || id = $2)
		ORDER BY last_sign_in_at DESC NULLS LAST, id`, email, only)
	if err != nil {
		return nil, fmt.Errorf("find users: %w", err)
	}
	c, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Credentials])
	if err != nil {
		return nil, fmt.Errorf("find users: %w", err)
	}
	return c, nil
}

// HashLike returns a stored hash whose salt and cost a new one of the user must have: that of another user
// with the e-mail address, or "". With equal salt and cost a sign-in takes one hash for all users of an
// address.
func (s *Store) HashLike(ctx context.Context, userID, email string) (hash string, err error) {
	err = s.pool.QueryRow(ctx, `
		SELECT password_hash FROM users WHERE email = $1 AND 'user_' || id <> $2 AND password_hash IS NOT NULL
		ORDER BY id LIMIT 1`, email, userID).Scan(&hash)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return "", fmt.Errorf("find users of an address: %w", err)
	}
	return hash, nil
}

// ErrUnlike rejects a hash with other salt or cost than those of other users of the address, who were added
// meanwhile: call HashLike again.
var ErrUnlike = errors.New("another user of the address has set a password meanwhile")

// emailClass is the first key of the advisory locks on e-mail addresses.
const emailClass int32 = 0x6d61696c // "mail"

// alike checks a user's hash against HashLike, and locks the address's passwords until the transaction ends.
func alike(ctx context.Context, tx pgx.Tx, user, email, hash string) error {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1, hashtext($2))`, emailClass, email); err != nil {
		return fmt.Errorf("lock address: %w", err)
	}
	var unlike bool
	err := tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM users WHERE email = $1 AND id <> $2 AND password_hash IS NOT NULL
			AND (split_part(password_hash, '$', 4), split_part(password_hash, '$', 5)) <> (split_part($3, '$', 4),
				split_part($3, '$', 5)))`,
		email, user, hash).Scan(&unlike)
	if err != nil {
		return fmt.Errorf("compare hashes of an address: %w", err)
	}
	if unlike {
		return ErrUnlike
	}
	return nil
}

// WrongPassword is the refusal of a sign-in, whatever was wrong.
func WrongPassword() error {
	return apierror.New(contract.CodeAuthInvalid, "E-mail address or password is wrong.")
}

// checked locks a user whose password matched c. It returns WrongPassword if the password has changed since.
func checked(ctx context.Context, tx pgx.Tx, c Credentials) (user string, err error) {
	if user, err = parseID(contract.PrefixUser, c.UserID); err != nil {
		return "", err
	}
	err = tx.QueryRow(ctx, `SELECT id FROM users WHERE id = $1 AND coalesce(password_hash, '') = $2 FOR NO KEY UPDATE`,
		user, c.PasswordHash).Scan(&user)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", WrongPassword()
	}
	if err != nil {
		return "", fmt.Errorf("lock user: %w", err)
	}
	return user, nil
}

// SignIn opens a session of a user whose password was checked against c. newHash, if not empty, replaces
// the stored hash: same password, stronger parameters. It returns CodeInvalidState if the account is
// suspended.
func (s *Store) SignIn(
	ctx context.Context, c Credentials, newHash string, e Entry,
) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		user, err := checked(ctx, tx, c)
		if err != nil {
			return err
		}
		if newHash != "" {
			if err := renewHash(ctx, tx, user, newHash); err != nil {
				return err
			}
		}
		session, err = open(ctx, tx, user, e)
		return err
	})
	return session, err
}

// renewHash stores a user's new hash, unless users of the address were added meanwhile and its salt differs.
func renewHash(ctx context.Context, tx pgx.Tx, user, hash string) error {
	var email string
	if err := tx.QueryRow(ctx, `SELECT email FROM users WHERE id = $1`, user).Scan(&email); err != nil {
		return fmt.Errorf("renew hash: %w", err)
	}
	err := alike(ctx, tx, user, email, hash)
	if errors.Is(err, ErrUnlike) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE users SET password_hash = $2 WHERE id = $1`, user, hash); err != nil {
		return fmt.Errorf("renew hash: %w", err)
	}
	return nil
}

// Confirm renews a session of a user whose password was checked against c.
func (s *Store) Confirm(
	ctx context.Context, c Credentials, sessionID string, e Entry,
) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := checked(ctx, tx, c); err != nil {
			return err
		}
		session, err = renew(ctx, tx, sessionID, e)
		return err
	})
	return session, err
}

// ChangePassword sets the password of a user whose old one was checked against c, ends the user's other
// sessions and links, and renews the session. With ErrUnlike nothing has changed.
func (s *Store) ChangePassword(
	ctx context.Context, c Credentials, email, hash, sessionID string, e Entry,
) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		user, err := checked(ctx, tx, c)
		if err != nil {
			return err
		}
		id, err := parseID(contract.PrefixSession, sessionID)
		if err != nil {
			return err
		}
		if err := alike(ctx, tx, user, email, hash); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE users SET password_hash = $2 WHERE id = $1`, user, hash); err != nil {
			return fmt.Errorf("set password: %w", err)
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND id <> $2`, user, id); err != nil {
			return fmt.Errorf("end sessions: %w", err)
		}
		if err := dropLink(ctx, tx, user); err != nil {
			return err
		}
		if session, err = renew(ctx, tx, sessionID, e); err != nil {
			return err
		}
		return recordPassword(ctx, tx, session)
	})
	return session, err
}

func dropLink(ctx context.Context, tx pgx.Tx, user string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM links WHERE user_id = $1`, user); err != nil {
		return fmt.Errorf("drop link: %w", err)
	}
	return nil
}
