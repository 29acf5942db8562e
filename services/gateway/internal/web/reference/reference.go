// Package reference renders the API reference, an HTML page, from the OpenAPI document, with samples of
// each call from small templates, and guides from Markdown. All text works without scripts; scripts add the
// forms that send requests. The pages load nothing from other hosts and contain no inline scripts or
// styles.
package reference

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	samples "text/template"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
)

//go:embed page
var page embed.FS

// baseMark is a placeholder for the service's address in the page.
const baseMark = "https://address.invalid"

// exampleBase is the address in the document's examples.
const exampleBase = "http://127.0.0.1:8080"

// document is the input of the template.
type document struct {
	Path                    string // of the URL
	Guides                  []guide
	SignedIn                bool
	Title, Version, Summary string
	Intro                   []section
	Groups                  []group
	Webhooks                []Operation
	Responses               []Response // shared by operations
	Schemas                 []Schema
}

type section struct {
	ID, Heading string // "" for what stands before the first heading
	Text        template.HTML
}

// group holds operations with a common tag.
type group struct {
	ID, Name    string
	Description template.HTML
	Operations  []Operation
}

// writer builds views of the document's parts and stores the first error in err.
type writer struct {
	doc       tree
	markdown  markdown
	templates map[string]*samples.Template // of calls, by language
	err       error
}

func (w *writer) render(n node) template.HTML {
	html, err := w.markdown.render(n.text())
	w.fail(err)
	return html
}

func (w *writer) line(text string) template.HTML {
	html, err := w.markdown.line(text)
	w.fail(err)
	return html
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// Page is the reference with its guides, rendered once for signed-in users and once for others.
type Page struct {
	html, signedIn string
	guides         map[string]Guide // by path
}

// New writes the reference of this version's API.
func New() (Page, error) { return newPage(api.OpenAPI()) }

func newWriter(openAPI []byte) (*writer, error) {
	doc, err := parse(openAPI)
	if err != nil {
		return nil, err
	}
	w := &writer{doc: doc, markdown: newMarkdown(), templates: map[string]*samples.Template{}}
	for _, s := range sampleLanguages() {
		if w.templates[s.Language], err = sampleTemplates(s.Language); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func newPage(openAPI []byte) (Page, error) {
	w, err := newWriter(openAPI)
	if err != nil {
		return Page{}, err
	}
	view := w.document()
	if w.err != nil {
		return Page{}, w.err
	}
	guides, err := readGuides(w.markdown)
	if err != nil {
		return Page{}, err
	}
	functions := template.FuncMap{"lower": strings.ToLower, "base": splitBase, "control": newControl}
	t, err := template.New("page.html").Funcs(functions).ParseFS(page, "page/*.html")
	if err != nil {
		return Page{}, fmt.Errorf("API reference: %w", err)
	}
	view.Path, view.Guides = "/docs", guides
	p := Page{guides: map[string]Guide{}}
	if p.html, err = execute(t, "page.html", view); err != nil {
		return Page{}, err
	}
	view.SignedIn = true
	if p.signedIn, err = execute(t, "page.html", view); err != nil {
		return Page{}, err
	}
	for i := range guides {
		html, err := execute(t, "guide.html", guideView(guides, i))
		if err != nil {
			return Page{}, err
		}
		p.guides[guides[i].Path] = Guide{Title: guides[i].Title, html: html}
	}
	return p, nil
}

// execute renders a page with baseMark as the service's address.
func execute(t *template.Template, name string, view any) (string, error) {
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, view); err != nil {
		return "", fmt.Errorf("API reference: %w", err)
	}
	return strings.ReplaceAll(b.String(), exampleBase, baseMark), nil
}

// splitBase puts the service's address into an element, so that the page can show the browser's address.
func splitBase(text string) template.HTML {
	escaped := template.HTMLEscapeString(text)
	return template.HTML(strings.ReplaceAll(escaped, baseMark,
		"<span data-base>"+baseMark+"</span>")) //nolint:gosec // escaped
}

// HTML returns the reference with the service's address, such as "https://docmill.example", in its
// examples; signed-in users are offered a key.
func (p Page) HTML(base string, signedIn bool) template.HTML {
	if signedIn {
		return based(p.signedIn, base)
	}
	return based(p.html, base)
}

// based replaces baseMark by the service's address.
func based(html, base string) template.HTML {
	return template.HTML(strings.ReplaceAll(html, baseMark, template.HTMLEscapeString(base))) //nolint:gosec // escaped
}

func (w *writer) document() document {
	root := w.doc.root
	d := document{
		Title: root.get("info", "title").text(), Version: root.get("info", "version").text(),
		Summary: root.get("info", "summary").text(), Intro: w.intro(root.get("info", "description").text()),
	}
	for _, tag := range root.get("tags").items() {
		name := tag.get("name").text()
		g := group{ID: strings.ToLower(name), Name: name, Description: w.render(tag.get("description"))}
		d.Groups = append(d.Groups, g)
	}
	for _, path := range root.get("paths").members() {
		for _, method := range path.node.members() {
			tag := method.node.get("tags").texts()
			i := slices.IndexFunc(d.Groups, func(g group) bool { return slices.Contains(tag, g.Name) })
			if i < 0 {
				w.fail(fmt.Errorf("OpenAPI document: %s %s has no tag that is known", method.name, path.name))
				continue
			}
			d.Groups[i].Operations = append(d.Groups[i].Operations, w.operation(method.name, path.name, method.node))
		}
	}
	for _, hook := range root.get("webhooks").members() {
		o := w.operation("post", "", hook.node.get("post"))
		o.Path = hook.name
		d.Webhooks = append(d.Webhooks, o)
	}
	statuses := sharedStatuses(root)
	for _, r := range root.get("components", "responses").members() {
		a := w.response(statuses[r.name], r.node)
		a.Link = r.name
		d.Responses = append(d.Responses, a)
	}
	for _, s := range root.get("components", "schemas").members() {
		d.Schemas = append(d.Schemas, w.schema(s.name, s.node))
	}
	return d
}

// sharedStatuses maps shared responses to the status under which operations refer to them.
func sharedStatuses(root node) map[string]string {
	statuses := map[string]string{}
	for _, path := range root.get("paths").members() {
		for _, method := range path.node.members() {
			for _, r := range method.node.get("responses").members() {
				if ref := r.node.ref(); ref != "" {
					statuses[ref] = r.name
				}
			}
		}
	}
	return statuses
}

// intro splits the description at its headings.
func (w *writer) intro(text string) []section {
	var all []section
	for i, part := range strings.Split("\n"+text, "\n## ") {
		s := section{}
		if i > 0 {
			s.Heading, part, _ = strings.Cut(part, "\n")
			s.ID = strings.ReplaceAll(strings.ToLower(s.Heading), " ", "-")
		}
		html, err := w.markdown.render(part)
		w.fail(err)
		s.Text = html
		all = append(all, s)
	}
	return all
}

// File is a file served beside the page.
type File struct {
	Path      string // of the URL
	MediaType string
	Tag       string // entity tag
	Plain     []byte
	Gzipped   []byte // in the encoding gzip
}

// Files lists the files served beside the page.
func Files() []File {
	return []File{
		file("/docs/page.js", "text/javascript; charset=utf-8", read("page/page.js")),
		file("/docs/key.js", "text/javascript; charset=utf-8", read("page/key.js")),
		file("/docs/try.js", "text/javascript; charset=utf-8", read("page/try.js")),
		file("/docs/page.css", "text/css; charset=utf-8", read("page/page.css")),
		file("/openapi.yaml", "application/yaml", api.OpenAPI()), // RFC 9512
	}
}

func file(path, mediaType string, content []byte) File {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(content) // a buffer takes everything
	_ = w.Close()
	return File{Path: path, MediaType: mediaType, Tag: TagOf(content), Plain: content, Gzipped: b.Bytes()}
}

// read returns an embedded file; the package's tests check that it exists.
func read(name string) []byte {
	content, err := fs.ReadFile(page, name)
	if err != nil {
		panic(err)
	}
	return content
}

// TagOf is the entity tag of a content (RFC 9110, 8.8.3).
func TagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}

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
