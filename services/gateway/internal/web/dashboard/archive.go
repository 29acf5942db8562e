package dashboard

import (
	"context"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/record"
)

// Archive answers what pages ask of documents beyond the API.
type Archive interface {
	// Watch gives the account's documents that have not ended, those accepted
	// after since, and those of ids that are still there, newest first, without
	// fields.
	Watch(ctx context.Context, accountID string, since time.Time, ids []string) ([]contract.Record, error)

	// Corrections tells what was said of a document and by whom, the last
	// first; nothing of a document that the account does not have.
	Corrections(ctx context.Context, accountID, documentID string) ([]record.Correction, error)

	// Batches gives the account's batches with their present states, newest
	// first, at most limit of those after the one named before ("": from the
	// newest). more tells that there are others.
	Batches(ctx context.Context, accountID, before string, limit int) (batches []contract.Batch, more bool, err error)
}
