package site

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

// assets are the static files. The path of a file contains a hash of its content, so browsers can cache it forever.
type assets struct {
	paths map[string]string // of the URL, by file name
	files []asset
}

type asset struct {
	path, mediaType string
	plain, gzipped  []byte
}

// newAssets reads the static files, and makes a script with the texts of scripts for each language.
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
		if content := l.Script(ScriptTexts(string(scripts))); content != nil {
			a.add(textsFile(l), content)
		}
	}
	return a, nil
}

func (a *assets) add(name string, content []byte) {
	f := asset{path: hashedPath(name, content), mediaType: mediaType(name), plain: content, gzipped: pack(content)}
	a.paths[name] = f.path
	a.files = append(a.files, f)
}

func textsFile(l *languages.Language) string { return "texts-" + l.Code + ".js" }

// scriptCall matches calls of tr("text") and trn(n, "one", "many").
var scriptCall = regexp.MustCompile(`\b(?:tr\(|trn\([^,"]*,)\s*("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?`)

// ScriptTexts returns the keys of the texts that scripts show.
func ScriptTexts(scripts string) []string {
	var texts []string
	for _, call := range scriptCall.FindAllStringSubmatch(scripts, -1) {
		text, err := strconv.Unquote(call[1])
		if err != nil {
			continue // TestTexts reports it
		}
		if strings.HasPrefix(call[0], "trn") {
			many, _ := strconv.Unquote(call[2])
			text = languages.Key(text, many)
		}
		texts = append(texts, text)
	}
	return texts
}

// hashedPath turns "style.css" into "/static/style.0123456789abcdef.css".
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
	_, _ = w.Write(content)                               // a buffer cannot fail
	_ = w.Close()
	return b.Bytes()
}

func (f asset) serve(c *fiber.Ctx, _ *httpserver.Request) error {
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
