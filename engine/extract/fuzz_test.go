package extract_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Extracting any page as any type does not panic, and cites only text on the page.
func FuzzDocument(f *testing.F) {
	for _, l := range []language{languages()[0], languages()[2]} {
		f.Add(newBill(l).letterhead().Text(), true)
		f.Add(newBill(l).ledger().Text(), false)
	}
	f.Add("Total\nSubtotal: 1,00\nTAX 1,00 %\nMuster GmbH · Weg 1 · 12345 Ort · ·\n· · ·\nFrom:\n:\n", true)
	f.Fuzz(func(t *testing.T, text string, placed bool) {
		if len(text) > 4000 {
			return
		}
		doc := fuzzDocument(text, placed)
		for _, kind := range []result.DocumentType{
			result.TypeAuto, result.TypeInvoice, result.TypeReceipt, result.TypePurchaseOrder, result.TypeBankStatement,
			result.TypeGeneric,
		} {
			res := models().Document(doc, kind)
			for path, field := range res.Fields {
				for word := range strings.FieldsSeq(field.Raw) {
					if word = strings.Trim(word, ",+"); !strings.Contains(text, word) {
						t.Fatalf("%s %s: raw %q is not on the page", kind, path, field.Raw)
					}
				}
			}
		}
	})
}

// fuzzDocument puts each line on a row, and splits it at double spaces into parts far from each other.
func fuzzDocument(text string, placed bool) *document.Document {
	c := sheettest.A4()
	y := 20.0
	for line := range strings.Lines(text) {
		for i, part := range strings.Split(line, "  ") {
			c.Put(20+150*float64(i), y, 9, part)
		}
		y += 11
	}
	if !placed {
		for i := range c.Lines {
			for j := range c.Lines[i].Words {
				c.Lines[i].Words[j].Box = document.Box{}
			}
		}
	}
	return sheettest.Bind(c)
}
