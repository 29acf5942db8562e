package synth_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
	"github.com/shopspring/decimal"
)

func tradeKinds() []result.DocumentType {
	return []result.DocumentType{result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder}
}

func random(seed uint64, kind result.DocumentType, language string) *synth.Sample {
	return synth.New(seed, synth.Options{DocumentType: kind, Language: language, Design: synth.DesignRandom})
}

// randomSamples calls each with random layouts of every trade type in all languages. No two languages and types share
// a seed.
func randomSamples(t *testing.T, seeds uint64, each func(name string, s *synth.Sample)) {
	t.Helper()
	for i, language := range synth.TradeLanguages() {
		for k, kind := range tradeKinds() {
			first := uint64(3*i+k) * 1000 //nolint:gosec // not negative
			for seed := first; seed < first+seeds; seed++ {
				each(fmt.Sprintf("%s %s %d", language, kind, seed), random(seed, kind, language))
			}
		}
	}
}

// Making a sample takes longer than checking it, so each sample gets all checks.
func TestRandomSamples(t *testing.T) {
	t.Parallel()
	randomSamples(t, 12, func(name string, s *synth.Sample) {
		staysOnThePage(t, name, s)
		doesNotOverlap(t, name, s)
		isPrinted(t, name, s)
		randomTruthIsComplete(t, name, s)
		randomSumsAddUp(t, name, s)
		randomDocumentPrintsNoKeys(t, name, s)
		fieldsMatchTruth(t, name, s)
	})
}

func randomTruthIsComplete(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	number := "invoiceNumber"
	if s.DocumentType == result.TypePurchaseOrder {
		number = "purchaseOrderNumber"
	}
	for _, field := range []string{number, "issueDate", "total"} {
		if s.Truth.Scalars[field] == "" {
			t.Errorf("%s: no %s", name, field)
		}
	}
	if s.DocumentType != result.TypePurchaseOrder && s.Truth.Scalars["customerName"] == "" || len(s.Truth.LineItems) == 0 {
		t.Errorf("%s: customer %q, %d line items", name, s.Truth.Scalars["customerName"], len(s.Truth.LineItems))
	}
}

func randomSumsAddUp(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	value := func(field string) decimal.Decimal {
		v, _ := decimal.NewFromString(s.Truth.Scalars[field])
		return v
	}
	items := decimal.Zero
	for _, row := range s.Truth.LineItems {
		amount := decimal.RequireFromString(row["amount"])
		items = items.Add(amount)
		checkRow(t, name, row, amount)
	}
	if s.DocumentType == result.TypePurchaseOrder {
		return // orders have no field for discount and shipping
	}
	plain := items.Sub(value("discountTotal")).Add(value("shippingTotal"))
	total := value("total")
	if !total.Equal(plain.Add(value("taxTotal"))) && !total.Equal(plain) {
		t.Errorf("%s: total %s of items %s in %v", name, total, items, s.Truth.Scalars)
	}
}

// Documents contain no unexpanded names in braces and no keys.
func randomDocumentPrintsNoKeys(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	keys := []string{"intro.sentence", "col.", "title.", "billTo", "invoiceDate", "dueDate", "invoiceNumber",
		"unit.goods", "unit.serv", "otherParty", "termsLabel", "amountDue", "orderBuyer", "orderVendor", "payMethod",
		"companyForm"}
	for _, sheet := range s.Sheets {
		for _, m := range sheet.Marks {
			said := func(key string) bool { return strings.HasPrefix(m.Text, key) }
			if strings.ContainsAny(m.Text, "{}\n\x00") || slices.ContainsFunc(keys, said) {
				t.Errorf("%s: %q", name, m.Text)
			}
		}
	}
}

func TestShareOfRandomLayouts(t *testing.T) {
	t.Parallel()
	got := 0
	for seed := range uint64(1000) {
		if strings.HasPrefix(synth.New(seed, synth.Options{DocumentType: result.TypeInvoice}).Layout, "wild/") {
			got++
		}
	}
	if got < 700 || got > 800 {
		t.Errorf("%d of 1000 invoices have random layouts", got)
	}
	for seed := range uint64(50) {
		s := synth.New(seed, synth.Options{DocumentType: result.TypeInvoice, Items: trade.ItemForms()[0]})
		if strings.HasPrefix(s.Layout, "wild/") {
			t.Errorf("seed %d: a form of item table in %s", seed, s.Layout)
		}
	}
}

// The words of a field, joined, equal its truth.
func fieldsMatchTruth(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	doc, fields := s.DocumentFields()
	sameForm(t, name, doc, fields)
	said := map[string]string{}
	for p, page := range doc.Pages {
		for l, line := range page.Lines {
			for w, word := range line.Words {
				said[fields[p][l][w]] += compact(word.Text)
			}
		}
	}
	for _, field := range []string{"vendorName", "customerName", "total", "invoiceNumber", "vendorTaxId", "customerTaxId",
		"iban", "vendorAddress", "customerAddress", "shippingName", "purchaseOrderNumber"} {
		want := compact(s.Truth.Scalars[field])
		// Columns may interleave the parts of a name or address.
		if len(said[field]) < len(want) || field != "vendorName" && want != "" && said[field] == "" {
			t.Errorf("%s: words drawn for %s are %q, not %q", name, field, said[field], want)
		}
	}
}

func TestRecognizedFields(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		s := random(seed, result.TypeInvoice, "en")
		doc, fields := s.RecognizedFields(seed, 0.3)
		sameForm(t, fmt.Sprint(seed), doc, fields)
		if !reflect.DeepEqual(doc, s.Recognized(seed, 0.3)) {
			t.Errorf("seed %d: two recognitions differ", seed)
		}
		totals := 0
		for _, page := range fields {
			for _, line := range page {
				for _, f := range line {
					if f == "total" {
						totals++
					}
				}
			}
		}
		if totals == 0 && s.Truth.Scalars["total"] != "" {
			t.Logf("seed %d: the total was not read", seed)
		}
	}
}

func sameForm(t *testing.T, name string, doc *document.Document, fields sheet.Fields) {
	t.Helper()
	if len(fields) != len(doc.Pages) {
		t.Fatalf("%s: fields of %d pages, not %d", name, len(fields), len(doc.Pages))
	}
	for p, page := range doc.Pages {
		if len(fields[p]) != len(page.Lines) {
			t.Fatalf("%s: fields of %d lines, not %d", name, len(fields[p]), len(page.Lines))
		}
		for l, line := range page.Lines {
			if len(fields[p][l]) != len(line.Words) {
				t.Fatalf("%s: fields of %d words, not %d", name, len(fields[p][l]), len(line.Words))
			}
		}
	}
}

func FuzzRandomLayout(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(0))
	f.Add(uint64(77), uint8(4), uint8(2))
	f.Fuzz(func(t *testing.T, seed uint64, language, kind uint8) {
		languages := synth.TradeLanguages()
		s := random(seed, tradeKinds()[int(kind)%3], languages[int(language)%len(languages)])
		name := fmt.Sprint(seed)
		staysOnThePage(t, name, s)
		doesNotOverlap(t, name, s)
		isPrinted(t, name, s)
		if len(s.PDF()) == 0 {
			t.Error("no file")
		}
	})
}

func TestLanguageFallback(t *testing.T) {
	t.Parallel()
	if s := synth.New(1, synth.Options{DocumentType: result.TypeReceipt, Language: "sv"}); s.Language != "en" {
		t.Errorf("a receipt in %s", s.Language)
	}
	opt := synth.Options{DocumentType: result.TypeInvoice, Language: "sv", Design: synth.DesignFixed}
	if s := synth.New(1, opt); s.Language != "sv" || !strings.HasPrefix(s.Layout, "wild/") {
		t.Errorf("a Swedish invoice is in %s, %s", s.Language, s.Layout)
	}
	if s := synth.New(1, synth.Options{DocumentType: result.TypeInvoice, Language: "xx"}); s.Language != "en" {
		t.Errorf("an invoice in %s", s.Language)
	}
}
