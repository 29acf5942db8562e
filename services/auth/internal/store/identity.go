package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// Identity is a person as an OpenID provider knows them.
type Identity struct {
	Issuer, Subject string
	Email           string // "" unless the provider has verified it
}

// SignInOIDC opens a session for whom a provider knows by the identity.
// CodeAuthInvalid: nobody; CodeInvalidState: the account is suspended, or users
// have the address of whom nobody knows whether it is theirs.
func (s *Store) SignInOIDC(ctx context.Context, i Identity, e Entry) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		user, err := s.meant(ctx, tx, i)
		if err != nil {
			return err
		}
		session, err = open(ctx, tx, user, e)
		return err
	})
	return session, err
}

// meant finds the user that an identity is of, and ties it to them if it is not
// tied yet.
func (s *Store) meant(ctx context.Context, tx pgx.Tx, i Identity) (user string, err error) {
	known, account, err := tied(ctx, tx, i)
	if err != nil {
		return "", err
	}
	domainOwner, err := s.domainAccount(ctx, tx, i.Email)
	switch {
	case apierror.Is(err, contract.CodeNotFound):
		return "", stranger()
	case err != nil:
		return "", err
	case domainOwner != "" && domainOwner != account:
		return s.claim(ctx, tx, i, domainOwner, known)
	case known == "":
		return s.adopt(ctx, tx, i)
	}
	return known, s.stillTheirs(ctx, tx, known, account)
}

// identityClass is the first key of the advisory locks on identities.
const identityClass int32 = 0x6f696463 // "oidc"

// tied finds the user, and their account, that an identity is tied to, "" when to
// none; until the transaction ends nobody else ties it.
func tied(ctx context.Context, tx pgx.Tx, i Identity) (user, account string, err error) {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1, hashtext($2))`, identityClass,
		i.Issuer+" "+i.Subject); err != nil {
		return "", "", fmt.Errorf("lock identity: %w", err)
	}
	err = tx.QueryRow(ctx, `
		SELECT u.id, u.account_id FROM identities i JOIN users u ON u.id = i.user_id WHERE i.issuer = $1 AND i.subject = $2`,
		i.Issuer, i.Subject).Scan(&user, &account)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return "", "", fmt.Errorf("find identity: %w", err)
	}
	return user, account, nil
}

// stillTheirs refuses a user whose own address belongs to another account by its
// domain, which may have been mapped since the identity was tied.
func (s *Store) stillTheirs(ctx context.Context, tx pgx.Tx, user, account string) error {
	var email string
	if err := tx.QueryRow(ctx, `SELECT coalesce(email, '') FROM users WHERE id = $1`, user).Scan(&email); err != nil {
		return fmt.Errorf("find user: %w", err)
	}
	err := s.mayHave(ctx, tx, account, email)
	if apierror.Is(err, contract.CodeInvalidRequest) {
		return stranger()
	}
	return err
}

// claim returns the user of the account that the identity's domain belongs to, and
// makes one if there is none. known is whom, of another account, the identity was
// tied to, "" if to nobody: it is no more.
func (s *Store) claim(ctx context.Context, tx pgx.Tx, i Identity, domainOwner, known string) (user string, err error) {
	if known != "" {
		if err := untie(ctx, tx, i, known); err != nil {
			return "", err
		}
	}
	if err := lockUsers(ctx, tx, domainOwner); err != nil {
		return "", err
	}
	action := contract.AuditIdentityLinked
	u, err := oneUser(ctx, tx, `SELECT `+userColumns+
		` FROM users u WHERE u.account_id = $1 AND u.email = $2 FOR NO KEY UPDATE`, domainOwner, i.Email)
	if apierror.Is(err, contract.CodeNotFound) {
		action = contract.AuditMemberByDomain
		u, err = insertUser(ctx, tx, domainOwner, NewUser{Email: i.Email, Role: contract.RoleMember})
	}
	if err != nil {
		return "", err
	}
	if user, err = tie(ctx, tx, i, u, action); err != nil || u.HasIdentity {
		return user, err
	}
	return user, disarm(ctx, tx, domainOwner, u)
}

// disarm ends what would let in who set up a user whose address nobody had
// verified: password, sessions and one-time link.
func disarm(ctx context.Context, tx pgx.Tx, account string, u contract.User) error {
	user, err := parseID(contract.PrefixUser, u.ID)
	if err != nil {
		return err
	}
	if err := setPassword(ctx, tx, user, "", ""); err != nil {
		return err
	}
	if !u.HasPassword {
		return nil
	}
	return record(ctx, tx, account, Deed{Action: contract.AuditPasswordRemoved, Actor: u.Email, Target: u.ID})
}

// adopt finds the user of an identity that is seen for the first time, whose
// domain is nobody's: the one with the address whom another provider has verified;
// else who alone has the address, and has been invited and not come yet. Anybody
// else who has the address has not shown that it is theirs.
func (s *Store) adopt(ctx context.Context, tx pgx.Tx, i Identity) (user string, err error) {
	if i.Email == "" {
		return "", stranger()
	}
	rows, err := tx.Query(ctx, `SELECT `+userColumns+` FROM users u WHERE u.email = $1 ORDER BY u.id FOR NO KEY UPDATE`,
		i.Email)
	if err != nil {
		return "", fmt.Errorf("find users: %w", err)
	}
	users, err := pgx.CollectRows(rows, scanUser)
	if err != nil {
		return "", fmt.Errorf("find users: %w", err)
	}
	if len(users) == 0 {
		return "", stranger()
	}
	if proved := slices.DeleteFunc(slices.Clone(users), func(u contract.User) bool {
		return !u.HasIdentity
	}); len(proved) == 1 {
		return tie(ctx, tx, i, proved[0], contract.AuditIdentityLinked)
	}
	if len(users) > 1 || !users[0].Invited || users[0].HasPassword {
		return "", apierror.New(contract.CodeInvalidState, "Your address is not connected with single sign-on yet. "+
			"Sign in with your password, or open the one-time link that you were given, and connect it under Your account.")
	}
	if user, err = tie(ctx, tx, i, users[0], contract.AuditIdentityLinked); err != nil {
		return "", err
	}
	return user, dropLink(ctx, tx, user)
}

// tie makes an identity a user's and writes it down as action.
func tie(
	ctx context.Context, tx pgx.Tx, i Identity, u contract.User, action contract.AuditAction,
) (user string, err error) {
	if user, err = parseID(contract.PrefixUser, u.ID); err != nil {
		return "", err
	}
	account, err := parseID(contract.PrefixAccount, u.AccountID)
	if err != nil {
		return "", err
	}
	tag, err := tx.Exec(ctx, `INSERT INTO identities (issuer, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO `+
		`NOTHING`, i.Issuer, i.Subject, user)
	if err != nil {
		return "", fmt.Errorf("link identity: %w", err)
	}
	if tag.RowsAffected() == 0 { // the provider has given the address to another person
		return "", stranger()
	}
	return user, record(ctx, tx, account, Deed{Action: action, Actor: u.Email, Target: u.ID, Detail: i.Issuer})
}

// untie takes an identity from a user, with the sessions that it opened.
func untie(ctx context.Context, tx pgx.Tx, i Identity, user string) error {
	u, err := oneUser(ctx, tx, `SELECT `+userColumns+` FROM users u WHERE u.id = $1`, user)
	if err != nil {
		return err
	}
	account, err := parseID(contract.PrefixAccount, u.AccountID)
	if err != nil {
		return err
	}
	for _, sql := range []string{
		`DELETE FROM identities WHERE user_id = $1 AND issuer = $2`,
		`DELETE FROM sessions WHERE user_id = $1 AND method = 'oidc' AND $2 <> ''`,
	} {
		if _, err := tx.Exec(ctx, sql, user, i.Issuer); err != nil {
			return fmt.Errorf("unlink identity: %w", err)
		}
	}
	return record(ctx, tx, account, Deed{Action: contract.AuditIdentityUnlinked, Actor: u.Email, Target: u.ID,
		Detail: i.Issuer})
}

func stranger() error {
	return apierror.New(contract.CodeAuthInvalid,
		"No user has your e-mail address. Ask an owner of your account to invite you.")
}

// ConfirmOIDC renews a session of whom a provider has just asked who they are.
// CodeInvalidState: the identity is not tied to the session's user.
func (s *Store) ConfirmOIDC(
	ctx context.Context, by contract.Session, i Identity, e Entry,
) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		known, _, err := tied(ctx, tx, i)
		if err != nil {
			return err
		}
		if contract.PrefixUser+known != by.User.ID {
			return apierror.New(contract.CodeInvalidState, "The provider vouched for somebody else than who is signed in here.")
		}
		session, err = renew(ctx, tx, by.ID, e)
		return err
	})
	return session, err
}

// ConnectOIDC ties an identity to who uses a session and renews it.
// CodeInvalidState: the verified address is another, or belongs to another account
// by its domain; or the identity is another user's, or another one is tied to the
// user.
func (s *Store) ConnectOIDC(
	ctx context.Context, by contract.Session, i Identity, e Entry,
) (session contract.Session, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if i.Email == "" || i.Email != by.User.Email {
			return apierror.New(contract.CodeInvalidState,
				"The provider has verified another e-mail address than yours here, or none.")
		}
		if err := s.connect(ctx, tx, by.User, i); err != nil {
			return err
		}
		session, err = renew(ctx, tx, by.ID, e)
		return err
	})
	return session, err
}

func (s *Store) connect(ctx context.Context, tx pgx.Tx, u contract.User, i Identity) error {
	known, _, err := tied(ctx, tx, i)
	if err != nil || contract.PrefixUser+known == u.ID {
		return err
	}
	account, err := parseID(contract.PrefixAccount, u.AccountID)
	if err != nil {
		return err
	}
	if err := s.mayHave(ctx, tx, account, i.Email); apierror.Is(err, contract.CodeInvalidRequest) {
		return apierror.Wrap(err, contract.CodeInvalidState, "%s", apierror.Of(err).Public)
	} else if err != nil {
		return err
	}
	if known == "" {
		_, err = tie(ctx, tx, i, u, contract.AuditIdentityLinked)
	}
	if known != "" || apierror.Is(err, contract.CodeAuthInvalid) {
		return apierror.New(contract.CodeInvalidState,
			"This is connected with somebody already, or you are connected with somebody else's.")
	}
	return err
}
