package ocr

import (
	"slices"

	"github.com/docmill/docmill/engine/document"
)

// merge joins two passes over the same image: of overlapping words it keeps those of the more confident
// pass, and adds words that only one pass has read.
func merge(first, second *pass) *pass {
	out := &pass{prepared: first.prepared, units: make([]unit, len(first.units)+len(second.units))}
	for i := range first.units {
		out.units[i].box = first.units[i].box
	}
	for _, g := range rivals(first.units, second.units) {
		take, unit := g.words[0], g.unit
		if surer(g.words[1], g.words[0]) {
			take = g.words[1]
		}
		at := &out.units[unit]
		at.words = append(at.words, take...)
		if unit >= len(first.units) {
			for _, w := range take {
				at.box = at.box.Union(w.Box)
			}
		}
	}
	out.units = slices.DeleteFunc(out.units, func(u unit) bool { return len(u.words) == 0 })
	out.measure()
	return out
}

// rival holds the readings of two passes at one place, for example a word and the pieces of it.
type rival struct {
	words [2][]document.Word
	unit  int // that the words belong to: the first pass's if it has any
}

// rivals groups the words of two passes by position, in the order of the first pass, then of the second.
func rivals(first, second []unit) []*rival {
	type placed struct {
		word document.Word
		unit int
		of   *rival
	}
	var others []placed
	for i, u := range second {
		for _, w := range u.words {
			others = append(others, placed{word: w, unit: len(first) + i})
		}
	}
	var out []*rival
	for i, u := range first {
		for _, w := range u.words {
			g := &rival{unit: i}
			for k := range others {
				o := &others[k]
				if !samePlace(w.Box, o.word.Box) {
					continue
				}
				if o.of == nil {
					o.of = g
					g.words[1] = append(g.words[1], o.word)
				} else if len(g.words[1]) == 0 {
					g = o.of // a word that this pass parted into pieces
				}
			}
			g.words[0] = append(g.words[0], w)
			if len(g.words[0]) == 1 {
				out = append(out, g)
			}
		}
	}
	for _, o := range others {
		if o.of == nil {
			out = append(out, &rival{words: [2][]document.Word{1: {o.word}}, unit: o.unit})
		}
	}
	return out
}

// samePlace reports whether two words can be readings of the same print.
func samePlace(a, b document.Box) bool {
	const across, down = 0.3, 0.5 // of the smaller one
	wide := min(a.X1, b.X1) - max(a.X0, b.X0)
	high := min(a.Y1, b.Y1) - max(a.Y0, b.Y0)
	return wide > across*min(a.Width(), b.Width()) && high > down*min(a.Height(), b.Height())
}

// surer reports whether the pass that read a is more confident than the one that read b. If b is empty, a
// needs a high confidence.
func surer(a, b []document.Word) bool {
	if len(b) == 0 {
		return confidenceIn(a) > likely
	}
	return confidenceIn(a) > confidenceIn(b)
}

// confidenceIn is the mean confidence over the characters of words.
func confidenceIn(words []document.Word) float64 {
	sum, n := 0.0, 0
	for _, w := range words {
		sum += float64(len(w.Text)) * w.Confidence
		n += len(w.Text)
	}
	return sum / float64(max(n, 1))
}
