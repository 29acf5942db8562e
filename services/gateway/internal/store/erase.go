package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
)

// Erasure is what remains outside the database of an erased document.
type Erasure struct {
	DocumentID string // "ext_<uuid>"
	Account    string
	Lane       contract.Lane
	ObjectKey  string
	BatchID    *string // "batch_<uuid>" whose published event named the file
	Again      bool    // it was all removed once, and may have come again
}

// erasureColumns are the fields of Erasure, in their order.
const erasureColumns = `'ext_' || document::text, account, lane, object_key, 'batch_' || batch::text, again`

// Erase deletes a document's row, corrections and unpublished events, removes its example from its
// layout, counts it out of its batch, and leaves an Erasure that is due after the pause; the
// caller may carry it out before. ok is false if the account has no such document. by is the id
// of the key or user for the audit; "" for none. headers travel with the batch's event if this
// ends the batch.
func (s *Erasures) Erase(
	ctx context.Context, accountID, documentID, by string, pause time.Duration, headers map[string]string,
) (e Erasure, ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return e, false, nil
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := forgetLesson(ctx, tx, id, accountID); err != nil {
			return err
		}
		gone, err := remove(ctx, tx, id, accountID)
		if ok = !errors.Is(err, pgx.ErrNoRows); !ok {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := outbox.Forget(ctx, tx, documentID); err != nil {
			return err
		}
		named, err := leaveBatch(ctx, tx, gone, headers)
		if err != nil {
			return err
		}
		if by != "" {
			if err := addAuditEntry(ctx, tx, accountID, contract.AuditDocumentErased, by, documentID); err != nil {
				return err
			}
		}
		e, err = note(ctx, tx, id, gone, named, pause)
		return err
	})
	if err != nil {
		return Erasure{}, false, fmt.Errorf("erase %s: %w", documentID, err)
	}
	return e, ok, nil
}

// removed is what is needed of a deleted row.
type removed struct {
	Account, Lane, ObjectKey string
	Status                   contract.Status
	BatchID                  *string
}

func remove(ctx context.Context, tx pgx.Tx, id, account string) (removed, error) {
	rows, err := tx.Query(ctx, `
		DELETE FROM documents WHERE id = $1 AND account = $2
		RETURNING account, lane, object_key, status, 'batch_' || batch_id::text`, id, account)
	if err != nil {
		return removed{}, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[removed])
}

// leaveBatch counts a document out of its batch. It returns the batch if its event is in the stream and names the file.
func leaveBatch(ctx context.Context, tx pgx.Tx, gone removed, headers map[string]string) (named *string, err error) {
	switch {
	case gone.BatchID == nil:
		return nil, nil
	case !gone.Status.Ended():
		return nil, closeOne(ctx, tx, gone.BatchID, headers)
	}
	id, err := contract.ParseID(contract.PrefixBatch, *gone.BatchID)
	if err != nil {
		return nil, err
	}
	var ended bool
	err = tx.QueryRow(ctx, `SELECT completed_at IS NOT NULL FROM batches WHERE id = $1 FOR UPDATE`, id).Scan(&ended)
	if err != nil || !ended {
		return nil, err
	}
	return unname(ctx, tx, *gone.BatchID, id, gone.Account)
}

// unname removes the document from an ended batch's event and rewrites it if unpublished. It waits for a relay's lock.
func unname(ctx context.Context, tx pgx.Tx, batchID, id, account string) (named *string, err error) {
	var headers map[string]string
	var published bool
	err = tx.QueryRow(ctx, `SELECT headers, published_at IS NOT NULL FROM outbox WHERE ref = $1 FOR UPDATE`, batchID).
		Scan(&headers, &published)
	if errors.Is(err, pgx.ErrNoRows) { // so old that it is not kept any more, or is gone already
		return &batchID, nil
	}
	if err != nil {
		return nil, fmt.Errorf("event of %s: %w", batchID, err)
	}
	if _, err := outbox.Forget(ctx, tx, batchID); err != nil {
		return nil, err
	}
	if published {
		return &batchID, nil
	}
	b, err := readBatch(ctx, tx, id, account)
	if err != nil {
		return nil, err
	}
	event, err := record.BatchEnded(b, headers)
	if err != nil {
		return nil, err
	}
	return nil, outbox.Add(ctx, tx, event)
}

func note(
	ctx context.Context, tx pgx.Tx, id string, gone removed, named *string, pause time.Duration,
) (Erasure, error) {
	var batch *string
	if named != nil {
		uuid, err := contract.ParseID(contract.PrefixBatch, *named)
		if err != nil {
			return Erasure{}, err
		}
		batch = &uuid
	}
	rows, err := tx.Query(ctx, `
		INSERT INTO erasures (document, account, lane, object_key, batch, due_at)
		VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6::interval) RETURNING `+erasureColumns,
		id, gone.Account, gone.Lane, gone.ObjectKey, batch, pause)
	if err != nil {
		return Erasure{}, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[Erasure])
}

// DueErasures claims due erasures. They are due again after the pause unless they are settled
// before.
func (s *Erasures) DueErasures(ctx context.Context, limit int, pause time.Duration) ([]Erasure, error) {
	rows, err := s.pool.Query(ctx, `
		UPDATE erasures SET due_at = clock_timestamp() + $2::interval WHERE document IN (
			SELECT document FROM erasures WHERE due_at <= statement_timestamp()
			ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
		RETURNING `+erasureColumns, limit, pause)
	if err != nil {
		return nil, fmt.Errorf("find due erasures: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Erasure])
	if err != nil {
		return nil, fmt.Errorf("find due erasures: %w", err)
	}
	return due, nil
}

// SettleErasure marks an erasure as carried out. After the first time it is due once more, this
// long after the document was erased; after the second it is deleted.
func (s *Erasures) SettleErasure(ctx context.Context, e Erasure, later time.Duration) error {
	id, err := contract.ParseID(contract.PrefixDocument, e.DocumentID)
	if err != nil {
		return err
	}
	if e.Again {
		_, err = s.pool.Exec(ctx, `DELETE FROM erasures WHERE document = $1 AND again`, id)
	} else {
		_, err = s.pool.Exec(ctx, `
			UPDATE erasures SET again = true, due_at = erased_at + $2::interval WHERE document = $1 AND NOT again`, id, later)
	}
	if err != nil {
		return fmt.Errorf("settle the erasure of %s: %w", e.DocumentID, err)
	}
	return nil
}

// Expired is a document past its retention deadline.
type Expired struct {
	AccountID, DocumentID string
	ExpiresAt             time.Time
}

// Expired returns documents past their retention deadline, oldest first, starting after a given
// one; the zero value is before all.
func (s *Erasures) Expired(ctx context.Context, after Expired, limit int) ([]Expired, error) {
	id := strings.TrimPrefix(after.DocumentID, contract.PrefixDocument)
	if id == "" {
		id = uuid.Nil.String()
	}
	rows, err := s.pool.Query(ctx, `
		SELECT account, 'ext_' || id::text, expires_at FROM documents
		WHERE expires_at <= statement_timestamp() AND (expires_at, id) > ($1, $2::uuid)
		ORDER BY expires_at, id LIMIT $3`, after.ExpiresAt, id, limit)
	if err != nil {
		return nil, fmt.Errorf("find expired documents: %w", err)
	}
	expired, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Expired])
	if err != nil {
		return nil, fmt.Errorf("find expired documents: %w", err)
	}
	return expired, nil
}

// Overdue returns how long ago the oldest retention deadline passed; 0 if none has. It reads one
// entry of the index documents_expiring.
func (s *Erasures) Overdue(ctx context.Context) (time.Duration, error) {
	var oldest float64
	err := s.pool.QueryRow(ctx, `
		SELECT coalesce(extract(epoch FROM statement_timestamp() - min(expires_at)), 0)::double precision
		FROM documents WHERE expires_at <= statement_timestamp()`).Scan(&oldest)
	if err != nil {
		return 0, fmt.Errorf("find the oldest overdue document: %w", err)
	}
	return seconds(oldest), nil
}

// forgetBatchesAtOnce bounds one statement of ForgetBatches; each batch may have a hundred entries.
const forgetBatchesAtOnce = 100

// ForgetBatches deletes expired batches without documents and returns how many.
func (s *Batches) ForgetBatches(ctx context.Context) (int64, error) {
	forgotten, err := pgstore.ExecBatched(ctx, s.pool, forgetBatchesAtOnce, `
		DELETE FROM batches WHERE id = ANY (ARRAY(
			SELECT id FROM batches b WHERE expires_at <= statement_timestamp() AND open = 0
			  AND NOT EXISTS (SELECT FROM documents WHERE batch_id = b.id)
			LIMIT $1 FOR UPDATE SKIP LOCKED))`)
	if err != nil {
		return 0, fmt.Errorf("forget batches: %w", err)
	}
	return forgotten, nil
}
