package reference

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
)

// Serve responds with a file that browsers cache and revalidate each time, because the next release may
// change it; with gzip if the client accepts it.
func (f File) Serve(c *fiber.Ctx) {
	tag, content := f.Tag, f.Plain
	c.Vary(fiber.HeaderAcceptEncoding)
	c.Set(fiber.HeaderCacheControl, "no-cache")
	gzipped := httpheader.AcceptsGzip(c.Get(fiber.HeaderAcceptEncoding))
	if gzipped {
		// Another representation needs another tag (RFC 9110, 8.8.3).
		tag, content = strings.TrimSuffix(tag, `"`)+`-gzip"`, f.Gzipped
	}
	c.Set(fiber.HeaderETag, tag)
	if httpheader.MatchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		c.Status(http.StatusNotModified)
		return
	}
	if gzipped {
		c.Set(fiber.HeaderContentEncoding, "gzip")
	}
	c.Set(fiber.HeaderContentType, f.MediaType)
	c.Context().Response.SetBodyRaw(content)
}
