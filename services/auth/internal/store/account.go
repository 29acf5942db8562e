package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/net/idna"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

const accountColumns = `a.id, a.name, a.plan, a.suspended_at IS NOT NULL, a.created_at, a.retention_days`

// accountFields are the scan targets of accountColumns.
type accountFields struct {
	account contract.Account
	created time.Time
}

func (f *accountFields) targets() []any {
	a := &f.account
	return []any{&a.ID, &a.Name, &a.Plan, &a.Suspended, &f.created, &a.RetentionDays}
}

func (f *accountFields) public() contract.Account {
	a := f.account
	a.ID, a.CreatedAt = contract.PrefixAccount+a.ID, contract.TimeOf(f.created)
	return a
}

func scanAccount(row pgx.CollectableRow) (contract.Account, error) {
	var f accountFields
	err := row.Scan(f.targets()...)
	return f.public(), err
}

func noAccount() error { return apierror.New(contract.CodeNotFound, "No account has this id.") }

// CreateAccount makes an account without keys.
func (s *Store) CreateAccount(ctx context.Context, r contract.CreateAccountRequest) (contract.Account, error) {
	var a contract.Account
	err := pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		a, err = insertAccount(ctx, tx, r)
		return err
	})
	return a, err
}

func insertAccount(ctx context.Context, tx pgx.Tx, r contract.CreateAccountRequest) (contract.Account, error) {
	id, err := newUUID()
	if err != nil {
		return contract.Account{}, err
	}
	rows, err := tx.Query(ctx, `INSERT INTO accounts AS a (id, name, plan) VALUES ($1, $2, $3) RETURNING `+accountColumns,
		id, r.Name, r.Plan)
	if err != nil {
		return contract.Account{}, fmt.Errorf("insert account: %w", err)
	}
	a, err := pgx.CollectExactlyOneRow(rows, scanAccount)
	if err != nil {
		return contract.Account{}, fmt.Errorf("insert account: %w", err)
	}
	return a, nil
}

func insertAccountWithKey(
	ctx context.Context, tx pgx.Tx, r contract.CreateAccountRequest, k NewKey,
) (a contract.Account, key contract.Key, err error) {
	if a, err = insertAccount(ctx, tx, r); err != nil {
		return a, key, err
	}
	account, err := parseID(contract.PrefixAccount, a.ID)
	if err != nil {
		return a, key, err
	}
	key, err = insertKey(ctx, tx, account, k, nil, nil)
	return a, key, err
}

// CreateFirstAccount creates an account with a key if there is no account yet, and reports whether it did.
func (s *Store) CreateFirstAccount(
	ctx context.Context, r contract.CreateAccountRequest, k NewKey,
) (created bool, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		created = false
		// The lock blocks every other insert until the commit; reads continue.
		if _, err := tx.Exec(ctx, `LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return fmt.Errorf("lock accounts: %w", err)
		}
		var some bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM accounts)`).Scan(&some); err != nil || some {
			return err
		}
		if _, _, err := insertAccountWithKey(ctx, tx, r, k); err != nil {
			return err
		}
		created = true
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("first account: %w", err)
	}
	return created, nil
}

// SetPlan moves an account to a plan. It returns CodeNotFound if the account does not exist.
func (s *Store) SetPlan(ctx context.Context, accountID string, plan contract.Plan) (contract.Account, error) {
	return s.setAccount(ctx, accountID, `plan = $2`, plan,
		AuditEntry{Action: contract.AuditPlanSet, Actor: Operator, Detail: string(plan)})
}

// Rename renames an account; actor is the user. It returns CodeNotFound if the account does not exist.
func (s *Store) Rename(ctx context.Context, accountID, name, actor string) (contract.Account, error) {
	return s.setAccount(ctx, accountID, `name = $2`, name,
		AuditEntry{Action: contract.AuditRenamed, Actor: actor, Detail: name})
}

// SetRetention sets how many days the account's documents are kept: nil means the gateway's setting, 0
// forever. It returns CodeNotFound if the account does not exist.
func (s *Store) SetRetention(ctx context.Context, accountID string, days *int) (contract.Account, error) {
	detail := "default"
	if days != nil {
		detail = fmt.Sprintf("%d days", *days)
	}
	return s.setAccount(ctx, accountID, `retention_days = $2`, days,
		AuditEntry{Action: contract.AuditRetentionSet, Actor: Operator, Detail: detail})
}

// SetSuspended suspends or resumes an account, which may be in that state already. It returns CodeNotFound
// if the account does not exist.
func (s *Store) SetSuspended(ctx context.Context, accountID string, suspended bool) (contract.Account, error) {
	action := contract.AuditResumed
	if suspended {
		action = contract.AuditSuspended
	}
	return s.setAccount(ctx, accountID,
		`suspended_at = CASE WHEN $2 THEN coalesce(suspended_at, clock_timestamp()) END`, suspended,
		AuditEntry{Action: action, Actor: Operator})
}

// setAccount runs one assignment, in which $2 is value, on an account.
func (s *Store) setAccount(
	ctx context.Context, accountID, assignment string, value any, d AuditEntry,
) (contract.Account, error) {
	account, err := parseID(contract.PrefixAccount, accountID)
	if err != nil {
		return contract.Account{}, err
	}
	var a contract.Account
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `UPDATE accounts a SET `+assignment+` WHERE a.id = $1 RETURNING `+accountColumns,
			account, value)
		if err != nil {
			return err
		}
		if a, err = pgx.CollectExactlyOneRow(rows, scanAccount); errors.Is(err, pgx.ErrNoRows) {
			return noAccount()
		}
		if err != nil {
			return err
		}
		return addAuditEntry(ctx, tx, account, d)
	})
	if err != nil {
		return contract.Account{}, fmt.Errorf("%s: %w", d.Action, err)
	}
	return a, nil
}

// Accounts lists those that are asked for, oldest first.
func (s *Store) Accounts(ctx context.Context, r contract.ListAccountsRequest) ([]contract.Account, error) {
	var after *string
	if r.After != "" {
		id, err := parseID(contract.PrefixAccount, r.After)
		if err != nil {
			return nil, err
		}
		after = &id
	}
	rows, err := s.pool.Query(ctx, `
		SELECT `+accountColumns+` FROM accounts a
		WHERE ($1::uuid IS NULL OR (a.created_at, a.id) > (SELECT created_at, id FROM accounts WHERE id = $1))
			AND ($2 = '' OR 'acct_' || a.id = $2 OR lower(a.name) = lower($2)
				OR a.id IN (SELECT account_id FROM users WHERE lower(email) = lower($2)))
		ORDER BY a.created_at, a.id LIMIT nullif($3::int, 0)`, after, r.Called, r.Limit)
	if err != nil {
		return nil, fmt.Errorf("list accounts: %w", err)
	}
	accounts, err := pgx.CollectRows(rows, scanAccount)
	if err != nil {
		return nil, fmt.Errorf("list accounts: %w", err)
	}
	return accounts, nil
}

// Plans returns the plans of those of the accounts that there are.
func (s *Store) Plans(ctx context.Context, accountIDs []string) (map[string]contract.Plan, error) {
	ids := make([]string, len(accountIDs))
	for i, id := range accountIDs {
		var err error
		if ids[i], err = parseID(contract.PrefixAccount, id); err != nil {
			return nil, err
		}
	}
	rows, err := s.pool.Query(ctx, `SELECT a.id::text, a.plan FROM accounts a WHERE a.id = ANY ($1::uuid[])`, ids)
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	plans := make(map[string]contract.Plan, len(ids))
	var id string
	var plan contract.Plan
	_, err = pgx.ForEachRow(rows, []any{&id, &plan}, func() error {
		plans[contract.PrefixAccount+id] = plan
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	return plans, nil
}

// DomainAccounts maps domains, as spelled by Domain, to the public id of their users' account; "" is the
// oldest account.
type DomainAccounts map[string]string

// Domain normalizes a domain: lower case, non-ASCII in the form of RFC 5891, so that no other spelling
// bypasses the mapping.
func Domain(domain string) string {
	domain = strings.TrimSuffix(strings.ToLower(domain), ".")
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		return ascii
	}
	return domain
}

// accountOf returns the account of an e-mail address's domain; mapped is false if there is none.
func (d DomainAccounts) accountOf(email string) (account string, mapped bool) {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return "", false
	}
	account, mapped = d[Domain(email[at+1:])]
	return account, mapped
}

// domainAccount returns the account without prefix, "" if the domain is not mapped, or CodeNotFound without account.
func (s *Store) domainAccount(ctx context.Context, tx pgx.Tx, email string) (account string, err error) {
	named, mapped := s.domains.accountOf(email)
	if !mapped {
		return "", nil
	}
	err = tx.QueryRow(ctx, `SELECT id FROM accounts WHERE $1 = '' OR 'acct_' || id = $1 ORDER BY created_at, id LIMIT 1`,
		named).Scan(&account)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", noAccount()
	}
	if err != nil {
		return "", fmt.Errorf("find the account of a domain: %w", err)
	}
	return account, nil
}

// mayHave returns an error if the address's domain belongs to another account.
func (s *Store) mayHave(ctx context.Context, tx pgx.Tx, account, email string) error {
	domainOwner, err := s.domainAccount(ctx, tx, email)
	if err != nil && !apierror.Is(err, contract.CodeNotFound) {
		return err
	}
	if err == nil && (domainOwner == "" || domainOwner == account) {
		return nil
	}
	return apierror.New(contract.CodeInvalidRequest,
		"People with addresses of this domain sign in by single sign-on, to the account that the domain belongs to.")
}
