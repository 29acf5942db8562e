package einvoicefields_test

import (
	"encoding/json"
	"testing"

	"github.com/docmill/docmill/engine/fields/einvoicefields"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/validate"
)

// The stated terms let the stored values pass the same checks as the e-invoice.
func TestStatedBasis(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*einvoice.Invoice){
		"as it is":           func(*einvoice.Invoice) {},
		"other allowances":   func(d *einvoice.Invoice) { d.Totals.Charges = number("0") },
		"a line is wrong":    func(d *einvoice.Invoice) { d.Lines[2].Net = number("26") },
		"line without terms": func(d *einvoice.Invoice) { d.Lines[1].Adjustments = nil },
		"agreed to none":     func(d *einvoice.Invoice) { d.Lines[3].Agreed, d.Lines[3].Net = units("0"), number("0.00") },
		"agreed to another":  func(d *einvoice.Invoice) { d.Lines[3].Agreed = units("2") },
		"no rounding":        func(d *einvoice.Invoice) { d.Totals.Rounding = einvoice.Decimal{} },
		"nothing paid": func(d *einvoice.Invoice) {
			d.Totals.Paid, d.Totals.Due = einvoice.Decimal{}, number("136.85")
		},
		"no lines": func(d *einvoice.Invoice) { d.Lines = nil },
	} {
		d := invoice()
		change(d)
		set := einvoicefields.Fields(d, result.TypeInvoice)
		basis := &result.Basis{}
		einvoicefields.State(basis, d)
		got := map[string]bool{}
		for _, o := range validate.Run(plain(t, set, basis)) {
			got[o.Name] = o.Passed
		}
		want := einvoicefields.Arithmetic(d, set)
		for _, o := range want {
			if passed, made := got[o.Name]; !made || passed != o.Passed {
				t.Errorf("%s: %s %v (made: %v), want %v: %s", name, o.Name, passed, made, o.Passed, o.Detail)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// plain returns a set's values as a stored record holds them.
func plain(t *testing.T, set *value.Set, basis *result.Basis) *validate.Record {
	t.Helper()
	data := map[string]any{}
	for name, v := range set.Scalars {
		data[name] = v.Value
	}
	for list, rows := range set.Lists {
		members := make([]map[string]string, len(rows))
		for i, row := range rows {
			members[i] = map[string]string{}
			for name, v := range row {
				members[i][name] = v.Value
			}
		}
		data[list] = members
	}
	var stored result.Basis
	if err := json.Unmarshal(encoded(t, basis), &stored); err != nil {
		t.Fatal(err)
	}
	p, err := validate.Parse(encoded(t, data), &stored)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
