package documents

import (
	"context"
	"errors"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/cursor"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// List returns records without fields (and generic documents without text), newest first. It
// returns CodeInvalidRequest for an invalid cursor.
func (d *Documents) List(
	ctx context.Context, accountID string, f model.Filter, limit int, from string,
) (model.Page, error) {
	var after *store.Position
	if from != "" {
		p, err := cursor.Document(from)
		if err != nil {
			return model.Page{}, apierror.Wrap(err, contract.CodeInvalidRequest,
				"\"cursor\" is not one that a list gave. Leave it out to start with the newest.")
		}
		after = &p
	}
	// One more than the page shows whether there is a next one.
	page := model.Page{Records: make([]contract.Record, 0, limit)}
	var last store.Position
	leave, err := d.enter(ctx, accountID, f)
	if err != nil {
		return model.Page{}, err
	}
	defer leave()
	err = d.Store.List(ctx, accountID, f, after, limit+1, func(row model.Document) (err error) {
		if len(page.Records) == limit {
			page.NextCursor, err = cursor.OfDocument(last)
			return err
		}
		r, err := record.Brief(row)
		page.Records, last = append(page.Records, r), store.PositionOf(row)
		return err
	})
	if err != nil {
		return model.Page{}, store.Fault(err)
	}
	return page, nil
}

// Neighbors returns the ids of the documents before and after one in its account's list, newest
// first; "" if there is none.
func (d *Documents) Neighbors(ctx context.Context, accountID, documentID string) (before, after string, err error) {
	before, after, err = d.Store.Neighbors(ctx, accountID, documentID)
	return before, after, store.Fault(err)
}

// Choose returns the first documents that the filter selects, newest first, at most limit of
// them, without values.
func (d *Documents) Choose(ctx context.Context, accountID string, f model.Filter, limit int) ([]model.Chosen, error) {
	leave, err := d.enter(ctx, accountID, f)
	if err != nil {
		return nil, err
	}
	defer leave()
	chosen, err := d.Store.Choose(ctx, accountID, f, limit)
	return chosen, store.Fault(err)
}

// Count counts the documents that the filter selects, up to most. It does not count text
// searches, which would be a second search, nor if too many searches are running.
func (d *Documents) Count(ctx context.Context, accountID string, f model.Filter, most int) (n int, ok bool, err error) {
	if f.Text != "" {
		return 0, false, nil
	}
	leave, err := d.enter(ctx, accountID, f)
	if apierror.Is(err, contract.CodeServiceUnavailable) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	defer leave()
	n, err = d.Store.Count(ctx, accountID, f, most)
	return n, err == nil, store.Fault(err)
}

// enter waits for a turn if the filter may make the database read all of the account's documents.
func (d *Documents) enter(ctx context.Context, accountID string, f model.Filter) (leave func(), err error) {
	if !f.Heavy() {
		return func() {}, nil
	}
	return d.Searches.Enter(ctx, accountID)
}

const (
	// Limits of exports: the records read at a time, and their maximum size together in bytes.
	exportPage  = 500
	exportBytes = 8 << 20
)

// errPageFull ends a page of large records.
var errPageFull = errors.New("the page is full")

// Export calls each with every selected record, in the form and order of List and in constant
// memory. It stops at the first error of each. No database connection is held while each runs,
// which may wait for a slow client.
func (d *Documents) Export(
	ctx context.Context, accountID string, f model.Filter, each func(contract.Record) error,
) error {
	leave, err := d.Exports.Enter(ctx, accountID)
	if err != nil {
		return err
	}
	defer leave()
	var after *store.Position
	limit := exportPage
	page := make([]contract.Record, 0, exportPage)
	for {
		size := 0
		page = page[:0]
		err := d.Store.Scan(ctx, accountID, f, after, limit, func(row model.Document) error {
			r, err := record.Brief(row)
			if err != nil {
				return err
			}
			last := store.PositionOf(row)
			page, after = append(page, r), &last
			if size += len(r.Data) + len(r.Checks); size > exportBytes {
				return errPageFull
			}
			return nil
		})
		full := errors.Is(err, errPageFull)
		if err != nil && !full {
			return store.Fault(err)
		}
		for _, r := range page {
			if err := each(r); err != nil {
				return err
			}
		}
		if len(page) < limit && !full {
			return nil
		}
		limit = nextLimit(limit, len(page), full)
	}
}

// nextLimit follows the number of records that fitted into the last page and grows again gradually.
func nextLimit(limit, read int, full bool) int {
	if full {
		return read
	}
	return min(2*limit, exportPage)
}

// maxWatched is the maximum number of documents per call.
const maxWatched = 500

// Watch returns the account's open documents, those accepted after since, and the existing ones
// of ids, newest first, in the form of List.
func (d *Documents) Watch(
	ctx context.Context, accountID string, since time.Time, ids []string,
) ([]contract.Record, error) {
	rows, err := d.Store.Watch(ctx, accountID, since, ids, maxWatched)
	if err != nil {
		return nil, store.Fault(err)
	}
	records := make([]contract.Record, len(rows))
	for i, row := range rows {
		if records[i], err = record.Brief(row); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// maxCorrections bounds the history of one document.
const maxCorrections = 500

// Corrections returns who corrected what in a document of the account, last first.
func (d *Documents) Corrections(ctx context.Context, accountID, documentID string) ([]model.CorrectionEntry, error) {
	all, err := d.Store.ListCorrections(ctx, accountID, documentID, maxCorrections)
	return all, store.Fault(err)
}

// Batches returns the account's batches with their current states, newest first, at most limit of
// them after the batch before ("": from the newest). more reports whether there are others.
func (d *Documents) Batches(
	ctx context.Context, accountID, before string, limit int,
) (batches []contract.Batch, more bool, err error) {
	rows, err := d.Store.ListBatches(ctx, accountID, before, limit+1)
	if err != nil {
		return nil, false, store.Fault(err)
	}
	if more = len(rows) > limit; more {
		rows = rows[:limit]
	}
	batches = make([]contract.Batch, len(rows))
	for i, row := range rows {
		batches[i] = record.OfBatch(row)
	}
	return batches, more, nil
}
