package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
)

// Operator is the actor of what operators do.
const Operator = "operator"

// Deed is something that is written down with the change that it is.
type Deed struct {
	Action contract.AuditAction
	Actor  string // Operator, a public key id or a user's e-mail address
	Target string // a public id, or ""
	Detail string // for people
}

// record writes a deed down, in the transaction that does it.
func record(ctx context.Context, tx pgx.Tx, account string, d Deed) error {
	id, err := newUUID()
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO audit (id, account_id, action, actor, target, detail) VALUES ($1, $2, $3, $4, $5, $6)`,
		id, account, d.Action, d.Actor, d.Target, d.Detail)
	if err != nil {
		return fmt.Errorf("write down %s: %w", d.Action, err)
	}
	return nil
}

// Audit lists what was done in an account, newest first.
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
