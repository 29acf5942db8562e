package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

const userColumns = `u.id, u.account_id, coalesce(u.email, ''), u.role, u.joined_at IS NULL,
		u.password_hash IS NOT NULL,
	EXISTS (SELECT FROM identities i WHERE i.user_id = u.id), u.created_at, u.last_sign_in_at`

// userFields are the scan targets of userColumns, and finish.
type userFields struct {
	user    contract.User
	created time.Time
	signed  *time.Time
}

func (f *userFields) targets() []any {
	u := &f.user
	return []any{&u.ID, &u.AccountID, &u.Email, &u.Role, &u.Invited, &u.HasPassword, &u.HasIdentity, &f.created, &f.signed}
}

func (f *userFields) public() contract.User {
	u := f.user
	u.ID, u.AccountID = contract.PrefixUser+u.ID, contract.PrefixAccount+u.AccountID
	u.CreatedAt, u.LastSignInAt = contract.TimeOf(f.created), contract.TimePtr(f.signed)
	return u
}

func scanUser(row pgx.CollectableRow) (contract.User, error) {
	var f userFields
	err := row.Scan(f.targets()...)
	return f.public(), err
}

func noUser() error { return apierror.New(contract.CodeNotFound, "No user has this id.") }

// oneUser runs a statement that returns userColumns of one user. It returns CodeNotFound without a row.
func oneUser(ctx context.Context, tx pgx.Tx, sql string, args ...any) (contract.User, error) {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return contract.User{}, err
	}
	u, err := pgx.CollectExactlyOneRow(rows, scanUser)
	if errors.Is(err, pgx.ErrNoRows) {
		return contract.User{}, noUser()
	}
	return u, err
}

// Users lists all of an account, oldest first.
func (s *Store) Users(ctx context.Context, accountID string) ([]contract.User, error) {
	account, err := parseID(contract.PrefixAccount, accountID)
	if err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, `SELECT `+userColumns+
		` FROM users u WHERE u.account_id = $1 ORDER BY u.created_at, u.id`, account)
	if err != nil {
		return nil, fmt.Errorf("list users: %w", err)
	}
	users, err := pgx.CollectRows(rows, scanUser)
	if err != nil {
		return nil, fmt.Errorf("list users: %w", err)
	}
	return users, nil
}

// NewUser is a user to be.
type NewUser struct {
	Email string // as contract.ParseEmail gives it; "" when the person will say it
	Role  contract.Role
}

// Invite creates a user who can join with the link whose secret has that MAC. It returns CodeNotFound
// without the account; CodeInvalidRequest if the address is taken in the account, its domain belongs to
// another account, or a user of another account has the address and actor is not Operator; and
// CodeLimitReached at contract.MaxUsers.
func (s *Store) Invite(
	ctx context.Context, accountID string, n NewUser, linkMAC []byte, actor string,
) (contract.InviteUserReply, error) {
	account, err := parseID(contract.PrefixAccount, accountID)
	if err != nil {
		return contract.InviteUserReply{}, err
	}
	var reply contract.InviteUserReply
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.mayHave(ctx, tx, account, n.Email); err != nil {
			return err
		}
		if actor != Operator {
			if err := refuseOthersUser(ctx, tx, account, n.Email); err != nil {
				return err
			}
		}
		user, err := insertUser(ctx, tx, account, n)
		if err != nil {
			return err
		}
		if reply, err = putLink(ctx, tx, user, linkMAC); err != nil {
			return err
		}
		return addAuditEntry(ctx, tx, account, AuditEntry{Action: contract.AuditUserInvited, Actor: actor, Target: user.ID,
			Detail: n.Email})
	})
	return reply, emailTakenFault(err)
}

// refuseOthersUser rejects an address of another account's user: the inviting owner could set a second password.
func refuseOthersUser(ctx context.Context, tx pgx.Tx, account, email string) error {
	var elsewhere bool
	err := tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM users WHERE email = $1 AND account_id <> $2 AND joined_at IS NOT NULL)`,
		email, account).Scan(&elsewhere)
	if err != nil {
		return fmt.Errorf("find users of an address: %w", err)
	}
	if elsewhere {
		return apierror.New(contract.CodeInvalidRequest,
			"This e-mail address belongs to a user of another account. Ask the operator of this service to invite them.")
	}
	return nil
}

// insertUser creates a user of an account below its limit of users.
func insertUser(ctx context.Context, tx pgx.Tx, account string, n NewUser) (contract.User, error) {
	if err := lockUsers(ctx, tx, account); err != nil {
		return contract.User{}, err
	}
	var count int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM users WHERE account_id = $1`, account).Scan(&count); err != nil {
		return contract.User{}, fmt.Errorf("count users: %w", err)
	}
	if count >= contract.MaxUsers {
		return contract.User{}, apierror.New(contract.CodeLimitReached,
			"The account already has %d users. Remove some first.", count)
	}
	id, err := newUUID()
	if err != nil {
		return contract.User{}, err
	}
	u, err := oneUser(ctx, tx, `
		INSERT INTO users AS u (id, account_id, email, role) VALUES ($1, $2, nullif($3, ''), $4)
		RETURNING `+userColumns, id, account, n.Email, n.Role)
	if err != nil {
		return contract.User{}, fmt.Errorf("insert user: %w", err)
	}
	return u, nil
}

// lockUsers serializes changes to an account's users, so that their number is right and an owner remains.
func lockUsers(ctx context.Context, tx pgx.Tx, account string) error {
	err := tx.QueryRow(ctx, `SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE`, account).Scan(&account)
	if errors.Is(err, pgx.ErrNoRows) {
		return noAccount()
	}
	if err != nil {
		return fmt.Errorf("lock account: %w", err)
	}
	return nil
}

// emailTakenFault converts the error for a duplicate e-mail address to a readable one.
func emailTakenFault(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.ConstraintName == "users_account_email_key" {
		return apierror.Wrap(err, contract.CodeInvalidRequest, "A user of this account already has this e-mail address.")
	}
	return err
}

// Only restricts a change to one account's users; the zero value allows any account.
type Only struct{ AccountID string }

// locked returns a user for a change and locks the users of the account.
func locked(
	ctx context.Context, tx pgx.Tx, userID string, only Only,
) (user, account string, u contract.User, err error) {
	if user, err = parseID(contract.PrefixUser, userID); err != nil {
		return "", "", u, err
	}
	const find = `SELECT ` + userColumns + ` FROM users u WHERE u.id = $1`
	if u, err = oneUser(ctx, tx, find, user); err != nil {
		return "", "", u, err
	}
	if only.AccountID != "" && only.AccountID != u.AccountID {
		return "", "", u, noUser()
	}
	if account, err = parseID(contract.PrefixAccount, u.AccountID); err != nil {
		return "", "", u, err
	}
	if err = lockUsers(ctx, tx, account); err != nil {
		return "", "", u, err
	}
	u, err = oneUser(ctx, tx, find, user) // again, now that it is locked
	return user, account, u, err
}

// keepOwner returns an error if the account would lose its last joined owner; u is about to lose the role.
func keepOwner(ctx context.Context, tx pgx.Tx, account, user string, u contract.User) error {
	if u.Role != contract.RoleOwner || u.Invited {
		return nil
	}
	var another bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM users WHERE account_id = $1 AND id <> $2 AND role = 'owner' AND `+
		`joined_at IS NOT NULL)`,
		account, user).Scan(&another)
	if err != nil {
		return fmt.Errorf("look for another owner: %w", err)
	}
	if !another {
		return apierror.New(contract.CodeInvalidState, "This is the account's last owner. Make another user an owner first.")
	}
	return nil
}

// RemoveUser removes and returns a user with sessions, links and identities. It returns CodeNotFound
// without the user, and CodeInvalidState for the last owner.
func (s *Store) RemoveUser(
	ctx context.Context, userID string, only Only, actor string,
) (removed contract.User, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		user, account, u, err := locked(ctx, tx, userID, only)
		if err != nil {
			return err
		}
		if err := keepOwner(ctx, tx, account, user, u); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM users WHERE id = $1`, user); err != nil {
			return err
		}
		removed = u
		return addAuditEntry(ctx, tx, account, AuditEntry{Action: contract.AuditUserRemoved, Actor: actor, Target: u.ID,
			Detail: u.Email})
	})
	if err != nil {
		return contract.User{}, fmt.Errorf("remove user: %w", err)
	}
	return removed, nil
}

// SetRole changes a user's role. It returns CodeNotFound without the user, and CodeInvalidState for the
// last owner.
func (s *Store) SetRole(
	ctx context.Context, userID string, role contract.Role, only Only, actor string,
) (changed contract.User, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		user, account, u, err := locked(ctx, tx, userID, only)
		if err != nil {
			return err
		}
		if role != contract.RoleOwner {
			if err := keepOwner(ctx, tx, account, user, u); err != nil {
				return err
			}
		}
		changed, err = oneUser(ctx, tx, `UPDATE users u SET role = $2 WHERE id = $1 RETURNING `+userColumns, user, role)
		if err != nil {
			return err
		}
		return addAuditEntry(ctx, tx, account, AuditEntry{Action: contract.AuditUserRole, Actor: actor, Target: u.ID,
			Detail: u.Email + ": " + string(role)})
	})
	if err != nil {
		return contract.User{}, fmt.Errorf("set role: %w", err)
	}
	return changed, nil
}
