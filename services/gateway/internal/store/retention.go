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

// forgetBatchesAtOnce bounds one statement of ForgetBatches; each batch may have a hundred
// entries.
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
