// Package tagger predicts the purpose of each part of a page. A small neural network gives every unit of the page a
// class from its surroundings (see package tag).
//
// The network sees no names or values: documents of the same form have the same tags. lab/tagging trains it.
package tagger

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/pagegraph"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits of the input: parties and sums are on the first and last pages, and the first table rows represent the rest.
const (
	maxPages     = 4
	maxUnits     = 480
	maxTableRows = 3
)

// Observe returns the network's input for a document.
func Observe(doc *annotate.Document) *pagegraph.Graph { return pagegraph.New(doc, unitsOf(doc)) }

// unitsOf cuts the first pages and the last one into units.
func unitsOf(doc *annotate.Document) []pagegraph.Unit {
	pages := doc.Layout.Pages
	if len(pages) > maxPages {
		pages = append(append([]*layout.Page(nil), pages[:maxPages-1]...), pages[len(pages)-1])
	}
	inTable := tableRows(doc)
	var out []pagegraph.Unit
	for _, p := range pages {
		for _, row := range p.Rows {
			k := inTable[row]
			if k > maxTableRows {
				continue
			}
			for _, s := range row.Segments {
				if out = append(out, pagegraph.Cut(doc, s, k > 0)...); len(out) >= maxUnits {
					return out[:maxUnits]
				}
			}
		}
	}
	return out
}

// maxWithout is the maximum number of consecutive rows without a number in an item table.
const maxWithout = 3

// maxDistance is the maximum distance of table rows, in heights of print; the foot of a page is further away.
const maxDistance = 12

// tableRows numbers the rows of item tables below their headings, from 1.
func tableRows(doc *annotate.Document) map[*layout.Row]int {
	numbers := map[*layout.Row]int{}
	for _, t := range doc.Tables {
		if !t.Has(layout.ColumnAmount) && !t.Has(layout.ColumnUnitPrice) && !t.Has(layout.ColumnGross) {
			continue
		}
		n, without := 0, 0
		for i := range t.Rows {
			row := &t.Rows[i]
			if n > 0 && (ends(doc, row) || i > 0 && apart(&t.Rows[i-1], row)) {
				break // sums and the foot follow
			}
			if !numeric(row) {
				if without++; without > maxWithout {
					break
				}
				continue
			}
			n, without = n+1, 0
			numbers[row.Page.Rows[row.Index]] = n
		}
	}
	return numbers
}

// ends reports whether a row starts with the label of a sum.
func ends(doc *annotate.Document, row *layout.TableRow) bool {
	for _, s := range row.Page.Rows[row.Index].Segments {
		if l := doc.LabelsIn[s]; len(l) > 0 && l[0].Opens {
			switch l[0].Terms[0].Role {
			case lexicon.Subtotal, lexicon.Tax, lexicon.TaxTotal, lexicon.Total, lexicon.AmountDue:
				return true
			}
		}
	}
	return false
}

func apart(upper, lower *layout.TableRow) bool {
	above, below := upper.Page.Rows[upper.Index].Box, lower.Page.Rows[lower.Index].Box
	return upper.Page == lower.Page && below.Y0-above.Y1 > maxDistance*min(above.Height(), below.Height())
}

// numeric reports whether a row has two cells, and a number alone in a numeric column.
func numeric(row *layout.TableRow) bool {
	if len(row.Cells) < 2 {
		return false
	}
	for c, parts := range row.Cells {
		if !c.Numeric() {
			continue
		}
		for _, p := range parts {
			words := p.Segment.Words[p.First : p.Last+1]
			if a := recognize.Amounts(words); len(a) > 0 && len(words) <= a[0].Last-a[0].First+1+maxBesideNumber {
				return true
			}
		}
	}
	return false
}

// maxBesideNumber is the maximum number of other words in a number's cell, such as a unit.
const maxBesideNumber = 1
