package extract

import (
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/validate"
	"github.com/shopspring/decimal"
)

// basisOf records the language, the amounts between net and total, and factors that differ from printed values.
func basisOf(set *value.Set, language string) *result.Basis {
	b := &result.Basis{Language: language, Between: set.Scalars["total"].Plus}
	for i, row := range set.Lists["lineItems"] {
		if v := row["quantity"]; v.Factor != "" {
			put(&b.Agreed, validate.Path("lineItems", i, "quantity"), v.Factor)
		}
		if v := row["unitPrice"]; v.Factor != "" {
			put(&b.Per, validate.Path("lineItems", i, "unitPrice"), units(v))
		}
	}
	return b
}

func put[K comparable](m *map[K]string, key K, value string) {
	if *m == nil {
		*m = map[K]string{}
	}
	(*m)[key] = value
}

const unitsDigits = 4

// units is the number of units that a price is for; "" if it is unknown.
func units(price value.Value) string {
	all, err1 := decimal.NewFromString(price.Value)
	one, err2 := decimal.NewFromString(price.Factor)
	if err1 != nil || err2 != nil || one.IsZero() {
		return ""
	}
	return all.DivRound(one, unitsDigits).String()
}
