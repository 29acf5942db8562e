package doctype_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/doctype"
)

func TestTypesAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	var names []string
	for _, typ := range doctype.All() {
		names = append(names, typ.Name)
		if typ.Description == "" || typ.Fields == nil {
			t.Errorf("%s: %+v", typ.Name, typ)
		}
		checkFields(t, typ.Name, typ.Fields)
	}
	if !slices.Equal(names, contract.DocumentTypes()) {
		t.Errorf("%v, want %v", names, contract.DocumentTypes())
	}
}

func checkFields(t *testing.T, at string, fields []doctype.Field) {
	t.Helper()
	kinds := []doctype.Kind{
		doctype.String, doctype.Money, doctype.Decimal, doctype.Percent, doctype.Date, doctype.Time,
		doctype.Currency, doctype.Integer, doctype.Array,
	}
	seen := map[string]bool{}
	for _, f := range fields {
		if f.Name == "" || f.Description == "" || !slices.Contains(kinds, f.Kind) || seen[f.Name] {
			t.Errorf("%s: %+v", at, f)
		}
		if f.Kind != doctype.Array && f.Fields != nil {
			t.Errorf("%s.%s is no array and has fields", at, f.Name)
		}
		seen[f.Name] = true
		checkFields(t, at+"."+f.Name, f.Fields)
	}
}

// A column of an export must mean one thing.
func TestANameHasOneKindInAllTypes(t *testing.T) {
	t.Parallel()
	kinds := map[string]doctype.Kind{}
	for _, typ := range doctype.All() {
		for _, f := range typ.Fields {
			if k, ok := kinds[f.Name]; ok && k != f.Kind {
				t.Errorf("%s is %s and %s", f.Name, k, f.Kind)
			}
			kinds[f.Name] = f.Kind
		}
	}
}

func TestScalars(t *testing.T) {
	t.Parallel()
	var names []string
	for _, f := range doctype.Scalars() {
		if f.Kind == doctype.Array || slices.Contains(names, f.Name) {
			t.Errorf("%+v", f)
		}
		names = append(names, f.Name)
	}
	if names[0] != "invoiceNumber" || names[len(names)-1] != "language" || slices.Contains(names, doctype.Text) {
		t.Errorf("%v", names)
	}
	for _, want := range []string{"iban", "tip", "shippingAddress", "closingBalance", "title"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is missing", want)
		}
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	f, ok := doctype.Find(doctype.Fields("invoice"), "lineItems")
	if !ok || f.Kind != doctype.Array || len(f.Fields) == 0 {
		t.Errorf("%+v", f)
	}
	if got := doctype.Fields("unknown"); got != nil {
		t.Errorf("%v", got)
	}
	if _, ok := doctype.Find(nil, "total"); ok {
		t.Error("found in nothing")
	}
}
