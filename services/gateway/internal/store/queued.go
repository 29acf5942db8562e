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

// queuedSQL uses the index documents_queued: its cost grows with the queue, not with ended documents.
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

// Backlog is the unfinished work, by the database's clock.
type Backlog struct {
	// Waiting documents have no worker; Oldest is the longest wait.
	Waiting int64
	Oldest  time.Duration
	// Running documents are claimed. The lease of Lapsed ones expired more than a minute ago; a
	// running gateway would have requeued them.
	Running, Lapsed int64
	Longest         time.Duration // since the claim of the one that has run longest
	// Erasures that are due for longer than ten minutes.
	Erasures int64
	// Events that have waited in the outbox for longer than a minute.
	Events int64
}

// Backlog counts the unfinished work. It uses the indexes of unfinished rows.
func (s *Queue) Backlog(ctx context.Context) (b Backlog, err error) {
	var oldest, longest float64
	err = s.pool.QueryRow(ctx, `
		SELECT
			(SELECT count(*) FROM documents WHERE status = 'queued' AND available_at <= now()),
			(SELECT coalesce(extract(epoch FROM now() - min(available_at)), 0) FROM documents
				WHERE status = 'queued' AND available_at <= now()),
			(SELECT count(*) FROM documents WHERE status = 'processing'),
			(SELECT count(*) FROM documents WHERE status = 'processing' AND lease_until < now() - interval '1 minute'),
			(SELECT coalesce(extract(epoch FROM now() - min(claimed_at)), 0) FROM documents WHERE status = 'processing'),
			(SELECT count(*) FROM erasures WHERE due_at < now() - interval '10 minutes'),
			(SELECT count(*) FROM outbox WHERE published_at IS NULL AND created_at < now() - interval '1 minute')`,
	).Scan(&b.Waiting, &oldest, &b.Running, &b.Lapsed, &longest, &b.Erasures, &b.Events)
	if err != nil {
		return b, fmt.Errorf("backlog: %w", err)
	}
	b.Oldest, b.Longest = seconds(oldest), seconds(longest)
	return b, nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
