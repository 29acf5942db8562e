package httpapi

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/reference"
)

// getReference gives a file of the API reference, packed for clients that take
// it so.
func (s *Server) getReference(f reference.File) handler {
	return func(c *fiber.Ctx, _ *call) error {
		tag, gzipped := f.Tag, false
		if f.Gzipped != nil {
			c.Vary(fiber.HeaderAcceptEncoding)
			if gzipped = AcceptsGzip(c.Get(fiber.HeaderAcceptEncoding)); gzipped {
				// Another representation has another tag (RFC 9110, 8.8.3).
				tag = strings.TrimSuffix(tag, `"`) + `-gzip"`
			}
		}
		c.Set(fiber.HeaderETag, tag)
		c.Set(fiber.HeaderCacheControl, "no-cache") // to be asked for each time: the next release may change it
		if matchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
			c.Status(http.StatusNotModified)
			return nil
		}
		return answerReference(c, f, gzipped)
	}
}

func answerReference(c *fiber.Ctx, f reference.File, gzipped bool) error {
	content := f.Gzipped
	if gzipped {
		c.Set(fiber.HeaderContentEncoding, "gzip")
	} else {
		var err error
		if content, err = f.Plain(); err != nil {
			return err
		}
	}
	if f.Policy != "" {
		c.Set(fiber.HeaderContentSecurityPolicy, f.Policy)
		c.Set(fiber.HeaderReferrerPolicy, "no-referrer")
	}
	c.Set(fiber.HeaderContentType, f.MediaType)
	c.Context().Response.SetBodyRaw(content)
	return nil
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
