package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Horizon is the maximum distance of written times from the database's clock.
type Horizon struct {
	Wait       time.Duration // of a document that is to be tried again
	Redispatch time.Duration // of a command that is not claimed
	Lease      time.Duration
	Erasure    time.Duration // until what an erasure left is looked after
}

// Now returns the database's time.
func (s *System) Now(ctx context.Context) (now time.Time, err error) {
	if err := s.relaxed.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&now); err != nil {
		return now, fmt.Errorf("database's clock: %w", err)
	}
	return now, nil
}

// PullBack corrects times that lie further ahead than any is written, because the database's
// clock was set back: waiting documents become due, leases end one lease from now, scheduled jobs
// count from now. It returns how many it corrected.
func (s *System) PullBack(ctx context.Context, h Horizon) (n int64, err error) {
	batch := &pgx.Batch{} // one round trip, one transaction
	batch.Queue(`
		UPDATE documents SET available_at = clock_timestamp()
		WHERE status = 'queued' AND available_at > clock_timestamp() + $1::interval`, h.Wait)
	batch.Queue(`
		UPDATE documents SET redispatch_at = clock_timestamp()
		WHERE status = 'queued' AND redispatch_at > clock_timestamp() + $1::interval`, h.Redispatch)
	batch.Queue(`
		UPDATE documents SET lease_until = clock_timestamp() + $1::interval, claimed_at = clock_timestamp()
		WHERE status = 'processing' AND lease_until > clock_timestamp() + $1::interval`, h.Lease)
	batch.Queue(`
		UPDATE erasures SET due_at = clock_timestamp() + CASE WHEN again THEN $1::interval ELSE interval '0' END
		WHERE due_at > clock_timestamp() + $1::interval`, h.Erasure)
	batch.Queue(`UPDATE chores SET done_at = clock_timestamp() WHERE done_at > clock_timestamp()`)
	results := s.pool.SendBatch(ctx, batch)
	for range batch.Len() {
		tag, execErr := results.Exec()
		if execErr != nil {
			err = execErr
			break
		}
		n += tag.RowsAffected()
	}
	if closed := results.Close(); err == nil {
		err = closed // the transaction is committed by then
	}
	if err != nil {
		return 0, fmt.Errorf("correct times: %w", err)
	}
	return n, nil
}
