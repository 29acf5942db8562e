package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
)

// Command is a command to publish for a document.
type Command struct {
	DocumentID  string
	Lane        contract.Lane
	Traceparent string
}

// Window bounds the released documents.
type Window struct {
	// PerLane is the maximum number of unclaimed commands of a lane, Share that of one account.
	PerLane, Share int
	// InFlight is the maximum number of an account's documents that are released or in work in
	// one lane.
	InFlight int
	// Redispatch is how long a command may stay unclaimed before it is published again.
	Redispatch time.Duration
}

// release visits the waiting accounts of a lane, whose row is locked, round-robin after the last one served. It picks
// first documents of all accounts before second ones. Its cost grows with the free places. $1 lane, $2 to $5 window.
const release = `
	WITH RECURSIVE turn AS (
		SELECT last_account FROM lanes WHERE lane = $1
	), flying AS (
		SELECT account, count(*) FILTER (WHERE released)::int AS released, count(*)::int AS total FROM (
			(SELECT account, true AS released FROM documents
			 WHERE lane = $1 AND status = 'queued' AND redispatch_at IS NOT NULL
			 -- The order is that of the index of what is released: the planner may take that of
			 -- all that waits otherwise, and walk the queue.
			 ORDER BY account, redispatch_at)
			UNION ALL
			SELECT account, false FROM documents WHERE lane = $1 AND status = 'processing'
		) AS each GROUP BY account
	), room AS (
		SELECT greatest(0, $2::int - coalesce(sum(released), 0))::int AS places, count(*) AS accounts FROM flying
	), circle (account, lap, n) AS (
		SELECT last_account, 0, 0 FROM turn
		UNION ALL
		SELECT next.account, next.lap, c.n + 1
		FROM circle c CROSS JOIN turn CROSS JOIN room CROSS JOIN LATERAL (
			(SELECT d.account, c.lap AS lap FROM documents d
			 WHERE d.lane = $1 AND d.status = 'queued' AND d.redispatch_at IS NULL
			   AND d.account > c.account AND (c.lap = 0 OR d.account <= turn.last_account)
			 ORDER BY d.account LIMIT 1)
			UNION ALL
			(SELECT d.account, 1 FROM documents d
			 WHERE d.lane = $1 AND d.status = 'queued' AND d.redispatch_at IS NULL
			   AND c.lap = 0 AND d.account <= turn.last_account
			 ORDER BY d.account LIMIT 1)
			ORDER BY lap LIMIT 1
		) AS next
		-- Accounts that have their share already must not hide those behind them.
		WHERE room.places > 0 AND c.n < room.places + room.accounts
	), picks AS MATERIALIZED (
		SELECT d.id, c.account, row_number() OVER (ORDER BY d.place, c.n) AS place
		FROM circle c LEFT JOIN flying f USING (account) CROSS JOIN LATERAL (
			SELECT w.id, row_number() OVER (ORDER BY w.available_at) AS place FROM (
				SELECT id, available_at FROM documents
				WHERE lane = $1 AND account = c.account AND status = 'queued' AND redispatch_at IS NULL
				  AND available_at <= statement_timestamp()
				ORDER BY available_at
				LIMIT greatest(0, least($3::int - coalesce(f.released, 0), $4::int - coalesce(f.total, 0), (SELECT places
					FROM room)))
			) AS w
		) AS d
		WHERE c.n > 0
		ORDER BY d.place, c.n LIMIT (SELECT places FROM room)
	), moved AS (
		UPDATE lanes SET last_account = last.account
		FROM (
			SELECT CASE WHEN (SELECT count(*) FROM picks) < places
			       THEN (SELECT account FROM circle WHERE n > 0 ORDER BY n DESC LIMIT 1)
			       ELSE (SELECT account FROM picks ORDER BY place DESC LIMIT 1) END AS account
			FROM room
		) AS last
		WHERE lane = $1 AND last.account <> last_account
	), released AS (
		UPDATE documents d SET redispatch_at = clock_timestamp() + $5::interval
		FROM picks p WHERE d.id = p.id
		  -- Still so? As a CASE, because a plain condition would lead the planner
		  -- to walk the partial index of what waits for each row.
		  AND CASE WHEN d.status = 'queued' THEN d.redispatch_at IS NULL END
		RETURNING d.id, d.lane, d.traceparent, p.place
	)
	SELECT 'ext_' || id::text, lane, traceparent FROM released ORDER BY place`

// Release releases waiting documents of every lane, round-robin over accounts, as far as the
// window has room. It returns them in the order in which to publish them. Dispatchers of several
// replicas wait for each other.
func (s *Queue) Release(ctx context.Context, w Window) ([]Command, error) {
	batch := &pgx.Batch{} // one round trip, one transaction
	for _, lane := range contract.Lanes() {
		batch.Queue(`SELECT FROM lanes WHERE lane = $1 FOR UPDATE`, string(lane))
		batch.Queue(release, string(lane), w.PerLane, w.Share, w.InFlight, w.Redispatch)
	}
	results := s.relaxed.SendBatch(ctx, batch)
	commands, err := releasedBy(results)
	if closed := results.Close(); err == nil {
		err = closed // the transaction is committed by then
	}
	if err != nil {
		return nil, fmt.Errorf("release: %w", err)
	}
	return commands, nil
}

func releasedBy(results pgx.BatchResults) ([]Command, error) {
	var commands []Command
	for range contract.Lanes() {
		if _, err := results.Exec(); err != nil {
			return nil, err
		}
		rows, err := results.Query()
		if err != nil {
			return nil, err
		}
		some, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Command])
		if err != nil {
			return nil, err
		}
		commands = append(commands, some...)
	}
	return commands, nil
}

// Unclaimed returns the commands that were not claimed in time.
func (s *Queue) Unclaimed(ctx context.Context, redispatch time.Duration) ([]Command, error) {
	rows, err := s.relaxed.Query(ctx, `
		UPDATE documents SET redispatch_at = clock_timestamp() + $1::interval
		WHERE status = 'queued' AND redispatch_at <= statement_timestamp()
		RETURNING 'ext_' || id::text, lane, traceparent`, redispatch)
	if err != nil {
		return nil, fmt.Errorf("find unclaimed commands: %w", err)
	}
	commands, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Command])
	if err != nil {
		return nil, fmt.Errorf("find unclaimed commands: %w", err)
	}
	return commands, nil
}

// RedispatchIn sets when released, unclaimed commands are published again.
func (s *Queue) RedispatchIn(ctx context.Context, commands []Command, pause time.Duration) error {
	ids := make([]string, 0, len(commands))
	for _, c := range commands {
		id, err := contract.ParseID(contract.PrefixDocument, c.DocumentID)
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	_, err := s.relaxed.Exec(ctx, `
		UPDATE documents SET redispatch_at = clock_timestamp() + $2::interval
		WHERE id = ANY($1::uuid[]) AND status = 'queued' AND redispatch_at IS NOT NULL`, ids, pause)
	if err != nil {
		return fmt.Errorf("redispatch: %w", err)
	}
	return nil
}

// RedispatchAll makes all unclaimed commands due at once.
func (s *Queue) RedispatchAll(ctx context.Context) error {
	_, err := s.relaxed.Exec(ctx, `
		UPDATE documents SET redispatch_at = clock_timestamp()
		WHERE status = 'queued' AND redispatch_at IS NOT NULL`)
	if err != nil {
		return fmt.Errorf("redispatch all: %w", err)
	}
	return nil
}
