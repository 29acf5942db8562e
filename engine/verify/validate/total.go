package validate

import "github.com/shopspring/decimal"

// Total sets the amounts of a list against the value of the record that they add
// up to. Its numbers are plain decimals with as many places as the longest.
type Total struct {
	Sum string // of the amounts that are there
	// Plus is what the sum and Name differ by on purpose, and PlusName what that is:
	// the value openingBalance or discountTotal, or the chargesAndAllowances of an
	// e-invoice. "" for none.
	Plus, PlusName string
	// Name is the value that the sum is set against, Stated what it says and
	// Difference what the sum is more; "" where the record has none.
	Name, Stated, Difference string
	Equal                    bool // within the rounding that the checks allow for
}

// TotalOf adds the amounts of a list up; ok is false where no row has one. Unlike
// the checks it passes over rows without an amount, so that a table can be added
// up while it is written.
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
		t.Equal = near(difference, decimal.Zero)
	}
	return t, true
}

// amounts adds up the amounts of a list that are numbers.
func amounts(v Values, list string, apart []int) (sum decimal.Decimal, found bool) {
	left := map[int]bool{}
	for _, row := range apart {
		left[row] = true
	}
	for i := range v.Rows(list) {
		d, err := parse(v.Member(list, i, "amount"))
		if err != nil || left[i] {
			continue
		}
		sum, found = sum.Add(d), true
	}
	return sum, found
}

// against names the value that the amounts of a list add up to, as the checks of
// these lists do, and what comes to the sum before.
func against(v Values, list string, sum decimal.Decimal) (name, plusName string, plus decimal.Decimal) {
	switch list {
	case "lineItems":
		sub, hasSub := amount(v, "subtotal")
		total, hasTotal := amount(v, "total")
		discount, _ := amount(v, "discountTotal")
		if b := v.Basis(); b != nil && b.Items != nil {
			if plus = number(b.Items.Plus); !plus.IsZero() {
				plusName = "chargesAndAllowances"
			}
			return "subtotal", plusName, plus
		}
		switch {
		case hasTotal && near(sum, total) && (!hasSub || !near(sum, sub)), hasTotal && !hasSub:
			return "total", "", plus
		case hasSub && !discount.IsZero() && !near(sum, sub) && near(sum.Sub(discount), sub):
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

// places are the decimal places that a number is written with.
func places(d decimal.Decimal) int32 { return max(0, -d.Exponent()) }
