package completion

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/jobs/claims"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

var (
	// errUnusable marks an extraction that breaks its contract.
	errUnusable = errors.New("unusable extraction")
	// errTooLarge marks a stored extraction above maxStoredBytes.
	errTooLarge = errors.New("extraction is too large")
)

const (
	// maxStoredBytes fits the largest honest extraction: 2,000 pages of up to 6 KB, twice if all is in tables.
	maxStoredBytes = 32 << 20
	// maxStoredReads bounds the stored extractions in memory. Each takes several times its size until written.
	maxStoredReads = 2
	// storedReadWait is how long a result waits for its turn before it is delivered again.
	storedReadWait = 3 * time.Second
	// maxInlineFields is the largest `fields` that the row holds, in bytes.
	maxInlineFields = 256 << 10
)

// readSlots bounds the stored extractions that are in memory. The zero value is ready.
type readSlots struct {
	once  sync.Once
	taken chan struct{}
}

func (s *readSlots) take(ctx context.Context) (release func(), err error) {
	s.once.Do(func() { s.taken = make(chan struct{}, maxStoredReads) })
	ctx, cancel := context.WithTimeout(ctx, storedReadWait)
	defer cancel()
	select {
	case s.taken <- struct{}{}:
		return func() { <-s.taken }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for other stored extractions: %w", ctx.Err())
	}
}

// extraction returns the result's extraction from the message or the object store, validated.
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
	object, size, err := in.Blob.Get(ctx, claims.ResultKey(claim))
	if errors.Is(err, blob.ErrNotFound) {
		return nil, fmt.Errorf("%w: %w", errUnusable, err)
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	if size > maxStoredBytes {
		return nil, fmt.Errorf("%w: %d bytes, the maximum is %d", errTooLarge, size, maxStoredBytes)
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(object, data); err != nil {
		return nil, fmt.Errorf("read the extraction of %s: %w", claim.DocumentID, err)
	}
	x = &contract.Extraction{}
	if err := json.Unmarshal(data, x); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnusable, err)
	}
	return x, nil
}

// check validates what the record promises to clients.
func check(x *contract.Extraction) error {
	var errs []error
	if !contract.IsDocumentType(x.DocumentType) && !contract.IsSavedTypeName(x.DocumentType) || x.DocumentType == "auto" {
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

// begins checks the kind of a JSON value. Decoding the message has shown that it is valid JSON.
func begins(member string, value json.RawMessage, first byte) error {
	if !bytes.HasPrefix(value, []byte{first}) {
		return fmt.Errorf("%s begins with %.10q, want %q", member, value, first)
	}
	return nil
}

// keepFields stores large fields as an object that the row refers to. The janitor removes it if the row never does.
func (in *Consumer) keepFields(
	ctx context.Context, claim contract.ClaimRef, x *contract.Extraction,
) (store.End, error) {
	end := store.End{Extraction: x}
	if len(x.Fields) <= maxInlineFields {
		return end, nil
	}
	end.FieldsKey = claims.FieldsKey(claim)
	if _, err := in.Blob.Put(ctx, end.FieldsKey, bytes.NewReader(x.Fields)); err != nil {
		return store.End{}, err
	}
	return end, nil
}

// removeStored removes the unreferenced objects of an ended claim's result. No row will refer to them later.
func (in *Consumer) removeStored(ctx context.Context, r contract.Result) error {
	orphans, err := in.Store.Unreferenced(ctx, []string{claims.ResultKey(ref(r)), claims.FieldsKey(ref(r))})
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
