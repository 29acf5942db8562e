package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// Expired is a document whose time is over.
type Expired struct {
	AccountID, DocumentID string
	ExpiresAt             time.Time
}

// Expired returns documents whose time is over, the longest over first, from the first
// one after a given one on; the zero value comes before all.
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
		return nil, fmt.Errorf("look for expired documents: %w", err)
	}
	expired, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Expired])
	if err != nil {
		return nil, fmt.Errorf("look for expired documents: %w", err)
	}
	return expired, nil
}

// Overdue returns for how long the time of the document is over that is to be erased
// first; 0 where no document's is. It reads one entry of the index documents_expiring.
func (s *Erasures) Overdue(ctx context.Context) (time.Duration, error) {
	var oldest float64
	err := s.pool.QueryRow(ctx, `
		SELECT coalesce(extract(epoch FROM statement_timestamp() - min(expires_at)), 0)::double precision
		FROM documents WHERE expires_at <= statement_timestamp()`).Scan(&oldest)
	if err != nil {
		return 0, fmt.Errorf("look for the document that is overdue for longest: %w", err)
	}
	return seconds(oldest), nil
}

// forgetBatchesAtOnce bounds one statement of ForgetBatches; a batch has a hundred entries,
// which go with it.
const forgetBatchesAtOnce = 100

// ForgetBatches removes batches whose time is over and that have no document any
// more, and returns how many.
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
