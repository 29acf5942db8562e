// Package api is the public API under /api, with the API reference's files: routes, keys and rates,
// parameters and bodies, responses. Package httpserver serves it beside the dashboard, which it does not
// know.
//
// A request passes the key, the rate, the route, and then its handler, which checks headers and parameters,
// then the idempotency key, then the body.
package api

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
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

	// ListTypes returns the latest versions of the account's saved document types, by name.
	ListTypes(ctx context.Context, accountID string) ([]model.SavedType, error)

	// SavedType returns a version of a saved type, the latest for version 0.
	SavedType(ctx context.Context, accountID, name string, version int) (model.SavedType, error)

	// CreateType saves a document type. by is as above.
	CreateType(ctx context.Context, accountID string, t model.SavedType, by string) (model.SavedType, error)

	// ChangeType adds a version to a saved type. by is as above.
	ChangeType(ctx context.Context, accountID string, t model.SavedType, by string) (model.SavedType, error)

	// DeleteType deletes a saved type with all its versions. by is as above.
	DeleteType(ctx context.Context, accountID, name, by string) error
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
	extractPath       = "/api/v1/extract"
	batchPath         = "/api/v1/batch"
	documentsPath     = "/api/v1/documents/"
	resultsPath       = "/api/v1/results"
	layoutsPath       = "/api/v1/layouts"
	documentTypesPath = "/api/v1/document-types"
	registerPath      = "/api/auth/register"
	webhooksPath      = "/api/webhooks/notifications"
)

// pollSeconds is the polling interval for a document that has not ended.
const pollSeconds = "1"

const headerAPIKey = "X-API-Key"

// Authenticate checks key and rate of all requests under /api, with or without a route, so that clients
// without a key cannot probe for paths.
func (a *API) Authenticate(c *fiber.Ctx, r *httpserver.Request) error {
	if !httpserver.UnderAPI(c.Path()) {
		return nil
	}
	cl := callOf(c, r)
	key := apiKey(&c.Request().Header)
	if key == "" && a.cfg.OpenRegistration && c.Method() == fiber.MethodPost && c.Path() == registerPath {
		return nil
	}
	if key == "" {
		return apierror.New(contract.CodeAuthMissing,
			"No API key was sent. Send it in the header %s, or in Authorization after the word Bearer.", headerAPIKey)
	}
	principal, err := a.deps.Verifier.Verify(r.Context, key, r.Client)
	if err != nil {
		return err
	}
	cl.principal, r.Account = principal, principal.AccountID
	state, err := a.deps.Admission.Admit(r.Context, principal)
	if err == nil || apierror.Is(err, contract.CodeRateLimited) {
		cl.state = state
		setRateHeaders(&c.Response().Header, state, a.deps.Now())
	}
	return err
}

// apiKey returns the key, or "". X-API-Key has priority over Authorization.
func apiKey(h *fasthttp.RequestHeader) string {
	if key := strings.TrimSpace(string(h.Peek(headerAPIKey))); key != "" {
		return key
	}
	scheme, key, _ := strings.Cut(strings.TrimSpace(string(h.Peek(fiber.HeaderAuthorization))), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(key)
}

// setRateHeaders reports both policies and their state, times in seconds (draft-ietf-httpapi-ratelimit-headers).
func setRateHeaders(h *fasthttp.ResponseHeader, state admission.State, now time.Time) {
	minute, month := state.Minute, state.Month
	h.Set("RateLimit-Policy", fmt.Sprintf(`"minute";q=%d;w=60, "month";q=%d;w=%s`,
		minute.Limit, month.Limit, httpserver.WholeSeconds(month.End.Sub(month.Start.Time))))
	h.Set("RateLimit", fmt.Sprintf(`"minute";r=%d;t=%s, "month";r=%d;t=%s`,
		minute.Remaining, httpserver.WholeSeconds(time.Duration(minute.ResetMs)*time.Millisecond),
		month.Remaining, httpserver.WholeSeconds(max(0, month.End.Sub(now)))))
}

// Paths in addition to the specified one, marked as planned in the OpenAPI document.
const (
	webhookPath  = webhooksPath + "/:id"
	deliveryPath = webhookPath + "/deliveries/:delivery"
)

type routes struct{ all []httpserver.Route }

// add adds a route whose handler runs after checking the request's expectations.
func (t *routes) add(method, path string, h handler) { t.addRaw(method, path, checked(h)) }

// addRaw adds a route without that check.
func (t *routes) addRaw(method, path string, h handler) {
	t.all = append(t.all, httpserver.Route{
		Method: method, Path: path,
		Handle: func(c *fiber.Ctx, r *httpserver.Request) error { return h(c, callOf(c, r)) },
	})
}

func checked(h handler) handler {
	return func(c *fiber.Ctx, cl *call) error {
		if err := httpserver.CheckExpectation(&c.Request().Header); err != nil {
			return err
		}
		return h(c, cl)
	}
}

// Routes returns the routes of the API and of the reference's files.
func (a *API) Routes() []httpserver.Route {
	t := &routes{}
	t.add(fiber.MethodPost, extractPath, a.extract)
	t.add(fiber.MethodPost, batchPath, a.submitBatch)
	t.add(fiber.MethodGet, documentsPath+":id", a.getDocument)
	t.add(fiber.MethodGet, "/api/v1/usage", a.getUsage)
	t.add(fiber.MethodGet, documentTypesPath, a.listTypes)
	t.add(fiber.MethodPost, documentTypesPath, a.createType)
	t.add(fiber.MethodGet, documentTypesPath+"/:name", a.getType)
	t.add(fiber.MethodPut, documentTypesPath+"/:name", a.changeType)
	t.add(fiber.MethodDelete, documentTypesPath+"/:name", a.deleteType)
	t.add(fiber.MethodPost, registerPath, a.registerKey)
	a.webhookRoutes(t)
	t.add(fiber.MethodGet, "/api/v1/documents", a.listDocuments)
	t.add(fiber.MethodPatch, documentsPath+":id", a.correctDocument)
	t.add(fiber.MethodDelete, documentsPath+":id", a.eraseDocument)
	t.add(fiber.MethodPost, documentsPath+":id/rerun", a.rerunDocument)
	t.add(fiber.MethodGet, documentsPath+":id/file", a.getFile)
	t.add(fiber.MethodGet, documentsPath+":id/pages/:page.png", a.getPage)
	t.add(fiber.MethodGet, documentsPath+":id/pages/:page/words", a.getPageWords)
	t.add(fiber.MethodGet, resultsPath, a.listResults)
	t.add(fiber.MethodGet, resultsPath+"/:id", a.getResult)
	t.add(fiber.MethodGet, batchPath+"/:id", a.getBatch)
	t.add(fiber.MethodGet, layoutsPath, a.listLayouts)
	t.add(fiber.MethodGet, layoutsPath+"/:id", a.getLayout)
	t.add(fiber.MethodPatch, layoutsPath+"/:id", a.switchLayout)
	t.add(fiber.MethodDelete, layoutsPath+"/:id", a.forgetLayout)
	for _, f := range reference.Files() {
		t.add(fiber.MethodGet, f.Path, getReference(f))
	}
	return t.all
}

func (a *API) getFile(c *fiber.Ctx, cl *call) error {
	return a.deps.Downloads.File(c, cl.Request, cl.principal.AccountID)
}

func (a *API) getPage(c *fiber.Ctx, cl *call) error {
	return a.deps.Downloads.Page(c, cl.Request, cl.principal.AccountID)
}

func (a *API) getPageWords(c *fiber.Ctx, cl *call) error {
	return a.deps.Downloads.Words(c, cl.Request, cl.principal.AccountID)
}

// getReference responds with a file of the API reference.
func getReference(f reference.File) handler {
	return func(c *fiber.Ctx, _ *call) error {
		f.Serve(c)
		return nil
	}
}

// webhookRoutes adds the specified and the planned routes.
func (a *API) webhookRoutes(t *routes) {
	// If disabled, the request is refused before its headers are checked.
	t.addRaw(fiber.MethodPost, webhooksPath, a.ifEnabled(checked(a.createWebhook)))
	t.add(fiber.MethodGet, webhooksPath, a.listWebhooks)
	t.add(fiber.MethodDelete, webhooksPath, a.deleteWebhook)
	planned := func(method, path string, h handler) { t.add(method, path, a.ifEnabled(h)) }
	planned(fiber.MethodGet, webhookPath, a.getWebhook)
	planned(fiber.MethodPost, webhookPath+"/secret", a.rotateWebhook)
	planned(fiber.MethodPost, webhookPath+"/enable", a.enableWebhook)
	planned(fiber.MethodPost, webhookPath+"/test", a.testWebhook)
	planned(fiber.MethodPost, webhookPath+"/replay", a.replayWebhook)
	planned(fiber.MethodGet, webhookPath+"/deliveries", a.listDeliveries)
	planned(fiber.MethodGet, deliveryPath, a.getDelivery)
	planned(fiber.MethodPost, deliveryPath+"/replay", a.replayDelivery)
}

// ifEnabled refuses every request while webhooks are disabled.
func (a *API) ifEnabled(h handler) handler {
	if a.cfg.Webhooks {
		return h
	}
	return func(*fiber.Ctx, *call) error {
		return apierror.New(contract.CodeWebhooksNotAvailable,
			"Webhooks are not available yet; nothing was registered. Poll GET %s{id} for results.", documentsPath)
	}
}
