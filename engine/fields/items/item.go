package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/shopspring/decimal"
)

type finder struct {
	*link.Linker
	learned Learned // see FindLearned
}

// Learned describes how to read tables of a known layout. The zero value reads any table.
type Learned struct {
	// Tables replace the recognized tables.
	Tables []*layout.Table
	// OneLine limits descriptions to their first lines. AllLines adds all lines under an item to its description.
	OneLine, AllLines bool
	// Ends reports whether a row below items is the first row after the table.
	Ends func(*layout.Row) bool
}

// item is a line item while its rows are collected.
type item struct {
	cells  map[layout.Column][]layout.Part
	text   []layout.Part // description, in reading order
	rows   []*layout.Row
	bottom float64
	page   *layout.Page

	lines      [][]layout.Part // further lines under the first of the description
	over       bool            // its name is above its numbers
	code       *layout.Part    // the product code before the name
	deductions []value.Figure  // from separate rows under it
	net        *netAmount      // the amount after deductions
	dashed     bool            // the minus before the amount is a dash

	quantity, price *value.Figure // already read, if no cell holds them alone
}

func (it *item) takeCells(row layout.TableRow) {
	for c, parts := range row.Cells {
		switch {
		case c == layout.ColumnDescription:
		case len(it.cells[c]) == 0:
			it.cells[c] = parts
		case c == layout.ColumnQuantity && quantity.Marked(parts):
			it.cells[c] = append(slices.Clone(it.cells[c]), parts...)
		}
	}
}

// netAmount is the amount of an item after deductions in separate rows, and their sum.
type netAmount struct{ amount, discount decimal.Decimal }
