package layout

import (
	"cmp"
	"slices"
)

// headingPasses returns the passes that reinterpret the columns of a header by its other columns, in order.
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

func (t *Table) sortHeadings() {
	slices.SortFunc(t.Headings, func(a, b Heading) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
}

// resolveDiscount makes "desc" (descuento) a discount if another column holds the descriptions.
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

// resolveJoined splits "quantity unit" into two headings if no other column has the quantities, and "amount VAT" if
// none has the amounts of quantities and prices.
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

// resolveCodes makes the last of two code columns the description, if no other column is: "Cod." next to "Articolo".
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

// resolveAmounts distinguishes the amount columns of a header. Of two with a tax column between them the first is
// net and the last gross. Otherwise the last is the line's amount, and one left of everything is a quantity.
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

// resolveLastQuantity makes the last of two quantity columns the amount, if it is right of the prices and no other
// column has amounts: "Cantidad", "Precio", "Cantidad".
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

// resolveLastPrice makes the last of two price columns the amount, if no other is: "Unit price", "Price in all".
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

// resolveDebits makes the debit column the amount, if no other column has money to pay: "Charges" next to "Credits"
// on hotel folios and accounts. Its word has other meanings, but left of the credits it is unambiguous.
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
