package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/pgstore/outbox"
)

// ThresholdType of a threshold.
type ThresholdType string

// The kinds: the plan's share of documents is used; the first document was refused.
const (
	Warning  ThresholdType = "warning"
	Exceeded ThresholdType = "exceeded"
)

// Threshold is one that an account reached, and its month at that time.
type Threshold struct {
	Account   string
	Month     time.Time // its first day
	Type      ThresholdType
	Plan      contract.Plan
	Used      int
	Limit     int
	ReachedAt time.Time
}

// RelayThresholds puts the message of each reached threshold into the outbox, once, and returns their
// number.
func (s *Store) RelayThresholds(
	ctx context.Context, message func(Threshold) (outbox.Message, error),
) (n int, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// A relay that waits for another's lock finds the rows taken.
		rows, err := tx.Query(ctx, `
			UPDATE thresholds SET relayed_at = clock_timestamp() WHERE relayed_at IS NULL
			RETURNING account, month, kind, plan, used, month_limit, reached_at`)
		if err != nil {
			return err
		}
		reached, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Threshold])
		if err != nil {
			return err
		}
		for _, t := range reached {
			m, err := message(t)
			if err != nil {
				return err
			}
			if err := outbox.Add(ctx, tx, m); err != nil {
				return err
			}
		}
		n = len(reached)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("relay thresholds: %w", err)
	}
	return n, nil
}

// Month is an account's usage in a calendar month.
type Month struct {
	Start time.Time // its first day
	Used  int
}

// Day is an account's usage on a day of a month, from 1.
type Day struct{ Day, Used int }

// Days returns the days with charged documents in the account's month of t, or the present one if t is nil,
// and the month's first day. Refunded documents do not count.
func (s *Store) Days(ctx context.Context, account string, t *time.Time) (month time.Time, days []Day, err error) {
	err = s.pool.QueryRow(ctx, `SELECT date_trunc('month', coalesce($1, clock_timestamp()) AT TIME ZONE 'UTC')::date`,
		t).Scan(&month)
	if err != nil {
		return month, nil, fmt.Errorf("month: %w", err)
	}
	rows, err := s.pool.Query(ctx, `
		SELECT extract(day FROM charged_at AT TIME ZONE 'UTC')::int AS day, count(*)::int
		FROM charges WHERE account = $1 AND month = $2 AND given_back_at IS NULL
		GROUP BY day ORDER BY day`, account, month)
	if err == nil {
		days, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Day])
	}
	if err != nil {
		return month, nil, fmt.Errorf("days of a month: %w", err)
	}
	return month, days, nil
}

// Months returns the account's last months with documents, newest first.
func (s *Store) Months(ctx context.Context, account string, most int) ([]Month, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT month, used FROM months WHERE account = $1 AND used > 0 ORDER BY month DESC LIMIT $2`, account, most)
	if err != nil {
		return nil, fmt.Errorf("months: %w", err)
	}
	months, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Month])
	if err != nil {
		return nil, fmt.Errorf("months: %w", err)
	}
	return months, nil
}

// Thresholds returns those that the account reached last, newest first.
func (s *Store) Thresholds(ctx context.Context, account string, most int) ([]Threshold, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT account, month, kind, plan, used, month_limit, reached_at
		FROM thresholds WHERE account = $1 ORDER BY reached_at DESC, kind LIMIT $2`, account, most)
	if err != nil {
		return nil, fmt.Errorf("thresholds: %w", err)
	}
	reached, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Threshold])
	if err != nil {
		return nil, fmt.Errorf("thresholds: %w", err)
	}
	return reached, nil
}
