package store

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// PullBack corrects times that are too far ahead because the database's clock went back: first attempts
// become due at once, retries after the longest pause, and claims end one lease from now. It returns the
// number of corrections.
func (s *Store) PullBack(ctx context.Context) (n int64, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			UPDATE deliveries d SET due_at = t.now + CASE WHEN d.round = 0 THEN interval '0' ELSE $2::interval END
			FROM (SELECT `+clockSQL+` AS now) t
			WHERE d.state = 'pending' AND d.due_at > t.now AND (d.round = 0 OR d.due_at > t.now + $2::interval)`,
			s.now(), slices.Max(webhook.Schedule()))
		if err != nil {
			return err
		}
		n = tag.RowsAffected()
		tag, err = tx.Exec(ctx, `
			UPDATE claims SET until = t.now + $2::interval FROM (SELECT `+clockSQL+` AS now) t
			WHERE until > t.now + $2::interval`, s.now(), webhook.Lease)
		n += tag.RowsAffected()
		return err
	})
	return n, wrap(err, "pull times back")
}
