package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/libs/pgstore"
)

// Credentials are what a password is checked against.
type Credentials struct {
	UserID       string // public
	PasswordHash string // "" when the user has none
}

// Credentials finds those of an e-mail address; the zero value when it is
// nobody's.
func (s *Store) Credentials(ctx context.Context, email string) (Credentials, error) {
	var c Credentials
	err := s.pool.QueryRow(ctx, `SELECT id, coalesce(password_hash, '') FROM users WHERE email = $1`, email).Scan(&c.UserID, &c.PasswordHash)
	if errors.Is(err, pgx.ErrNoRows) {
		return Credentials{}, nil
	}
	if err != nil {
		return Credentials{}, fmt.Errorf("find user: %w", err)
	}
	c.UserID = contract.PrefixUser + c.UserID
	return c, nil
}

// WrongPassword is the refusal of a sign-in, whatever was wrong.
func WrongPassword() error {
	return fault.New(contract.CodeAuthInvalid, "E-mail address or password is wrong.")
}

// checked locks a user whose password was checked against c; WrongPassword when
// it is another one by now.
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

// SignIn opens a session of a user whose password was checked against c.
// newHash, unless empty, takes the place of the stored hash: of the same
// password, by stronger parameters. CodeInvalidState: the account is suspended.
func (s *Store) SignIn(ctx context.Context, c Credentials, newHash string, e Entry) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		user, err := checked(ctx, tx, c)
		if err != nil {
			return err
		}
		if newHash != "" {
			if _, err := tx.Exec(ctx, `UPDATE users SET password_hash = $2 WHERE id = $1`, user, newHash); err != nil {
				return fmt.Errorf("renew hash: %w", err)
			}
		}
		session, err = open(ctx, tx, user, e)
		return err
	})
	return session, err
}

// Confirm renews a session of a user whose password was checked against c.
func (s *Store) Confirm(ctx context.Context, c Credentials, sessionID string, e Entry) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := checked(ctx, tx, c); err != nil {
			return err
		}
		session, err = renew(ctx, tx, sessionID, e)
		return err
	})
	return session, err
}

// ChangePassword sets the password of a user whose old one was checked against
// c, ends the user's other sessions and links, and renews the session.
func (s *Store) ChangePassword(ctx context.Context, c Credentials, hash, sessionID string, e Entry) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		user, err := checked(ctx, tx, c)
		if err != nil {
			return err
		}
		id, err := parseID(contract.PrefixSession, sessionID)
		if err != nil {
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

// Identity is a person as an OpenID provider knows them.
type Identity struct {
	Issuer, Subject string
	Email           string // "" unless the provider has verified it
	// JoinAccount is where a stranger becomes a member: a public id, or "" for
	// the oldest account. nil: nowhere.
	JoinAccount *string
}

// SignInOIDC opens a session for whom a provider knows by the identity: who came
// with it before, else whose e-mail address it is, else a new member.
// CodeAuthInvalid: nobody of these; CodeInvalidState: the account is suspended.
func (s *Store) SignInOIDC(ctx context.Context, i Identity, e Entry) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// Two first sign-ins of one person follow each other.
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1, hashtext($2))`, identityClass, i.Issuer+" "+i.Subject); err != nil {
			return fmt.Errorf("lock identity: %w", err)
		}
		var user string
		err := tx.QueryRow(ctx, `SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2`, i.Issuer, i.Subject).Scan(&user)
		if errors.Is(err, pgx.ErrNoRows) {
			user, err = adopt(ctx, tx, i)
		}
		if err != nil {
			return fmt.Errorf("find identity: %w", err)
		}
		session, err = open(ctx, tx, user, e)
		return err
	})
	return session, taken(err)
}

// identityClass is the first key of the advisory locks on identities.
const identityClass int32 = 0x6f696463 // "oidc"

// adopt links an identity that is seen for the first time to the user that it
// belongs to, and gives the user.
func adopt(ctx context.Context, tx pgx.Tx, i Identity) (user string, err error) {
	if i.Email == "" {
		return "", stranger()
	}
	u, err := oneUser(ctx, tx, `SELECT `+userColumns+` FROM users u WHERE u.email = $1 FOR NO KEY UPDATE`, i.Email)
	action := contract.AuditIdentityLinked
	if fault.Is(err, contract.CodeNotFound) && i.JoinAccount != nil {
		action = contract.AuditMemberByDomain
		u, err = join(ctx, tx, i)
	}
	if fault.Is(err, contract.CodeNotFound) {
		return "", stranger()
	}
	if err != nil {
		return "", err
	}
	if user, err = parseID(contract.PrefixUser, u.ID); err != nil {
		return "", err
	}
	tag, err := tx.Exec(ctx, `INSERT INTO identities (issuer, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, i.Issuer, i.Subject, user)
	if err != nil {
		return "", fmt.Errorf("link identity: %w", err)
	}
	if tag.RowsAffected() == 0 { // the provider has given the address to another person
		return "", stranger()
	}
	if u.Invited {
		if err := dropLink(ctx, tx, user); err != nil {
			return "", err
		}
	}
	account, err := parseID(contract.PrefixAccount, u.AccountID)
	if err != nil {
		return "", err
	}
	return user, record(ctx, tx, account, Deed{Action: action, Actor: u.Email, Target: u.ID, Detail: i.Issuer})
}

func stranger() error {
	return fault.New(contract.CodeAuthInvalid, "Nobody here has your e-mail address. Ask an owner of your account to invite you.")
}

// join makes a member; CodeNotFound when there is no account to join.
func join(ctx context.Context, tx pgx.Tx, i Identity) (contract.User, error) {
	var account string
	err := tx.QueryRow(ctx, `SELECT id FROM accounts WHERE $1 = '' OR 'acct_' || id = $1 ORDER BY created_at, id LIMIT 1`, *i.JoinAccount).Scan(&account)
	if errors.Is(err, pgx.ErrNoRows) {
		return contract.User{}, noAccount()
	}
	if err != nil {
		return contract.User{}, fmt.Errorf("find account: %w", err)
	}
	return insertUser(ctx, tx, account, NewUser{Email: i.Email, Role: contract.RoleMember})
}

func dropLink(ctx context.Context, tx pgx.Tx, user string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM links WHERE user_id = $1`, user); err != nil {
		return fmt.Errorf("drop link: %w", err)
	}
	return nil
}
