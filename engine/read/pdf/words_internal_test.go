package pdf

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
)

// PDFium infers spaces between letters placed one by one. They count only if there is room for them.
func TestInferredSpaces(t *testing.T) {
	t.Parallel()
	style := &style{size: 10, dir: rightwards}
	letter := func(r rune, x float64) *glyph { return &glyph{r: r, box: rect{x, 100, x + 6, 110}, style: style} }
	made := &glyph{r: ' ', box: rect{0, 100, 0, 110}, made: true, style: style}
	typed := &glyph{r: ' ', box: rect{16, 100, 16, 110}, style: style}
	for name, c := range map[string]struct {
		glyphs []*glyph
		want   string
	}{
		"no room":       {[]*glyph{letter('a', 10), made, letter('b', 16.2)}, "ab"},
		"room":          {[]*glyph{letter('a', 10), made, letter('b', 18)}, "a b"},
		"a typed space": {[]*glyph{letter('a', 10), typed, letter('b', 16.2)}, "a b"},
		"another row":   {[]*glyph{letter('a', 10), made, {r: 'b', box: rect{16, 120, 22, 130}, style: style}}, "a b"},
		"overlapping":   {[]*glyph{letter('a', 10), letter('m', 16), made, letter('b', 12)}, "am b"},
		"kerned":        {[]*glyph{letter('a', 10), made, letter('b', 14.5)}, "ab"},
		"to the left":   {[]*glyph{letter('a', 40), made, letter('b', 10)}, "a b"},
		"two texts":     {[]*glyph{letter('a', 10), letter('m', 16), letter('1', 13), letter('2', 19)}, "am 12"},
		"at the end":    {[]*glyph{letter('a', 10), letter('b', 16), made}, "ab"},
	} {
		s := (&File{}).newSplitter(placement{box: rect{0, 0, 200, 200}}, background{})
		for _, g := range c.glyphs {
			s.add(g)
		}
		s.flush()
		var words []string
		for _, w := range s.words {
			words = append(words, string(s.text[w.first:w.last]))
		}
		assert.Equal(t, strings.Join(words, " "), c.want, name)
	}
}
