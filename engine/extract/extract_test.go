package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
)

type layoutOf struct {
	name string
	make func(sample) *document.Document
}

var layouts = []layoutOf{{"letterhead", sample.letterhead}, {"window", sample.window}, {"columns", sample.columns}}

func TestInvoicesInEightLanguages(t *testing.T) {
	t.Parallel()
	for _, loc := range locales() {
		for _, l := range layouts {
			t.Run(loc.name+"/"+l.name, func(t *testing.T) {
				t.Parallel()
				s := newSample(loc)
				doc := l.make(s)
				res := models().Document(doc, result.TypeAuto)
				checkInvoice(t, s, res)
				checkAnchors(t, doc, res)
			})
		}
	}
}

func checkInvoice(t *testing.T, s sample, res *result.Result) {
	t.Helper()
	if res.DocumentType != result.TypeInvoice {
		t.Fatalf("document type %s", res.DocumentType)
	}
	want := map[string]string{
		"invoiceNumber": s.invoiceNumber, "issueDate": s.issueISO, "dueDate": s.dueISO, "currency": s.currency,
		"subtotal": plain(s.netCents), "taxTotal": plain(s.taxCents), "total": plain(s.netCents + s.taxCents),
		"vendorName": s.vendor, "vendorAddress": s.street + ", " + s.town,
		"customerName": s.buyer, "customerAddress": s.buyerStreet + ", " + s.buyerTown,
		"iban": strings.ReplaceAll(s.ibanValue, " ", ""),
	}
	for name, w := range want {
		if got := res.Data[name]; got != w {
			t.Errorf("%s = %v, want %q", name, got, w)
		}
	}
	items, _ := res.Data["lineItems"].([]map[string]string)
	if len(items) != len(s.items) {
		t.Fatalf("line items = %v", items)
	}
	for i, item := range items {
		for name, w := range map[string]string{
			"description": s.items[i], "quantity": fmt.Sprint(s.quantities[i]), "unitPrice": plain(s.prices[i]),
			"amount": plain(s.quantities[i] * s.prices[i]),
		} {
			if item[name] != w {
				t.Errorf("line %d: %s = %q, want %q", i, name, item[name], w)
			}
		}
	}
	for _, c := range res.Checks {
		if !c.Passed {
			t.Errorf("check %s failed: %s", c.Name, c.Detail)
		}
	}
	if res.Confidence < 0.2 { // of a vendor name in a cell of a CSV file the tags are not sure
		t.Errorf("confidence %v", res.Confidence)
	}
}

// checkAnchors checks that every raw text is on the page, inside its box, and that every plain value has its field.
func checkAnchors(t *testing.T, doc *document.Document, res *result.Result) {
	t.Helper()
	text := strings.Join(strings.Fields(doc.Text()), " ")
	for path, f := range res.Fields {
		if f.Source == document.SourceDerived {
			continue
		}
		for _, piece := range strings.Split(f.Raw, ", ") {
			if !strings.Contains(text, strings.TrimSuffix(piece, ",")) && !wordsOnPage(text, piece) {
				t.Errorf("%s: raw %q is not on the page", path, f.Raw)
			}
		}
		if f.Page == nil || f.Box == nil {
			t.Errorf("%s has no place", path)
			continue
		}
		if b := *f.Box; b[0] < 0 || b[1] < 0 || b[2] > 1 || b[3] > 1 || b[0] >= b[2] || b[1] >= b[3] {
			t.Errorf("%s: box %v", path, b)
		}
		if f.Confidence < 0 || f.Confidence > 1 {
			t.Errorf("%s: confidence %v", path, f.Confidence)
		}
	}
}

func wordsOnPage(text, raw string) bool {
	for word := range strings.FieldsSeq(raw) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func TestRequestedType(t *testing.T) {
	t.Parallel()
	doc := newSample(locales()[0]).letterhead()
	res := models().Document(doc, result.TypeReceipt)
	if res.DocumentType != result.TypeReceipt {
		t.Errorf("document type %s", res.DocumentType)
	}
	last := res.Checks[len(res.Checks)-1]
	if last.Name != "type_matches" || last.Passed {
		t.Errorf("check %+v", last)
	}
}

func TestEmptyDocument(t *testing.T) {
	t.Parallel()
	for _, doc := range []*document.Document{{}, {Pages: []document.Page{{}}},
		{Pages: []document.Page{{Lines: []document.Line{{}}}}}} {
		for _, kind := range []result.DocumentType{
			result.TypeAuto, result.TypeInvoice, result.TypeReceipt, result.TypePurchaseOrder, result.TypeBankStatement,
			result.TypeGeneric,
		} {
			if res := models().Document(doc, kind); len(res.Fields) > 0 && kind != result.TypeGeneric {
				t.Errorf("%s: found %v in nothing", kind, res.Fields)
			}
		}
	}
}

func TestHiddenWords(t *testing.T) {
	t.Parallel()
	s := newSample(locales()[0])
	doc := s.letterhead()
	for i := range doc.Pages[0].Lines {
		for j := range doc.Pages[0].Lines[i].Words {
			doc.Pages[0].Lines[i].Words[j].Hidden = true
		}
	}
	if res := models().Document(doc, result.TypeInvoice); len(res.Fields) > 0 {
		t.Errorf("read hidden words: %v", res.Data)
	}
}

func BenchmarkDocument(b *testing.B) {
	doc := newSample(locales()[1]).letterhead()
	b.ReportAllocs()
	for b.Loop() {
		models().Document(doc, result.TypeAuto)
	}
}
