package pdf

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/rows"
)

// quarters is by how many quarter turns clockwise text of that direction comes
// to stand upright.
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

// lines returns all words in rows, wherever the file has them: first those that
// run as most of the page does, then those that run other ways, row by row each.
// turned is by how many quarter turns clockwise the page comes to stand upright,
// to which the boxes refer.
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

// sideways marks lines that run another way than the page.
func sideways(lines []document.Line) []document.Line {
	for i := range lines {
		lines[i].Sideways = true
	}
	return lines
}

// mainDirection is rightwards unless nearly all of a page runs another way: a
// sheet that was printed sideways, not a note in the margin.
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

// rowsOf returns the rows of words that run one way, with boxes on the page so
// turned that they stand upright.
func rowsOf(words []document.Word, d direction) []document.Line {
	if q := d.quarters(); q != 0 {
		for i := range words {
			words[i].Box = words[i].Box.Turn(q)
		}
	}
	return rows.Group(words)
}

// obliqueLines makes a line of each word, from top to bottom.
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
