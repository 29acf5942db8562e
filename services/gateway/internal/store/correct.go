package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

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
	// ErrNotCompleted means that the document has not ended, or has failed.
	ErrNotCompleted = errors.New("the document is not completed")
	// ErrChanged means that the document has changed since the person saw it.
	ErrChanged = errors.New("the document has changed since")
)

// Stored are the fields of a document that are too large for its row; zero if there are none.
type Stored struct {
	Key    string // of the object
	Fields json.RawMessage
}

// Correct applies a correction to a document's data, logs it, repeats checks and confidence, and
// returns the document with its fields. An empty correction only repeats checks and confidence.
// Corrections of one document run one after the other. Besides this package's errors it returns
// those of correct.Make.
func (s *Corrections) Correct(ctx context.Context, c model.Correction, stored Stored) (d model.Document, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, c.DocumentID)
	if err != nil {
		return d, ErrNoDocument
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		k, err := open(ctx, tx, id, c, stored)
		if err != nil {
			return err
		}
		if err := k.change(ctx, tx, c); err != nil {
			return err
		}
		if err := k.revise(ctx, tx, c); err != nil {
			return err
		}
		if d, err = documentWithRecord(ctx, tx, id, c.AccountID); err != nil {
			return err
		}
		return stored.join(&d)
	})
	if err != nil {
		return model.Document{}, fmt.Errorf("correct %s: %w", c.DocumentID, err)
	}
	return d, nil
}

// Preview returns the result of Correct without writing anything. It returns the same errors.
func (s *Corrections) Preview(ctx context.Context, c model.Correction, stored Stored) (p model.Preview, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, c.DocumentID)
	if err != nil {
		return p, ErrNoDocument
	}
	// Document and log are read in one snapshot, and the transaction is read-only.
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, s.pool, options, func(tx pgx.Tx) error {
		k, err := look(ctx, tx, id, c, stored)
		if err != nil {
			return err
		}
		if _, err := k.make(c.Change); err != nil {
			return err
		}
		_, r, err := k.remake()
		p = model.Preview{Data: k.d.Data, Checks: r.Checks, Confidence: r.Confidence, Basis: r.Basis}
		return err
	})
	if err != nil {
		return model.Preview{}, fmt.Errorf("preview of %s: %w", c.DocumentID, err)
	}
	return p, nil
}

// correcting is a document during a correction.
type correcting struct {
	id     string
	d      model.Document
	schema json.RawMessage // of custom fields
	found  json.RawMessage // the data as the engine found it
}

// open locks a document and reads it, if it can be corrected and is the one that the person saw.
func open(ctx context.Context, tx pgx.Tx, id string, c model.Correction, stored Stored) (*correcting, error) {
	// The lock comes first, so that earlier changes are visible.
	_, err := tx.Exec(ctx, `SELECT FROM documents WHERE id = $1 AND account = $2 FOR UPDATE`, id, c.AccountID)
	if err != nil {
		return nil, err
	}
	return look(ctx, tx, id, c, stored)
}

// look is open without the lock.
func look(ctx context.Context, tx pgx.Tx, id string, c model.Correction, stored Stored) (*correcting, error) {
	k := &correcting{id: id}
	err := tx.QueryRow(ctx, `SELECT field_schema FROM documents WHERE id = $1 AND account = $2`,
		id, c.AccountID).Scan(&k.schema)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNoDocument
	}
	if err != nil {
		return nil, err
	}
	if k.d, err = documentWithRecord(ctx, tx, id, c.AccountID); err != nil {
		return nil, err
	}
	if k.d.Status != contract.StatusCompleted || k.d.DocumentType == nil {
		return nil, ErrNotCompleted
	}
	if err := stored.join(&k.d); err != nil {
		return nil, err
	}
	if err := matches(k.d, c.Match); err != nil {
		return nil, err
	}
	err = tx.QueryRow(ctx, `SELECT data FROM revisions WHERE document = $1`, id).Scan(&k.found)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, err
	}
	if k.found == nil {
		k.found, err = correct.Original(k.d.Data, k.d.Fields, correct.StateOf(k.d.Said).Values)
		return k, err
	}
	return k, nil
}

func matches(d model.Document, match func(contract.Record) (bool, error)) error {
	if match == nil {
		return nil
	}
	r, err := record.Of(d)
	if err != nil {
		return err
	}
	ok, err := match(r)
	if err == nil && !ok {
		return ErrChanged
	}
	return err
}

// errOtherFields means that a document's fields are not those that were read.
var errOtherFields = errors.New("the fields of the document are stored elsewhere")

// join adds the stored fields to d if it has any.
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

func (k *correcting) make(c correct.Change) (log []correct.Entry, err error) {
	language := ""
	if k.d.Basis != nil {
		language = k.d.Basis.Language
	}
	k.d.Data, log, err = correct.Make(correct.Document{
		Type: *k.d.DocumentType, Schema: k.schema, Data: k.d.Data, Found: k.found, Fields: k.d.Fields,
		Language: language, Log: k.d.Said,
	}, c)
	k.d.Said = append(k.d.Said, log...)
	return log, err
}

// remake repeats checks and confidence from the found values and the corrections.
func (k *correcting) remake() (correct.Found, correct.Revision, error) {
	found := record.Found(k.d)
	found.Data = k.found
	r, err := correct.Revise(found, k.d.Data, correct.StateOf(k.d.Said))
	if err != nil {
		err = fmt.Errorf("repeat the checks: %w", err)
	}
	return found, r, err
}

// change writes the corrected data and the log.
func (k *correcting) change(ctx context.Context, tx pgx.Tx, c model.Correction) error {
	log, err := k.make(c.Change)
	if err != nil {
		return err
	}
	if c.Reviewed != nil && *c.Reviewed != (k.d.ReviewedAt != nil) {
		action, audited := correct.ActionReopen, contract.AuditDocumentReopened
		if *c.Reviewed {
			action, audited = correct.ActionReview, contract.AuditDocumentReviewed
		}
		log = append(log, correct.Entry{Action: action})
		if err := addAuditEntry(ctx, tx, k.d.Account, audited, c.By, k.d.ID); err != nil {
			return err
		}
	}
	return k.write(ctx, tx, log, c.By)
}

// write adds log entries and the data made from them, and marks the document for learning.
func (k *correcting) write(ctx context.Context, tx pgx.Tx, log []correct.Entry, by string) error {
	if len(log) == 0 {
		return nil
	}
	n := len(log)
	paths, actions, values := make([]string, n), make([]string, n), make([]*string, n)
	for i, e := range log {
		paths[i], actions[i], values[i] = e.Path, string(e.Action), e.Value
	}
	if _, err := tx.Exec(ctx, `UPDATE documents SET data = $2, search = $3 WHERE id = $1`, k.id, []byte(k.d.Data),
		search.Text(k.d.Data)); err != nil {
		return fmt.Errorf("write the data: %w", err)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO corrections (document, path, action, value, corrected_by)
		SELECT $1, path, action, value, $5
		FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS said (path, action, value, place)
		ORDER BY place`, k.id, paths, actions, values, by)
	if err != nil {
		return fmt.Errorf("write the log: %w", err)
	}
	return toTeach(ctx, tx, k.id, k.d.Account)
}

// revise repeats checks and confidence, keeps the found ones, and stores who reviewed the document.
func (k *correcting) revise(ctx context.Context, tx pgx.Tx, c model.Correction) error {
	found, r, err := k.remake()
	if err != nil {
		return err
	}
	state := correct.StateOf(k.d.Said)
	k.d.Checks, k.d.Confidence, k.d.Absent = r.Checks, &r.Confidence, state.Absent()
	if _, err = tx.Exec(ctx, `
		INSERT INTO revisions (document, absent, data, checks, confidence, remade) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (document) DO UPDATE SET absent = excluded.absent, data = excluded.data, checks = excluded.checks,
			confidence = excluded.confidence, remade = excluded.remade, stale = false`,
		k.id, k.d.Absent, []byte(k.found), []byte(found.Checks), found.Confidence, r.Remade); err != nil {
		return fmt.Errorf("keep the found values: %w", err)
	}
	sum, err := record.Sum(k.d)
	if err != nil {
		return err
	}
	figures, err := correct.FiguresOf(k.d.Fields, state)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE documents SET checks = $2, confidence = $3, missing = $4, failed_checks = $5, content_key = $6,
			reviewed_by = CASE WHEN $7::boolean IS NULL OR $7 AND reviewed_at IS NOT NULL THEN reviewed_by
				WHEN $7 THEN $8 END,
			reviewed_at = CASE WHEN $7::boolean IS NULL OR $7 AND reviewed_at IS NOT NULL THEN reviewed_at
				WHEN $7 THEN clock_timestamp() END,
			values_seen = $9, values_wrong = $10
		WHERE id = $1`,
		k.id, []byte(k.d.Checks), r.Confidence, sum.Missing, sum.Failed, sum.ContentKey, c.Reviewed, c.By,
		figures.Seen, figures.Wrong)
	if err != nil {
		return fmt.Errorf("write the checks: %w", err)
	}
	return nil
}

// Stale returns up to limit documents after the given id ("": from the first) that were corrected
// by a release that did not repeat checks and confidence.
func (s *Corrections) Stale(ctx context.Context, after string, limit int) ([]model.Document, error) {
	id, err := contract.ParseID(contract.PrefixDocument, after)
	if err != nil {
		id = uuid.Nil.String()
	}
	rows, err := s.pool.Query(ctx, `
		SELECT `+briefColumns+` FROM documents
		WHERE id IN (SELECT document FROM revisions WHERE stale AND document > $1 ORDER BY document LIMIT $2)
		ORDER BY id`, id, limit)
	if err != nil {
		return nil, fmt.Errorf("find stale documents: %w", err)
	}
	documents, err := pgx.CollectRows(rows, pgx.RowToStructByPos[model.Document])
	if err != nil {
		return nil, fmt.Errorf("find stale documents: %w", err)
	}
	return documents, nil
}
