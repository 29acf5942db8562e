package store

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/pgstore"
)

// EndDisabled ends the pending deliveries of disabled subscriptions as failed.
func (s *Store) EndDisabled(ctx context.Context) error {
	ids, err := collect(ctx, s.pool, pgx.RowTo[string], `
		SELECT s.id FROM subscriptions s WHERE s.state = 'disabled'
		AND EXISTS (SELECT FROM deliveries d WHERE d.subscription = s.id AND d.state = 'pending')`)
	if err == nil {
		err = s.endPending(ctx, ids)
	}
	return wrap(err, "end what is pending for disabled subscriptions")
}

// voidClaims removes the claims of subscriptions, so that attempts in progress are not recorded.
func voidClaims(ctx context.Context, tx pgx.Tx, subscriptions []string) error {
	if len(subscriptions) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `DELETE FROM claims WHERE subscription = ANY ($1)`, subscriptions)
	return err
}

// endAtOnce bounds the deliveries of one statement of endPending.
const endAtOnce = 500

// endPending ends the pending deliveries of subscriptions as failed, unless they are enabled again. It uses
// many statements, because a receiver that was down for days has too many for one.
func (s *Store) endPending(ctx context.Context, subscriptions []string) error {
	if len(subscriptions) == 0 {
		return nil
	}
	_, err := pgstore.ExecBatched(ctx, s.pool, endAtOnce, `
		UPDATE deliveries SET state = 'failed', due_at = NULL, ended_at = `+clockSQL+`
		WHERE state = 'pending' AND id IN (
			SELECT d.id FROM deliveries d JOIN subscriptions s ON s.id = d.subscription
			WHERE s.id = ANY ($2) AND (s.state = 'disabled' OR NOT s.in_plan) AND d.state = 'pending'
			LIMIT $3)`, s.now(), subscriptions)
	return err
}
