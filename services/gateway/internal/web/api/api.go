package api

import (
	"context"
	"crypto/rand"
	"io"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
)

// Config of the API.
type Config struct {
	// OpenRegistration lets clients without a key create a Free account with its first key.
	OpenRegistration bool
	// Webhooks lets clients register webhooks; otherwise the API responds with 501.
	Webhooks bool
}

// Documents is the part of the documents service that the API needs. Unknown, malformed, deleted and other
// accounts' ids all return CodeNotFound.
type Documents interface {
	// Record reads a document of the account, fields included.
	Record(ctx context.Context, accountID, documentID string) (contract.Record, error)

	// Batch reads a batch of the account with the present states.
	Batch(ctx context.Context, accountID, batchID string) (contract.Batch, error)

	// List returns records without fields (and generic documents without text), newest first. It returns
	// CodeInvalidRequest for an invalid cursor.
	List(ctx context.Context, accountID string, f model.Filter, limit int, cursor string) (model.Page, error)

	// Correct stores a person's corrections and returns the resulting record. It returns CodeInvalidState
	// before the document is completed, and CodeInvalidRequest for a path that the document cannot have.
	Correct(ctx context.Context, c model.Correction) (contract.Record, error)

	// Erase removes a document in any state with everything derived from it: row, file, results, pictures,
	// command and events. by is the actor in the account's audit, "key_<uuid>" or "user_<uuid>".
	Erase(ctx context.Context, accountID, documentID, by string) error

	// ListLayouts returns the learned layouts, newest first. It returns CodeInvalidRequest for an invalid
	// cursor.
	ListLayouts(ctx context.Context, accountID, cursor string, limit int) (model.LayoutPage, error)

	// Layout reads one layout of the account.
	Layout(ctx context.Context, accountID, layoutID string) (model.Layout, error)

	// EnableLayout enables or disables a layout. by is the actor in the account's audit, "key_<uuid>" or
	// "user_<uuid>".
	EnableLayout(ctx context.Context, accountID, layoutID, by string, enabled bool) (model.Layout, error)

	// ForgetLayout removes a layout with its examples. by is as above.
	ForgetLayout(ctx context.Context, accountID, layoutID, by string) error
}

// Deps are the parts that requests need.
type Deps struct {
	Documents   Documents
	Submissions *submission.Service
	Downloads   *download.Downloads
	Bus         *bus.Conn
	Verifier    *keycheck.Verifier
	Admission   *admission.Admission
	Now         func() time.Time // time.Now when nil
	Random      io.Reader        // of keys; crypto/rand when nil
}

// API answers the requests under /api.
type API struct {
	cfg  Config
	deps Deps
}

// New starts nothing.
func New(cfg Config, deps Deps) *API {
	if deps.Now == nil {
		deps.Now = time.Now
	}
	if deps.Random == nil {
		deps.Random = rand.Reader
	}
	return &API{cfg: cfg, deps: deps}
}

const (
	extractPath   = "/api/v1/extract"
	batchPath     = "/api/v1/batch"
	documentsPath = "/api/v1/documents/"
	resultsPath   = "/api/v1/results"
	layoutsPath   = "/api/v1/layouts"
	registerPath  = "/api/auth/register"
	webhooksPath  = "/api/webhooks/notifications"
)

// pollSeconds is the polling interval for a document that has not ended.
const pollSeconds = "1"
