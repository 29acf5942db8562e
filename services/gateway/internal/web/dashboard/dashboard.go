// Package dashboard puts the pages of the dashboard together: HTML that the gateway
// renders, in a browser, without requests to any other address.
//
// Package site is what the pages share. Each of the other packages has the pages of
// one subject with their templates.
package dashboard

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/account"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/documentlist"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/documenttypes"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/layouts"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/review"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/usage"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/webhooks"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

// Documents is what the pages need of the documents service.
type Documents interface {
	document.Documents
	documentlist.Documents
	documenttypes.Documents
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
	add(documenttypes.New(s, deps.Documents, deps.Submissions))
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

//go:embed templates
var referenceTemplates embed.FS

// referencePages are the API reference and its guides, inside the dashboard's frame.
type referencePages struct {
	site *site.Site
	page reference.Page
}

func newReference(s *site.Site) (*referencePages, error) {
	page, err := reference.New()
	if err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	return &referencePages{s, page}, s.AddPages(referenceTemplates, nil)
}

// AddRoutes adds the routes of the pages.
func (p *referencePages) AddRoutes(t *site.Routes) {
	t.Open(fiber.MethodGet, site.ReferencePath, p.referencePage)
	for path, guide := range p.page.Guides() {
		t.Open(fiber.MethodGet, path, p.guidePage(path, guide))
	}
}

// referencePage shows the API reference. Signed-in users can create a key on it.
func (p *referencePages) referencePage(c *fiber.Ctx, r *httpserver.Request) error {
	return p.serve(c, r, "reference", site.ReferencePath, p.site.Tr(c, "API reference"),
		func(base string, signedIn bool) template.HTML { return p.page.HTML(base, signedIn) })
}

func (p *referencePages) guidePage(path string, guide reference.Guide) httpserver.Handler {
	return func(c *fiber.Ctx, r *httpserver.Request) error {
		return p.serve(c, r, "guide", path, guide.Title,
			func(base string, _ bool) template.HTML { return guide.HTML(base) })
	}
}

// serve shows a page of the reference to anyone. While the auth service is unavailable, everyone counts as signed out.
func (p *referencePages) serve(
	c *fiber.Ctx, r *httpserver.Request, name, path, title string, html func(base string, signedIn bool) template.HTML,
) error {
	page := site.Page{Title: title, Section: "reference", Wide: true, Address: path}
	if session, err := p.site.FindSession(c, r, true); err == nil && session != nil {
		page.Session = &session.Session
	}
	base := p.site.PublicURL
	if base == "" {
		base = site.BaseURL(c)
	}
	page.Data = html(base, page.Session != nil)
	content, err := p.site.Execute(p.site.Language(c.Context()), name, page)
	if err != nil {
		return err
	}
	c.Vary(fiber.HeaderCookie, fiber.HeaderAcceptLanguage)
	reference.File{
		Path: path, MediaType: fiber.MIMETextHTMLCharsetUTF8, Tag: reference.TagOf(content),
		Plain: content, Gzipped: compressFast(content),
	}.Serve(c)
	if page.Session != nil {
		c.Set(fiber.HeaderCacheControl, "private, no-cache") // the page names the user
	}
	return nil
}

func compressFast(content []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // the level exists
	_, _ = w.Write(content)                         // a buffer cannot fail
	_ = w.Close()
	return b.Bytes()
}
