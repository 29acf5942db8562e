package validate

import "github.com/shopspring/decimal"

// Total compares the sum of a list with the value of the record that it should equal. All numbers have the same
// number of decimals.
type Total struct {
	Sum string // of the present amounts
	// Plus is the intended difference between the sum and the value, PlusName its source: openingBalance,
	// discountTotal, or chargesAndAllowances of an e-invoice. "" for none.
	Plus, PlusName string
	// Name is the value to compare with, Stated its amount, and Difference the sum minus it; "" if the record has
	// none.
	Name, Stated, Difference string
	Equal                    bool // within the tolerance of the checks
}

// TotalOf adds up the amounts of a list; ok is false if there are none. Unlike the checks it skips rows without an
// amount, so that it works while a table is edited.
func TotalOf(v Values, list string) (t Total, ok bool) {
	var apart []int
	if b := v.Basis(); list == "lineItems" && b != nil && b.Items != nil {
		apart = b.Items.Apart
	}
	sum, found := amounts(v, list, apart)
	if !found {
		return Total{}, false
	}
	name, plusName, plus := against(v, list, sum)
	stated, known := amount(v, name)
	places := max(places(sum), places(plus), places(stated))
	t.Sum = sum.StringFixed(places)
	if plusName != "" {
		t.PlusName, t.Plus = plusName, plus.StringFixed(places)
	}
	if known {
		difference := sum.Add(plus).Sub(stated)
		t.Name, t.Stated, t.Difference = name, stated.StringFixed(places), difference.StringFixed(places)
		t.Equal = isClose(difference, decimal.Zero)
	}
	return t, true
}

func amounts(v Values, list string, apart []int) (sum decimal.Decimal, found bool) {
	left := map[int]bool{}
	for _, row := range apart {
		left[row] = true
	}
	for i := range v.Rows(list) {
		d, err := parseDecimal(v.Member(list, i, "amount"))
		if err != nil || left[i] {
			continue
		}
		sum, found = sum.Add(d), true
	}
	return sum, found
}

// against returns the value that a list should add up to, as in the checks, and the amount to add to the sum first.
func against(v Values, list string, sum decimal.Decimal) (name, plusName string, plus decimal.Decimal) {
	switch list {
	case "lineItems":
		sub, hasSub := amount(v, "subtotal")
		total, hasTotal := amount(v, "total")
		discount, _ := amount(v, "discountTotal")
		if b := v.Basis(); b != nil && b.Items != nil {
			if plus = parseOrZero(b.Items.Plus); !plus.IsZero() {
				plusName = "chargesAndAllowances"
			}
			return "subtotal", plusName, plus
		}
		switch {
		case hasTotal && isClose(sum, total) && (!hasSub || !isClose(sum, sub)), hasTotal && !hasSub:
			return "total", "", plus
		case hasSub && !discount.IsZero() && !isClose(sum, sub) && isClose(sum.Sub(discount), sub):
			return "subtotal", "discountTotal", discount.Neg()
		}
		return "subtotal", "", plus
	case "taxes":
		return "taxTotal", "", plus
	case "payments":
		return "total", "", plus
	case "transactions":
		if open, ok := amount(v, "openingBalance"); ok {
			return "closingBalance", "openingBalance", open
		}
	}
	return "", "", plus
}

func places(d decimal.Decimal) int32 { return max(0, -d.Exponent()) }
