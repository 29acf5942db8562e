package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
)

// Letters of an unknown font: the height is the font size, the width about half of it (Helvetica's mean).
const (
	usualSize   = 12.0
	meanAdvance = 0.5  // of the size
	leading     = 1.15 // of the size
)

// addNotes adds the text of annotations that the page does not show yet. If an appearance shows it in
// pieces, such as one letter per cell of a comb field, the value's words replace the pieces.
func (s *splitter) addNotes(notes []note) {
	s.flush()
	for i := range notes {
		n := &notes[i]
		r := s.at.rect(n.rect)
		if strings.TrimSpace(n.text) == "" {
			continue // an empty form field
		}
		if n.whole {
			s.addWord(n.text, r, r.height())
			continue
		}
		shown, fill := s.shownIn(s.at.fractions(r))
		switch {
		case len(shown) == 0:
			s.remove(fill)
			s.layOut(n, r)
		case len(shown) > len(strings.Fields(n.text)):
			s.join(shown, n.text)
		}
	}
}

// shownIn returns the indexes of visible words within a box and, separately, of fill lines: "........",
// "____".
func (s *splitter) shownIn(box document.Box) (words, fill []int) {
	for i := range s.words {
		w := &s.words[i]
		x, y := w.Box.CenterX(), w.Box.CenterY()
		if w.Hidden || x < box.X0 || x > box.X1 || y < box.Y0 || y > box.Y1 {
			continue
		}
		isLetter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
		if strings.ContainsFunc(string(s.text[w.first:w.last]), isLetter) {
			words = append(words, i)
		} else {
			fill = append(fill, i)
		}
	}
	return words, fill
}

func (s *splitter) remove(indexes []int) {
	for _, i := range indexes {
		s.words[i].first = s.words[i].last
	}
	s.words = slices.DeleteFunc(s.words, func(w word) bool { return w.first == w.last })
}

// join replaces words that together spell a value by the value's words.
func (s *splitter) join(pieces []int, value string) {
	slices.SortStableFunc(pieces, func(a, b int) int { return cmp.Compare(s.words[a].Box.X0, s.words[b].Box.X0) })
	var joined []word
	rest := pieces
	for _, field := range strings.Fields(value) {
		spelled, box := "", document.Box{}
		for ; len(spelled) < len(field) && len(rest) > 0; rest = rest[1:] {
			p := &s.words[rest[0]]
			spelled += string(s.text[p.first:p.last])
			box = box.Union(p.Box)
		}
		if spelled != field {
			return
		}
		w := s.words[pieces[0]]
		w.first, w.last, w.Box = len(s.text), len(s.text)+len(field), box
		s.text = append(s.text, field...)
		joined = append(joined, w)
	}
	if len(rest) == 0 {
		s.words = append(s.words, joined...)
		s.remove(pieces)
	}
}

// layOut places a note's text in its rectangle as a viewer does: several lines from the top, a single one
// in the middle.
func (s *splitter) layOut(n *note, r rect) {
	size := n.size
	if size == 0 {
		size = min(usualSize, 0.7*r.height())
	}
	lines := strings.FieldsFunc(n.text, func(r rune) bool { return r == '\n' || r == '\r' })
	if n.lines {
		lines = wrap(lines, int(r.width()/(meanAdvance*size)))
	} else {
		lines = []string{strings.Join(lines, " ")}
	}
	y := r.y0
	if len(lines) == 1 {
		y = (r.y0 + r.y1 - size) / 2
	}
	for i, line := range lines {
		first := len(s.words)
		s.layOutLine(line, rect{r.x0, y, r.x1, y + size}, size)
		if i > 0 && y+size/2 > r.y1 {
			s.hideFrom(first)
		}
		y += leading * size
	}
}

// hideFrom hides the words from an index on, because their field clips them.
func (s *splitter) hideFrom(first int) {
	for i := range s.words[first:] {
		s.words[first+i].Hidden = true
	}
}

func (s *splitter) layOutLine(line string, r rect, size float64) {
	const narrowest = 0.4 // of the usual width; a viewer clips the rest
	advance := meanAdvance * size
	if n := utf8.RuneCountInString(line); float64(n)*advance > r.width() {
		advance = max(r.width()/float64(n), narrowest*advance)
	}
	x := r.x0
	for _, field := range strings.Split(line, " ") {
		width := float64(utf8.RuneCountInString(field)) * advance
		if field != "" {
			s.addWord(field, rect{x, r.y0, max(x, min(x+width, r.x1)), r.y1}, size)
			if x > r.x0 && x+width/2 > r.x1 {
				s.hideFrom(len(s.words) - 1)
			}
		}
		x += width + advance
	}
}

func (s *splitter) addWord(text string, r rect, size float64) {
	first := len(s.text)
	s.text = append(s.text, text...)
	s.words = append(s.words, word{
		Word: document.Word{
			Box: s.at.fractions(r), Confidence: 1, Size: size,
			Source: document.SourceText, Hidden: s.isOutside(r),
		},
		first: first, last: len(s.text),
	})
}

// wrap breaks lines of more than limit characters between words.
func wrap(lines []string, limit int) []string {
	var out []string
	for _, line := range lines {
		row := ""
		for _, field := range strings.Fields(line) {
			if row != "" && utf8.RuneCountInString(row)+1+utf8.RuneCountInString(field) > limit {
				out = append(out, row)
				row = ""
			}
			if row != "" {
				row += " "
			}
			row += field
		}
		out = append(out, row)
	}
	return out
}
