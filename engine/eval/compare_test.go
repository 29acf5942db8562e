package eval_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/eval"
)

func TestEqual(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field, got, want string
		equal            bool
	}{
		{"total", "12.00", "12.0", true},
		{"total", "12.00", "12.01", false},
		{"total", "12,00", "12.00", false}, // values are normalized
		{"quantity", "3", "3.000", true},
		{"issueDate", "2024-03-01", "2024-03-01", true},
		{"issueDate", "2024-03-01", "2024-01-03", false},
		{"vendorName", "ACME, Ltd.", "Acme Ltd", true},
		{"vendorName", "Möbel-Haus", "MOEBELHAUS", false},
		{"customerName", "CAFÉ  CENTRAL", "Cafe Central", true},
		{"shippingAddress", "Musterweg 1, 12345 Ort", "MUSTERWEG 1 12345 ORT", true},
		{"vendorName", "-", "", false},
		{"invoiceNumber", "007", "7", false},
		{"invoiceNumber", "RE-1", "re-1", false},
		{"iban", "DE89 3704", "DE893704", true},
		{"vendorPhone", "+49 (761) 12-34", "+49 761 1234", true},
		{"vendorPhone", "none", "unknown", false},
		{"vendorEmail", "Info@Shop.example", "info@shop.example", true},
	} {
		if got := eval.Equal(c.field, c.got, c.want); got != c.equal {
			t.Errorf("%s: %q and %q: %v", c.field, c.got, c.want, got)
		}
	}
}

func TestEqualMember(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		got, want string
		equal     bool
	}{
		{"Oak board", "Oak board, planed", true},
		{"Oak board, planed", "Oak board", true},
		{"Oak", "Oak board, planed on two sides", false}, // less than half
		{"board", "Oak board", false},                    // not from the beginning
	} {
		if got := eval.EqualMember("description", c.got, c.want); got != c.equal {
			t.Errorf("%q and %q: %v", c.got, c.want, got)
		}
	}
	if eval.EqualMember("amount", "10", "100") {
		t.Error("the beginning of an amount is taken for all of it")
	}
}

func TestPair(t *testing.T) {
	t.Parallel()
	want := []eval.Row{
		{"description": "Screw", "quantity": "1", "amount": "2.00"},
		{"description": "Screw", "quantity": "2", "amount": "4.00"},
		{"description": "Glue", "amount": "9.00"},
	}
	got := []eval.Row{
		{"description": "Screw", "quantity": "2", "amount": "4.00"},
		{"description": "Freight", "amount": "1.00"},
		{"description": "Screw", "quantity": "1", "amount": "2.00"},
	}
	if pairs := eval.Pair(got, want); !slices.Equal(pairs, []int{2, 0, -1}) {
		t.Errorf("%v", pairs)
	}
}
