package extract

import (
	"maps"

	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/validate"
	"github.com/shopspring/decimal"
)

const lineItems = "lineItems"

// arithmetic is the result of the page's arithmetic on line items.
type arithmetic struct {
	failed int  // checks
	summed bool // the items add up to a printed sum
	proven int  // rows in which quantity × price is the amount
	// refuted counts the rows with all three values in which it is not.
	refuted int
}

// isWorse reports whether the arithmetic is worse than before the replacement.
func (j arithmetic) isWorse(before arithmetic) bool {
	return j.failed > before.failed || before.summed && !j.summed || j.proven < before.proven ||
		j.refuted-before.refuted > j.proven-before.proven
}

func checkArithmetic(set *value.Set, rows []value.Row) arithmetic {
	tried := *set
	tried.Lists = maps.Clone(set.Lists)
	tried.Lists[lineItems] = rows
	var j arithmetic
	for _, o := range validate.Run(&tried) {
		switch {
		case !o.Passed:
			j.failed++
		case o.Name == validate.LineItems:
			j.summed = true
		}
	}
	for _, row := range rows {
		switch {
		case isProvenRow(row):
			j.proven++
		case row["quantity"].Value != "" && row["unitPrice"].Value != "" && row["amount"].Value != "":
			j.refuted++
		}
	}
	return j
}

// isProvenRow reports whether quantity × price, less the discount in percent, equals the amount.
func isProvenRow(row value.Row) bool {
	var n [3]decimal.Decimal
	for i, member := range []string{"quantity", "unitPrice", "amount"} {
		d, err := decimal.NewFromString(row[member].Counts())
		if err != nil {
			return false
		}
		n[i] = d
	}
	const cents, hundred = 2, 100
	near := func(d decimal.Decimal) bool { return d.Sub(n[2]).Abs().LessThanOrEqual(decimal.New(1, -cents)) }
	product := n[0].Mul(n[1])
	discount, err := decimal.NewFromString(row["discount"].Value)
	return near(product) || err == nil && near(product.Mul(decimal.NewFromInt(hundred).Sub(discount)).Shift(-cents))
}
