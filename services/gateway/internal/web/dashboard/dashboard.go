// Package dashboard puts the pages of the dashboard together: HTML that the gateway
// renders, in a browser, without requests to any other address.
//
// Package site is what the pages share. Each of the other packages has the pages of
// one subject with their templates.
package dashboard

import (
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/account"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/documentlist"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/layouts"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/review"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/usage"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/webhooks"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Documents is what the pages need of the documents service.
type Documents interface {
	document.Documents
	documentlist.Documents
	layouts.Documents
	review.Documents
	usage.Documents
}

// Deps are what the dashboard needs.
type Deps struct {
	Bus         *bus.Conn
	Documents   Documents
	Submissions *submission.Service
	Downloads   *download.Downloads
	Admission   *admission.Admission
	Verifier    *keycheck.Verifier
	Webhooks    bool // enabled, not only planned
	Log         *slog.Logger
	PublicURL   string           // base URL for browsers; "" if not configured
	OIDC        *oidc.Provider   // nil if there is no single sign-on
	Now         func() time.Time // time.Now if nil
	Random      io.Reader        // for secrets and keys; crypto/rand if nil
}

// Dashboard is all pages of the dashboard.
type Dashboard struct {
	site   *site.Site
	routes *site.Routes
}

// pages adds its routes.
type pages interface{ AddRoutes(t *site.Routes) }

// New reads the built-in templates and files. It opens and starts nothing.
func New(deps Deps) (*Dashboard, error) {
	s, err := site.New(site.Deps{
		Bus: deps.Bus, Log: deps.Log, Webhooks: deps.Webhooks, PublicURL: deps.PublicURL, Now: deps.Now,
		Random: deps.Random,
	})
	if err != nil {
		return nil, err
	}
	d := &Dashboard{site: s, routes: s.NewRoutes()}
	var errs []error
	add := func(p pages, err error) {
		if errs = append(errs, err); err == nil {
			p.AddRoutes(d.routes)
		}
	}
	add(newReference(s))
	add(account.New(s, account.Deps{Documents: deps.Documents, Verifier: deps.Verifier, OIDC: deps.OIDC}))
	add(documentlist.New(s, documentlist.Deps{Documents: deps.Documents, Submissions: deps.Submissions,
		Downloads: deps.Downloads, Log: deps.Log})) // /documents/events comes before /documents/:id
	add(document.New(s, document.Deps{Documents: deps.Documents, Submissions: deps.Submissions,
		Downloads: deps.Downloads}))
	add(review.New(s, deps.Documents))
	add(layouts.New(s, deps.Documents))
	add(usage.New(s, deps.Documents, deps.Admission))
	add(webhooks.New(s))
	return d, errors.Join(errs...)
}

// Routes returns the routes of all pages.
func (d *Dashboard) Routes() []httpserver.Route { return d.routes.All() }

// ErrorPage answers with a page about an error.
func (d *Dashboard) ErrorPage(rctx *fasthttp.RequestCtx, r *httpserver.Request, status int, f *apierror.Error) {
	d.site.ErrorPage(rctx, r, status, f)
}
