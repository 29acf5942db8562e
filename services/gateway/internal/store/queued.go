package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Queued is what waits for a worker in one lane, of accounts of one plan.
type Queued struct {
	Lane, Plan string
	Documents  int64
	Oldest     time.Duration // since the one that became ready first did
}

// queuedSQL reads what waits by the index documents_queued: its cost grows with the
// queue alone, not with the documents that have ended.
const queuedSQL = `
	SELECT lane, plan, count(*), extract(epoch FROM now() - min(available_at))::double precision
	FROM documents WHERE status = 'queued' AND available_at <= now()
	GROUP BY lane, plan`

// Queued counts the documents that could be worked on now, whether their command was
// published or not. Lanes and plans of which none waits are left out.
func (s *Queue) Queued(ctx context.Context) ([]Queued, error) {
	rows, err := s.pool.Query(ctx, queuedSQL)
	if err != nil {
		return nil, fmt.Errorf("count what is queued: %w", err)
	}
	queued, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (q Queued, err error) {
		var oldest float64
		err = row.Scan(&q.Lane, &q.Plan, &q.Documents, &oldest)
		q.Oldest = seconds(oldest)
		return q, err
	})
	if err != nil {
		return nil, fmt.Errorf("count what is queued: %w", err)
	}
	return queued, nil
}

// Waiting counts the documents that wait to be dispatched, by account. It counts by lane as
// well, which is the order of the index: nothing has to be sorted.
func (s *Queue) Waiting(ctx context.Context) (map[string]int, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT account, count(*) FROM documents
		WHERE status = 'queued' AND redispatch_at IS NULL GROUP BY lane, account`)
	if err != nil {
		return nil, fmt.Errorf("count what waits: %w", err)
	}
	counts := map[string]int{}
	var account string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&account, &n}, func() error {
		counts[account] += n
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count what waits: %w", err)
	}
	return counts, nil
}
