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
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
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
