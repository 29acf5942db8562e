package items_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

// The printed sums decide whether the only column of money holds prices or amounts.
func TestSingleMoneyColumn(t *testing.T) {
	t.Parallel()
	lines := []string{"Oak board | 2 | 140.00", "Dowel | 100 | 25.00"}
	pieces := []string{"Oak board | 2 | 70.00", "Dowel | 100 | 0.25"}
	subtotal, shipped := []string{"| Subtotal | 165.00"}, []string{"| Shipping | 4.90", "| Total | 169.90"}
	for name, c := range map[string]struct {
		heading      string
		items, below []string
		member       string
		want         [2]string
	}{
		"prices that add up":           {"Price", lines, subtotal, "amount", [2]string{"140.00", "25.00"}},
		"… with the shipping":          {"Price", lines, shipped, "amount", [2]string{"140.00", "25.00"}},
		"amounts that add up":          {"Amount", lines, subtotal, "amount", [2]string{"140.00", "25.00"}},
		"prices times the quantities":  {"Price", pieces, subtotal, "unitPrice", [2]string{"70.00", "0.25"}},
		"amounts times the quantities": {"Amount", pieces, shipped, "unitPrice", [2]string{"70.00", "0.25"}},
		"prices beside no sum":         {"Price", lines, nil, "unitPrice", [2]string{"140.00", "25.00"}},
	} {
		g := newGrid(50, -360, -545)
		g.rows("Product | Quantity | " + c.heading)
		g.rows(c.items...)
		g.rows(c.below...)
		rows := invoice(sheettest.Bind(g.Sheet)).Lists["lineItems"]
		if len(rows) != len(c.want) {
			t.Fatalf("%s: %d items", name, len(rows))
		}
		for i, row := range rows {
			if got := row[c.member].Value; got != c.want[i] {
				t.Errorf("%s: %s of item %d is %q, not %q", name, c.member, i+1, got, c.want[i])
			}
		}
	}
}
