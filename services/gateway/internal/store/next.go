package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
)

// NextClaim is a request for the next document of a lane under a new token.
type NextClaim struct {
	Lane          contract.Lane
	Worker, Token string
	Lease         time.Duration
	Bound         Bound
	// Low is the number of commands of the document's account and lane at or below which Next.Low
	// reports that more should be released.
	Low int
}

// Bound is the maximum number of an account's documents in work at a time.
type Bound struct {
	InLane int
	InAll  int // lanes together
}

// Next is the result of NextClaim.
type Next struct {
	DocumentID string
	// Released is false if the document's own command was not published. It has to be: the
	// command that led here belongs to another document.
	Released    bool
	Traceparent string
	// Layouts is false if the account has no layouts.
	Layouts bool
	// Low reports that documents of the lane wait for release and few commands of the account are
	// left.
	Low bool
	Work
}

// next walks the accounts with documents waiting in the lane, released or not, in a circle from the one served last. It
// takes the oldest document of the first account with none in work in this lane, or else of the one with fewest, and
// skips accounts at their bound. Its cost grows with the workers, not with the queue. The last column is Next.Low, as
// before the claim. $1 lane, $2 token, $3 worker, $4 lease, $5 attempts, $6 and $7 the bound, $8 commands.
const next = `
	WITH RECURSIVE turn AS (
		SELECT last_account FROM turns WHERE lane = $1
	), working AS MATERIALIZED (
		SELECT account, count(*) FILTER (WHERE lane = $1)::int AS here, count(*)::int AS everywhere
		FROM documents WHERE status = 'processing' GROUP BY account
	), circle (account, lap, n, due, here, everywhere) AS (
		SELECT last_account, 0, 0, false, 0, 0 FROM turn
		UNION ALL
		SELECT next.account, next.lap, c.n + 1, next.available_at <= statement_timestamp(),
		       coalesce(w.here, 0), coalesce(w.everywhere, 0)
		FROM circle c CROSS JOIN turn CROSS JOIN LATERAL (
			(SELECT d.account, c.lap AS lap, d.available_at FROM documents d
			 WHERE d.lane = $1 AND d.status = 'queued'
			   AND d.account > c.account AND (c.lap = 0 OR d.account <= turn.last_account)
			 ORDER BY d.account, d.available_at LIMIT 1)
			UNION ALL
			(SELECT d.account, 1, d.available_at FROM documents d
			 WHERE d.lane = $1 AND d.status = 'queued' AND c.lap = 0 AND d.account <= turn.last_account
			 ORDER BY d.account, d.available_at LIMIT 1)
			ORDER BY lap LIMIT 1
		) AS next LEFT JOIN working w ON w.account = next.account
		WHERE NOT (c.due AND c.here = 0 AND c.everywhere < $7)
	), chosen AS MATERIALIZED (
		SELECT account FROM circle WHERE n > 0 AND due AND here < $6 AND everywhere < $7
		ORDER BY here, n LIMIT 1
	), pick AS MATERIALIZED (
		SELECT id, redispatch_at IS NOT NULL AS released FROM documents
		WHERE lane = $1 AND account = (SELECT account FROM chosen) AND status = 'queued'
		  AND available_at <= statement_timestamp() AND attempt < $5
		ORDER BY available_at LIMIT 1 FOR UPDATE
	), moved AS (
		UPDATE turns SET last_account = chosen.account FROM chosen
		WHERE lane = $1 AND last_account <> chosen.account
	)
	UPDATE documents d SET status = 'processing', attempt = d.attempt + 1, token = $2, worker = $3,
	       started_at = coalesce(d.started_at, clock_timestamp()), claimed_at = clock_timestamp(),
	       lease_until = clock_timestamp() + $4::interval, redispatch_at = NULL
	FROM pick WHERE d.id = pick.id AND CASE WHEN d.status = 'queued' THEN true END
	RETURNING 'ext_' || d.id::text, pick.released, d.traceparent,
	          EXISTS (SELECT FROM layouts WHERE account = d.account AND enabled AND NOT stale),
	          d.attempt, d.account, d.object_key, d.file_name, d.file_size, d.sha256, d.mime_type,
	          d.asked_type, d.field_schema,
	          EXISTS (SELECT FROM documents w WHERE w.lane = $1 AND w.status = 'queued' AND w.redispatch_at IS NULL
	                  AND w.available_at <= statement_timestamp() AND w.id <> d.id)
	          -- In order, so that the index of what is released has it: the planner may take that of all
	          -- that waits otherwise, and walk the queue.
	          AND (SELECT count(*) FROM (
	               SELECT FROM documents w WHERE w.lane = $1 AND w.account = d.account AND w.status = 'queued'
	               AND w.redispatch_at IS NOT NULL AND w.id <> d.id
	               ORDER BY w.redispatch_at LIMIT $8 + 1) AS released) <= $8`

// waiting reports whether documents of the lane are due.
const waiting = `
	SELECT EXISTS (SELECT FROM documents
		WHERE lane = $1 AND status = 'queued' AND available_at <= statement_timestamp())`

// claimClass is the first key of the advisory lock that serializes claims; without it bounds could be exceeded.
const claimClass = 0x636c6169 // "clai"

// ClaimNext claims the document of the lane whose turn it is. ok is false if there is none;
// blocked then reports that documents wait whose accounts are at their bound.
//
// If the database loses a claim in a crash its token is unknown, and the document is claimed
// again.
func (s *Queue) ClaimNext(ctx context.Context, c NextClaim) (n Next, ok, blocked bool, err error) {
	batch := &pgx.Batch{} // one round trip, one transaction
	batch.Queue(`SELECT pg_advisory_xact_lock($1::int, 0)`, claimClass)
	var found []Next
	batch.Queue(next, string(c.Lane), c.Token, c.Worker, c.Lease, contract.MaxAttempts, c.Bound.InLane, c.Bound.InAll,
		c.Low).Query(func(rows pgx.Rows) error {
		found, err = pgx.CollectRows(rows, scanNext)
		return err
	})
	// The transaction is committed once it is closed.
	if err := s.relaxed.SendBatch(ctx, batch).Close(); err != nil {
		return n, false, false, fmt.Errorf("claim the next of lane %s: %w", c.Lane, err)
	}
	if len(found) > 0 {
		return found[0], true, false, nil
	}
	if err := s.relaxed.QueryRow(ctx, waiting, string(c.Lane)).Scan(&blocked); err != nil {
		return n, false, false, fmt.Errorf("find waiting documents of lane %s: %w", c.Lane, err)
	}
	return n, false, blocked, nil
}

func scanNext(row pgx.CollectableRow) (n Next, err error) {
	err = row.Scan(&n.DocumentID, &n.Released, &n.Traceparent, &n.Layouts,
		&n.Attempt, &n.Account, &n.ObjectKey, &n.FileName, &n.FileSize, &n.SHA256, &n.MIMEType, &n.AskedType, &n.Schema,
		&n.Low)
	return n, err
}
