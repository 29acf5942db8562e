package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
)

// Learned describes how to read tables of a known layout. The zero value reads any table.
type Learned struct {
	// Tables replace the recognized tables.
	Tables []*layout.Table
	// OneLine limits descriptions to their first lines. AllLines adds all lines under an item to its description.
	OneLine, AllLines bool
	// Ends reports whether a row below items is the first row after the table.
	Ends func(*layout.Row) bool
}

// FindLearned finds the line items in tables with known columns only.
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

// ends reports whether a row is known to be below the table.
func (tr *tableReader) ends(row tableRow) bool {
	return len(tr.items) > 0 && tr.learned.Ends != nil && tr.learned.Ends(row.visual)
}

// continues reports whether a row continues the description above. With AllLines, any close text but sentences does.
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

// resolveLines gives descriptions their known number of lines, and reports whether it is known.
func (tr *tableReader) resolveLines() bool {
	switch {
	case tr.learned.OneLine:
		return true // the lines remain separate from the text
	case tr.learned.AllLines:
		for _, it := range tr.items {
			it.text = slices.Concat(append([][]layout.Part{it.text}, it.lines...)...)
		}
		return true
	}
	return false
}
