package documents

import (
	"context"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

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
