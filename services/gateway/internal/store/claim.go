package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
)

// Claim is a request for a certain document under a new token.
type Claim struct {
	DocumentID, Worker, Token string
	Lease                     time.Duration
}

// Work is a claimed document.
type Work struct {
	Attempt   int
	Account   string
	ObjectKey string
	FileName  string
	FileSize  int64 // bytes
	SHA256    string
	MIMEType  string
	AskedType string
	Schema    json.RawMessage // of custom fields; nil for none
}

// Claim claims a certain waiting document and counts the attempt; workers normally use ClaimNext.
// ok is false if the document cannot be claimed.
func (s *Queue) Claim(ctx context.Context, c Claim) (w Work, ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, c.DocumentID)
	if err != nil {
		return w, false, err
	}
	rows, err := s.pool.Query(ctx, `
		UPDATE documents SET status = 'processing', attempt = attempt + 1, token = $2, worker = $3,
		       started_at = coalesce(started_at, clock_timestamp()), claimed_at = clock_timestamp(),
		       lease_until = clock_timestamp() + $4::interval, redispatch_at = NULL
		WHERE id = $1 AND status = 'queued' AND available_at <= clock_timestamp() AND attempt < $5
		RETURNING attempt, account, object_key, file_name, file_size, sha256, mime_type, asked_type, field_schema`,
		id, c.Token, c.Worker, c.Lease, contract.MaxAttempts)
	if err == nil {
		w, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[Work])
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return w, false, nil
	}
	if err != nil {
		return w, false, fmt.Errorf("claim %s: %w", c.DocumentID, err)
	}
	return w, true, nil
}

// IsClaimed reports whether the claim is still valid.
func (s *Queue) IsClaimed(ctx context.Context, ref contract.ClaimRef) (valid bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, ref.DocumentID)
	if err != nil {
		return false, err
	}
	err = s.pool.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM documents WHERE id = $1 AND token = $2 AND status = 'processing')`,
		id, ref.Token).Scan(&valid)
	if err != nil {
		return false, fmt.Errorf("look up the claim of %s: %w", ref.DocumentID, err)
	}
	return valid, nil
}

// Extend renews a claim's lease, at most until longest after the claim, and changes the
// document's lane if the update says so. ok is false if the claim is no longer valid.
func (s *Queue) Extend(ctx context.Context, u contract.ClaimUpdate, lease, longest time.Duration) (ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, u.DocumentID)
	if err != nil {
		return false, err
	}
	tag, err := s.relaxed.Exec(ctx, `
		UPDATE documents SET lease_until = clock_timestamp() + $3::interval, lane = coalesce(nullif($5, ''), lane)
		WHERE id = $1 AND token = $2 AND status = 'processing' AND clock_timestamp() < claimed_at + $4::interval`,
		id, u.Token, lease, longest, string(u.Lane))
	if err != nil {
		return false, fmt.Errorf("extend the lease of %s: %w", u.DocumentID, err)
	}
	return tag.RowsAffected() == 1, nil
}

// ReleaseClaim undoes a claim: the document waits again after pause, or at once and at its old
// place in another lane if the update names one. ok is false if the claim is no longer valid.
func (s *Queue) ReleaseClaim(ctx context.Context, u contract.ClaimUpdate, pause time.Duration) (ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, u.DocumentID)
	if err != nil {
		return false, err
	}
	tag, err := s.pool.Exec(ctx, `
		UPDATE documents SET status = 'queued', attempt = attempt - 1, token = NULL, worker = NULL,
		       claimed_at = NULL, lease_until = NULL, lane = coalesce(nullif($4, ''), lane),
		       available_at = CASE $4 WHEN '' THEN clock_timestamp() + $3::interval ELSE accepted_at END
		WHERE id = $1 AND token = $2 AND status = 'processing'`,
		id, u.Token, pause, string(u.Lane))
	if err != nil {
		return false, fmt.Errorf("release the claim of %s: %w", u.DocumentID, err)
	}
	return tag.RowsAffected() == 1, nil
}

// Retry ends a failed attempt and schedules the next one after the pause of the attempt (the last
// pause for all further ones). ok is false if the claim is no longer valid or this was the last
// attempt.
func (s *Queue) Retry(
	ctx context.Context, ref contract.ClaimRef, reason string, pauses ...time.Duration,
) (ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, ref.DocumentID)
	if err != nil {
		return false, err
	}
	tag, err := s.pool.Exec(ctx, `
		UPDATE documents SET status = 'queued', token = NULL, worker = NULL, claimed_at = NULL, lease_until = NULL,
		       available_at = clock_timestamp() + ($4::interval[])[least(attempt, cardinality($4::interval[]))],
		       last_error = $5
		WHERE id = $1 AND token = $2 AND status = 'processing' AND attempt < $3`,
		id, ref.Token, contract.MaxAttempts, pauses, storable(reason))
	if err != nil {
		return false, fmt.Errorf("retry %s: %w", ref.DocumentID, err)
	}
	return tag.RowsAffected() == 1, nil
}

// leaseBatch is the maximum number of expired leases handled at a time.
const leaseBatch = 100

// reasonLease is the stored reason of an attempt whose lease expired.
const reasonLease = "the lease expired: the worker did not renew it"

// Requeue requeues documents whose lease expired and that have attempts left, and returns how
// many.
func (s *Queue) Requeue(ctx context.Context) (n int64, err error) {
	tag, err := s.pool.Exec(ctx, `
		UPDATE documents SET status = 'queued', token = NULL, worker = NULL, claimed_at = NULL, lease_until = NULL,
		       available_at = accepted_at, last_error = $3
		WHERE id IN (
			SELECT id FROM documents
			WHERE status = 'processing' AND lease_until < statement_timestamp() AND attempt < $1
			ORDER BY lease_until LIMIT $2 FOR UPDATE SKIP LOCKED)`,
		contract.MaxAttempts, leaseBatch, reasonLease)
	if err != nil {
		return 0, fmt.Errorf("requeue expired leases: %w", err)
	}
	return tag.RowsAffected(), nil
}

// LostForGood returns claims whose lease expired in the last attempt.
func (s *Queue) LostForGood(ctx context.Context) ([]contract.ClaimRef, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT 'ext_' || id::text, token FROM documents
		WHERE status = 'processing' AND lease_until < statement_timestamp() AND attempt >= $1
		ORDER BY lease_until LIMIT $2`, contract.MaxAttempts, leaseBatch)
	if err != nil {
		return nil, fmt.Errorf("find expired leases: %w", err)
	}
	refs, err := pgx.CollectRows(rows, pgx.RowToStructByPos[contract.ClaimRef])
	if err != nil {
		return nil, fmt.Errorf("find expired leases: %w", err)
	}
	return refs, nil
}

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
