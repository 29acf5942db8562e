package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Errors of idempotency keys.
var (
	// ErrInProgress means that another call holds the key.
	ErrInProgress = errors.New("another call holds the idempotency key")
	// ErrClaimLost means that another call has taken the key over.
	ErrClaimLost = errors.New("another call has taken over the idempotency key")
)

const (
	// maxClaim is how long a call may hold a key before another call can take it over.
	maxClaim = 5 * time.Minute
	// keyLife is how long a key is remembered.
	keyLife = 24 * time.Hour
	// keyTries is how often a key is read that changes hands meanwhile.
	keyTries = 5
)

// claimKey claims a key that is new, expired or given up, or whose process no longer holds its advisory lock.
const claimKey = `
	INSERT INTO idempotency_keys AS k (account, key, token, process) VALUES ($1, $2, $3, $4)
	ON CONFLICT (account, key) DO UPDATE
	SET token = excluded.token, process = excluded.process, began_at = excluded.began_at,
	    fingerprint = NULL, answer = NULL, accepted_at = NULL
	WHERE CASE
		WHEN k.accepted_at IS NOT NULL THEN k.accepted_at < clock_timestamp() - $5::interval
		WHEN k.began_at < clock_timestamp() - $6::interval THEN true
		ELSE NOT EXISTS (
			SELECT FROM pg_locks
			WHERE locktype = 'advisory' AND granted AND classid = $7::int::oid AND objid = k.process::oid AND objsubid = 2
			  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
	END
	RETURNING token`

// ClaimKey claims the key for a call of the process with this number. It returns the result of
// the call that used it before, or ErrInProgress. If the database loses a claim in a crash
// nothing can be accepted under it.
func (s *Keys) ClaimKey(ctx context.Context, c model.IdempotencyClaim, process int32) (*model.EarlierCall, error) {
	for range keyTries {
		var token string
		err := s.relaxed.QueryRow(ctx, claimKey, c.AccountID, c.Key, c.Token, process, keyLife, maxClaim,
			processClass).Scan(&token)
		if err == nil {
			return nil, nil
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return nil, fmt.Errorf("claim an idempotency key: %w", err)
		}
		answer, err := s.answer(ctx, c)
		if !errors.Is(err, pgx.ErrNoRows) {
			return answer, err
		}
		// The call that held it released it in between.
	}
	return nil, ErrInProgress
}

func (s *Keys) answer(ctx context.Context, c model.IdempotencyClaim) (*model.EarlierCall, error) {
	var fingerprint []byte
	var id *string
	var plan contract.Plan
	err := s.pool.QueryRow(ctx, `
		SELECT fingerprint, answer, coalesce((
			SELECT plan FROM documents
			WHERE id = right(answer, 36)::uuid OR batch_id = right(answer, 36)::uuid LIMIT 1), '')
		FROM idempotency_keys WHERE account = $1 AND key = $2`, c.AccountID, c.Key).Scan(&fingerprint, &id, &plan)
	if err != nil {
		return nil, fmt.Errorf("answer of an idempotency key: %w", err)
	}
	if id == nil {
		return nil, ErrInProgress
	}
	answer := &model.EarlierCall{ID: *id, Plan: plan}
	if n := copy(answer.Fingerprint[:], fingerprint); n != len(answer.Fingerprint) || n != len(fingerprint) {
		return nil, fmt.Errorf("fingerprint of %s has %d bytes", *id, len(fingerprint))
	}
	return answer, nil
}

// ReleaseKey releases a key that this claim holds and that was not accepted.
func (s *Keys) ReleaseKey(ctx context.Context, c model.IdempotencyClaim) error {
	_, err := s.pool.Exec(ctx, `
		DELETE FROM idempotency_keys WHERE account = $1 AND key = $2 AND token = $3 AND accepted_at IS NULL`,
		c.AccountID, c.Key, c.Token)
	if err != nil {
		return fmt.Errorf("free an idempotency key: %w", err)
	}
	return nil
}

// useKey stores what the call with this claim made, if it still holds the key.
func useKey(ctx context.Context, tx pgx.Tx, c *model.IdempotencyClaim, answer string) error {
	if c == nil {
		return nil
	}
	tag, err := tx.Exec(ctx, `
		UPDATE idempotency_keys SET fingerprint = $4, answer = $5, accepted_at = clock_timestamp()
		WHERE account = $1 AND key = $2 AND token = $3 AND accepted_at IS NULL`,
		c.AccountID, c.Key, c.Token, c.Fingerprint[:], answer)
	if err != nil {
		return fmt.Errorf("use the idempotency key: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return ErrClaimLost
	}
	return nil
}

// forgetKeysBatch bounds one statement of ForgetKeys.
const forgetKeysBatch = 5000

// ForgetKeys deletes expired keys.
func (s *Keys) ForgetKeys(ctx context.Context) error {
	_, err := pgstore.ExecBatched(ctx, s.pool, forgetKeysBatch, `
		DELETE FROM idempotency_keys WHERE (account, key) IN (
			SELECT account, key FROM idempotency_keys
			WHERE coalesce(accepted_at, began_at) < statement_timestamp() - $1::interval
			LIMIT $2 FOR UPDATE SKIP LOCKED)`, keyLife)
	if err != nil {
		return fmt.Errorf("forget idempotency keys: %w", err)
	}
	return nil
}

// processClass is the first key of the advisory locks on process numbers.
const processClass int32 = 0x646d70 // "dmp"

const (
	// holdProbe is the pause between two checks of the connection; a closed one is noticed at once.
	holdProbe   = 15 * time.Second
	holdTimeout = 5 * time.Second
)

// Hold takes a number for this process on a separate connection and calls held with it. The
// database frees the number when the connection or the process ends. Hold returns an error if the
// connection is lost, and nil if ctx ends.
func (s *System) Hold(ctx context.Context, held func(number int32)) error {
	pooled, err := s.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("hold a process number: %w", err)
	}
	conn := pooled.Hijack()
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), holdTimeout)
		defer cancel()
		_ = conn.Close(closing) // the lock is gone either way
	}()
	number, err := takeNumber(ctx, conn)
	if err != nil {
		return fmt.Errorf("hold a process number: %w", err)
	}
	held(number)
	if err := watch(ctx, conn); ctx.Err() == nil {
		return fmt.Errorf("process number %d: %w", number, err)
	}
	return nil
}

func takeNumber(ctx context.Context, conn *pgx.Conn) (number int32, err error) {
	if err := conn.QueryRow(ctx, `SELECT nextval('process_numbers')::int`).Scan(&number); err != nil {
		return 0, err
	}
	var locked bool
	err = conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1::int, $2::int)`, processClass, number).Scan(&locked)
	if err == nil && !locked {
		err = fmt.Errorf("number %d is taken", number) // the sequence went round
	}
	return number, err
}

// watch returns why the connection is broken, or that ctx has ended.
func watch(ctx context.Context, conn *pgx.Conn) error {
	for {
		waiting, cancel := context.WithTimeout(ctx, holdProbe)
		_, err := conn.WaitForNotification(waiting) // there are none; it waits for the end
		cancel()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		probing, cancel := context.WithTimeout(ctx, holdTimeout)
		err = conn.Ping(probing)
		cancel()
		if err != nil {
			return err
		}
	}
}

// Errors of an acceptance whose connection was lost while it was committed.
var (
	// ErrRolledBack means that nothing was kept.
	ErrRolledBack = errors.New("the connection was lost at the commit and the transaction rolled back")
	// ErrOutcomeUnknown means that the database did not return in time to report how the
	// transaction ended.
	ErrOutcomeUnknown = errors.New("it is not known whether the transaction was committed")
)

// committed runs f in a transaction. If the commit loses its connection, it asks for the outcome by xid, which f sets.
func (p pools) committed(ctx context.Context, xid *string, f func(pgx.Tx) error) error {
	tx, err := p.pool.Begin(ctx)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, rollback(context.WithoutCancel(ctx), tx))
	}
	return p.resolveCommit(ctx, tx.Commit(ctx), *xid)
}

func (p pools) resolveCommit(ctx context.Context, err error, xid string) error {
	// pgconn.SafeToRetry does not suffice: it also holds for a connection that was lost after the commit was sent.
	var refused *pgconn.PgError
	if err == nil || errors.As(err, &refused) || errors.Is(err, pgx.ErrTxCommitRollback) {
		return err
	}
	if xid == "" {
		return err // nothing was kept whose outcome could be asked for
	}
	return p.outcome(ctx, xid)
}

func rollback(ctx context.Context, tx pgx.Tx) error {
	err := tx.Rollback(ctx)
	if tx.Conn().IsClosed() {
		return nil // a transaction whose connection is gone is rolled back by that
	}
	return err
}

const (
	outcomePause   = 50 * time.Millisecond
	outcomeTimeout = 5 * time.Second
)

// outcome waits until the database reports how a transaction ended; nil if it was committed.
func (p pools) outcome(ctx context.Context, xid string) error {
	ctx, cancel := context.WithTimeout(ctx, outcomeTimeout)
	defer cancel()
	for {
		var status *string
		err := p.pool.QueryRow(ctx, `SELECT pg_xact_status($1::xid8)`, xid).Scan(&status)
		switch {
		case err == nil && status != nil && *status == "committed":
			return nil
		case err == nil && status != nil && *status == "aborted":
			return ErrRolledBack
		}
		select {
		case <-ctx.Done():
			return errors.Join(ErrOutcomeUnknown, err)
		case <-time.After(outcomePause):
		}
	}
}
