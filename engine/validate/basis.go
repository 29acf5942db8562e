package validate

import (
	"errors"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/result"
	"github.com/shopspring/decimal"
)

// Basis is the information about a document that is not among the values of its record.
type Basis = result.Basis

const maxDigits = 40

var errNoNumber = errors.New("not a plain decimal number")

// parseDecimal rejects exponents, because adding a number with a huge one could exhaust the memory.
func parseDecimal(text string) (decimal.Decimal, error) {
	if len(text) > maxDigits || strings.ContainsAny(text, "eE") {
		return decimal.Zero, errNoNumber
	}
	return decimal.NewFromString(text)
}

func parseOrZero(text string) decimal.Decimal {
	d, err := parseDecimal(text)
	if err != nil {
		return decimal.Zero
	}
	return d
}

func rounding(b *Basis) decimal.Decimal {
	if b == nil {
		return decimal.Zero
	}
	return parseOrZero(b.Rounding)
}

// printedDifference is the difference between the total and its net amount and tax that the document prints.
func printedDifference(b *Basis) decimal.Decimal {
	if b == nil {
		return decimal.Zero
	}
	return parseOrZero(b.Between)
}

func linePlus(b *Basis, row int) (d decimal.Decimal, stated bool) {
	if b == nil {
		return decimal.Zero, false
	}
	text, stated := b.Plus[row]
	return parseOrZero(text), stated
}

const unitDigits = 8

// counts returns the factor of the value at path in quantity × unit price.
func counts(b *Basis, path, value string) string {
	if b == nil || value == "" {
		return value
	}
	if agreed, ok := b.Agreed[path]; ok {
		return agreed
	}
	price, err := parseDecimal(value)
	per := parseOrZero(b.Per[path])
	if err != nil || per.IsZero() {
		return value
	}
	return price.DivRound(per, unitDigits).String()
}

// itemSum checks Σ items + charges − allowances = subtotal for documents that state how their items add up.
func itemSum(v Values, items *result.Items) *CheckResult {
	e, paths, ok := column(v, "lineItems", items.Apart)
	subtotal, known := amount(v, "subtotal")
	if !ok || !known {
		return nil
	}
	if plus := parseOrZero(items.Plus); !plus.IsZero() {
		e.add(plus, plus.StringFixed(centDigits))
	}
	if v.Text("discountTotal") != "" {
		paths = append(paths, "discountTotal")
	}
	passed, detail := e.result(subtotal, v.Text("subtotal"))
	return newResult(LineItems, passed, detail, slices.Concat(paths, []string{"subtotal"})...)
}
