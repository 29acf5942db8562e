package value_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
)

// names lists the contents of a set as paths.
func names(s *value.Set) string {
	var out []string
	for name := range s.Scalars {
		out = append(out, name)
	}
	for list, rows := range s.Lists {
		for i, row := range rows {
			for member := range row {
				out = append(out, value.Path(list, i, member))
			}
		}
	}
	for name := range s.Arrays {
		out = append(out, name)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// filled is a set of scalars and a row of items.
func filled(scalars ...string) *value.Set {
	s := value.New()
	for _, name := range scalars {
		s.Put(name, value.Value{Value: "x"})
	}
	s.PutRows("lineItems", []value.Row{{"description": {Value: "Oak board"}, "ofNoRecord": {Value: "x"}}})
	return s
}

// Fields and members of rows that the type does not have are removed.
func TestKeep(t *testing.T) {
	t.Parallel()
	for kind, want := range map[schema.DocumentType]string{
		schema.TypeInvoice:       "invoiceNumber lineItems.0.description total",
		schema.TypePurchaseOrder: "lineItems.0.description total",
		schema.TypeBankStatement: "iban",
	} {
		s := filled("invoiceNumber", "orderNumber", "total", "iban", "ofNoRecord")
		if kind == schema.TypeInvoice {
			delete(s.Scalars, "iban")
			delete(s.Scalars, "orderNumber")
		}
		s.Keep(schema.Of(kind))
		if got := names(s); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
}

func TestKeepUnknownTypes(t *testing.T) {
	t.Parallel()
	s := filled("anything")
	s.Keep(schema.Type{})
	if got := names(s); got != "anything lineItems.0.description lineItems.0.ofNoRecord" {
		t.Error(got)
	}
}

func TestKeepSchemaFields(t *testing.T) {
	t.Parallel()
	for _, kind := range []schema.DocumentType{schema.TypeInvoice, schema.TypeCreditNote, schema.TypePurchaseOrder, schema.TypeReceipt,
		schema.TypeBankStatement} {
		s, of := value.New(), schema.Of(kind)
		for _, f := range of.Fields {
			s.Put(f.Name, value.Value{Value: "x"})
		}
		before := maps.Clone(s.Scalars)
		s.Keep(of)
		if len(before) == 0 || !maps.Equal(before, s.Scalars) {
			t.Errorf("%s: %d scalars of %d", kind, len(s.Scalars), len(before))
		}
	}
}
