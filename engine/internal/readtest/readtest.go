// Package readtest checks what readers of files return.
package readtest

import (
	"errors"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/extractionerror"
)

// Draw draws pages as text: each line with its words at their columns, hidden lines in brackets, and -- between pages.
func Draw(pages []document.Page) string {
	var sb strings.Builder
	for i, p := range pages {
		if i > 0 {
			sb.WriteString("--\n")
		}
		for _, l := range p.Lines {
			if l.Words[0].Hidden {
				sb.WriteString("[" + l.Text() + "]\n")
				continue
			}
			line := ""
			for _, w := range l.Words {
				column := int(w.Box.X0*p.Width/grid.Pitch + 0.5)
				line += strings.Repeat(" ", max(0, column-len([]rune(line)))) + w.Text
			}
			sb.WriteString(line + "\n")
		}
	}
	return sb.String()
}

// Check fails the test if the error is not an extractionerror.Error, or if a word is not on its page.
func Check(t *testing.T, doc *document.Document, err error) {
	t.Helper()
	if f := (*extractionerror.Error)(nil); err != nil && !errors.As(err, &f) {
		t.Fatalf("not a failure: %v", err)
	}
	if doc == nil {
		return
	}
	for _, p := range doc.Pages {
		for _, l := range p.Lines {
			for _, w := range l.Words {
				if b := w.Box; b.Empty() || b.X0 < 0 || b.Y0 < 0 || b.X1 > 1 || b.Y1 > 1 {
					t.Fatalf("%q is at %v", w.Text, b)
				}
			}
		}
	}
}
