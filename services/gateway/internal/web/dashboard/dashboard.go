package dashboard

import (
	"crypto/rand"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

// Deps are the parts that pages need.
type Deps struct {
	Bus         *bus.Conn
	Documents   Documents
	Submissions *submission.Service
	Downloads   *download.Downloads
	Admission   *admission.Admission
	Verifier    *keycheck.Verifier
	Webhooks    bool // they are enabled, and not only planned
	Log         *slog.Logger
	PublicURL   string           // address under which browsers reach the gateway; "" where it is not set
	OIDC        *oidc.Provider   // nil where people sign in by password alone
	Now         func() time.Time // time.Now when nil
	Random      io.Reader        // of secrets and keys; crypto/rand when nil
}

// Dashboard answers everything that a signed-in person sees and does.
type Dashboard struct {
	deps      Deps
	assets    *assets
	languages *languages.Set
	templates map[string]map[string]*template.Template // by code of the language, then by page
	origins   *http.CrossOriginProtection
	streams   streams
	reference reference.Page
}

// New reads the built-in templates and files. It opens and starts nothing.
func New(deps Deps) (*Dashboard, error) {
	if deps.Now == nil {
		deps.Now = time.Now
	}
	if deps.Random == nil {
		deps.Random = rand.Reader
	}
	d := &Dashboard{deps: deps, origins: http.NewCrossOriginProtection()}
	var err error
	if d.languages, err = languages.Read(); err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	if d.assets, err = newAssets(d.languages); err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	if d.reference, err = reference.New(); err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	if d.templates, err = d.allTemplates(); err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	return d, nil
}

// Routes returns the routes of all pages.
func (d *Dashboard) Routes() []httpserver.Route {
	t := &table{dashboard: d}
	d.assetRoutes(t)
	d.referenceRoutes(t)
	d.languageRoutes(t)
	d.entryRoutes(t)
	d.documentRoutes(t)
	d.gridRoutes(t)
	d.reviewRoutes(t)
	d.layoutRoutes(t)
	d.batchRoutes(t)
	d.keyRoutes(t)
	d.usageRoutes(t)
	d.peopleRoutes(t)
	d.webhookRoutes(t)
	d.accountRoutes(t)
	return t.routes
}
