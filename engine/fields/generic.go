package fields

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/tables"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// generic reads the fields of any document: a title, pairs of key and value, tables.
func generic(r *annotate.Document, roles *formrole.Document, language string) *value.Set {
	set := value.New()
	putTitle(r, set)
	if language != "" {
		set.Put("language", value.Value{Value: language, Source: document.SourceDerived, Score: 0.9, Legibility: 1})
	}
	for _, p := range r.Layout.Pages {
		_, inTable := grids(p)
		set.Lists["keyValues"] = append(set.Lists["keyValues"], pairsOf(r, roles, p, inTable)...)
	}
	set.Tables = Tables(r.Layout)
	const maxPairs = 500 // keeps the record of a large document readable
	set.Lists["keyValues"] = set.Lists["keyValues"][:min(maxPairs, len(set.Lists["keyValues"]))]
	return set
}

// putTitle stores the largest of the first lines of the first page.
func putTitle(r *annotate.Document, set *value.Set) {
	if len(r.Layout.Pages) == 0 {
		return
	}
	page := r.Layout.Pages[0]
	var top *layout.Segment
	for _, row := range page.Rows[:min(8, len(page.Rows))] {
		s := row.Segments[0]
		if annotate.HasLetters(s.Words) && len(s.Words) <= 20 && (top == nil || s.Height() > 1.15*top.Height()) {
			top = s
		}
	}
	if top != nil {
		set.Put("title", value.CiteParts(top.Text(), []layout.Part{annotate.Whole(top)}, " ", 0.6))
	}
}

// Tables finds the tables of a document.
func Tables(lay *layout.Layout) (found []value.Grid) {
	for _, p := range lay.Pages {
		if p.Nominal {
			typed, _ := grids(p)
			found = append(found, typed...)
		} else {
			found = append(found, tables.Find(p)...)
		}
	}
	return found
}

// grids finds tables by shape: three or more successive rows of at least three aligned segments. inTable holds the rows
// of those with headings.
func grids(p *layout.Page) (out []value.Grid, inTable map[*layout.Row]bool) {
	inTable = map[*layout.Row]bool{}
	for i := 0; i < len(p.Rows); {
		j := i
		for j < len(p.Rows) && len(p.Rows[j].Segments) >= 3 && (j == i || follows(p.Rows[j-1], p.Rows[j])) {
			j++
		}
		if j-i >= 3 {
			g := gridOf(p, p.Rows[i:j])
			out = append(out, g)
			for _, row := range p.Rows[i:j] {
				inTable[row] = g.HeaderRows > 0
			}
		}
		i = max(j, i+1)
	}
	return out, inTable
}

func follows(a, b *layout.Row) bool {
	return b.Box.Y0-a.Box.Y1 < 2.5*a.Box.Height()
}

// headerRows returns the number of rows of headings: one if the first row has a text in each column and no digits, and
// all others have digits.
func headerRows(rows [][]string) int {
	isNumber := func(cell string) bool { return recognize.CountDigits(cell) > 0 }
	isPlain := func(row []string) bool { return !slices.ContainsFunc(row, isNumber) }
	if isPlain(rows[0]) && !slices.Contains(rows[0], "") && !slices.ContainsFunc(rows[1:], isPlain) {
		return 1
	}
	return 0
}

// gridOf sorts the segments into the columns of the row with the most segments.
func gridOf(p *layout.Page, rows []*layout.Row) value.Grid {
	widest := rows[0]
	for _, r := range rows {
		if len(r.Segments) > len(widest.Segments) {
			widest = r
		}
	}
	g := value.Grid{}
	if !p.Nominal {
		g.Page = p.Number
	}
	for _, r := range rows {
		cells := make([]string, len(widest.Segments))
		for _, s := range r.Segments {
			k := nearestColumn(widest.Segments, s)
			cells[k] = strings.TrimSpace(cells[k] + " " + s.Text())
		}
		g.Rows = append(g.Rows, cells)
	}
	g.HeaderRows = headerRows(g.Rows)
	return g
}

func nearestColumn(columns []*layout.Segment, s *layout.Segment) int {
	best, top := 0, columns[0].Box.OverlapX(s.Box)
	for k, c := range columns[1:] {
		if o := c.Box.OverlapX(s.Box); o > top {
			best, top = k+1, o
		}
	}
	return best
}
