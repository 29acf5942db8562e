package dashboard

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

//go:embed static
var staticFiles embed.FS

// assets are the files that pages load, each under a name that changes with its
// content, so that browsers need not ask again.
type assets struct {
	paths map[string]string // of the URL, by file name
	files []asset
}

type asset struct {
	path, mediaType string
	plain, gzipped  []byte
}

func newAssets() (*assets, error) {
	entries, err := fs.ReadDir(staticFiles, "static")
	if err != nil {
		return nil, fmt.Errorf("static files: %w", err)
	}
	a := &assets{paths: map[string]string{}}
	for _, e := range entries {
		content, err := fs.ReadFile(staticFiles, "static/"+e.Name())
		if err != nil {
			return nil, fmt.Errorf("static files: %w", err)
		}
		f := asset{path: hashedPath(e.Name(), content), mediaType: mediaType(e.Name()), plain: content,
			gzipped: pack(content)}
		a.paths[e.Name()] = f.path
		a.files = append(a.files, f)
	}
	return a, nil
}

// hashedPath makes "/static/style.0123456789abcdef.css" of "style.css".
func hashedPath(name string, content []byte) string {
	sum := sha256.Sum256(content)
	ext := path.Ext(name)
	return "/static/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:8]) + ext
}

func mediaType(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return "application/octet-stream"
}

func pack(content []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level exists
	_, _ = w.Write(content)                               // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

func (d *Dashboard) assetRoutes(t *table) {
	for _, f := range d.assets.files {
		t.open(fiber.MethodGet, f.path, f.answer)
	}
}

func (f asset) answer(c *fiber.Ctx, _ *httpserver.Request) error {
	c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	c.Set(fiber.HeaderContentType, f.mediaType)
	c.Vary(fiber.HeaderAcceptEncoding)
	body := f.plain
	if httpheader.AcceptsGzip(c.Get(fiber.HeaderAcceptEncoding)) {
		c.Set(fiber.HeaderContentEncoding, "gzip")
		body = f.gzipped
	}
	c.Context().Response.SetBodyRaw(body)
	return nil
}
