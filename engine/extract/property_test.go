package extract_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
)

// Every value of a random page is cited from that page and is a field of its type.
func TestValueCitations(t *testing.T) {
	t.Parallel()
	m := models()
	for seed := range uint64(60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			doc := scattered(rand.New(rand.NewPCG(seed, 7)))
			for _, kind := range []result.DocumentType{
				result.TypeInvoice, result.TypeReceipt, result.TypePurchaseOrder, result.TypeBankStatement, result.TypeGeneric,
			} {
				annotated := annotate.New(layout.Analyze(doc))
				annotated.Tags = m.Tagger.Tag(annotated)
				set := m.Fields.Extract(annotated, kind, "en")
				delete(set.Scalars, "language") // counted over all words
				sheettest.Cites(t, doc, set)
				typ := schema.Of(kind)
				for name := range set.Scalars {
					if f, ok := typ.Field(name); !ok || f.IsList() {
						t.Errorf("%s has a value %s, which the type has not", kind, name)
					}
				}
				for list, rows := range set.Lists {
					f, _ := typ.Field(list)
					for _, row := range rows {
						for name := range row {
							if _, ok := f.Member(name); !ok {
								t.Errorf("%s has a value %s.%s, which the type has not", kind, list, name)
							}
						}
					}
				}
			}
		})
	}
}

// scattered is a document of up to three pages with scraps of invoices in several languages.
func scattered(random *rand.Rand) *document.Document {
	var sheets []*sheettest.Sheet
	all := languages()
	for range 1 + random.IntN(3) {
		s := sheettest.A4()
		b := newBill(all[random.IntN(len(all))])
		var scraps []string
		for _, p := range append(b.particulars(), b.totals()...) {
			scraps = append(scraps, p[0], p[1], p[0]+": "+p[1])
		}
		scraps = append(append(append(scraps, b.vendor()...), b.buyer()...), b.From, b.To, "IBAN "+b.IBAN, b.TaxID,
			strings.Join(b.table()[0], " "), strings.Join(b.vendor(), " · "), b.day(2030, 12, 31)+" - "+b.day(2031, 1, 2))
		for range 10 + random.IntN(60) {
			words := strings.Fields(scraps[random.IntN(len(scraps))])
			if random.IntN(8) == 0 {
				random.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
			}
			x, y := 40+float64(random.IntN(10))*50, 30+float64(random.IntN(60))*12.5
			s.Put(x, y, 7+float64(random.IntN(6)), strings.Join(words, " "))
		}
		if random.IntN(3) == 0 {
			b.drawTable(s, 300)
		}
		sheets = append(sheets, s)
	}
	return sheettest.Bind(sheets...)
}
