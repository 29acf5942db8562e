package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/pgstore"
)

// Publisher stores messages in a stream; *bus.Conn implements it.
type Publisher interface {
	PublishEnvelope(ctx context.Context, e bus.Envelope) error
	StreamCreated(ctx context.Context, stream string) (time.Time, error)
}

// Relay publishes the messages in the outbox of one schema. Several relays share the work. A row that cannot be
// published is tried again later and does not block others.
type Relay struct {
	Pool      *pgxpool.Pool
	Publisher Publisher
	Log       *slog.Logger
	Stream    string
	Retention Retention

	wake chan struct{}
}

// Retention is what a stream keeps, and thus which published rows are kept to fill a lost stream again.
type Retention struct {
	MaxAge      time.Duration
	MaxMessages int64 // a tenth more rows are kept
}

// NewRelay makes a relay; Run starts it.
func NewRelay(pool *pgxpool.Pool, p Publisher, log *slog.Logger, stream string, retention Retention) *Relay {
	return &Relay{Pool: pool, Publisher: p, Log: log, Stream: stream, Retention: retention, wake: make(chan struct{}, 1)}
}

// Wake signals that a message was committed. It never blocks.
func (r *Relay) Wake() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

const (
	batchSize           = 100
	pollInterval        = 500 * time.Millisecond // in case Wake was not called
	streamCheckInterval = 5 * time.Second        // whether the stream was lost
	pruneInterval       = 10 * time.Minute
	maxPause            = 5 * time.Minute // between two tries; shorter than the stream's deduplication window
	publishTimeout      = 5 * time.Second
	// minRoundInterval is the minimum between rounds started by Wake, so that messages under load share a transaction.
	minRoundInterval = 100 * time.Millisecond
	// maxRowsPerStatement keeps statements on millions of published rows within the statement timeout.
	maxRowsPerStatement = 10_000
	// seedDelay makes rows that fill a lost stream due after all new rows.
	seedDelay = time.Hour
)

// Run publishes messages until ctx ends. The next relay publishes the remaining ones.
func (r *Relay) Run(ctx context.Context) error {
	poll, look := time.NewTicker(pollInterval), time.NewTicker(streamCheckInterval)
	defer poll.Stop()
	defer look.Stop()
	var background sync.WaitGroup
	background.Go(func() { r.pruneRegularly(ctx) })
	defer background.Wait()
	seeded := false
	for {
		if !seeded {
			seeded = r.attempt(ctx, "check the stream", r.reseed)
		}
		r.attempt(ctx, "publish", r.drain)
		drained := time.Now()
		select {
		case <-ctx.Done():
			return nil
		case <-r.wake:
			sleep(ctx, minRoundInterval-time.Since(drained))
		case <-poll.C:
		case <-look.C:
			seeded = false
		}
	}
}

// pruneRegularly prunes concurrently with publishing until ctx ends, and at once: relays may be restarted often.
func (r *Relay) pruneRegularly(ctx context.Context) {
	turn := time.NewTicker(pruneInterval)
	defer turn.Stop()
	for {
		r.attempt(ctx, "prune", r.prune)
		select {
		case <-ctx.Done():
			return
		case <-turn.C:
		}
	}
}

func sleep(ctx context.Context, pause time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(pause):
	}
}

func (r *Relay) attempt(ctx context.Context, what string, f func(context.Context) error) bool {
	err := f(ctx)
	if err != nil && ctx.Err() == nil {
		r.Log.Warn("outbox", "step", what, "stream", r.Stream, "error", err)
	}
	return err == nil
}

// drain publishes batches until nothing is due.
func (r *Relay) drain(ctx context.Context) error {
	for ctx.Err() == nil {
		n, err := r.publishBatch(ctx)
		if err != nil || n < batchSize {
			return err
		}
	}
	return nil
}

type waiting struct {
	ID      int64
	DueAt   time.Time
	Subject string
	MsgID   string
	Headers map[string]string
	Payload []byte
}

// takeDue marks the rows that are due as published and returns them; the transaction is committed after they have
// been published. A row without a try is due, and so is one whose next try is further in the future than any
// pause: the database's clock has been set back. $2 is the longest pause.
const takeDue = `
	WITH due AS (
		SELECT id FROM outbox WHERE published_at IS NULL
			AND (due_at <= clock_timestamp() OR tries = 0 OR due_at > clock_timestamp() + $2::interval)
		ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
	)
	UPDATE outbox o SET published_at = clock_timestamp(), tries = tries + 1 FROM due WHERE o.id = due.id
	RETURNING o.id, due_at, subject, msg_id, headers, payload`

// publishBatch publishes due rows in one transaction. After a crash the stream drops repeats by message id.
func (r *Relay) publishBatch(ctx context.Context) (n int, err error) {
	err = pgx.BeginFunc(ctx, r.Pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, takeDue, batchSize, maxPause)
		if err != nil {
			return err
		}
		batch, err := pgx.CollectRows(rows, pgx.RowToStructByPos[waiting])
		if err != nil {
			return err
		}
		slices.SortFunc(batch, func(a, b waiting) int { return cmp.Or(a.DueAt.Compare(b.DueAt), cmp.Compare(a.ID, b.ID)) })
		n = len(batch)
		failed, cause := r.publish(ctx, batch)
		if len(failed) == 0 {
			return nil
		}
		r.Log.Warn("outbox rows not published", "stream", r.Stream, "rows", len(failed), "error", cause)
		_, err = tx.Exec(ctx, `
			UPDATE outbox SET published_at = NULL,
			       due_at = clock_timestamp() + least($2::interval, interval '250 milliseconds' * power(2, least(tries - 1, 16)))
			WHERE id = ANY($1)`, failed, maxPause)
		return err
	})
	if err != nil {
		return n, fmt.Errorf("outbox batch: %w", err)
	}
	return n, nil
}

func (r *Relay) publish(ctx context.Context, batch []waiting) (failed []int64, cause error) {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout) // rows are locked meanwhile
	defer cancel()
	for _, w := range batch {
		e := bus.Envelope{Subject: w.Subject, MsgID: w.MsgID, Header: w.Headers, Data: w.Payload}
		if err := r.Publisher.PublishEnvelope(ctx, e); err != nil {
			failed, cause = append(failed, w.ID), err
		}
	}
	return failed, cause
}

// reseed makes all kept rows due again if the stream was created since the last check. The first check only stores
// when the stream was created.
//
// Unpublished rows are included: another relay may have published one to the lost stream without having committed.
// It holds the row's lock, so the statement waits for its transaction and resets the mark.
func (r *Relay) reseed(ctx context.Context) error {
	created, err := r.Publisher.StreamCreated(ctx, r.Stream)
	if err != nil {
		return err
	}
	created = created.Truncate(time.Millisecond) // the database keeps microseconds
	return pgx.BeginFunc(ctx, r.Pool, func(tx pgx.Tx) error {
		var seen time.Time
		err := tx.QueryRow(ctx, `SELECT created_at FROM outbox_stream WHERE name = $1 FOR UPDATE`, r.Stream).Scan(&seen)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if err == nil && seen.Equal(created) {
			return nil
		}
		if err == nil {
			rows, err := r.seed(ctx, tx)
			if err != nil {
				return err
			}
			r.Log.Warn("the stream was created again, filling it from the outbox", "stream", r.Stream, "messages", rows)
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO outbox_stream (name, created_at) VALUES ($1, $2)
			ON CONFLICT (name) DO UPDATE SET created_at = excluded.created_at`, r.Stream, created)
		return err
	})
}

// seed makes the rows due that the stream would still have, the oldest first.
func (r *Relay) seed(ctx context.Context, tx pgx.Tx) (rows int64, err error) {
	var before, last int64
	err = tx.QueryRow(ctx, `
		SELECT coalesce((SELECT id FROM outbox ORDER BY id DESC OFFSET $1 LIMIT 1), min(id) - 1, 0), coalesce(max(id), 0)
		FROM outbox`, r.Retention.MaxMessages).Scan(&before, &last)
	if err != nil {
		return 0, err
	}
	for ; before < last; before += maxRowsPerStatement {
		tag, err := tx.Exec(ctx, `
			UPDATE outbox SET published_at = NULL, due_at = clock_timestamp() + $4::interval, tries = 0
			WHERE id > $1 AND id <= $2 AND (published_at IS NULL OR published_at > clock_timestamp() - $3::interval)`,
			before, min(before+maxRowsPerStatement, last), r.Retention.MaxAge, seedDelay)
		if err != nil {
			return 0, err
		}
		rows += tag.RowsAffected()
	}
	return rows, nil
}

// prune uses the statement time: clock_timestamp() differs between rows and prevents index use.
const prune = `
	DELETE FROM outbox WHERE id = ANY (ARRAY(
		SELECT id FROM outbox WHERE published_at < statement_timestamp() - $1::interval
		ORDER BY published_at LIMIT $2))`

// pruneUpTo deletes published rows up to an id.
const pruneUpTo = `
	DELETE FROM outbox WHERE id = ANY (ARRAY(
		SELECT id FROM outbox WHERE published_at IS NOT NULL AND id <= $1 ORDER BY id LIMIT $2))`

// prune deletes rows that the stream no longer keeps, with a reserve because messages are not in row order.
func (r *Relay) prune(ctx context.Context) error {
	if _, err := pgstore.ExecBatched(ctx, r.Pool, maxRowsPerStatement, prune, r.Retention.MaxAge); err != nil {
		return fmt.Errorf("outbox prune: %w", err)
	}
	var last int64
	err := r.Pool.QueryRow(ctx, `SELECT id FROM outbox ORDER BY id DESC OFFSET $1 LIMIT 1`,
		r.Retention.MaxMessages+r.Retention.MaxMessages/10).Scan(&last)
	if err == nil {
		_, err = pgstore.ExecBatched(ctx, r.Pool, maxRowsPerStatement, pruneUpTo, last)
	}
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("outbox prune: %w", err)
	}
	return nil
}
