package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
)

// addAuditEntry stores an audit entry in the transaction that makes the change.
func addAuditEntry(
	ctx context.Context, tx pgx.Tx, account string, action contract.AuditAction, actor, target string,
) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("new id: %w", err)
	}
	_, err = tx.Exec(ctx, `INSERT INTO deeds (id, account, action, actor, target) VALUES ($1, $2, $3, $4, $5)`,
		id.String(), account, action, actor, target)
	if err != nil {
		return fmt.Errorf("insert audit entry %s: %w", action, err)
	}
	return nil
}

// AuditEntries returns the oldest entries.
func (s *Audit) AuditEntries(ctx context.Context, limit int) ([]contract.AuditReport, error) {
	rows, err := s.pool.Query(ctx, `SELECT 'audit_' || id, account, at, action, actor, target FROM deeds ORDER BY id `+
		`LIMIT $1`, limit)
	if err != nil {
		return nil, fmt.Errorf("read audit entries: %w", err)
	}
	entries, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (d contract.AuditReport, err error) {
		var at time.Time
		err = row.Scan(&d.ID, &d.AccountID, &at, &d.Action, &d.Actor, &d.Target)
		d.At = contract.TimeOf(at)
		return d, err
	})
	if err != nil {
		return nil, fmt.Errorf("read audit entries: %w", err)
	}
	return entries, nil
}

// DeleteAuditEntries deletes entries that the auth service has.
func (s *Audit) DeleteAuditEntries(ctx context.Context, entries []contract.AuditReport) error {
	ids := make([]string, len(entries))
	for i, d := range entries {
		var err error
		if ids[i], err = contract.ParseID(contract.PrefixAudit, d.ID); err != nil {
			return err
		}
	}
	if _, err := s.pool.Exec(ctx, `DELETE FROM deeds WHERE id = ANY ($1::uuid[])`, ids); err != nil {
		return fmt.Errorf("delete audit entries: %w", err)
	}
	return nil
}
