package dashboard

import (
	"context"
	"time"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Documents is what pages need of the documents service. Unknown, malformed,
// deleted and other accounts' ids are one and the same CodeNotFound everywhere.
type Documents interface {
	// Record reads a document of the account, fields included.
	Record(ctx context.Context, accountID, documentID string) (contract.Record, error)

	// Batch reads a batch of the account with the present states.
	Batch(ctx context.Context, accountID, batchID string) (contract.Batch, error)

	// List returns records without fields (and generic documents without text),
	// newest first. CodeInvalidRequest for a cursor that List did not make.
	List(ctx context.Context, accountID string, f model.Filter, limit int, cursor string) (model.Page, error)

	// Neighbours returns the ids of the documents that stand before and after one
	// in its account's list, newest first; "" where there is none.
	Neighbours(ctx context.Context, accountID, documentID string) (before, after string, err error)

	// Choose returns the first documents that the filter selects, newest first and
	// at most limit of them.
	Choose(ctx context.Context, accountID string, f model.Filter, limit int) ([]model.Chosen, error)

	// Count counts the documents that the filter selects, up to most of them; ok is
	// false where that would cost too much.
	Count(ctx context.Context, accountID string, f model.Filter, most int) (n int, ok bool, err error)

	// Correct keeps what a person says is right beside what was found, and
	// returns the record as it then is. CodeInvalidState before the document is
	// completed; CodeInvalidRequest for a path that the document cannot have.
	Correct(ctx context.Context, c model.Correction) (contract.Record, error)

	// Preview returns what Correct would make of a document, and keeps nothing.
	// It fails as Correct does.
	Preview(ctx context.Context, c model.Correction) (model.Preview, error)

	// ReviewRules returns what of the account's documents needs a person.
	ReviewRules(ctx context.Context, accountID string) (model.ReviewRules, error)

	// SetReviewRules changes them; by is the user who says so.
	// CodeInvalidRequest for a share or threshold that is not from 0 to 1.
	SetReviewRules(ctx context.Context, accountID, by string, r model.ReviewRules) error

	// NextReview returns the id of the next document to look at after the given
	// one, oldest first and from the oldest again at the end, that nobody else
	// has open, and holds it for the user; "" when there is none.
	// CodeServiceUnavailable when too many searches are under way.
	NextReview(ctx context.Context, accountID, userID, after string) (id string, err error)

	// PreviousReview is NextReview in the other direction.
	PreviousReview(ctx context.Context, accountID, userID, before string) (id string, err error)

	// ReviewsLeft counts the documents that need a review; at most
	// model.MaxReviewLeft are counted. It reads through all that nobody has
	// reviewed. CodeServiceUnavailable when too many searches are under way.
	ReviewsLeft(ctx context.Context, accountID string) (int, error)

	// ReviewReasons tells of one document why it needs a review; nil where it
	// does not.
	ReviewReasons(ctx context.Context, accountID, documentID string) ([]model.ReviewReason, error)

	// HoldReview holds a document for the user if nobody else has it open, and
	// returns the id of whoever has; "" for nobody else.
	HoldReview(ctx context.Context, accountID, userID, documentID string) (heldBy string, err error)

	// ReleaseReview gives a document back that the user holds.
	ReleaseReview(ctx context.Context, accountID, userID, documentID string) error

	// ReviewFigures tells for thresholds how many documents a person would have
	// looked at, and how many values would have been wrong in the rest.
	ReviewFigures(ctx context.Context, accountID string) (model.ReviewFigures, error)

	// ListLayouts returns the account's learned layouts, newest first.
	// CodeInvalidRequest for a cursor that ListLayouts did not make.
	ListLayouts(ctx context.Context, accountID, cursor string, limit int) (model.LayoutPage, error)

	// Layout reads a layout of the account.
	Layout(ctx context.Context, accountID, layoutID string) (model.Layout, error)

	// EnableLayout has documents read with a layout, or not; by is the user who says
	// so.
	EnableLayout(ctx context.Context, accountID, layoutID, by string, enabled bool) (model.Layout, error)

	// ForgetLayout removes a layout and all that documents taught it; by is the user
	// who says so.
	ForgetLayout(ctx context.Context, accountID, layoutID, by string) error

	// Usage returns what became of the documents that were accepted from a time on
	// and before another. CodeServiceUnavailable when too many are asked at once.
	Usage(ctx context.Context, accountID string, from, to time.Time) (model.Usage, error)

	// SavedFilters returns a user's filters by name.
	SavedFilters(ctx context.Context, accountID, userID string) ([]model.SavedFilter, error)

	// SaveFilter keeps a filter, in the place of the user's filter of the same name.
	// CodeInvalidRequest for a bad name, CodeLimitReached for too many.
	SaveFilter(ctx context.Context, accountID, userID, name, query string) error

	// RenameFilter gives a user's filter another name. CodeInvalidRequest for a bad
	// name or one that another has, CodeNotFound.
	RenameFilter(ctx context.Context, accountID, userID, id, name string) error

	// DeleteFilter removes a user's filter. CodeNotFound.
	DeleteFilter(ctx context.Context, accountID, userID, id string) error

	// ListColumns returns the fields that a user's list of documents shows beside what
	// all lists show, in their order.
	ListColumns(ctx context.Context, accountID, userID string) ([]schema.Field, error)

	// SetListColumns changes them. CodeInvalidRequest for what is no field, and for too
	// many.
	SetListColumns(ctx context.Context, accountID, userID string, names []string) error

	// Erase removes a document and everything that was made of it, at any
	// state. by is who asks, "user_<uuid>": it stands in the account's audit.
	Erase(ctx context.Context, accountID, documentID, by string) error

	// Watch returns the account's documents that have not ended, those accepted
	// after since, and those of ids that still exist, newest first, without
	// fields.
	Watch(ctx context.Context, accountID string, since time.Time, ids []string) ([]contract.Record, error)

	// Corrections returns what was said of a document and by whom, the last
	// first; nothing of a document that the account does not have.
	Corrections(ctx context.Context, accountID, documentID string) ([]model.CorrectionEntry, error)

	// Batches returns the account's batches with their present states, newest
	// first, at most limit of those after the one named before ("": from the
	// newest). more reports whether there are others.
	Batches(ctx context.Context, accountID, before string, limit int) (batches []contract.Batch, more bool, err error)
}
