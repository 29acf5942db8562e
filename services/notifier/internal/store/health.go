package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// subscriber is a subscription whose health may change.
type subscriber struct {
	id, account string
	webhook.Health
}

const healthColumns = `id, account, state, run_since, last_failure, failures`

func scanSubscriber(row pgx.CollectableRow) (subscriber, error) {
	var s subscriber
	var run, last *time.Time
	err := row.Scan(&s.id, &s.account, &s.State, &run, &last, &s.Failures)
	if run != nil {
		s.RunSince = *run
	}
	if last != nil {
		s.LastFailure = *last
	}
	return s, err
}

// lockHealth locks only subscriptions with failures, or with a success that ends a run of failures.
func lockHealth(ctx context.Context, tx pgx.Tx, outcomes []Outcome) ([]subscriber, error) {
	var all, failed []string
	for _, o := range outcomes {
		all = append(all, o.Subscription)
		if !o.Success {
			failed = append(failed, o.Subscription)
		}
	}
	return collect(ctx, tx, scanSubscriber, `
		SELECT `+healthColumns+` FROM subscriptions
		WHERE id = ANY ($1) AND (id = ANY ($2) OR failures > 0 OR state = 'failing') ORDER BY id
			FOR NO KEY UPDATE`, all, failed)
}

// updateHealth applies the outcomes to subscriptions in order.
func (s *Store) updateHealth(
	ctx context.Context, tx pgx.Tx, subs []subscriber, outcomes []Outcome, settled map[uuid.UUID]settled,
) (changed bool, err error) {
	for _, sub := range subs {
		after := sub.Health
		for _, o := range outcomes {
			d, counted := settled[o.ID]
			// A failed manual test does not count against a receiver.
			if o.Subscription != sub.id || !counted || o.Test && !o.Success {
				continue
			}
			after = after.After(webhook.Attempt{At: d.At, Success: o.Success, Exhausted: d.State == contract.DeliveryFailed})
		}
		if after == sub.Health {
			continue
		}
		if err := s.writeHealth(ctx, tx, sub, after); err != nil {
			return false, err
		}
		changed = changed || after.State != sub.State
	}
	return changed, nil
}

func (s *Store) writeHealth(ctx context.Context, tx pgx.Tx, sub subscriber, after webhook.Health) error {
	var run, last *time.Time
	if after.Failures > 0 {
		run, last = &after.RunSince, &after.LastFailure
	}
	_, err := tx.Exec(ctx, `
		UPDATE subscriptions SET state = $3, run_since = $4, last_failure = $5, failures = $6::int,
			paused_until = CASE WHEN $6::int >= $7::int THEN `+clockSQL+` + $8::interval END
		WHERE id = $2`,
		s.now(), sub.id, after.State, run, last, after.Failures, webhook.BreakerTrips, webhook.BreakerPause)
	if err != nil || after.State == sub.State {
		return err
	}
	return s.noteChange(ctx, tx, change{sub.account, sub.id, sub.State, after.State})
}

// change is a change of a subscription's state.
type change struct {
	account, subscription string
	before, after         contract.SubscriptionState
}

func (s *Store) noteChange(ctx context.Context, tx pgx.Tx, c change) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO changes (account, subscription, before, after, at) VALUES ($2, $3, $4, $5, `+clockSQL+`)`,
		s.now(), c.account, c.subscription, c.before, c.after)
	return err
}

// DisableSpent disables subscriptions that have failed for too long, each in a short transaction, so that
// recording does not wait, and returns their number. Their pending deliveries are no longer attempted;
// EndDisabled ends them.
func (s *Store) DisableSpent(ctx context.Context) (disabled int, err error) {
	var now time.Time
	if err := s.pool.QueryRow(ctx, `SELECT `+clockSQL, s.now()).Scan(&now); err != nil {
		return 0, wrap(err, "disable subscriptions")
	}
	subs, err := collect(ctx, s.pool, scanSubscriber, `
		SELECT `+healthColumns+` FROM subscriptions
		WHERE state = 'failing' AND run_since <= $1 ORDER BY id`, now.Add(-webhook.DisableAfter))
	if err != nil {
		return 0, wrap(err, "disable subscriptions")
	}
	for _, sub := range subs {
		if !sub.Spent(now) {
			continue
		}
		done, err := s.disable(ctx, sub.id, now)
		if err != nil {
			return disabled, wrap(err, "disable "+sub.id)
		}
		if done {
			disabled++
		}
	}
	return disabled, nil
}

// disable disables a spent subscription; done is false if it is locked elsewhere or its receiver has recovered.
func (s *Store) disable(ctx context.Context, id string, now time.Time) (done bool, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		done = false
		subs, err := collect(ctx, tx, scanSubscriber, `
			SELECT `+healthColumns+` FROM subscriptions
			WHERE id = $1 AND state = 'failing' FOR NO KEY UPDATE SKIP LOCKED`, id)
		if err != nil || len(subs) == 0 || !subs[0].Spent(now) {
			return err
		}
		done = true
		if _, err := tx.Exec(ctx, `UPDATE subscriptions SET state = 'disabled' WHERE id = $1`, id); err != nil {
			return err
		}
		if err := voidClaims(ctx, tx, []string{id}); err != nil {
			return err
		}
		return s.noteChange(ctx, tx, change{subs[0].account, id, subs[0].State, contract.SubscriptionDisabled})
	})
	return done, err
}

// PublishChanges passes unpublished changes to publish in order, and removes those without an error.
// Replicas take turns.
func (s *Store) PublishChanges(ctx context.Context, publish func(contract.SubscriptionChanged) error) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var turn bool
		err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(hashtextextended('subscription changes', 0))`).Scan(&turn)
		if err != nil || !turn {
			return err
		}
		type row struct {
			ID                    int64
			Account, Subscription string
			Before, After         contract.SubscriptionState
			At                    time.Time
		}
		waiting, err := collect(ctx, tx, pgx.RowToStructByPos[row], `
			SELECT id, account, subscription, before, after, at FROM changes ORDER BY id LIMIT 100`)
		if err != nil {
			return err
		}
		for _, c := range waiting {
			if err := publish(contract.SubscriptionChanged{
				AccountID: c.Account, ID: c.Subscription, From: c.Before, To: c.After, At: contract.TimeOf(c.At),
			}); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `DELETE FROM changes WHERE id = $1`, c.ID); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "publish changes of subscriptions")
}

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

// endPending fails pending deliveries unless enabled again. It uses many statements: there may be days of them.
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
