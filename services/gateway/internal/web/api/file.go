package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

// blobRetry is what a client is told while the object store is away.
const blobRetry = 2 * time.Second

// inert keeps a browser from running anything of a file that it was led to.
const inert = "default-src 'none'; sandbox"

// getFile gives the file as it was sent, or one range of it.
func (s *Server) getFile(c *fiber.Ctx, cl *call) error {
	id, err := plainDocument(c)
	if err != nil {
		return err
	}
	f, err := s.deps.Register.File(cl.ctx, cl.principal.AccountID, id)
	if err != nil {
		return err
	}
	tag := `"` + f.SHA256 + `"`
	c.Set(fiber.HeaderETag, tag)
	if matchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		c.Status(http.StatusNotModified)
		return nil
	}
	c.Set(fiber.HeaderAcceptRanges, "bytes")
	part, ranged, err := requestedRange(c, tag, f.Size)
	if err != nil {
		// The status has no code of its own: it belongs to this header alone.
		c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes */%d", f.Size))
		writeJSON(c.Context(), http.StatusRequestedRangeNotSatisfiable, errorBody{Error: fault.Of(err).Public, Code: fault.Of(err).Code})
		return nil
	}
	body, err := s.openFile(cl.ctx, c.Method(), f, part)
	if err != nil {
		c.Response().Header.Del(fiber.HeaderETag)
		return err
	}
	setFileHeaders(c, f)
	status := http.StatusOK
	if ranged {
		status = http.StatusPartialContent
		c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", part.first, part.first+part.length-1, f.Size))
	}
	s.stream(c, cl, status, body, part.length)
	return nil
}

// openFile opens what is to be sent; nothing of it for HEAD.
func (s *Server) openFile(ctx context.Context, method string, f register.File, part byteRange) (io.ReadCloser, error) {
	if method == fiber.MethodHead {
		return http.NoBody, nil
	}
	body, err := s.deps.Blob.GetRange(ctx, f.ObjectKey, part.first, part.length)
	if errors.Is(err, blob.ErrNotFound) {
		// Erased this very moment; anything else is a loss that someone must see.
		s.deps.Telemetry.Log.Error("a document's file is missing", "document", f.DocumentID, "error", err)
		return nil, fault.Wrap(err, contract.CodeNotFound, "There is no document with this id.")
	}
	if err != nil {
		return nil, fault.Unavailable(err, blobRetry)
	}
	return body, nil
}

func setFileHeaders(c *fiber.Ctx, f register.File) {
	c.Set(fiber.HeaderContentType, f.MIMEType)
	c.Set(fiber.HeaderContentDisposition, attachment(f.Name))
	c.Set(fiber.HeaderContentSecurityPolicy, inert)
}

// attachment makes a browser keep the file under its name instead of showing it
// (RFC 6266): in ASCII for old ones, then as it is (RFC 8187).
func attachment(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < 0x20 || r > 0x7e || strings.ContainsRune(`"\%/`, r) {
			return '_'
		}
		return r
	}, name)
	return fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, ascii, extValue(name))
}

// extValue encodes all but attr-char (RFC 8187, 3.2.1).
func extValue(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("!#$&+-.^_`|~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}
