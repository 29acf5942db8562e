package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

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
