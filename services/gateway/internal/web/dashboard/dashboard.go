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
	"github.com/docmill/docmill/services/gateway/internal/register"
	"github.com/docmill/docmill/services/gateway/internal/web/api"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

// Deps are the parts that pages need.
type Deps struct {
	Bus       *bus.Conn
	Register  register.Register
	Archive   Archive
	Admission *admission.Admission
	Webhooks  bool // they are enabled, and not only planned
	Log       *slog.Logger
	PublicURL string           // address under which browsers reach the gateway; "" where it is not set
	OIDC      *oidc.Provider   // nil where people sign in by password alone
	Now       func() time.Time // time.Now when nil
	Random    io.Reader        // of secrets and keys; crypto/rand when nil
}

// Dashboard answers everything that a signed-in person sees and does.
type Dashboard struct {
	deps      Deps
	assets    *assets
	templates map[string]*template.Template // by page
	origins   *http.CrossOriginProtection
	streams   streams
	reference reference.Page
}

var _ api.Site = (*Dashboard)(nil)

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
	if d.assets, err = newAssets(); err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	if d.reference, err = reference.New(); err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	if d.templates, err = d.parseTemplates(); err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	return d, nil
}

// Routes gives the routes of all rooms.
func (d *Dashboard) Routes() []api.SiteRoute {
	t := &table{dashboard: d}
	d.assetRoutes(t)
	d.referenceRoutes(t)
	d.entryRoutes(t)
	d.documentRoutes(t)
	d.batchRoutes(t)
	d.keyRoutes(t)
	d.usageRoutes(t)
	d.peopleRoutes(t)
	d.webhookRoutes(t)
	d.accountRoutes(t)
	return t.routes
}
