// Package reference holds the API reference: the page for the browser and the
// OpenAPI document that it shows. Everything comes out of the binary; the page
// asks no other address for anything.
package reference

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"

	"github.com/swaggest/swgui/v5/static"

	"github.com/docmill/docmill/api"
)

// Policy is the Content-Security-Policy of the page: nothing from elsewhere and
// nothing inline but the pictures within Swagger UI's style sheet.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

//go:embed page
var page embed.FS

// File is one file of the reference.
type File struct {
	Path      string // of the URL
	MediaType string
	Policy    string // Content-Security-Policy; "" for none
	Tag       string // entity tag
	Gzipped   []byte // in the encoding gzip; nil when that is no gain

	plain []byte // nil for files that are large and hardly ever asked for so
}

// Plain gives the file as it is.
func (f File) Plain() ([]byte, error) {
	if f.plain != nil {
		return f.plain, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(f.Gzipped))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", f.Path, err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", f.Path, err)
	}
	return plain, nil
}

// Files gives all files of the reference.
func Files() []File {
	const javaScript, css, png = "text/javascript; charset=utf-8", "text/css; charset=utf-8", "image/png"
	index := own("/docs", "text/html; charset=utf-8", "index.html")
	index.Policy = Policy
	return []File{
		index,
		own("/docs/page.js", javaScript, "page.js"),
		own("/docs/page.css", css, "page.css"),
		swagger("swagger-ui-bundle.js", javaScript),
		swagger("swagger-ui.css", css),
		file("/docs/favicon-32x32.png", png, read(static.FS, "favicon-32x32.png")),
		file("/openapi.yaml", "application/yaml", api.OpenAPI()), // RFC 9512
	}
}

func own(path, mediaType, name string) File {
	return file(path, mediaType, read(page, "page/"+name))
}

func file(path, mediaType string, content []byte) File {
	f := File{Path: path, MediaType: mediaType, Tag: tagOf(content), plain: content}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(content) // a buffer takes everything
	_ = w.Close()
	if b.Len() < len(content) {
		f.Gzipped = b.Bytes()
	}
	return f
}

// swagger gives a file of Swagger UI, which is packed already.
func swagger(name, mediaType string) File {
	packed := read(static.FS, name+".gz")
	return File{Path: "/docs/" + name, MediaType: mediaType, Tag: tagOf(packed), Gzipped: packed}
}

// read gives a file that was built in: that it is there shows in the first test
// of this package.
func read(from fs.FS, name string) []byte {
	content, err := fs.ReadFile(from, name)
	if err != nil {
		panic(err)
	}
	return content
}

func tagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}
