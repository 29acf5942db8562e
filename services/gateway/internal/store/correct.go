package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/correct"
	"github.com/docmill/docmill/services/gateway/internal/record"
	"github.com/docmill/docmill/services/gateway/internal/register"
	"github.com/docmill/docmill/services/gateway/internal/search"
)

// Errors of corrections.
var (
	// ErrNoDocument means that the account has no such document.
	ErrNoDocument = errors.New("no such document")
	// ErrNotCompleted means that the document cannot be corrected, because it
	// has not ended, or has failed.
	ErrNotCompleted = errors.New("the document is not completed")
)

// Correct puts what a person says into a document's data and writes down who
// said it, and gives the document as it then is. Corrections of one document
// follow each other. Besides this package's errors it fails with those of
// correct.Apply.
func (s *Store) Correct(ctx context.Context, c register.Correction) (d record.Document, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, c.DocumentID)
	if err != nil {
		return d, ErrNoDocument
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		data, err := corrected(ctx, tx, id, c)
		if err != nil {
			return err
		}
		if err := writeCorrections(ctx, tx, id, data, c); err != nil {
			return err
		}
		d, err = whole(ctx, tx, id, c.AccountID)
		return err
	})
	if err != nil {
		return record.Document{}, fmt.Errorf("correct %s: %w", c.DocumentID, err)
	}
	return d, nil
}

// corrected locks the document and gives its data with the values in place.
func corrected(ctx context.Context, tx pgx.Tx, id string, c register.Correction) (json.RawMessage, error) {
	var status contract.Status
	var documentType *string
	var schema, data json.RawMessage
	err := tx.QueryRow(ctx, `
		SELECT status, document_type, field_schema, data FROM documents WHERE id = $1 AND account = $2 FOR UPDATE`,
		id, c.AccountID).Scan(&status, &documentType, &schema, &data)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, ErrNoDocument
	case err != nil:
		return nil, err
	case status != contract.StatusCompleted || documentType == nil:
		return nil, ErrNotCompleted
	}
	return correct.Apply(*documentType, schema, data, c.Values)
}

func writeCorrections(ctx context.Context, tx pgx.Tx, id string, data json.RawMessage, c register.Correction) error {
	paths, values := make([]string, 0, len(c.Values)), make([]*string, 0, len(c.Values))
	for path, value := range c.Values {
		paths, values = append(paths, path), append(values, value)
	}
	if _, err := tx.Exec(ctx, `UPDATE documents SET data = $2, search = $3 WHERE id = $1`, id, []byte(data), search.Text(data)); err != nil {
		return fmt.Errorf("write the data: %w", err)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO corrections (document, path, value, corrected_by)
		SELECT $1, path, value, $4 FROM unnest($2::text[], $3::text[]) AS said (path, value) ORDER BY path`,
		id, paths, values, c.By)
	if err != nil {
		return fmt.Errorf("write the corrections: %w", err)
	}
	return nil
}
