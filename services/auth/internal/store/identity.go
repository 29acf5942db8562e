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

// SignInOIDC opens a session for the user with an identity. It returns CodeAuthInvalid if there is none,
// and CodeInvalidState if the account is suspended, or if users have the address and its owner is
// unverified.
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

// meant returns the user of an identity, and ties the identity if necessary.
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

// tied returns the user and account of an identity, or "", and locks the identity for the transaction.
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

// stillTheirs returns an error if the address's domain was mapped to another account after the identity was tied.
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

// claim returns or creates the user in the domain's account, and ends a tie to known, another account's user or "".
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

// disarm removes an unverified user's password, sessions and link, because a stranger may have set them up.
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
	return addAuditEntry(ctx, tx, account, AuditEntry{Action: contract.AuditPasswordRemoved, Actor: u.Email, Target: u.ID})
}

// adopt returns the user of a new identity with an unmapped domain: the one whose address another provider
// has verified; otherwise an invited user who has not joined yet, if no other user has the address. Other
// users of the address have not proved that it is theirs.
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

// tie ties an identity to a user and records action in the audit.
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
	return user, addAuditEntry(ctx, tx, account, AuditEntry{Action: action, Actor: u.Email, Target: u.ID,
		Detail: i.Issuer})
}

// untie removes an identity from a user, with the sessions that it opened.
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
	return addAuditEntry(ctx, tx, account, AuditEntry{Action: contract.AuditIdentityUnlinked, Actor: u.Email, Target: u.ID,
		Detail: i.Issuer})
}

func stranger() error {
	return apierror.New(contract.CodeAuthInvalid,
		"No user has your e-mail address. Ask an owner of your account to invite you.")
}

// ConfirmOIDC renews a session after the provider has authenticated the user again. It returns
// CodeInvalidState if the identity is not tied to the session's user.
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

// ConnectOIDC ties an identity to the session's user and renews the session. It returns CodeInvalidState if
// the verified address is different or belongs to another account by its domain, if the identity is another
// user's, or if another one is tied to the user.
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
