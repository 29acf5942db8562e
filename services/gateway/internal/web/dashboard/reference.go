package dashboard

import (
	"bytes"
	"compress/gzip"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

const referencePath = "/docs"

func (d *Dashboard) referenceRoutes(t *table) {
	t.open(fiber.MethodGet, referencePath, d.referencePage)
}

// referencePage shows the API reference without a session, with the navigation for those
// who are signed in. Whether there is a session cannot be known while the auth service
// is down; the reference is there all the same.
func (d *Dashboard) referencePage(c *fiber.Ctx, r *httpserver.Request) error {
	p := page{Title: d.tr(c, "API reference"), Section: "reference", Wide: true, Address: referencePath}
	if v, err := d.visit(c, r, true); err == nil && v != nil {
		p.Session = &v.Session
	}
	base := d.deps.PublicURL
	if base == "" {
		base = baseURL(c)
	}
	p.Data = d.reference.HTML(base)
	content, err := d.execute(d.language(c.Context()), "reference", p)
	if err != nil {
		return err
	}
	c.Vary(fiber.HeaderCookie, fiber.HeaderAcceptLanguage)
	reference.File{
		Path: referencePath, MediaType: fiber.MIMETextHTMLCharsetUTF8, Tag: reference.TagOf(content),
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
