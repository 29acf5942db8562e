package sheettest

import (
	"math"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/layout"
)

// Piece is a unit of a line: its text, its class, and the probability of that; the rest goes to the class
// of other text.
type Piece struct {
	Text  string
	Class tag.Class
	Odds  float64
}

// Line is a line of print of 10 points with its left edge at X and its top at Y.
type Line struct {
	X, Y   float64
	Pieces []Piece
}

// One is a line of one piece.
func One(x, y float64, text string, class tag.Class, odds float64) Line {
	return Line{x, y, []Piece{{text, class, odds}}}
}

// Down are lines under each other that are for the same thing.
func Down(x, y float64, class tag.Class, odds float64, texts ...string) (out []Line) {
	for i, text := range texts {
		out = append(out, One(x, y+13*float64(i), text, class, odds))
	}
	return out
}

// Tagged is an A4 page of lines, with tags as the lines have them.
func Tagged(t *testing.T, lines ...Line) *annotate.Document {
	t.Helper()
	sheet, of := A4(), map[string][]Piece{}
	for _, l := range lines {
		texts := make([]string, len(l.Pieces))
		for i, p := range l.Pieces {
			texts[i] = p.Text
		}
		whole := strings.Join(texts, " ")
		sheet.Put(l.X, l.Y, 10, whole)
		of[whole] = l.Pieces
	}
	doc := annotate.New(layout.Analyze(Bind(sheet)))
	var units []tag.Unit
	for _, s := range doc.Layout.Segments {
		pieces, known := of[s.Text()]
		if !known {
			t.Fatalf("%q is a segment and no line", s.Text())
		}
		first := 0
		for _, p := range pieces {
			n := len(strings.Fields(p.Text))
			u := tag.Unit{Part: layout.Part{Segment: s, First: first, Last: first + n - 1}}
			for c := range u.Odds {
				u.Odds[c] = -9
			}
			u.Odds[tag.Other] = float32(math.Log(1 - p.Odds))
			u.Odds[p.Class] = float32(math.Log(p.Odds))
			units, first = append(units, u), first+n
		}
	}
	doc.Tags = tag.New(units, tag.SenderUnknown)
	return doc
}
