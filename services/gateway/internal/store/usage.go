package store

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// speedSteps is the number of buckets per factor e of time: neighbors are 5 % apart.
const speedSteps = 20

// SpeedOf returns the time of a bucket in milliseconds, 0 for the lowest.
func SpeedOf(bucket int) int64 {
	if bucket <= 0 {
		return 0
	}
	return int64(math.Round(math.Exp(float64(bucket) / speedSteps)))
}

// usage reads a month from its index and counts in one pass. Percentiles come from counts by
// bucket, without sorting. $1 account, $2 and $3 the time, $4 and $5 the review rules, $6 the
// unknown sender.
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
