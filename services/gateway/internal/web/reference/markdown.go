package reference

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

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
