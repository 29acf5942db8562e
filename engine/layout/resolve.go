package layout

import (
	"cmp"
	"slices"
)

// headingPasses returns the passes that reinterpret the columns of a header by the other columns that it
// has. Each sees the results of those before it.
func headingPasses() []func(*Table) {
	return []func(*Table){
		(*Table).resolveJoined,
		(*Table).sortHeadings,
		(*Table).resolveLastQuantity,
		(*Table).resolveLastPrice,
		(*Table).resolveAmounts,
		(*Table).resolveDebits,
		(*Table).resolveDiscount,
		(*Table).resolveCodes,
	}
}

// bodyPasses returns the passes that sort the rows up to an index into the columns, and reinterpret the
// columns by the content of their cells.
func bodyPasses() []func(t *Table, end int) {
	return []func(*Table, int){
		(*Table).partFronts,
		(*Table).assignAll,
		(*Table).resolveDescription,
		(*Table).resolveContents,
	}
}

// sortHeadings orders the headings from left to right.
func (t *Table) sortHeadings() {
	slices.SortFunc(t.Headings, func(a, b Heading) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
}

// resolveDiscount takes "desc" beside quantities and prices for a discount
// (descuento, desconto), where another column holds the descriptions.
func (t *Table) resolveDiscount() {
	described, counted := false, false
	for i := range t.Headings {
		switch h := &t.Headings[i]; {
		case h.Column == ColumnDescription && described && counted && h.phrase == "desc":
			h.Column = ColumnDiscount
		case h.Column == ColumnDescription:
			described = true
		case h.Column == ColumnQuantity || h.Column == ColumnUnitPrice:
			counted = true
		}
	}
}

// resolveJoined takes "quantity unit" for two headings where no other column has the
// quantities, and "amount VAT" where none has the amounts of quantities and prices.
func (t *Table) resolveJoined() {
	lacks := func(joined Column) bool {
		if joined == ColumnTaxAmount {
			return t.Has(ColumnQuantity) && t.Has(ColumnUnitPrice) && !t.Has(ColumnAmount) && !t.Has(ColumnGross)
		}
		return !t.Has(ColumnQuantity)
	}
	for i, h := range t.Headings {
		if len(h.parts) > 0 && lacks(h.Column) {
			t.Headings = slices.Replace(t.Headings, i, i+1, h.parts...)
			return
		}
	}
}

// resolveCodes takes the last of two columns of codes for the description, where
// no other column is: "Cod." beside "Articolo".
func (t *Table) resolveCodes() {
	last, codes := 0, 0
	for i, h := range t.Headings {
		if h.Column == ColumnCode {
			last = i
			codes++
		}
	}
	if codes > 1 && !t.Has(ColumnDescription) {
		t.Headings[last].Column = ColumnDescription
	}
}

// resolveAmounts tells the amount columns of a header apart. Of two with a tax
// column between them the first is net and the last gross; else the last is the
// line's amount, and one left of everything is a quantity.
func (t *Table) resolveAmounts() {
	var at []int
	for i, h := range t.Headings {
		if h.Column == ColumnAmount {
			at = append(at, i)
		}
	}
	if len(at) < 2 {
		return
	}
	first, last := at[0], at[len(at)-1]
	taxed, priced := false, false
	for _, h := range t.Headings[first:last] {
		taxed = taxed || h.Column == ColumnTaxRate || h.Column == ColumnTaxAmount
	}
	for _, h := range t.Headings[:first] {
		priced = priced || h.Column == ColumnUnitPrice || h.Column == ColumnDescription || h.Column == ColumnQuantity
	}
	switch {
	case taxed && priced:
		t.Headings[last].Column = ColumnGross
	case !priced && !t.Has(ColumnQuantity):
		t.Headings[first].Column = ColumnQuantity
	case !t.Has(ColumnUnitPrice):
		t.Headings[first].Column = ColumnUnitPrice
	default:
		t.Headings[first].Column = ColumnOther
	}
}

// resolveLastQuantity takes the last of two columns of quantities for the amounts,
// where it stands right of the prices and no other column has them: "Cantidad",
// "Precio", "Cantidad".
func (t *Table) resolveLastQuantity() {
	if t.Has(ColumnAmount) || t.Has(ColumnGross) {
		return
	}
	counted, priced := false, false
	for i := range t.Headings {
		switch h := &t.Headings[i]; {
		case h.Column == ColumnUnitPrice:
			priced = counted
		case h.Column == ColumnQuantity && priced:
			h.Column = ColumnAmount
			return
		case h.Column == ColumnQuantity:
			counted = true
		}
	}
}

// resolveLastPrice takes the last of two columns of prices for the amounts, where no
// other column has them: "Unit price", "Price in all".
func (t *Table) resolveLastPrice() {
	if t.Has(ColumnAmount) || t.Has(ColumnGross) {
		return
	}
	last, prices := 0, 0
	for i, h := range t.Headings {
		if h.Column == ColumnUnitPrice {
			last = i
			prices++
		}
	}
	if prices > 1 && last == len(t.Headings)-1 {
		t.Headings[last].Column = ColumnAmount
	}
}

// resolveDebits takes what is charged for the amounts where no other column has money that
// is to be paid: on the folios of hotels and on accounts, "Charges" beside "Credits". Its
// word may say much else, but left of what was paid it stands for what was not.
func (t *Table) resolveDebits() {
	if t.Has(ColumnAmount) || t.Has(ColumnGross) || t.Has(ColumnUnitPrice) {
		return
	}
	credit := slices.IndexFunc(t.Headings, func(h Heading) bool { return h.Column == ColumnCredit })
	if credit < 1 {
		return
	}
	if h := &t.Headings[credit-1]; h.Column == ColumnOther || h.Column == ColumnDebit {
		h.Column = ColumnAmount
	}
}
