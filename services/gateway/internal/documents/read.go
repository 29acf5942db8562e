package documents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Record returns a document of the account with its fields.
func (d *Documents) Record(ctx context.Context, accountID, documentID string) (contract.Record, error) {
	row, ok, err := d.Store.Document(ctx, accountID, documentID)
	if err != nil {
		return contract.Record{}, store.Fault(err)
	}
	if !ok {
		return contract.Record{}, notFound()
	}
	return d.fullRecord(ctx, row)
}

// fullRecord makes the record of a row, with fields that are too large for it.
func (d *Documents) fullRecord(ctx context.Context, row model.Document) (contract.Record, error) {
	if row.FieldsKey == nil {
		return record.Of(row)
	}
	var err error
	if row.Fields, err = d.fields(ctx, *row.FieldsKey); err == nil {
		return record.Of(row)
	}
	return contract.Record{}, d.lost(ctx, row, err)
}

// lost explains why the fields of a row cannot be read: the document may have been erased since.
func (d *Documents) lost(ctx context.Context, row model.Document, err error) error {
	if errors.Is(err, blob.ErrNotFound) {
		if _, still, look := d.Store.Document(ctx, row.Account, row.ID); look == nil && !still {
			return notFound()
		}
	}
	return fmt.Errorf("fields of %s: %w", row.ID, err)
}

func (d *Documents) fields(ctx context.Context, key string) (fields json.RawMessage, err error) {
	object, _, err := d.Blob.Get(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, err
	}
	if err != nil {
		return nil, apierror.Unavailable(err, retryAfter)
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	if fields, err = io.ReadAll(object); err != nil {
		return nil, apierror.Unavailable(err, retryAfter)
	}
	if !json.Valid(fields) {
		return nil, fmt.Errorf("%s is not JSON", key)
	}
	return fields, nil
}

// Correct stores a person's correction next to the found values and returns the new record. It
// returns CodeInvalidState before the document is completed, CodeInvalidRequest for an impossible
// path, and CodePreconditionFailed if the record is not the one that the caller saw.
func (d *Documents) Correct(ctx context.Context, c model.Correction) (contract.Record, error) {
	stored, err := d.stored(ctx, c.AccountID, c.DocumentID)
	if err != nil {
		return contract.Record{}, err
	}
	row, err := d.Store.Correct(ctx, c, stored)
	if err != nil {
		return contract.Record{}, uncorrected(err)
	}
	if d.Said != nil {
		d.Said()
	}
	return record.Of(row)
}

// Preview returns the result of Correct and stores nothing. It returns the same errors.
func (d *Documents) Preview(ctx context.Context, c model.Correction) (model.Preview, error) {
	stored, err := d.stored(ctx, c.AccountID, c.DocumentID)
	if err != nil {
		return model.Preview{}, err
	}
	p, err := d.Store.Preview(ctx, c, stored)
	if err != nil {
		return model.Preview{}, uncorrected(err)
	}
	return p, nil
}

// uncorrected maps the error of a correction to a fault.
func uncorrected(err error) error {
	switch {
	case errors.Is(err, store.ErrNoDocument):
		return notFound()
	case errors.Is(err, store.ErrNotCompleted):
		return apierror.Wrap(err, contract.CodeInvalidState, "Only a completed document can be corrected.")
	case errors.Is(err, store.ErrChanged):
		return apierror.Wrap(err, contract.CodePreconditionFailed,
			"The record has changed since you read it. Read it again and send the changes that still apply.")
	case store.Unstorable(err):
		return apierror.Wrap(err, contract.CodeInvalidRequest, "A value contains characters that cannot be stored.")
	}
	return store.Fault(err)
}

// stored reads fields that are too large for the row; they never change. A document that does not exist has none.
func (d *Documents) stored(ctx context.Context, accountID, documentID string) (store.Stored, error) {
	row, ok, err := d.Store.Document(ctx, accountID, documentID)
	if err != nil {
		return store.Stored{}, store.Fault(err)
	}
	if !ok || row.FieldsKey == nil {
		return store.Stored{}, nil
	}
	fields, err := d.fields(ctx, *row.FieldsKey)
	if err != nil {
		return store.Stored{}, d.lost(ctx, row, err)
	}
	return store.Stored{Key: *row.FieldsKey, Fields: fields}, nil
}

// staleAtOnce is the number of documents per query of ReviseStale.
const staleAtOnce = 100

// ReviseStale repeats checks and confidence of documents corrected by a release that did not. One
// that fails does not block others.
func (d *Documents) ReviseStale(ctx context.Context) error {
	var failed store.Failures
	after := ""
	for {
		rows, err := d.Store.Stale(ctx, after, staleAtOnce)
		if err != nil || len(rows) == 0 {
			return errors.Join(failed.Err("documents could not be revised"), err)
		}
		for _, row := range rows {
			after = row.ID
			_, err := d.Correct(ctx, model.Correction{AccountID: row.Account, DocumentID: row.ID})
			if err != nil && !apierror.Is(err, contract.CodeNotFound) {
				failed.Add(fmt.Errorf("revise %s: %w", row.ID, err))
			}
		}
	}
}

// File returns a document's file.
func (d *Documents) File(ctx context.Context, accountID, documentID string) (model.File, error) {
	f, ok, err := d.Store.File(ctx, accountID, documentID)
	if err != nil {
		return model.File{}, store.Fault(err)
	}
	if !ok {
		return model.File{}, notFound()
	}
	return f, nil
}

// Source returns a document's input.
func (d *Documents) Source(ctx context.Context, accountID, documentID string) (model.Source, error) {
	m, ok, err := d.Store.Source(ctx, accountID, documentID)
	if err != nil {
		return model.Source{}, store.Fault(err)
	}
	if !ok {
		return model.Source{}, notFound()
	}
	return m, nil
}

// Batch returns a batch of the account with its current states.
func (d *Documents) Batch(ctx context.Context, accountID, batchID string) (contract.Batch, error) {
	b, ok, err := d.Store.Batch(ctx, accountID, batchID)
	if err != nil {
		return contract.Batch{}, store.Fault(err)
	}
	if !ok {
		return contract.Batch{}, apierror.New(contract.CodeNotFound, "No batch has this id.")
	}
	return record.OfBatch(b), nil
}
