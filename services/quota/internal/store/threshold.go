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
