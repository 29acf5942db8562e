package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// Operator is the actor of operators' changes.
const Operator = "operator"

// AuditEntry is an audit entry of a change.
type AuditEntry struct {
	Action contract.AuditAction
	Actor  string // Operator, a public key id or a user's e-mail address
	Target string // a public id, or ""
	Detail string // for people
}

// addAuditEntry inserts an audit entry in the transaction of its change.
func addAuditEntry(ctx context.Context, tx pgx.Tx, account string, d AuditEntry) error {
	id, err := newUUID()
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO audit (id, account_id, action, actor, target, detail) VALUES ($1, $2, $3, $4, `+
		`$5, $6)`,
		id, account, d.Action, d.Actor, d.Target, d.Detail)
	if err != nil {
		return fmt.Errorf("write down %s: %w", d.Action, err)
	}
	return nil
}

// Audit lists the audit entries of an account, newest first.
func (s *Store) Audit(ctx context.Context, accountID string, page contract.AuditPage) ([]contract.AuditEntry, error) {
	account, err := parseID(contract.PrefixAccount, accountID)
	if err != nil {
		return nil, err
	}
	var before *string
	if page.Before != "" {
		id, err := parseID(contract.PrefixAudit, page.Before)
		if err != nil {
			return nil, err
		}
		before = &id
	}
	rows, err := s.pool.Query(ctx, `
		SELECT id, at, action, actor, target, detail FROM audit
		WHERE account_id = $1
			AND ($2::uuid IS NULL OR (at, id) < (SELECT at, id FROM audit WHERE id = $2 AND account_id = $1))
		ORDER BY at DESC, id DESC LIMIT $3`, account, before, page.Limit)
	if err != nil {
		return nil, fmt.Errorf("list audit: %w", err)
	}
	entries, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (contract.AuditEntry, error) {
		var e contract.AuditEntry
		var at time.Time
		err := row.Scan(&e.ID, &at, &e.Action, &e.Actor, &e.Target, &e.Detail)
		e.ID, e.At = contract.PrefixAudit+e.ID, contract.TimeOf(at)
		return e, err
	})
	if err != nil {
		return nil, fmt.Errorf("list audit: %w", err)
	}
	return entries, nil
}

// AddAuditReports inserts audit entries of another service and skips existing ones. A user is named by the
// present e-mail address.
func (s *Store) AddAuditReports(ctx context.Context, reports []contract.AuditReport) error {
	err := pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		for _, d := range reports {
			id, err := parseID(contract.PrefixAudit, d.ID)
			if err != nil {
				return err
			}
			account, err := parseID(contract.PrefixAccount, d.AccountID)
			if err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `
				INSERT INTO audit (id, account_id, at, action, actor, target, detail)
				SELECT $1, a.id, $3, $4, coalesce((SELECT email FROM users WHERE account_id = a.id AND 'user_' || id = $5), $5),
					$6, ''
				FROM accounts a WHERE a.id = $2 ON CONFLICT DO NOTHING`, id, account, d.At.Time, d.Action, d.Actor, d.Target)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store audit reports: %w", err)
	}
	return nil
}
