package completion

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/jobs/work"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// errUnusable marks an extraction that breaks its contract.
var errUnusable = errors.New("unusable extraction")

const (
	// maxStored is the largest extraction that is read from the object store,
	// in bytes. The engine's own limits on text keep well under it.
	maxStored = 128 << 20
	// maxInlineFields is the largest `fields` that the row holds, in bytes.
	maxInlineFields = 256 << 10
)

// extraction returns the result's extraction, wherever it is, checked.
func (in *Consumer) extraction(ctx context.Context, r contract.Result) (*contract.Extraction, error) {
	x := r.Extraction
	if r.Stored {
		var err error
		if x, err = in.stored(ctx, ref(r)); err != nil {
			return nil, err
		}
	}
	if err := check(x); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnusable, err)
	}
	return x, nil
}

func (in *Consumer) stored(ctx context.Context, claim contract.ClaimRef) (x *contract.Extraction, err error) {
	object, size, err := in.Blob.Get(ctx, work.ResultKey(claim))
	if errors.Is(err, blob.ErrNotFound) {
		return nil, fmt.Errorf("%w: %w", errUnusable, err)
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	if size > maxStored {
		return nil, fmt.Errorf("%w: %d bytes, at most %d are read", errUnusable, size, maxStored)
	}
	data, err := io.ReadAll(object)
	if err != nil {
		return nil, fmt.Errorf("read the extraction of %s: %w", claim.DocumentID, err)
	}
	x = &contract.Extraction{}
	if err := json.Unmarshal(data, x); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnusable, err)
	}
	return x, nil
}

// check makes sure that the record made of x has the form that clients are
// promised.
func check(x *contract.Extraction) error {
	var errs []error
	if !contract.IsDocumentType(x.DocumentType) || x.DocumentType == "auto" {
		errs = append(errs, fmt.Errorf("document type %.40q", x.DocumentType))
	}
	if !(x.Confidence >= 0 && x.Confidence <= 1) {
		errs = append(errs, fmt.Errorf("confidence %v", x.Confidence))
	}
	if x.Pages < 0 {
		errs = append(errs, fmt.Errorf("%d pages", x.Pages))
	}
	if x.Basis != nil {
		var basis *result.Basis
		if err := json.Unmarshal(x.Basis, &basis); err != nil {
			errs = append(errs, fmt.Errorf("basis: %w", err))
		}
	}
	errs = append(errs, begins("data", x.Data, '{'), begins("fields", x.Fields, '{'), begins("checks", x.Checks, '['))
	return errors.Join(errs...)
}

// begins checks the kind of a JSON value; that it is JSON at all was found out
// when the message was decoded.
func begins(member string, value json.RawMessage, first byte) error {
	if !bytes.HasPrefix(value, []byte{first}) {
		return fmt.Errorf("%s begins with %.10q, want %q", member, value, first)
	}
	return nil
}

// keepFields puts large fields into the object store, where the row refers to
// them. Should the row never do so, the janitor removes them.
func (in *Consumer) keepFields(
	ctx context.Context, claim contract.ClaimRef, x *contract.Extraction,
) (store.End, error) {
	end := store.End{Extraction: x}
	if len(x.Fields) <= maxInlineFields {
		return end, nil
	}
	end.FieldsKey = work.FieldsKey(claim)
	if _, err := in.Blob.Put(ctx, end.FieldsKey, bytes.NewReader(x.Fields)); err != nil {
		return store.End{}, err
	}
	return end, nil
}

// drop removes what was put for a result whose token has expired: its document may
// be erased, and must leave nothing behind. Under a token that is not valid any
// more nothing will refer to these objects that does not do so already.
func (in *Consumer) drop(ctx context.Context, r contract.Result) error {
	orphans, err := in.Store.Unreferenced(ctx, []string{work.ResultKey(ref(r)), work.FieldsKey(ref(r))})
	if err != nil {
		return err
	}
	for _, key := range orphans {
		if err := in.Blob.Delete(ctx, key); err != nil {
			return err
		}
	}
	return nil
}
