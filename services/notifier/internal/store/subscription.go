package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

const subscriptionColumns = `id, url, events, state, run_since, previous_until, created_at`

func scanSubscription(row pgx.CollectableRow) (contract.Subscription, error) {
	var sub contract.Subscription
	var run, previous *time.Time
	var created time.Time
	err := row.Scan(&sub.ID, &sub.URL, &sub.Events, &sub.State, &run, &previous, &created)
	sub.IsActive = sub.State != contract.SubscriptionDisabled
	sub.FailingSince, sub.PreviousSecretUntil = contract.TimePtr(run), contract.TimePtr(previous)
	sub.CreatedAt = contract.TimeOf(created)
	return sub, err
}

// one returns the only row, or NotFound.
func one[T any](rows []T, err error) (T, error) {
	if err == nil && len(rows) == 0 {
		err = NotFound()
	}
	if err != nil {
		var none T
		return none, err
	}
	return rows[0], nil
}

// Subscriptions lists those of an account, newest first.
func (s *Store) Subscriptions(ctx context.Context, account string) ([]contract.Subscription, error) {
	items, err := collect(ctx, s.pool, scanSubscription, `
		SELECT `+subscriptionColumns+` FROM subscriptions WHERE account = $1 ORDER BY created_at DESC, id DESC`, account)
	return items, wrap(err, "list subscriptions")
}

// Subscription returns a subscription, or CodeNotFound.
func (s *Store) Subscription(ctx context.Context, account, id string) (contract.Subscription, error) {
	sub, err := one(collect(ctx, s.pool, scanSubscription, `
		SELECT `+subscriptionColumns+` FROM subscriptions WHERE account = $1 AND id = $2`, account, id))
	return sub, wrap(err, "read subscription")
}

// Delete removes a subscription with its deliveries. It returns CodeNotFound without it.
func (s *Store) Delete(ctx context.Context, account, id string) error {
	err := pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `DELETE FROM subscriptions WHERE account = $1 AND id = $2`, account, id)
		if err == nil && tag.RowsAffected() == 0 {
			err = NotFound()
		}
		return err
	})
	return wrap(err, "delete subscription")
}

// NewSubscription is a subscription to register.
type NewSubscription struct {
	ID, Account, URL string
	Events           []contract.EventType
	Secret           []byte // sealed
}

// Create registers a subscription. It returns CodeLimitReached if the account has limit of them.
func (s *Store) Create(ctx context.Context, n NewSubscription, limit int) (sub contract.Subscription, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// Registrations of one account take turns, because concurrent ones could exceed the limit.
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('subscriptions ' || $1, 0))`,
			n.Account); err != nil {
			return err
		}
		var have int
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM subscriptions WHERE account = $1`,
			n.Account).Scan(&have); err != nil {
			return err
		}
		if have >= limit {
			return apierror.New(contract.CodeLimitReached,
				"The account has %d webhooks, and may have no more. Delete one first.", have)
		}
		sub, err = one(collect(ctx, tx, scanSubscription, `
			INSERT INTO subscriptions (id, account, url, events, secret, created_at)
			VALUES ($2, $3, $4, $5, $6, `+clockSQL+`) RETURNING `+subscriptionColumns,
			s.now(), n.ID, n.Account, n.URL, n.Events, n.Secret))
		return err
	})
	return sub, wrap(err, "create subscription")
}

// Rotate replaces a subscription's secret. The old one stays valid for the overlap; an even older one ends
// now.
func (s *Store) Rotate(
	ctx context.Context, account, id string, secret []byte, overlap time.Duration,
) (contract.Subscription, error) {
	sub, err := one(collect(ctx, s.pool, scanSubscription, `
		UPDATE subscriptions SET secret = $4, previous_secret = secret,
			previous_until = CASE WHEN secret IS NOT NULL THEN `+clockSQL+` + $5::interval END
		WHERE account = $2 AND id = $3 RETURNING `+subscriptionColumns,
		s.now(), account, id, secret, overlap))
	return sub, wrap(err, "rotate secret")
}

// Enable makes a subscription active again and forgets its failures.
func (s *Store) Enable(ctx context.Context, account, id string) (sub contract.Subscription, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var before contract.SubscriptionState
		err := tx.QueryRow(ctx, `SELECT state FROM subscriptions WHERE account = $1 AND id = $2 FOR NO KEY UPDATE`, account,
			id).Scan(&before)
		if errors.Is(err, pgx.ErrNoRows) {
			return NotFound()
		}
		if err != nil {
			return err
		}
		sub, err = one(collect(ctx, tx, scanSubscription, `
			UPDATE subscriptions SET state = 'active', run_since = NULL, last_failure = NULL, failures = 0, paused_until = NULL
			WHERE id = $1 RETURNING `+subscriptionColumns, id))
		if err != nil || before == contract.SubscriptionActive {
			return err
		}
		return s.noteChange(ctx, tx, change{account, id, before, contract.SubscriptionActive})
	})
	return sub, wrap(err, "enable subscription")
}

// SealAnew calls the function for every secret, stores the results, and returns how many changed; the
// function returns nil for an unchanged one. Previous secrets, which are valid for a day, are included.
func (s *Store) SealAnew(
	ctx context.Context, anew func(id string, sealed []byte) ([]byte, error),
) (moved int64, err error) {
	for _, column := range []string{"secret", "previous_secret"} {
		rows, err := s.pool.Query(ctx, `SELECT id, `+column+` FROM subscriptions WHERE `+column+` IS NOT NULL`)
		if err != nil {
			return moved, wrap(err, "read secrets")
		}
		type one struct {
			ID     string
			Sealed []byte
		}
		all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[one])
		if err != nil {
			return moved, wrap(err, "read secrets")
		}
		for _, o := range all {
			sealed, err := anew(o.ID, o.Sealed)
			if err != nil {
				return moved, err
			}
			if sealed == nil {
				continue
			}
			tag, err := s.pool.Exec(ctx, `UPDATE subscriptions SET `+column+` = $3 WHERE id = $1 AND `+column+` = $2`,
				o.ID, o.Sealed, sealed)
			if err != nil {
				return moved, wrap(err, "seal a secret anew")
			}
			moved += tag.RowsAffected()
		}
	}
	return moved, nil
}

// AnySecret returns a sealed secret and its subscription; ok is false if there is none.
func (s *Store) AnySecret(ctx context.Context) (id string, sealed []byte, ok bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT id, secret FROM subscriptions WHERE secret IS NOT NULL LIMIT 1`).Scan(&id, &sealed)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil, false, nil
	}
	return id, sealed, err == nil, wrap(err, "read a secret")
}

func planFault() error {
	return apierror.New(contract.CodePlanRequired,
		"Webhooks require the Pro or Enterprise plan. Deliveries resume when the account has it again.")
}

// Accounts returns at most limit accounts with subscriptions, sorted by id, after a given id.
func (s *Store) Accounts(ctx context.Context, after string, limit int) ([]string, error) {
	accounts, err := collect(ctx, s.pool, pgx.RowTo[string], `
		SELECT DISTINCT account FROM subscriptions WHERE account > $1 ORDER BY account LIMIT $2`, after, limit)
	return accounts, wrap(err, "list accounts with subscriptions")
}

// SetPlans stores which accounts' plans have webhooks. If a plan loses them, pending deliveries end as
// failed, to be replayed later. It returns the number of affected subscriptions, also with an error;
// repeating the call completes the work.
func (s *Store) SetPlans(ctx context.Context, plans map[string]contract.Plan) (changed int, err error) {
	var accounts []string
	var has []bool
	for account, plan := range plans {
		accounts, has = append(accounts, account), append(has, plan.HasWebhooks())
	}
	var without []string
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			UPDATE subscriptions s SET in_plan = p.has FROM unnest($1::text[], $2::bool[]) AS p (account, has)
			WHERE s.account = p.account AND s.in_plan <> p.has`, accounts, has)
		if err != nil {
			return err
		}
		changed = int(tag.RowsAffected())
		without, err = collect(ctx, tx, pgx.RowTo[string], `
			SELECT s.id FROM subscriptions s WHERE s.account = ANY ($1) AND NOT s.in_plan
			AND EXISTS (SELECT FROM deliveries d WHERE d.subscription = s.id AND d.state = 'pending')`, accounts)
		if err != nil {
			return err
		}
		return voidClaims(ctx, tx, without)
	})
	if err != nil {
		return 0, wrap(err, "note plans")
	}
	return changed, wrap(s.endPending(ctx, without), "end what is pending without a plan")
}
