package layout

import "slices"

// unnamedMoney returns the meaning of a money column with an unknown heading: the price if it is the only such
// column between quantities and amounts, or the amount if it is the last column right of the prices. It returns
// ColumnOther if the table has either.
func (t *Table) unnamedMoney(heading int, holds []content) Column {
	unknown := func(i int) bool { return t.Headings[i].Column == ColumnOther && holds[i] == contentMoney }
	amounts := t.Has(ColumnAmount) || t.Has(ColumnGross)
	others := t.others(heading)
	switch {
	case amounts && t.Has(ColumnQuantity) && !t.Has(ColumnUnitPrice):
		if t.isLeft(heading, ColumnAmount, ColumnGross) && !slices.ContainsFunc(others, unknown) {
			return ColumnUnitPrice
		}
	case !amounts && t.Has(ColumnUnitPrice):
		if !t.isLeft(heading, ColumnUnitPrice) &&
			!slices.ContainsFunc(others, func(i int) bool { return i > heading && unknown(i) }) {
			return ColumnAmount
		}
	}
	return ColumnOther
}

// isLeft reports whether a heading is left of the first of the columns.
func (t *Table) isLeft(heading int, columns ...Column) bool {
	return heading < slices.IndexFunc(t.Headings, func(h Heading) bool { return slices.Contains(columns, h.Column) })
}

// countsUnits reports whether an unknown heading is over numbers with units between names and prices: "25 pcs".
func (t *Table) countsUnits(heading int) bool {
	return t.Headings[heading].Column == ColumnOther && !t.Has(ColumnQuantity) &&
		t.isLeft(heading, ColumnUnitPrice) && !t.isLeft(heading, ColumnDescription) &&
		t.mostly(heading, counting)
}

// headCounts adds a heading for quantities with units before the prices, under no heading, if most items have one.
func (t *Table) headCounts() bool {
	if t.Has(ColumnQuantity) || !t.Has(ColumnUnitPrice) {
		return false
	}
	rows := t.itemRows()
	var counts []Part
	for _, row := range rows {
		if parts := row.Cells[ColumnUnitPrice]; len(parts) == 2 && counting(parts[0]) &&
			contentOfText(parts[1].Text()) == contentMoney {
			counts = append(counts, parts[0])
		}
	}
	if len(counts) < 2 || 2*len(counts) <= len(rows) {
		return false
	}
	box := counts[0].Box()
	for _, c := range counts[1:] {
		box = box.Union(c.Box())
	}
	price := slices.IndexFunc(t.Headings, func(h Heading) bool { return h.Column == ColumnUnitPrice })
	t.Headings = slices.Insert(t.Headings, price, Heading{Column: ColumnQuantity, Box: box})
	return true
}

// multipliesPrices reports whether an unknown heading between names and prices is over quantities: quantity × price is
// the amount in every row of an item.
func (t *Table) multipliesPrices(heading int) bool {
	if t.Has(ColumnQuantity) || t.headings(ColumnOther) != 1 || !t.Has(ColumnAmount) ||
		!t.isLeft(heading, ColumnUnitPrice) || t.isLeft(heading, ColumnDescription) {
		return false
	}
	rows := t.itemRows()
	for _, row := range rows {
		prices, amounts := row.Cells[ColumnUnitPrice], row.Cells[ColumnAmount]
		if len(prices) != 1 || len(amounts) != 1 {
			return false
		}
		if _, ok := multiplies(row.Cells[ColumnOther], prices[0], amounts[0], row.Cells[ColumnDiscount]); !ok {
			return false
		}
	}
	return len(rows) > 0
}
