// Package site is what all pages of the dashboard share: routes, sessions,
// protection against other sites, rendering, static files and languages.
//
// A request first passes the security headers and the check for cross-site
// requests, then the session, then its handler. Pages work without script: they
// are links and forms, and a form that changed something answers with a redirect
// to the page that shows the change.
package site

import (
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Paths of pages that other pages link to.
const (
	DocumentsPath = "/documents"
	ReviewPath    = "/review"
	SignInPath    = "/sign-in"
	ConfirmPath   = "/confirm"
	ReferencePath = "/docs"
)

const (
	// ListLength is the number of rows on a page of a list.
	ListLength = 50
	// RefreshSeconds is how often a page reloads in a browser without script while a
	// document is being processed.
	RefreshSeconds = 5
)

// Deps are what a site needs.
type Deps struct {
	Bus       *bus.Conn
	Log       *slog.Logger
	Webhooks  bool             // the navigation shows them
	PublicURL string           // base URL for browsers; "" takes that of the request
	Now       func() time.Time // time.Now if nil
	Random    io.Reader        // for secrets and keys; crypto/rand if nil
}

// Site renders pages and keeps sessions.
type Site struct {
	Deps

	assets    *assets
	languages *languages.Set
	shared    map[string]*template.Template            // by language code
	templates map[string]map[string]*template.Template // by language code, then by page
	origins   *http.CrossOriginProtection
}

// New reads the built-in languages, static files and shared templates.
func New(deps Deps) (*Site, error) {
	if deps.Now == nil {
		deps.Now = time.Now
	}
	if deps.Random == nil {
		deps.Random = rand.Reader
	}
	s := &Site{
		Deps: deps, origins: http.NewCrossOriginProtection(),
		shared: map[string]*template.Template{}, templates: map[string]map[string]*template.Template{},
	}
	var err error
	if s.languages, err = languages.Read(); err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	if s.assets, err = newAssets(s.languages); err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	if err = s.parseShared(); err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	return s, nil
}

// Handler answers a request of a signed-in user.
type Handler func(c *fiber.Ctx, session *Session) error

// Routes collects the routes of the dashboard.
type Routes struct {
	site *Site
	all  []httpserver.Route
}

// NewRoutes returns the routes of static files and of the choice of a language;
// pages add theirs.
func (s *Site) NewRoutes() *Routes {
	t := &Routes{site: s}
	for _, f := range s.assets.files {
		t.Open(fiber.MethodGet, f.path, f.serve)
	}
	t.Open(fiber.MethodPost, languagePath, s.setLanguage)
	return t
}

// All returns all routes that were added.
func (t *Routes) All() []httpserver.Route { return t.all }

// Open adds a route that needs no session.
func (t *Routes) Open(method, path string, h httpserver.Handler) {
	t.all = append(t.all, httpserver.Route{Method: method, Path: path, Handle: t.site.protect(h)})
}

// Get adds a page for signed-in users.
func (t *Routes) Get(path string, h Handler) {
	t.Open(fiber.MethodGet, path, t.site.requireSession(h, false))
}

// Poll adds a route that scripts request by themselves. It does not prolong the
// session.
func (t *Routes) Poll(path string, h Handler) {
	t.Open(fiber.MethodGet, path, t.site.requireSession(h, true))
}

// Post adds a form's route for signed-in users.
func (t *Routes) Post(path string, h Handler) {
	t.Open(fiber.MethodPost, path, t.site.requireSession(h, false))
}

// protect sets the security headers and refuses cross-site requests (CSRF).
func (s *Site) protect(h httpserver.Handler) httpserver.Handler {
	return func(c *fiber.Ctx, r *httpserver.Request) error {
		setHeaders(&c.Response().Header, IsLocalHost(string(c.Request().Host())))
		if err := s.origins.Check(originOf(c)); err != nil {
			return apierror.Wrap(err, contract.CodeInvalidRequest,
				"The request came from another site. Open the page here and try again.")
		}
		return h(c, r)
	}
}

// Redirect sends the browser to another page, with GET.
func Redirect(c *fiber.Ctx, to string) error {
	return c.Redirect(to, fiber.StatusSeeOther)
}

// LocalPath returns to if it is an absolute path that browsers cannot take for an
// address on another site; otherwise "/".
func LocalPath(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Opaque != "" || u.User != nil ||
		!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\x00\r\n\t") {
		return "/"
	}
	return to
}

// IDParam returns the id in the path. A malformed id has the same error as an
// unknown one.
func IDParam(c *fiber.Ctx, prefix, kind string) (string, error) {
	id := c.Params("id")
	if _, err := contract.ParseID(prefix, id); err != nil {
		return "", NotFound(kind)
	}
	return id, nil
}

// NotFound is the error of a page about something that the account does not have.
// The kind is an English noun.
func NotFound(kind string) error {
	return apierror.New(contract.CodeNotFound, "This %s does not exist. It may have been deleted.", kind)
}

// Refusal returns the message and the status of an error that a form shows beside
// its fields. ok is false if the error has none of the codes.
func Refusal(err error, codes ...contract.Code) (message string, status int, ok bool) {
	var f *apierror.Error
	if !errors.As(err, &f) {
		return "", 0, false
	}
	for _, code := range codes {
		if f.Code == code {
			status = httpserver.StatusOf(code)
			if status == fiber.StatusUnauthorized {
				status = fiber.StatusForbidden
			}
			return f.Public, status, true
		}
	}
	return "", 0, false
}
