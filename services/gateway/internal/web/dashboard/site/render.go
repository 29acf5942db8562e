package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

//go:embed templates
var templateFiles embed.FS

// partsFile has the templates that pages of the same package share.
const partsFile = "templates/parts.html"

// Page is the data of a page's template.
type Page struct {
	Title   string
	Section string // of the navigation; "" for none
	// Session of the signed-in user; nil without one.
	Session *contract.Session
	// Address of a page without a session, to open it again in another language; ""
	// offers no choice of a language.
	Address string
	// Notice says what the form that led here did; "" for nothing.
	Notice string
	// Refresh reloads the page after so many seconds in browsers without script; 0
	// does not.
	Refresh int
	Wide    bool // takes the whole width of the window
	Data    any  // of the page's own template
}

// parseShared reads the templates of the site, once per language because texts are bound when templates are parsed.
func (s *Site) parseShared() error {
	for _, l := range s.languages.All() {
		shared, err := template.New("base.html").Funcs(s.funcs(l)).ParseFS(templateFiles, "templates/base.html", partsFile)
		if err != nil {
			return fmt.Errorf("templates: %w", err)
		}
		s.shared[l.Code], s.templates[l.Code] = shared, map[string]*template.Template{}
	}
	return s.AddPages(templateFiles, nil)
}

// AddPages reads templates/<page>.html from files, with what funcs returns for each
// language; nil adds no functions. A file templates/parts.html is shared by these
// pages. AddPages must not be called once requests are served.
func (s *Site) AddPages(files fs.FS, funcs func(l *languages.Language) template.FuncMap) error {
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		return fmt.Errorf("templates: %w", err)
	}
	_, err = fs.Stat(files, partsFile)
	hasParts := err == nil
	for _, l := range s.languages.All() {
		for _, name := range names {
			parts := []string{name}
			if hasParts {
				parts = []string{partsFile, name}
			}
			page, err := s.shared[l.Code].Clone()
			if err == nil && funcs != nil {
				page = page.Funcs(funcs(l))
			}
			if err == nil {
				page, err = page.ParseFS(files, parts...)
			}
			if err != nil {
				return fmt.Errorf("templates: %w", err)
			}
			s.templates[l.Code][strings.TrimSuffix(path.Base(name), ".html")] = page
		}
	}
	return nil
}

// Show answers with a page for the signed-in user.
func (s *Site) Show(c *fiber.Ctx, session *Session, status int, name string, p Page) error {
	p.Session = &session.Session
	if p.Notice == "" {
		p.Notice = Notices(session.Language)[c.Query("done")]
	}
	return s.Render(c.Context(), status, name, p)
}

// Render answers with a page. Nothing is sent if the template fails.
func (s *Site) Render(rctx *fasthttp.RequestCtx, status int, name string, p Page) error {
	content, err := s.Execute(s.Language(rctx), name, p)
	if err != nil {
		return err
	}
	rctx.Response.Header.SetContentType(fiber.MIMETextHTMLCharsetUTF8)
	rctx.SetStatusCode(status)
	rctx.Response.SetBodyRaw(content)
	return nil
}

// Execute returns a page in a language.
func (s *Site) Execute(l *languages.Language, name string, p Page) ([]byte, error) {
	t, ok := s.templates[l.Code][name]
	if !ok {
		return nil, fmt.Errorf("unknown template %q", name)
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "base.html", p); err != nil {
		return nil, fmt.Errorf("page %s: %w", name, err)
	}
	return b.Bytes(), nil
}

type errorData struct {
	Heading, Message string
	RequestID        string // "" if it is of no use
	SignIn           bool   // offers to sign in
}

// ErrorPage answers with a page about an error.
func (s *Site) ErrorPage(rctx *fasthttp.RequestCtx, r *httpserver.Request, status int, f *apierror.Error) {
	setHeaders(&rctx.Response.Header, IsLocalHost(string(rctx.Host())))
	l := s.Language(rctx)
	e := errorData{Message: l.TrMessage(f.Public)}
	switch {
	case f.Code == contract.CodeAuthInvalid:
		e.Heading, e.SignIn = l.Tr("Your session has ended"), true
		e.Message = l.Tr("You were signed out, or inactive for more than 30 minutes. Your last action " +
			"was not carried out. Sign in and try again.")
	case status == http.StatusNotFound:
		e.Heading = l.Tr("Page not found")
	case status == http.StatusInternalServerError:
		e.Heading, e.RequestID = l.Tr("Something went wrong"), r.ID
	case status == http.StatusServiceUnavailable:
		e.Heading, e.RequestID = l.Tr("Not available right now"), r.ID
	default:
		e.Heading = l.Tr("The request failed")
	}
	if err := s.Render(rctx, status, "error", Page{Title: e.Heading, Data: e}); err != nil {
		s.Log.Error("could not render the error page", "request", r.ID, "error", err)
		rctx.SetStatusCode(status)
		rctx.SetBodyString(e.Heading)
	}
}

func (s *Site) funcs(l *languages.Language) template.FuncMap {
	return template.FuncMap{
		"tr":        l.Tr,
		"trn":       l.Count,
		"markup":    l.HTML,
		"message":   l.TrMessage,
		"number":    l.Number,
		"bytes":     l.Bytes,
		"plural":    l.Things,
		"share":     l.Percent,
		"language":  func() *languages.Language { return l },
		"languages": s.languages.All,
		"texts":     func() string { return s.assets.paths[textsFile(l)] },
		"asset":     func(name string) string { return s.assets.paths[name] },
		"iso":       iso,
		"utc":       func(t contract.Time) string { return l.DayAndTime(t.Time) },
		"date":      func(t contract.Time) string { return l.Day(t.Time) },
		"monthDay":  l.DayOfMonth,
		"shortDay":  l.ShortDay,
		"relative":  func(t contract.Time) string { return l.Relative(t.Time, s.Now()) },
		"time":      func(t contract.Time) template.HTML { return timeElement(l, t) },
		"words":     func(name string) string { return l.Tr(sheet.Title(name)) },
		"add":       func(a, b int) int { return a + b },
		"deref":     func(n *int) int { return *n },
		"webhooks":  func() bool { return s.Webhooks },
		"entry": func(path, text, section, current string) navigationEntry {
			return navigationEntry{Path: path, Text: text, Current: section == current}
		},
	}
}

func iso(t contract.Time) string { return t.UTC().Format(time.RFC3339) }

// timeElement writes a time in UTC. A script replaces the text by the user's local time and leaves UTC in the title.
func timeElement(l *languages.Language, t contract.Time) template.HTML {
	shown := template.HTMLEscapeString(l.DayAndTime(t.Time))
	return template.HTML(fmt.Sprintf(`<time datetime="%s" title="%s">%s</time>`, //nolint:gosec // all escaped
		iso(t), shown, shown))
}

type navigationEntry struct {
	Path, Text string
	Current    bool
}
