package pdf

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/rows"
)

// quarters returns the clockwise quarter turns that make text of that direction upright.
func (d direction) quarters() int {
	switch d {
	case upwards:
		return 1
	case leftwards:
		return 2
	case downwards:
		return 3
	}
	return 0
}

// lines returns all words in rows, independent of their order in the file: first those in the page's main
// direction, then the others. turned is the number of clockwise quarter turns that make the page upright;
// the boxes refer to the upright page.
func (s *splitter) lines() (lines []document.Line, turned int) {
	s.flush()
	s.joinTouching()
	s.joinSpaced()
	text := string(s.text)
	var byDirection [oblique + 1][]document.Word
	var words, letters [oblique + 1]int
	for i := range s.words {
		words[s.words[i].dir]++
	}
	for d, n := range words {
		byDirection[d] = make([]document.Word, 0, n)
	}
	for i := range s.words {
		w := &s.words[i]
		w.Text = text[w.first:w.last]
		byDirection[w.dir] = append(byDirection[w.dir], w.Word)
		if !w.Hidden {
			letters[w.dir] += len(w.Text)
		}
	}
	main := mainDirection(letters)
	lines = turn(rowsOf(byDirection[main], main), 0)
	for d := rightwards; d < oblique; d++ {
		if d != main {
			lines = append(lines, sideways(turn(rowsOf(byDirection[d], d), main.quarters()-d.quarters()))...)
		}
	}
	return append(lines, turn(obliqueLines(byDirection[oblique]), main.quarters())...), main.quarters()
}

// sideways marks lines in another direction than the page's.
func sideways(lines []document.Line) []document.Line {
	for i := range lines {
		lines[i].Sideways = true
	}
	return lines
}

// mainDirection is rightwards unless nearly all text of a page has another direction: a sheet printed
// sideways, not a note in the margin.
func mainDirection(letters [oblique + 1]int) direction {
	const (
		share = 0.8
		few   = 50
	)
	total := 0
	for _, n := range letters {
		total += n
	}
	for d := downwards; d < oblique; d++ {
		if letters[d] >= few && float64(letters[d]) >= share*float64(total) {
			return d
		}
	}
	return rightwards
}

// rowsOf returns the rows of words of one direction, with boxes on the page turned to make them upright.
func rowsOf(words []document.Word, d direction) []document.Line {
	if q := d.quarters(); q != 0 {
		for i := range words {
			words[i].Box = words[i].Box.Turn(q)
		}
	}
	return rows.Group(words)
}

// obliqueLines returns a line for each word, from top to bottom.
func obliqueLines(words []document.Word) []document.Line {
	slices.SortStableFunc(words, func(a, b document.Word) int {
		return cmp.Or(cmp.Compare(a.Box.Y0, b.Box.Y0), cmp.Compare(a.Box.X0, b.Box.X0))
	})
	lines := make([]document.Line, len(words))
	for i := range words {
		lines[i] = document.Line{Words: words[i : i+1 : i+1], Box: words[i].Box}
	}
	return lines
}

// turn turns the boxes of lines clockwise, in place.
func turn(lines []document.Line, quarters int) []document.Line {
	if quarters%4 == 0 {
		return lines
	}
	for i := range lines {
		lines[i].Box = lines[i].Box.Turn(quarters)
		for k := range lines[i].Words {
			lines[i].Words[k].Box = lines[i].Words[k].Box.Turn(quarters)
		}
	}
	return lines
}
