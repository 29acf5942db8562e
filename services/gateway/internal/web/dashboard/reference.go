package dashboard

import (
	"bytes"
	"compress/gzip"
	"html/template"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

const referencePath = "/docs"

func (d *Dashboard) referenceRoutes(t *table) {
	t.open(fiber.MethodGet, referencePath, d.referencePage)
	for path, guide := range d.reference.Guides() {
		t.open(fiber.MethodGet, path, d.guidePage(path, guide))
	}
}

// referencePage shows the API reference, with a key to make for those who are signed
// in.
func (d *Dashboard) referencePage(c *fiber.Ctx, r *httpserver.Request) error {
	return d.serveReference(c, r, "reference", referencePath, d.tr(c, "API reference"),
		func(base string, signedIn bool) template.HTML { return d.reference.HTML(base, signedIn) })
}

func (d *Dashboard) guidePage(path string, guide reference.Guide) openHandler {
	return func(c *fiber.Ctx, r *httpserver.Request) error {
		return d.serveReference(c, r, "guide", path, guide.Title,
			func(base string, _ bool) template.HTML { return guide.HTML(base) })
	}
}

// serveReference shows a page of the API reference without a session, with the
// navigation for those who are signed in. Whether there is a session cannot be known
// while the auth service is down; the reference is there all the same.
func (d *Dashboard) serveReference(
	c *fiber.Ctx, r *httpserver.Request, name, path, title string, html func(base string, signedIn bool) template.HTML,
) error {
	p := page{Title: title, Section: "reference", Wide: true, Address: path}
	if v, err := d.visit(c, r, true); err == nil && v != nil {
		p.Session = &v.Session
	}
	base := d.deps.PublicURL
	if base == "" {
		base = baseURL(c)
	}
	p.Data = html(base, p.Session != nil)
	content, err := d.execute(d.language(c.Context()), name, p)
	if err != nil {
		return err
	}
	c.Vary(fiber.HeaderCookie, fiber.HeaderAcceptLanguage)
	reference.File{
		Path: path, MediaType: fiber.MIMETextHTMLCharsetUTF8, Tag: reference.TagOf(content),
		Plain: content, Gzipped: packFast(content),
	}.Serve(c)
	if p.Session != nil {
		c.Set(fiber.HeaderCacheControl, "private, no-cache") // it names who is signed in
	}
	return nil
}

// packFast packs what is made anew for each request.
func packFast(content []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // the level exists
	_, _ = w.Write(content)                         // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}
