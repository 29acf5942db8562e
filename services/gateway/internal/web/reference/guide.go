package reference

import (
	"embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// Guides are Markdown files; the first line is the title.
//
//go:embed guides
var guideFiles embed.FS

const guidesPath = "/docs/guides/"

// guideNames lists the guides in reading order.
func guideNames() []string {
	return []string{"start", "batch", "polling", "events", "review", "errors", "limits"}
}

type guide struct {
	Path, Title string
	Text        template.HTML
}

// Guide is the page of a guide.
type Guide struct {
	Title string
	html  string
}

// HTML is the guide with the service's address in its examples.
func (g Guide) HTML(base string) template.HTML { return based(g.html, base) }

// Guides returns the guides by the path of their URL.
func (p Page) Guides() map[string]Guide { return p.guides }

func readGuides(m markdown) ([]guide, error) {
	var all []guide
	for _, name := range guideNames() {
		content, err := guideFiles.ReadFile("guides/" + name + ".md")
		if err != nil {
			return nil, fmt.Errorf("guides: %w", err)
		}
		title, text, _ := strings.Cut(string(content), "\n")
		html, err := m.render(text)
		if err != nil {
			return nil, fmt.Errorf("guide %s: %w", name, err)
		}
		all = append(all, guide{
			Path: guidesPath + name, Title: strings.TrimPrefix(title, "# "), Text: markBase(html),
		})
	}
	return all, nil
}

// markBase lets the page show the browser's address, as splitBase does.
func markBase(html template.HTML) template.HTML {
	return template.HTML(strings.ReplaceAll(string(html), exampleBase,
		"<span data-base>"+baseMark+"</span>")) //nolint:gosec // rendered
}

// guidePage is the input of a guide's template.
type guidePage struct {
	guide
	Guides       []guide
	Before, Next *guide // nil at the ends
}

func guideView(all []guide, i int) guidePage {
	p := guidePage{guide: all[i], Guides: all}
	if i > 0 {
		p.Before = &all[i-1]
	}
	if i+1 < len(all) {
		p.Next = &all[i+1]
	}
	return p
}

// markdown renders the CommonMark of descriptions, without HTML.
type markdown struct{ converter goldmark.Markdown }

func newMarkdown() markdown {
	return markdown{goldmark.New(goldmark.WithExtensions(extension.NewTable(
		extension.WithTableCellAlignMethod(extension.TableCellAlignNone),
	)))}
}

// render returns the paragraphs of a text. Tables get the style sheet's markup.
func (m markdown) render(text string) (template.HTML, error) {
	var b strings.Builder
	if err := m.converter.Convert([]byte(text), &b); err != nil {
		return "", fmt.Errorf("markdown: %w", err)
	}
	html := strings.NewReplacer(
		"<table>", `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="table">`,
		"</table>", "</table></div>",
		"<th>", `<th scope="col">`, "<pre>", `<pre class="code wrap">`,
	).Replace(b.String())
	return template.HTML(html), nil //nolint:gosec // rendered from the built-in document, without raw HTML
}

// line renders a text of one paragraph without its tags.
func (m markdown) line(text string) (template.HTML, error) {
	html, err := m.render(text)
	inner := strings.TrimSpace(string(html))
	if strings.Count(inner, "<p>") == 1 && strings.HasPrefix(inner, "<p>") && strings.HasSuffix(inner, "</p>") {
		inner = strings.TrimSuffix(strings.TrimPrefix(inner, "<p>"), "</p>")
	}
	return template.HTML(inner), err //nolint:gosec // as above
}
