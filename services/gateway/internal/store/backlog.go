package store

import (
	"context"
	"fmt"
	"time"
)

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
