package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/records/search"
)

// Errors of corrections.
var (
	// ErrNoDocument means that the account has no such document.
	ErrNoDocument = errors.New("no such document")
	// ErrNotCompleted means that the document cannot be corrected, because it
	// has not ended, or has failed.
	ErrNotCompleted = errors.New("the document is not completed")
)

// Stored are the fields of a document that are too large for its row; the zero
// value where there are none.
type Stored struct {
	Key    string // where they are
	Fields json.RawMessage
}

// Correct puts what a person says into a document's data, writes down who said
// it, makes checks and confidence again, and returns the document as it then
// is, with its fields. Without values it only makes them again. Corrections of
// one document follow each other. Besides this package's errors it fails with
// those of correct.Read and correct.Apply.
func (s *Store) Correct(ctx context.Context, c model.Correction, stored Stored) (d model.Document, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, c.DocumentID)
	if err != nil {
		return d, ErrNoDocument
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if len(c.Values) > 0 {
			if err := writeValues(ctx, tx, id, c, stored); err != nil {
				return err
			}
		}
		if d, err = whole(ctx, tx, id, c.AccountID); errors.Is(err, pgx.ErrNoRows) {
			return ErrNoDocument
		}
		if err != nil {
			return err
		}
		if err := stored.join(&d); err != nil {
			return err
		}
		return revise(ctx, tx, id, &d)
	})
	if err != nil {
		return model.Document{}, fmt.Errorf("correct %s: %w", c.DocumentID, err)
	}
	return d, nil
}

// errOtherFields means that a document's fields are not those that were read.
var errOtherFields = errors.New("the fields of the document are stored elsewhere")

// join puts the stored fields into d, if it has such.
func (s Stored) join(d *model.Document) error {
	if d.FieldsKey == nil {
		return nil
	}
	if *d.FieldsKey != s.Key {
		return errOtherFields
	}
	d.Fields, d.FieldsKey = s.Fields, nil
	return nil
}

// writeValues locks the document and writes its data with the values in place.
func writeValues(ctx context.Context, tx pgx.Tx, id string, c model.Correction, stored Stored) error {
	var status contract.Status
	var documentType, fieldsKey *string
	var schema, data, fields json.RawMessage
	var basis *result.Basis
	err := tx.QueryRow(ctx, `
		SELECT status, document_type, field_schema, data, fields, fields_key, basis
		FROM documents WHERE id = $1 AND account = $2 FOR UPDATE`,
		id, c.AccountID).Scan(&status, &documentType, &schema, &data, &fields, &fieldsKey, &basis)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return ErrNoDocument
	case err != nil:
		return err
	case status != contract.StatusCompleted || documentType == nil:
		return ErrNotCompleted
	case fieldsKey != nil:
		fields = stored.Fields
	}
	language := ""
	if basis != nil {
		language = basis.Language
	}
	writing := correct.WritingOf(data, fields, language)
	said, err := correct.Read(*documentType, schema, data, writing, c.Values, c.Typed)
	if err != nil {
		return err
	}
	if data, err = correct.Apply(*documentType, schema, data, said); err != nil {
		return err
	}
	return writeCorrections(ctx, tx, id, data, said, c.By)
}

func writeCorrections(
	ctx context.Context, tx pgx.Tx, id string, data json.RawMessage, said map[string]*string, by string,
) error {
	paths, values := make([]string, 0, len(said)), make([]*string, 0, len(said))
	for path, value := range said {
		paths, values = append(paths, path), append(values, value)
	}
	if _, err := tx.Exec(ctx, `UPDATE documents SET data = $2, search = $3 WHERE id = $1`, id, []byte(data),
		search.Text(data)); err != nil {
		return fmt.Errorf("write the data: %w", err)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO corrections (document, path, value, corrected_by)
		SELECT $1, path, value, $4 FROM unnest($2::text[], $3::text[]) AS said (path, value) ORDER BY path`,
		id, paths, values, by)
	if err != nil {
		return fmt.Errorf("write the corrections: %w", err)
	}
	return nil
}

// revise makes checks and confidence again and keeps what was found beside
// them.
func revise(ctx context.Context, tx pgx.Tx, id string, d *model.Document) error {
	if d.Status != contract.StatusCompleted {
		return ErrNotCompleted
	}
	found := record.Found(*d)
	r, err := correct.Revise(found, d.Data, d.Corrections)
	if err != nil {
		return fmt.Errorf("make the checks again: %w", err)
	}
	d.Checks, d.Confidence, d.Absent = r.Checks, &r.Confidence, correct.Absent(d.Corrections)
	d.Revision = &model.Revision{Checks: found.Checks, Confidence: found.Confidence, Remade: r.Remade}
	if _, err = tx.Exec(ctx, `UPDATE documents SET checks = $2, confidence = $3 WHERE id = $1`, id, []byte(d.Checks),
		r.Confidence); err != nil {
		return fmt.Errorf("write the checks: %w", err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO revisions (document, absent, checks, confidence, remade) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (document) DO UPDATE SET absent = excluded.absent, checks = excluded.checks,
			confidence = excluded.confidence, remade = excluded.remade, stale = false`,
		id, d.Absent, []byte(found.Checks), found.Confidence, r.Remade)
	if err != nil {
		return fmt.Errorf("keep what was found: %w", err)
	}
	return nil
}

// Stale finds documents, at most limit of them after the one of the given id
// ("": from the first), that were corrected before corrections made checks and
// confidence again.
func (s *Store) Stale(ctx context.Context, after string, limit int) ([]model.Document, error) {
	id, err := contract.ParseID(contract.PrefixDocument, after)
	if err != nil {
		id = uuid.Nil.String()
	}
	rows, err := s.pool.Query(ctx, `
		SELECT `+briefColumns+` FROM documents
		WHERE id IN (SELECT document FROM revisions WHERE stale AND document > $1 ORDER BY document LIMIT $2)
		ORDER BY id`, id, limit)
	if err != nil {
		return nil, fmt.Errorf("look for stale documents: %w", err)
	}
	documents, err := pgx.CollectRows(rows, pgx.RowToStructByPos[model.Document])
	if err != nil {
		return nil, fmt.Errorf("look for stale documents: %w", err)
	}
	return documents, nil
}
