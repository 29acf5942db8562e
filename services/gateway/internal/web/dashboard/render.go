package dashboard

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

//go:embed templates
var templateFiles embed.FS

// page is what a template of a page is given.
type page struct {
	Title   string
	Section string // of the navigation that the page belongs to; "" for none
	// Session of the signed-in person; nil without one.
	Session *contract.Session
	// Address is where a page that needs no session can be opened again, in another
	// language; "" where none is to be chosen.
	Address string
	// Notice is what was done by the form that led here; "" for nothing.
	Notice string
	// Refresh reloads the page after so many seconds in browsers without
	// script; 0 does not.
	Refresh int
	// Wide gives the page the whole width of the window.
	Wide bool
	// Data is the page's own.
	Data any
}

// allTemplates reads the templates once for each language, whose texts are then
// bound to them.
func (d *Dashboard) allTemplates() (map[string]map[string]*template.Template, error) {
	all := map[string]map[string]*template.Template{}
	for _, l := range d.languages.All() {
		var err error
		if all[l.Code], err = d.parseTemplates(l); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// parseTemplates reads templates/<page>.html, each with base.html, which is
// around all pages, and parts.html, which they share.
func (d *Dashboard) parseTemplates(l *languages.Language) (map[string]*template.Template, error) {
	shared, err := template.New("base.html").Funcs(d.functions(l)).ParseFS(templateFiles, "templates/base.html",
		"templates/parts.html")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	names, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	pages := map[string]*template.Template{}
	for _, name := range names {
		of, err := shared.Clone()
		if err == nil {
			_, err = of.ParseFS(templateFiles, name)
		}
		if err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		}
		pages[strings.TrimSuffix(path.Base(name), ".html")] = of
	}
	return pages, nil
}

// show answers with a page for the person who is signed in.
func (d *Dashboard) show(c *fiber.Ctx, v *visit, status int, name string, p page) error {
	p.Session = &v.Session
	if p.Notice == "" {
		p.Notice = notices(v.Language)[c.Query("done")]
	}
	return d.render(c.Context(), status, name, p)
}

// render answers with a page. It is written only once it is whole.
func (d *Dashboard) render(rctx *fasthttp.RequestCtx, status int, name string, p page) error {
	content, err := d.execute(d.language(rctx), name, p)
	if err != nil {
		return err
	}
	rctx.Response.Header.SetContentType(fiber.MIMETextHTMLCharsetUTF8)
	rctx.SetStatusCode(status)
	rctx.Response.SetBodyRaw(content)
	return nil
}

// execute writes a page in a language.
func (d *Dashboard) execute(l *languages.Language, name string, p page) ([]byte, error) {
	t, ok := d.templates[l.Code][name]
	if !ok {
		return nil, fmt.Errorf("there is no template %q", name)
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "base.html", p); err != nil {
		return nil, fmt.Errorf("page %s: %w", name, err)
	}
	return b.Bytes(), nil
}

// refusal is the data of the page of an error.
type refusal struct {
	Heading, Sentence string
	RequestID         string // "" where it is of no use
	SignIn            bool   // what helps is to sign in
}

// ErrorPage answers an error as a page.
func (d *Dashboard) ErrorPage(rctx *fasthttp.RequestCtx, r *httpserver.Request, status int, f *fault.Error) {
	setHeaders(&rctx.Response.Header, localHost(string(rctx.Host())))
	l := d.language(rctx)
	e := refusal{Sentence: l.Said(f.Public)}
	switch {
	case f.Code == contract.CodeAuthInvalid:
		e.Heading, e.SignIn = l.Tr("Your session has ended"), true
		e.Sentence = l.Tr("You were signed out, or were away for more than 30 minutes. What you last sent was not done. " +
			"Sign in and try again.")
	case status == http.StatusNotFound:
		e.Heading = l.Tr("Page not found")
	case status == http.StatusInternalServerError:
		e.Heading, e.RequestID = l.Tr("Something went wrong"), r.ID
	case status == http.StatusServiceUnavailable:
		e.Heading, e.RequestID = l.Tr("Not available at the moment"), r.ID
	default:
		e.Heading = l.Tr("That did not work")
	}
	if err := d.render(rctx, status, "error", page{Title: e.Heading, Data: e}); err != nil {
		d.deps.Log.Error("page of an error", "request", r.ID, "error", err)
		rctx.SetStatusCode(status)
		rctx.SetBodyString(e.Heading)
	}
}

// notices are the sentences that a redirect may ask for by name (?done=…), so
// that no text of a URL ever stands on a page.
func notices(l *languages.Language) map[string]string {
	return map[string]string{
		"document-reviewed": l.Tr("The document is marked as reviewed."),
		"document-reopened": l.Tr("The document is to be reviewed again."),
		"value-confirmed":   l.Tr("The value is confirmed."),
		"value-unconfirmed": l.Tr("The value is not confirmed any more."),
		"value-reverted":    l.Tr("What was found stands there again."),
		"rules-set":         l.Tr("The rules are saved. They hold for the documents that nobody has reviewed."),
		"layout-on":         l.Tr("The layout is switched on: documents that come from now on are read with it."),
		"layout-off":        l.Tr("The layout is switched off: documents that come from now on are read without it."),
		"layout-forgotten":  l.Tr("The layout is forgotten, with everything that documents taught it."),
		"signed-out":        l.Tr("You are signed out."),
		"key-revoked":       l.Tr("The key is revoked. Requests with it are refused from now on."),
		"language-set":      l.Tr("The language is set."),
		"password-changed":  l.Tr("Your password is changed. Your other sessions are ended."),
		"connected":         l.Tr("Single sign-on is connected: you may sign in with it from now on."),
		"session-ended":     l.Tr("The session is ended."),
		"sessions-ended":    l.Tr("All your other sessions are ended."),
		"user-removed": l.Tr("The person is removed. The keys that they made stay valid; revoke those that you do " +
			"not want."),
		"webhook-tested":       l.Tr("A test is on its way. Reload the page to see the receiver's answer."),
		"webhook-enabled":      l.Tr("The webhook is enabled."),
		"webhook-replayed":     l.Tr("The delivery is on its way again. Reload the page to see the receiver's answer."),
		"webhook-replayed-all": l.Tr("What has failed since then is on its way again."),
		"webhook-none-failed":  l.Tr("Nothing has failed since then."),
		"webhook-deleted":      l.Tr("The webhook is deleted."),
		"role-changed":         l.Tr("The role is changed."),
		"document-deleted":     l.Tr("The document is deleted, with its file and everything that was read from it."),
		"table-saved":          l.Tr("The table is saved. What was found stays in the history."),
		"filter-renamed":       l.Tr("The filter has its new name."),
		"filter-deleted":       l.Tr("The filter is deleted."),
		"columns-set":          l.Tr("The columns are saved."),
		"account-renamed":      l.Tr("The name of the account is changed."),
	}
}
