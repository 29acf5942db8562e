package validate_test

import (
	"encoding/json"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func run(t *testing.T, data string, basis *result.Basis) map[string]validate.CheckResult {
	t.Helper()
	values, err := validate.Parse(json.RawMessage(data), basis)
	require.NoError(t, err)
	named := map[string]validate.CheckResult{}
	for _, o := range validate.Run(values) {
		assert.True(t, validate.IsRepeatable(o.Name), o.Name, "is made and not said to be repeatable")
		named[o.Name] = o
	}
	return named
}

func TestBasis(t *testing.T) {
	t.Parallel()
	const line = `{"lineItems":[{"quantity":"200","unitPrice":"30.00","amount":"60.00"}]}`
	assert.False(t, run(t, line, nil)["line_amounts"].Passed, "a price of one unit passes for that of a hundred")
	basis := &result.Basis{Per: map[string]string{"lineItems.0.unitPrice": "100"}}
	o := run(t, line, basis)["line_amounts"]
	assert.True(t, o.Passed, o)
	basis.Agreed = map[string]string{"lineItems.0.quantity": "100"}
	o = run(t, line, basis)["line_amounts"]
	assert.True(t, !o.Passed && o.Detail == "line 1: 100 × 0.3 ≠ 60.00", o)
	basis.Plus = map[int]string{0: "30"}
	o = run(t, line, basis)["line_amounts"]
	assert.True(t, o.Passed, o)
	const bill = `{"subtotal":"50.00","total":"60.00","amountDue":"60.02","lineItems":[{"amount":"60.00"},` +
		`{"amount":"20.00"}]}`
	items := &result.Basis{Items: &result.Items{Apart: []int{1}, Plus: "-10"}, Rounding: "0.02"}
	named := run(t, bill, items)
	o = named["line_items"]
	assert.True(t, o.Passed && o.Detail == "60.00 - 10.00 = 50.00", o)
	o = named["amount_due"]
	assert.True(t, o.Passed && o.Detail == "60.00 + 0.02 = 60.02", o)
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
		o := run(t, data, basis)["sum"]
		assert.True(t, o.Passed && o.Detail == want, o, "want", want)
	}
	o := run(t, `{"subtotal":"4350.00","taxTotal":"1087.50","total":"5439.00"}`, basis)["sum"]
	assert.False(t, o.Passed, o)
}

// A number with a huge exponent takes part in no check.
func TestHugeExponents(t *testing.T) {
	t.Parallel()
	named := run(t, `{"subtotal":"1e900000000","taxTotal":"1E-900000000","total":"1.00",`+
		`"lineItems":[{"amount":"1e900000000"}]}`, nil)
	assert.Equal(t, len(named), 0, named)
	o := run(t, `{"total":"1.00","amountDue":"1.00"}`,
		&result.Basis{Rounding: "1e900000000"})["amount_due"]
	assert.Equal(t, o.Name, "", o)
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
			assert.True(t, o.Detail != "" && len(o.Paths) != 0, string(data), "says nothing", o)
		}
	})
}

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
		assert.True(t, o.Passed == c.passed && o.Detail == c.detail,
			c.check, o.Passed, o.Detail, "want", c.passed, c.detail)
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
		o := find(t, outcomes, name)
		assert.True(t, o.Passed && o.Detail == detail, name, o.Passed, o.Detail, "want", detail)
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
		o := find(t, outcomes, name)
		assert.True(t, !o.Passed && o.Detail == detail, name, o.Passed, o.Detail, "want", detail)
	}
}

func TestBalance(t *testing.T) {
	t.Parallel()
	s := set(map[string]string{"openingBalance": "100.00", "closingBalance": "80.00"})
	s.Lists["transactions"] = []value.Row{row("amount", "-30.00"), row("amount", "10.00")}
	o := find(t, validate.Run(s), "balance")
	assert.True(t, o.Passed && o.Detail == "100.00 - 20.00 = 80.00", o.Passed, o.Detail)
}

func TestNothingToCheck(t *testing.T) {
	t.Parallel()
	assert.Empty(t, validate.Run(set(map[string]string{"total": "1.00", "vendorTaxId": "12345"})))
}

func TestType(t *testing.T) {
	t.Parallel()
	o := validate.DocumentType(result.TypeInvoice, result.TypeReceipt)
	assert.True(t, !o.Passed && o.Name == validate.TypeMatches, o)
}

// Items less a discount on the whole document. Changing a copied equation caused a panic.
func TestItemsLessDiscount(t *testing.T) {
	t.Parallel()
	s := set(map[string]string{"subtotal": "90.00", "discountTotal": "10.00", "taxTotal": "9.00", "total": "99.00"})
	s.Lists["lineItems"] = []value.Row{row("amount", "60.00"), row("amount", "40.00")}
	o := find(t, validate.Run(s), validate.LineItems)
	assert.True(t, o.Passed && o.Detail == "60.00 + 40.00 - 10.00 = 90.00", o)
}

// A price may be for a hundred units, and the counted quantity may differ from the printed one.
func TestLineAmountFactors(t *testing.T) {
	t.Parallel()
	s := set(nil)
	s.Lists["lineItems"] = []value.Row{
		{"quantity": {Value: "400"}, "unitPrice": {Value: "32.76", Factor: "0.3276"}, "amount": {Value: "131.04"}},
		{"quantity": {Value: "10", Factor: "0"}, "unitPrice": {Value: "20.00"}, "amount": {Value: "0.00"}},
	}
	o := find(t, validate.Run(s), validate.LineAmounts)
	assert.True(t, o.Passed && o.Detail == "quantity × unit price = amount in 2 lines", o.Passed, o.Detail)
	s.Lists["lineItems"][0]["amount"] = value.Value{Value: "132.04"}
	o = find(t, validate.Run(s), validate.LineAmounts)
	assert.True(t, !o.Passed && o.Detail == "line 1: 400 × 0.3276 ≠ 132.04", o.Passed, o.Detail)
}

func TestTotalOf(t *testing.T) {
	t.Parallel()
	const items = `"lineItems":[{"amount":"60.00"},{"description":"no amount"},{"amount":"x"},{"amount":"40.005"}]`
	for _, c := range []struct {
		data, list string
		basis      *result.Basis
		want       validate.Total
	}{
		{`{` + items + `,"subtotal":"100.00","total":"119.00"}`, "lineItems", nil,
			validate.Total{Sum: "100.005", Name: "subtotal", Stated: "100.000", Difference: "0.005", Equal: true}},
		{`{` + items + `,"subtotal":"90.00","total":"100.00"}`, "lineItems", nil,
			validate.Total{Sum: "100.005", Name: "total", Stated: "100.000", Difference: "0.005", Equal: true}},
		{`{` + items + `,"subtotal":"90.00","discountTotal":"10.00","total":"107.10"}`, "lineItems", nil,
			validate.Total{Sum: "100.005", PlusName: "discountTotal", Plus: "-10.000", Name: "subtotal", Stated: "90.000",
				Difference: "0.005", Equal: true}},
		{`{` + items + `,"total":"90.00"}`, "lineItems", nil,
			validate.Total{Sum: "100.005", Name: "total", Stated: "90.000", Difference: "10.005"}},
		{`{` + items + `}`, "lineItems", &result.Basis{Items: &result.Items{Apart: []int{3}}}, validate.Total{Sum: "60.00"}},
		{`{` + items + `,"subtotal":"110.00"}`, "lineItems", &result.Basis{Items: &result.Items{Plus: "10"}},
			validate.Total{Sum: "100.005", PlusName: "chargesAndAllowances", Plus: "10.000", Name: "subtotal",
				Stated: "110.000", Difference: "0.005", Equal: true}},
		{`{"taxes":[{"amount":"19.00"}],"taxTotal":"18.00"}`, "taxes", nil,
			validate.Total{Sum: "19.00", Name: "taxTotal", Stated: "18.00", Difference: "1.00"}},
		{`{"payments":[{"amount":"5"}],"total":"5.00"}`, "payments", nil,
			validate.Total{Sum: "5.00", Name: "total", Stated: "5.00", Difference: "0.00", Equal: true}},
		{`{"transactions":[{"amount":"-5.00"},{"amount":"2.50"}],"openingBalance":"10.00","closingBalance":"7.50"}`,
			"transactions", nil, validate.Total{Sum: "-2.50", PlusName: "openingBalance", Plus: "10.00",
				Name: "closingBalance", Stated: "7.50", Difference: "0.00", Equal: true}},
		{`{"transactions":[{"amount":"1.00"}],"closingBalance":"7.50"}`, "transactions", nil, validate.Total{Sum: "1.00"}},
		{`{"own":[{"amount":"1.00"}]}`, "own", nil, validate.Total{Sum: "1.00"}},
		{`{"lineItems":[{"amount":"1e900000000"}],"total":"1.00"}`, "lineItems", nil, validate.Total{}},
		{`{}`, "lineItems", nil, validate.Total{}},
	} {
		values, err := validate.Parse(json.RawMessage(c.data), c.basis)
		require.NoError(t, err)
		got, ok := validate.TotalOf(values, c.list)
		assert.True(t, got == c.want && ok == (c.want.Sum != ""), c.list, "of", c.data, "got", got, "want", c.want)
	}
}
