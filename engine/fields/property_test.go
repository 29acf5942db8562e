package fields_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
)

func TestValueCitations(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			doc := scattered(rand.New(rand.NewPCG(seed, 7)))
			for _, kind := range []result.DocumentType{
				result.TypeInvoice, result.TypeReceipt, result.TypePurchaseOrder, result.TypeBankStatement, result.TypeGeneric,
			} {
				set := extractTagged(doc, kind)
				delete(set.Scalars, "language") // counted over all words
				sheettest.Cites(t, doc, set)
				described(t, kind, set)
			}
		})
	}
}

// described checks a set against the fields of its type.
func described(t *testing.T, kind result.DocumentType, set *value.Set) {
	t.Helper()
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

// scattered is a document of up to three pages with scraps of invoices in several languages.
func scattered(random *rand.Rand) *document.Document {
	var sheets []*sheettest.Sheet
	all := tongues()
	for range 1 + random.IntN(3) {
		s := sheettest.A4()
		b := newBill(all[random.IntN(len(all))])
		var scraps []string
		for _, p := range append(b.particulars(), b.totals()...) {
			scraps = append(scraps, p[0], p[1], p[0]+": "+p[1])
		}
		scraps = append(scraps, b.vendor, b.street, b.town, b.buyer, b.buyerStreet, b.buyerTown, b.from, b.to,
			"IBAN "+b.iban, b.taxID,
			b.description+" "+b.quantity+" "+b.price+" "+b.amount, b.vendor+" · "+b.street+" · "+b.town,
			b.day(2030, 12, 31)+" - "+b.day(2031, 1, 2))
		for range 10 + random.IntN(60) {
			text := scraps[random.IntN(len(scraps))]
			if random.IntN(8) == 0 {
				text = shuffled(random, text)
			}
			x, y := 40+float64(random.IntN(10))*50, 30+float64(random.IntN(60))*12.5
			s.Put(x, y, 7+float64(random.IntN(6)), text)
		}
		if random.IntN(3) == 0 {
			b.grid(s, 300)
		}
		sheets = append(sheets, s)
	}
	return sheettest.Bind(sheets...)
}

func shuffled(random *rand.Rand, text string) string {
	words := strings.Fields(text)
	random.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return strings.Join(words, " ")
}
