package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// SavedFilters returns a user's filters by name.
func (s *Views) SavedFilters(ctx context.Context, accountID, userID string) ([]model.SavedFilter, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT id::text, name, query FROM saved_filters WHERE account = $1 AND user_id = $2 ORDER BY lower(name), name`,
		accountID, userID)
	if err != nil {
		return nil, fmt.Errorf("saved filters: %w", err)
	}
	filters, err := pgx.CollectRows(rows, pgx.RowToStructByPos[model.SavedFilter])
	if err != nil {
		return nil, fmt.Errorf("saved filters: %w", err)
	}
	return filters, nil
}

// SaveFilter stores a filter, replacing the user's filter of the same name. ok is false if the
// user has model.MaxSavedFilters others; concurrent calls may store one more each.
func (s *Views) SaveFilter(ctx context.Context, accountID, userID, name, query string) (ok bool, err error) {
	tag, err := s.pool.Exec(ctx, `
		INSERT INTO saved_filters (account, user_id, name, query)
		SELECT $1, $2, $3, $4 WHERE (
			SELECT count(*) FROM saved_filters WHERE account = $1 AND user_id = $2 AND name <> $3) < $5
		ON CONFLICT (account, user_id, name) DO UPDATE SET query = excluded.query`,
		accountID, userID, name, query, model.MaxSavedFilters)
	if err != nil {
		return false, fmt.Errorf("save filter: %w", err)
	}
	return tag.RowsAffected() > 0, nil
}

// ErrNameTaken means that the user has another filter of the name.
var ErrNameTaken = errors.New("another filter has this name")

const uniqueViolation = "23505"

// RenameFilter renames a user's filter; ok is false if there is none.
func (s *Views) RenameFilter(ctx context.Context, accountID, userID, id, name string) (ok bool, err error) {
	return s.changeFilter(ctx, `UPDATE saved_filters SET name = $4`, accountID, userID, id, name)
}

// DeleteFilter deletes a user's filter; ok is false if there is none.
func (s *Views) DeleteFilter(ctx context.Context, accountID, userID, id string) (ok bool, err error) {
	return s.changeFilter(ctx, `DELETE FROM saved_filters`, accountID, userID, id)
}

func (s *Views) changeFilter(ctx context.Context, change, accountID, userID, id string, more ...any) (bool, error) {
	if uuid.Validate(id) != nil {
		return false, nil
	}
	tag, err := s.pool.Exec(ctx, change+` WHERE account = $1 AND user_id = $2 AND id = $3`,
		append([]any{accountID, userID, id}, more...)...)
	if sqlState(err) == uniqueViolation {
		return false, ErrNameTaken
	}
	if err != nil {
		return false, fmt.Errorf("change saved filter: %w", err)
	}
	return tag.RowsAffected() > 0, nil
}

// ListColumns returns the extra columns of a user's document list, in order.
func (s *Views) ListColumns(ctx context.Context, accountID, userID string) (fields []string, err error) {
	err = s.pool.QueryRow(ctx, `SELECT fields FROM list_columns WHERE account = $1 AND user_id = $2`, accountID, userID).
		Scan(&fields)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("list columns: %w", err)
	}
	return fields, nil
}

// SetListColumns stores the extra columns.
func (s *Views) SetListColumns(ctx context.Context, accountID, userID string, fields []string) error {
	_, err := s.pool.Exec(ctx, `
		INSERT INTO list_columns (account, user_id, fields) VALUES ($1, $2, $3)
		ON CONFLICT (account, user_id) DO UPDATE SET fields = excluded.fields`, accountID, userID, fields)
	if err != nil {
		return fmt.Errorf("set list columns: %w", err)
	}
	return nil
}

// speedSteps is the number of buckets per factor e of time: neighbors are 5 % apart.
const speedSteps = 20

// SpeedOf returns the time of a bucket in milliseconds, 0 for the lowest.
func SpeedOf(bucket int) int64 {
	if bucket <= 0 {
		return 0
	}
	return int64(math.Round(math.Exp(float64(bucket) / speedSteps)))
}

// usage counts a month in one pass without sorting. $1 account, $2, $3 time, $4, $5 review rules, $6 unknown sender.
const usage = `
	SELECT coalesce(submitted_by, $6), coalesce(document_type, ''), coalesce(failure_code, ''),
	       coalesce(failure_code IS NULL AND (attention & $4 <> 0 OR confidence < $5), false),
	       CASE WHEN processing_time_ms > 1 THEN round(20 * ln(processing_time_ms::float8))::int ELSE 0 END, count(*)
	FROM documents
	WHERE account = $1 AND accepted_at >= $2 AND accepted_at < $3 AND status IN ('completed', 'failed')
	GROUP BY 1, 2, 3, 4, 5`

// usageMemory keeps the counts in memory: the planner overestimates them and would sort.
const usageMemory = `SET LOCAL work_mem = '64MB'`

// Usage counts an account's ended documents that were accepted in [from, to).
func (s *Documents) Usage(
	ctx context.Context, accountID string, from, to time.Time, r model.ReviewRules,
) (buckets []model.UsageBucket, err error) {
	err = pgstore.InTx(ctx, s.heavy, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, usageMemory); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, usage, accountID, from, to, attentionOf(r), r.Below, model.SubmittedByUnknown)
		if err != nil {
			return err
		}
		buckets, err = pgx.CollectRows(rows, pgx.RowToStructByPos[model.UsageBucket])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("usage: %w", err)
	}
	return buckets, nil
}
