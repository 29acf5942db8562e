package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Queued counts the documents that are ready for a worker, whether or not their command was
// published. It leaves out lanes and plans without any.
type Queued struct {
	Lane, Plan string
	Documents  int64
	Oldest     time.Duration // since the one that became ready first did
}

// queuedSQL uses the index documents_queued: its cost grows with the queue, not with ended
// documents.
const queuedSQL = `
	SELECT lane, plan, count(*), extract(epoch FROM now() - min(available_at))::double precision
	FROM documents WHERE status = 'queued' AND available_at <= now()
	GROUP BY lane, plan`

// Queued counts the documents that could be worked on now, whether their command was
// published or not. Lanes and plans of which none waits are left out.
func (s *Queue) Queued(ctx context.Context) ([]Queued, error) {
	rows, err := s.pool.Query(ctx, queuedSQL)
	if err != nil {
		return nil, fmt.Errorf("count queued documents: %w", err)
	}
	queued, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (q Queued, err error) {
		var oldest float64
		err = row.Scan(&q.Lane, &q.Plan, &q.Documents, &oldest)
		q.Oldest = seconds(oldest)
		return q, err
	})
	if err != nil {
		return nil, fmt.Errorf("count queued documents: %w", err)
	}
	return queued, nil
}

// Waiting counts the documents that wait for release, by account. Grouping by lane as well
// follows the index, so nothing is sorted.
func (s *Queue) Waiting(ctx context.Context) (map[string]int, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT account, count(*) FROM documents
		WHERE status = 'queued' AND redispatch_at IS NULL GROUP BY lane, account`)
	if err != nil {
		return nil, fmt.Errorf("count waiting documents: %w", err)
	}
	counts := map[string]int{}
	var account string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&account, &n}, func() error {
		counts[account] += n
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count waiting documents: %w", err)
	}
	return counts, nil
}
