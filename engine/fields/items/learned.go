package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
)

// Learned is how tables of a layout are to be read that is known from elsewhere.
// Its zero value is how any table is read.
type Learned struct {
	// Tables are read in place of those that were recognised.
	Tables []*layout.Table
	// OneLine says that descriptions are their first lines alone, AllLines that all
	// lines under an item belong to its description.
	OneLine, AllLines bool
	// Ends reports whether a row below items is the first that is none of the table's.
	Ends func(*layout.Row) bool
}

// FindLearned finds the line items in tables whose columns are known, and nowhere
// else.
func FindLearned(l *link.Linker, learned Learned) Items {
	own := *l
	document := *l.Document
	document.Tables = learned.Tables
	own.Document = &document
	f := &finder{Linker: &own, learned: learned}
	items := f.tableItems()
	f.claimRows(items)
	return Items{f, items}
}

// ends reports whether a row is known to stand below the table.
func (tr *tableReader) ends(row tableRow) bool {
	return len(tr.items) > 0 && tr.learned.Ends != nil && tr.learned.Ends(row.visual)
}

// continues reports whether a row carries on the description above it; where all lines
// are known to, any text close under it does, but for a sentence across the columns.
func (tr *tableReader) continues(it *item, row tableRow) bool {
	if itemname.Worded(row.Cells[layout.ColumnPosition]) {
		return false
	}
	if !tr.learned.AllLines {
		return continues(it, row)
	}
	return it.page == row.Page && !it.over && !apart(it.bottom, row.visual) &&
		len(row.Cells[layout.ColumnDescription]) > 0 && len(row.Cells[layout.ColumnAmount]) == 0
}

// settleLines makes descriptions of as many lines as they are known to have, and
// reports whether that is known.
func (tr *tableReader) settleLines() bool {
	switch {
	case tr.learned.OneLine:
		return true // the lines stay beside the text
	case tr.learned.AllLines:
		for _, it := range tr.items {
			it.text = slices.Concat(append([][]layout.Part{it.text}, it.lines...)...)
		}
		return true
	}
	return false
}
