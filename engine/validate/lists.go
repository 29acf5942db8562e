package validate

import (
	"fmt"
	"slices"
)

const maxTerms = 12

// column adds up the amounts of a list, except the rows apart. It returns false if an amount is missing.
func column(v Values, list string, apart []int) (e equation, paths []string, ok bool) {
	terms := 0
	for i := range v.Rows(list) {
		if slices.Contains(apart, i) {
			continue
		}
		text := v.Member(list, i, "amount")
		d, err := parseDecimal(text)
		if err != nil {
			return e, nil, false
		}
		if terms < maxTerms {
			e.add(d, text)
		} else {
			e.total = e.total.Add(d)
			if terms == maxTerms {
				e.text += " + …"
			}
		}
		terms++
		paths = append(paths, Path(list, i, "amount"))
	}
	return e, paths, terms > 0
}

// taxes checks each tax amount against its base, and their sum against the tax total.
func taxes(v Values) *CheckResult {
	e, paths, ok := column(v, "taxes", nil)
	total, found := amount(v, "taxTotal")
	if !ok || !found {
		return nil
	}
	for i := range v.Rows("taxes") {
		texts := [3]string{v.Member("taxes", i, "rate"), v.Member("taxes", i, "base"), v.Member("taxes", i, "amount")}
		rate, err1 := parseDecimal(texts[0])
		base, err2 := parseDecimal(texts[1])
		tax, err3 := parseDecimal(texts[2])
		if err1 != nil || err2 != nil || err3 != nil {
			continue
		}
		if !isClose(base.Mul(rate).Shift(-2), tax) {
			detail := fmt.Sprintf("%s %% of %s ≠ %s", texts[0], texts[1], texts[2])
			return newResult(Taxes, false, detail, Path("taxes", i, "base"), Path("taxes", i, "amount"))
		}
	}
	passed, detail := e.result(total, v.Text("taxTotal"))
	return newResult(Taxes, passed, detail, append(paths, "taxTotal")...)
}

// lineItems checks the sum of the items against the subtotal, or against the total if prices include tax.
func lineItems(v Values) *CheckResult {
	if b := v.Basis(); b != nil && b.Items != nil {
		return itemSum(v, b.Items)
	}
	e, paths, ok := column(v, "lineItems", nil)
	if !ok {
		return nil
	}
	sub, hasSub := amount(v, "subtotal")
	total, hasTotal := amount(v, "total")
	discount, _ := amount(v, "discountTotal")
	switch {
	case hasTotal && isClose(e.total, total) && (!hasSub || !isClose(e.total, sub)):
		passed, detail := e.result(total, v.Text("total"))
		return newResult(LineItems, passed, detail, append(paths, "total")...)
	case hasSub && !discount.IsZero() && isClose(e.total.Sub(discount), sub):
		e.add(discount.Neg(), "-"+v.Text("discountTotal"))
		passed, detail := e.result(sub, v.Text("subtotal"))
		return newResult(LineItems, passed, detail, append(paths, "discountTotal", "subtotal")...)
	case hasSub:
		passed, detail := e.result(sub, v.Text("subtotal"))
		return newResult(LineItems, passed, detail, append(paths, "subtotal")...)
	case hasTotal:
		passed, detail := e.result(total, v.Text("total"))
		return newResult(LineItems, passed, detail, append(paths, "total")...)
	}
	return nil
}

// lineAmounts checks quantity × unit price, except in discounted items whose additions are unknown.
func lineAmounts(v Values) *CheckResult {
	var paths []string
	checked := 0
	for i := range v.Rows("lineItems") {
		quantity, price := v.Counts("lineItems", i, "quantity"), v.Counts("lineItems", i, "unitPrice")
		text := v.Member("lineItems", i, "amount")
		q, err1 := parseDecimal(quantity)
		p, err2 := parseDecimal(price)
		a, err3 := parseDecimal(text)
		plus, stated := linePlus(v.Basis(), i)
		discounted := v.Member("lineItems", i, "discount") != "" && !stated
		if discounted || err1 != nil || err2 != nil || err3 != nil {
			continue
		}
		mine := []string{Path("lineItems", i, "quantity"), Path("lineItems", i, "unitPrice"), Path("lineItems", i, "amount")}
		if !isClose(q.Mul(p).Add(plus), a) {
			e := equation{text: quantity + " × " + price}
			if !plus.IsZero() {
				e.add(plus, plus.StringFixed(centDigits))
			}
			return newResult(LineAmounts, false, fmt.Sprintf("line %d: %s ≠ %s", i+1, e.text, text), mine...)
		}
		paths = append(paths, mine...)
		checked++
	}
	if checked == 0 {
		return nil
	}
	return newResult(LineAmounts, true, fmt.Sprintf("quantity × unit price = amount in %d lines", checked), paths...)
}

// balance checks the opening balance plus transactions against the closing balance.
func balance(v Values) *CheckResult {
	open, ok1 := amount(v, "openingBalance")
	closing, ok2 := amount(v, "closingBalance")
	movements, paths, ok3 := column(v, "transactions", nil)
	if !ok1 || !ok2 || !ok3 {
		return nil
	}
	var e equation
	e.add(open, v.Text("openingBalance"))
	e.add(movements.total, movements.total.StringFixed(2))
	passed, detail := e.result(closing, v.Text("closingBalance"))
	return newResult(Balance, passed, detail, append(paths, "openingBalance", "closingBalance")...)
}
