package dashboard

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"html/template"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

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

// serve shows a page of the reference, which needs no session, with the navigation
// for signed-in users. While the auth service is unavailable, everyone counts as not
// signed in.
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
