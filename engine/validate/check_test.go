package validate_test

import (
	"encoding/json"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/validate"
)

func run(t *testing.T, data string, basis *result.Basis) map[string]validate.CheckResult {
	t.Helper()
	values, err := validate.Parse(json.RawMessage(data), basis)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]validate.CheckResult{}
	for _, o := range validate.Run(values) {
		if !validate.IsRepeatable(o.Name) {
			t.Errorf("%s is made and not said to be repeatable", o.Name)
		}
		named[o.Name] = o
	}
	return named
}

func TestBasis(t *testing.T) {
	t.Parallel()
	const line = `{"lineItems":[{"quantity":"200","unitPrice":"30.00","amount":"60.00"}]}`
	if o := run(t, line, nil)["line_amounts"]; o.Passed {
		t.Error("a price of one unit passes for that of a hundred")
	}
	basis := &result.Basis{Per: map[string]string{"lineItems.0.unitPrice": "100"}}
	if o := run(t, line, basis)["line_amounts"]; !o.Passed {
		t.Errorf("%+v", o)
	}
	basis.Agreed = map[string]string{"lineItems.0.quantity": "100"}
	if o := run(t, line, basis)["line_amounts"]; o.Passed || o.Detail != "line 1: 100 × 0.3 ≠ 60.00" {
		t.Errorf("%+v", o)
	}
	basis.Plus = map[int]string{0: "30"}
	if o := run(t, line, basis)["line_amounts"]; !o.Passed {
		t.Errorf("%+v", o)
	}
	const bill = `{"subtotal":"50.00","total":"60.00","amountDue":"60.02","lineItems":[{"amount":"60.00"},` +
		`{"amount":"20.00"}]}`
	items := &result.Basis{Items: &result.Items{Apart: []int{1}, Plus: "-10"}, Rounding: "0.02"}
	named := run(t, bill, items)
	if o := named["line_items"]; !o.Passed || o.Detail != "60.00 - 10.00 = 50.00" {
		t.Errorf("%+v", o)
	}
	if o := named["amount_due"]; !o.Passed || o.Detail != "60.00 + 0.02 = 60.02" {
		t.Errorf("%+v", o)
	}
}

// A printed difference between the sums takes part only if the total does not add up without it.
func TestRoundingBetweenTotals(t *testing.T) {
	t.Parallel()
	basis := &result.Basis{Between: "0.50"}
	for data, want := range map[string]string{
		`{"subtotal":"4350.00","taxTotal":"1087.50","total":"5438.00"}`:                         "4350.00 + 1087.50 + 0.50 = 5438.00",
		`{"subtotal":"4350.00","taxTotal":"1087.50","total":"5437.50"}`:                         "4350.00 + 1087.50 = 5437.50",
		`{"subtotal":"4350.00","taxTotal":"1087.50","total":"5448.00","shippingTotal":"10.00"}`: "4350.00 + 1087.50 + 0.50 + 10.00 = 5448.00",
	} {
		if o := run(t, data, basis)["sum"]; !o.Passed || o.Detail != want {
			t.Errorf("%+v, want %s", o, want)
		}
	}
	if o := run(t, `{"subtotal":"4350.00","taxTotal":"1087.50","total":"5439.00"}`, basis)["sum"]; o.Passed {
		t.Errorf("%+v", o)
	}
}

// A number with a huge exponent takes part in no check.
func TestHugeExponents(t *testing.T) {
	t.Parallel()
	named := run(t, `{"subtotal":"1e900000000","taxTotal":"1E-900000000","total":"1.00",`+
		`"lineItems":[{"amount":"1e900000000"}]}`, nil)
	if len(named) != 0 {
		t.Errorf("%+v", named)
	}
	if o := run(t, `{"total":"1.00","amountDue":"1.00"}`,
		&result.Basis{Rounding: "1e900000000"})["amount_due"]; o.Name != "" {
		t.Errorf("%+v", o)
	}
}

// Any record can be checked without a panic.
func FuzzOf(f *testing.F) {
	f.Add([]byte(`{"total":"1","subtotal":"x","taxTotal":null,"lineItems":[null,{"amount":"1"},{}],"taxes":[1]}`))
	f.Add([]byte(`{"transactions":[{"amount":"1e9"}],"openingBalance":"0","closingBalance":"-1","iban":"",` +
		`"vendorTaxId":"D"}`))
	f.Add([]byte(`{"subtotal":"1e900000000","taxTotal":"1","total":"1"}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		values, err := validate.Parse(data, &result.Basis{Items: &result.Items{Apart: []int{-1, 0}},
			Per: map[string]string{"lineItems.0.unitPrice": "0"}})
		if err != nil {
			return
		}
		for _, o := range validate.Run(values) {
			if o.Detail == "" || len(o.Paths) == 0 {
				t.Errorf("%s says nothing: %+v", data, o)
			}
		}
	})
}
