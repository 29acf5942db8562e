package value_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/assert"
)

func TestCite(t *testing.T) {
	t.Parallel()
	page := sheettest.RowsPage("Total due|119.00 EUR")
	words := page.Lines[1].Words
	words[0].Confidence, words[0].Source = 0.5, document.SourceOCR
	lay := layout.Analyze(&document.Document{Pages: []document.Page{page}})
	v := value.Cite("119.00", lay.Segments[1], 0, 1, 0.8)
	if v.Value != "119.00" || v.Raw != "119.00 EUR" || v.Page != 1 || v.Source != document.SourceOCR || v.Score != 0.8 ||
		v.Nominal {
		t.Errorf("%+v", v)
	}
	assert.Equal(t, v.Legibility, 0.5, "legibility of the least legible word")
	assert.Equal(t, v.Clarity, (0.5*6+1*3)/9, "clarity is the mean over letters")
	assert.Equal(t, v.Box, words[0].Box.Union(words[1].Box), "box")
}

func TestCiteParts(t *testing.T) {
	t.Parallel()
	first, second := sheettest.RowsPage("Hafenstr. 4"), sheettest.RowsPage("20457 Hamburg")
	lay := layout.Analyze(&document.Document{Pages: []document.Page{first, second}})
	parts := []layout.Part{{Segment: lay.Segments[0], First: 0, Last: 1}, {Segment: lay.Segments[1], First: 0, Last: 1}}
	v := value.CiteParts("Hafenstr. 4, 20457 Hamburg", parts, ", ", 0.7)
	assert.True(t, v.Raw == "Hafenstr. 4, 20457 Hamburg" && v.Page == 1, v)
	assert.Equal(t, v.Box, first.Lines[0].Words[0].Box.Union(first.Lines[0].Words[1].Box),
		"the box is of the first page alone")
	none := value.CiteParts("x", nil, " ", 1)
	assert.True(t, none.Page == 0 && none.Box.Empty() && none.Source == document.SourceText, none)
}

func TestSet(t *testing.T) {
	t.Parallel()
	s := value.New()
	s.Put("total", value.Value{Value: "5.00"})
	s.Put("subtotal", value.Value{})
	if !s.Has("total") || s.Text("total") != "5.00" || s.Has("subtotal") || s.Text("subtotal") != "" {
		t.Errorf("%+v", s)
	}
	s.PutRows("empty", nil)
	s.PutArray("none", nil)
	assert.Equal(t, len(s.Lists)+len(s.Arrays), 0, s)
	assert.Equal(t, value.Path("lineItems", 2, "amount"), "lineItems.2.amount")
}

func TestAdd(t *testing.T) {
	t.Parallel()
	s, o := value.New(), value.New()
	s.Put("total", value.Value{Value: "5.00"})
	s.Put("currency", value.Value{Value: "EUR"})
	o.Put("total", value.Value{Value: "6.00"})
	o.PutRows("taxes", []value.Row{{"rate": {Value: "19"}}})
	o.PutArray("tags", []value.Value{{Value: "a"}})
	o.Tables = []value.Grid{{Page: 1}}
	s.Add(o)
	if s.Text("total") != "6.00" || s.Text("currency") != "EUR" || len(s.Lists["taxes"]) != 1 ||
		len(s.Arrays["tags"]) != 1 || len(s.Tables) != 1 {
		t.Errorf("%+v", s)
	}
}

func TestCounts(t *testing.T) {
	t.Parallel()
	v := (value.Value{Value: "120.00"})
	assert.Equal(t, v.Counts(), "120.00")
	v = (value.Value{Value: "120.00", Factor: "1.2"})
	assert.Equal(t, v.Counts(), "1.2", "the price of one counts, not that of a hundred")
}

// Property: the text is that of the parts, and the box covers those on the first page.
func TestRandomCitations(t *testing.T) {
	t.Parallel()
	first, second := sheettest.RowsPage("Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP"), sheettest.RowsPage("later on")
	r := rand.New(rand.NewPCG(4, 7))
	for _, page := range []document.Page{first, second} {
		for _, line := range page.Lines {
			for i := range line.Words {
				line.Words[i].Confidence = 0.2 + 0.8*r.Float64()
			}
		}
	}
	lay := layout.Analyze(&document.Document{Pages: []document.Page{first, second}})
	for range 300 {
		parts := make([]layout.Part, 1+r.IntN(3))
		texts := make([]string, len(parts))
		for i := range parts {
			s := lay.Segments[r.IntN(len(lay.Segments))]
			from := r.IntN(len(s.Words))
			parts[i] = layout.Part{Segment: s, First: from, Last: from + r.IntN(len(s.Words)-from)}
			texts[i] = strings.Join(s.Words[from:parts[i].Last+1], " ")
		}
		v := value.CiteParts("x", parts, " / ", 0.5)
		assert.Equal(t, v.Raw, strings.Join(texts, " / "))
		if v.Legibility > v.Clarity+1e-9 || v.Legibility <= 0 || v.Clarity > 1 {
			t.Errorf("%q: legibility %v, clarity %v", v.Raw, v.Legibility, v.Clarity)
		}
		for _, p := range parts {
			for i := p.First; i <= p.Last; i++ {
				if p.Segment.Page == parts[0].Segment.Page && v.Box.Union(p.Segment.Tokens[i].Place) != v.Box {
					t.Errorf("%q is not in the box of %q", p.Segment.Words[i], v.Raw)
				}
			}
		}
		assert.Equal(t, v.Page, parts[0].Segment.Page.Number, v.Raw, "is on page")
	}
}

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
		assert.Equal(t, names(s), want, kind)
	}
}

func TestKeepUnknownTypes(t *testing.T) {
	t.Parallel()
	s := filled("anything")
	s.Keep(schema.Type{})
	assert.Equal(t, names(s), "anything lineItems.0.description lineItems.0.ofNoRecord")
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
