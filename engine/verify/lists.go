package verify

import (
	"fmt"

	"github.com/docmill/docmill/engine/fields"
	"github.com/shopspring/decimal"
)

// maxTerms is how many terms a detail spells out.
const maxTerms = 12

// column adds one member of a list up; missing members make it unusable.
func column(set *fields.Set, list, member string) (e equation, paths []string, ok bool) {
	rows := set.Lists[list]
	for i, row := range rows {
		cell, found := row[member]
		v, err := decimal.NewFromString(cell.Value)
		if !found || err != nil {
			return e, nil, false
		}
		if i < maxTerms {
			e.add(v, cell.Value)
		} else {
			e.total = e.total.Add(v)
			if i == maxTerms {
				e.text += " + …"
			}
		}
		paths = append(paths, fields.Path(list, i, member))
	}
	return e, paths, len(rows) > 0
}

// taxes checks each rate's amount against its base, and their sum against the
// tax total.
func taxes(set *fields.Set) *Outcome {
	e, paths, ok := column(set, "taxes", "amount")
	total, found := amount(set, "taxTotal")
	if !ok || !found {
		return nil
	}
	for i, row := range set.Lists["taxes"] {
		base, err1 := decimal.NewFromString(row["base"].Value)
		rate, err2 := decimal.NewFromString(row["rate"].Value)
		tax, err3 := decimal.NewFromString(row["amount"].Value)
		if err1 != nil || err2 != nil || err3 != nil {
			continue
		}
		if !near(base.Mul(rate).Shift(-2), tax) {
			detail := fmt.Sprintf("%s %% of %s ≠ %s", row["rate"].Value, row["base"].Value, row["amount"].Value)
			return outcome(Taxes, false, detail, fields.Path("taxes", i, "base"), fields.Path("taxes", i, "amount"))
		}
	}
	passed, detail := e.result(total, set.Text("taxTotal"))
	return outcome(Taxes, passed, detail, append(paths, "taxTotal")...)
}

// lineItems checks the sum of the items against the subtotal or, where prices
// include the tax, the total.
func lineItems(set *fields.Set) *Outcome {
	e, paths, ok := column(set, "lineItems", "amount")
	if !ok {
		return nil
	}
	sub, hasSub := amount(set, "subtotal")
	total, hasTotal := amount(set, "total")
	discount, _ := amount(set, "discountTotal")
	switch {
	case hasTotal && near(e.total, total) && (!hasSub || !near(e.total, sub)):
		passed, detail := e.result(total, set.Text("total"))
		return outcome(LineItems, passed, detail, append(paths, "total")...)
	case hasSub && !discount.IsZero() && near(e.total.Sub(discount), sub):
		e.add(discount.Neg(), "-"+set.Text("discountTotal"))
		passed, detail := e.result(sub, set.Text("subtotal"))
		return outcome(LineItems, passed, detail, append(paths, "discountTotal", "subtotal")...)
	case hasSub:
		passed, detail := e.result(sub, set.Text("subtotal"))
		return outcome(LineItems, passed, detail, append(paths, "subtotal")...)
	case hasTotal:
		passed, detail := e.result(total, set.Text("total"))
		return outcome(LineItems, passed, detail, append(paths, "total")...)
	}
	return nil
}

// lineAmounts checks quantity × unit price in every item that has all three;
// an item with a discount is left out.
func lineAmounts(set *fields.Set) *Outcome {
	var paths []string
	checked := 0
	for i, row := range set.Lists["lineItems"] {
		q, err1 := decimal.NewFromString(row["quantity"].Counts())
		p, err2 := decimal.NewFromString(row["unitPrice"].Counts())
		a, err3 := decimal.NewFromString(row["amount"].Value)
		if _, discounted := row["discount"]; discounted || err1 != nil || err2 != nil || err3 != nil {
			continue
		}
		mine := []string{
			fields.Path("lineItems", i, "quantity"), fields.Path("lineItems", i, "unitPrice"), fields.Path("lineItems", i, "amount"),
		}
		if !near(q.Mul(p), a) {
			detail := fmt.Sprintf("line %d: %s × %s ≠ %s", i+1, row["quantity"].Counts(), row["unitPrice"].Counts(), row["amount"].Value)
			return outcome(LineAmounts, false, detail, mine...)
		}
		paths = append(paths, mine...)
		checked++
	}
	if checked == 0 {
		return nil
	}
	return outcome(LineAmounts, true, fmt.Sprintf("quantity × unit price = amount in %d lines", checked), paths...)
}

// balance checks opening balance and transactions against the closing balance.
func balance(set *fields.Set) *Outcome {
	open, ok1 := amount(set, "openingBalance")
	closing, ok2 := amount(set, "closingBalance")
	movements, paths, ok3 := column(set, "transactions", "amount")
	if !ok1 || !ok2 || !ok3 {
		return nil
	}
	var e equation
	e.add(open, set.Text("openingBalance"))
	e.add(movements.total, movements.total.StringFixed(2))
	passed, detail := e.result(closing, set.Text("closingBalance"))
	return outcome(Balance, passed, detail, append(paths, "openingBalance", "closingBalance")...)
}
