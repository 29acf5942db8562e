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
	"regexp"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
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

// newAssets reads the files, and makes one more for each language: the texts that
// scripts show.
func newAssets(all *languages.Set) (*assets, error) {
	entries, err := fs.ReadDir(staticFiles, "static")
	if err != nil {
		return nil, fmt.Errorf("static files: %w", err)
	}
	a := &assets{paths: map[string]string{}}
	var scripts []byte
	for _, e := range entries {
		content, err := fs.ReadFile(staticFiles, "static/"+e.Name())
		if err != nil {
			return nil, fmt.Errorf("static files: %w", err)
		}
		a.add(e.Name(), content)
		if path.Ext(e.Name()) == ".js" {
			scripts = append(scripts, content...)
		}
	}
	for _, l := range all.All() {
		if content := l.Script(scriptTexts(string(scripts))); content != nil {
			a.add(textsOf(l), content)
		}
	}
	return a, nil
}

func (a *assets) add(name string, content []byte) {
	f := asset{path: hashedPath(name, content), mediaType: mediaType(name), plain: content, gzipped: pack(content)}
	a.paths[name] = f.path
	a.files = append(a.files, f)
}

// textsOf names the file with the texts of a language.
func textsOf(l *languages.Language) string { return "texts-" + l.Code + ".js" }

// scriptCall finds the texts of a script: those that it calls tr for, and both
// forms of what it counts with trn.
var scriptCall = regexp.MustCompile(`\b(?:tr\(|trn\([^,"]*,)\s*("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?`)

// scriptTexts returns the texts that scripts show, by which a language has them.
func scriptTexts(scripts string) []string {
	var texts []string
	for _, call := range scriptCall.FindAllStringSubmatch(scripts, -1) {
		text, err := strconv.Unquote(call[1])
		if err != nil {
			continue // the tests see that there is none
		}
		if strings.HasPrefix(call[0], "trn") {
			many, _ := strconv.Unquote(call[2])
			text = languages.Key(text, many)
		}
		texts = append(texts, text)
	}
	return texts
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
