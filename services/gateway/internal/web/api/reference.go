package api

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

// getReference answers with a file of the API reference.
func (s *Server) getReference(f reference.File) handler {
	return func(c *fiber.Ctx, _ *call) error {
		AnswerFile(c, f)
		return nil
	}
}

// AnswerFile answers with a file that browsers keep and ask for again each time,
// as the next release may change it; in the encoding gzip for clients that take
// it.
func AnswerFile(c *fiber.Ctx, f reference.File) {
	tag, content := f.Tag, f.Plain
	c.Vary(fiber.HeaderAcceptEncoding)
	c.Set(fiber.HeaderCacheControl, "no-cache")
	gzipped := AcceptsGzip(c.Get(fiber.HeaderAcceptEncoding))
	if gzipped {
		// Another representation has another tag (RFC 9110, 8.8.3).
		tag, content = strings.TrimSuffix(tag, `"`)+`-gzip"`, f.Gzipped
	}
	c.Set(fiber.HeaderETag, tag)
	if matchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		c.Status(http.StatusNotModified)
		return
	}
	if gzipped {
		c.Set(fiber.HeaderContentEncoding, "gzip")
	}
	c.Set(fiber.HeaderContentType, f.MediaType)
	c.Context().Response.SetBodyRaw(content)
}

// AcceptsGzip tells, from Accept-Encoding (RFC 9110, 12.5.3), whether an answer
// may be packed; nothing said means the content as it is.
func AcceptsGzip(header string) bool {
	for _, element := range splitUnquoted(header, ',') {
		parts := splitUnquoted(element, ';')
		coding := strings.ToLower(strings.TrimSpace(parts[0]))
		if (coding == "gzip" || coding == "*") && quality(parts[1:]) > 0 {
			return true
		}
	}
	return false
}
