package extract_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
)

func TestLongValuesTruncated(t *testing.T) {
	t.Parallel()
	const maxBytes = 64 << 10
	long := strings.Repeat("é", 40_000)
	var lines []document.Line
	add := func(y float64, texts ...string) {
		width := 1 / float64(len(texts))
		for i, text := range texts {
			line := document.Line{}
			words := strings.Fields(text)
			for k, w := range words {
				x := float64(i)*width + 0.6*width*float64(k)/float64(len(words))
				box := document.Box{X0: x, Y0: y, X1: x + 0.55*width/float64(len(words)), Y1: y + 0.012}
				line.Words = append(line.Words, document.Word{Text: w, Box: box, Confidence: 1, Source: document.SourceText})
				line.Box = line.Box.Union(box)
			}
			lines = append(lines, line)
		}
	}
	add(0.1, "Remark: "+long)
	for i := range 4 {
		add(0.3+0.02*float64(i), "a", long, "c")
	}
	doc := &document.Document{Pages: []document.Page{{Number: 1, Width: 600, Height: 800, Lines: lines}}}
	res := models().Document(doc, result.TypeGeneric)
	longest := 0
	check := func(path, text string) {
		longest = max(longest, len(text))
		if len(text) > maxBytes || !utf8.ValidString(text) {
			t.Errorf("%s: %d bytes, valid UTF-8: %v", path, len(text), utf8.ValidString(text))
		}
	}
	for path, field := range res.Fields {
		check(path, field.Value)
		check(path, field.Raw)
	}
	if longest < maxBytes-8 {
		t.Errorf("the longest value has %d bytes", longest)
	}
	longest = 0
	tables, _ := res.Data["tables"].([]map[string]any)
	for _, table := range tables {
		for _, row := range table["rows"].([][]string) {
			for _, cell := range row {
				check("a cell", cell)
			}
		}
	}
	if longest < maxBytes-8 {
		t.Errorf("the longest of %d tables' cells has %d bytes", len(tables), longest)
	}
}
