package validate_test

import (
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/validate"
)

func set(scalars map[string]string) *value.Set {
	s := &value.Set{Scalars: map[string]value.Value{}, Lists: map[string][]value.Row{}}
	for name, v := range scalars {
		s.Scalars[name] = value.Value{Value: v}
	}
	return s
}

func row(members ...string) value.Row {
	r := value.Row{}
	for i := 0; i < len(members); i += 2 {
		r[members[i]] = value.Value{Value: members[i+1]}
	}
	return r
}

func find(t *testing.T, outcomes []validate.CheckResult, name string) validate.CheckResult {
	t.Helper()
	for _, o := range outcomes {
		if o.Name == name {
			return o
		}
	}
	t.Fatalf("no check %s in %+v", name, outcomes)
	return validate.CheckResult{}
}

func TestScalarChecks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		check   string
		scalars map[string]string
		passed  bool
		detail  string
	}{
		{"sum", map[string]string{"subtotal": "100.00", "taxTotal": "19.00", "total": "119.00"}, true,
			"100.00 + 19.00 = 119.00"},
		{"sum", map[string]string{"subtotal": "100.00", "taxTotal": "19.00", "total": "119.01"}, true,
			"100.00 + 19.00 = 119.01"},
		{"sum", map[string]string{"subtotal": "100.00", "taxTotal": "19.00", "total": "120.00"}, false,
			"100.00 + 19.00 ≠ 120.00"},
		{
			"sum", map[string]string{"subtotal": "100.00", "taxTotal": "10.00", "total": "105.00", "discountTotal": "10.00",
				"shippingTotal": "5.00"},
			true, "100.00 + 10.00 - 10.00 + 5.00 = 105.00",
		},
		{
			"sum", map[string]string{"subtotal": "100.00", "taxTotal": "10.00", "total": "110.00", "discountTotal": "10.00"},
			true, "100.00 + 10.00 = 110.00",
		},
		{"amount_due", map[string]string{"total": "119.00", "amountPaid": "19.00", "amountDue": "100.00"}, true,
			"119.00 - 19.00 = 100.00"},
		{"date_order", map[string]string{"issueDate": "2024-03-01", "dueDate": "2024-03-31"}, true,
			"2024-03-01 ≤ 2024-03-31"},
		{"date_order", map[string]string{"issueDate": "2024-03-31", "dueDate": "2024-03-01"}, false,
			"2024-03-31 > 2024-03-01"},
		{"iban", map[string]string{"iban": "DE89370400440532013000"}, true,
			"check digits of DE89370400440532013000 are right"},
		{"iban", map[string]string{"iban": "DE89370400440532013001"}, false,
			"check digits of DE89370400440532013001 are wrong"},
		{"tax_id", map[string]string{"vendorTaxId": "DE136695976"}, true, "check digits of DE136695976 are right"},
		{"tax_id", map[string]string{"vendorTaxId": "DE136695977"}, false, "check digits of DE136695977 are wrong"},
	} {
		o := find(t, validate.Run(set(c.scalars)), c.check)
		if o.Passed != c.passed || o.Detail != c.detail {
			t.Errorf("%s: %v %q, want %v %q", c.check, o.Passed, o.Detail, c.passed, c.detail)
		}
	}
}

func TestListChecks(t *testing.T) {
	t.Parallel()
	s := set(map[string]string{"subtotal": "30.00", "taxTotal": "5.00", "total": "35.00"})
	s.Lists["lineItems"] = []value.Row{
		row("quantity", "2", "unitPrice", "5.00", "amount", "10.00"),
		row("quantity", "1", "unitPrice", "20.00", "amount", "20.00"),
	}
	s.Lists["taxes"] = []value.Row{row("rate", "10", "base", "10.00", "amount", "1.00"),
		row("rate", "20", "base", "20.00", "amount", "4.00")}
	outcomes := validate.Run(s)
	for name, detail := range map[string]string{
		"line_items": "10.00 + 20.00 = 30.00", "line_amounts": "quantity × unit price = amount in 2 lines",
		"taxes": "1.00 + 4.00 = 5.00",
	} {
		if o := find(t, outcomes, name); !o.Passed || o.Detail != detail {
			t.Errorf("%s: %v %q, want %q", name, o.Passed, o.Detail, detail)
		}
	}
	items := find(t, outcomes, "line_items")
	if len(items.Paths) != 3 || items.Paths[0] != "lineItems.0.amount" || items.Paths[2] != "subtotal" {
		t.Errorf("paths %v", items.Paths)
	}
}

func TestFailedListChecks(t *testing.T) {
	t.Parallel()
	s := set(map[string]string{"subtotal": "30.00", "taxTotal": "5.00"})
	s.Lists["lineItems"] = []value.Row{row("quantity", "2", "unitPrice", "5.00", "amount", "11.00")}
	s.Lists["taxes"] = []value.Row{row("rate", "10", "base", "10.00", "amount", "2.00")}
	outcomes := validate.Run(s)
	for name, detail := range map[string]string{
		"line_items": "11.00 ≠ 30.00", "line_amounts": "line 1: 2 × 5.00 ≠ 11.00", "taxes": "10 % of 10.00 ≠ 2.00",
	} {
		if o := find(t, outcomes, name); o.Passed || o.Detail != detail {
			t.Errorf("%s: %v %q, want %q", name, o.Passed, o.Detail, detail)
		}
	}
}

func TestBalance(t *testing.T) {
	t.Parallel()
	s := set(map[string]string{"openingBalance": "100.00", "closingBalance": "80.00"})
	s.Lists["transactions"] = []value.Row{row("amount", "-30.00"), row("amount", "10.00")}
	if o := find(t, validate.Run(s), "balance"); !o.Passed || o.Detail != "100.00 - 20.00 = 80.00" {
		t.Errorf("%v %q", o.Passed, o.Detail)
	}
}

func TestNothingToCheck(t *testing.T) {
	t.Parallel()
	if got := validate.Run(set(map[string]string{"total": "1.00", "vendorTaxId": "12345"})); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestType(t *testing.T) {
	t.Parallel()
	if o := validate.DocumentType(result.TypeInvoice, result.TypeReceipt); o.Passed || o.Name != validate.TypeMatches {
		t.Errorf("%+v", o)
	}
}

// Items less a discount on the whole document. Changing a copied equation caused a panic.
func TestItemsLessDiscount(t *testing.T) {
	t.Parallel()
	s := set(map[string]string{"subtotal": "90.00", "discountTotal": "10.00", "taxTotal": "9.00", "total": "99.00"})
	s.Lists["lineItems"] = []value.Row{row("amount", "60.00"), row("amount", "40.00")}
	if o := find(t, validate.Run(s), validate.LineItems); !o.Passed || o.Detail != "60.00 + 40.00 - 10.00 = 90.00" {
		t.Errorf("%+v", o)
	}
}

// A price may be for a hundred units, and the counted quantity may differ from the printed one.
func TestLineAmountFactors(t *testing.T) {
	t.Parallel()
	s := set(nil)
	s.Lists["lineItems"] = []value.Row{
		{"quantity": {Value: "400"}, "unitPrice": {Value: "32.76", Factor: "0.3276"}, "amount": {Value: "131.04"}},
		{"quantity": {Value: "10", Factor: "0"}, "unitPrice": {Value: "20.00"}, "amount": {Value: "0.00"}},
	}
	if o := find(t, validate.Run(s), validate.LineAmounts); !o.Passed ||
		o.Detail != "quantity × unit price = amount in 2 lines" {
		t.Errorf("%v %q", o.Passed, o.Detail)
	}
	s.Lists["lineItems"][0]["amount"] = value.Value{Value: "132.04"}
	if o := find(t, validate.Run(s), validate.LineAmounts); o.Passed || o.Detail != "line 1: 400 × 0.3276 ≠ 132.04" {
		t.Errorf("%v %q", o.Passed, o.Detail)
	}
}
