package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Watch returns the account's open documents, those accepted after since, and the existing ones
// of ids, newest first, without fields, at most limit of them.
func (s *Documents) Watch(
	ctx context.Context, accountID string, since time.Time, ids []string, limit int,
) ([]model.Document, error) {
	known := make([]string, 0, len(ids))
	for _, id := range ids {
		if uuid, err := contract.ParseID(contract.PrefixDocument, id); err == nil {
			known = append(known, uuid)
		}
	}
	// Each part is a range of an index. With OR the planner may read the account's whole list.
	rows, err := s.pool.Query(ctx, `
		SELECT `+briefColumns+` FROM documents
		WHERE id IN (
			(SELECT id FROM documents WHERE account = $1 AND status IN ('queued', 'processing')
			 ORDER BY accepted_at DESC, id DESC LIMIT $4)
			UNION
			(SELECT id FROM documents WHERE account = $1 AND accepted_at > $2
			 ORDER BY accepted_at DESC, id DESC LIMIT $4)
			UNION
			(SELECT id FROM documents WHERE id = ANY($3::uuid[]) AND account = $1))
		ORDER BY accepted_at DESC, id DESC LIMIT $4`, accountID, since, known, limit)
	if err != nil {
		return nil, fmt.Errorf("watch documents: %w", err)
	}
	documents, err := pgx.CollectRows(rows, pgx.RowToStructByPos[model.Document])
	if err != nil {
		return nil, fmt.Errorf("watch documents: %w", err)
	}
	return documents, nil
}

// ListCorrections returns the corrections of a document of the account, last first, at most limit
// of them.
func (s *Corrections) ListCorrections(
	ctx context.Context, accountID, documentID string, limit int,
) ([]model.CorrectionEntry, error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, `
		SELECT c.path, c.action, c.value, c.corrected_by, c.corrected_at
		FROM corrections c JOIN documents d ON d.id = c.document
		WHERE c.document = $1 AND d.account = $2 ORDER BY c.id DESC LIMIT $3`, id, accountID, limit)
	if err != nil {
		return nil, fmt.Errorf("corrections of %s: %w", documentID, err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[model.CorrectionEntry])
	if err != nil {
		return nil, fmt.Errorf("corrections of %s: %w", documentID, err)
	}
	return all, nil
}
