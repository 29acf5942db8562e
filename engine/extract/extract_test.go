package extract_test

import (
	"fmt"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/libs/require"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/assert"
)

func TestInvoices(t *testing.T) {
	t.Parallel()
	for _, l := range languages() {
		b := newBill(l)
		for name, doc := range map[string]*document.Document{
			"parties": b.parties(), "centered": b.centered(), "window": b.window(), "ledger": b.ledger(),
			"anonymous": b.anonymous(), "strip": b.strip(), "spread": b.spread(), "letterhead": b.letterhead(),
		} {
			t.Run(l.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				res := models().Document(doc, result.TypeAuto)
				checkInvoice(t, b, res)
				checkAnchors(t, doc, res)
				if name != "anonymous" && name != "strip" {
					expect(t, res, result.TypeInvoice, map[string]string{
						"purchaseOrderNumber": "4500-8812", "customerId": "K10077",
					})
				}
			})
		}
	}
}

func checkInvoice(t *testing.T, b bill, res *result.Result) {
	t.Helper()
	want := map[string]string{
		"invoiceNumber": b.number, "issueDate": issueDate, "dueDate": dueDate, "currency": b.Currency,
		"subtotal": plain(b.netCents()), "taxTotal": plain(b.taxCents()), "total": plain(b.grossCents()),
		"vendorName": b.Vendor, "vendorAddress": b.Street + ", " + b.Town,
		"customerName": b.Buyer, "customerAddress": b.BuyerStreet + ", " + b.BuyerTown,
	}
	if b.IBAN != "" {
		want["iban"] = b.IBAN
	}
	if b.TaxID != "" {
		want["vendorTaxId"] = b.TaxID
	}
	expect(t, res, result.TypeInvoice, want)
	items := rows(res, "lineItems")
	require.Equal(t, len(items), len(b.Items), "line items", items)
	for i, item := range items {
		expectRow(t, item, map[string]string{
			"description": b.Items[i], "quantity": fmt.Sprint(b.quantities[i]), "unitPrice": plain(b.prices[i]),
			"amount": plain(b.lineAmount(i)),
		})
	}
	for _, c := range res.Checks {
		assert.True(t, c.Passed, "check", c.Name, "failed", c.Detail)
	}
	if res.Confidence < 0.2 { // of a vendor name in a cell of a CSV file the tags are not sure
		t.Errorf("confidence %v", res.Confidence)
	}
}

// checkAnchors checks that the words of every raw text are on its page, inside its box.
func checkAnchors(t *testing.T, doc *document.Document, res *result.Result) {
	t.Helper()
	set := &value.Set{Scalars: map[string]value.Value{}}
	for path, f := range res.Fields {
		v := value.Value{Value: f.Value, Raw: f.Raw, Source: f.Source, Score: f.Confidence}
		if f.Page != nil && f.Box != nil {
			v.Page, v.Box = *f.Page, document.Box{X0: f.Box[0], Y0: f.Box[1], X1: f.Box[2], Y1: f.Box[3]}
		}
		set.Scalars[path] = v
	}
	sheettest.Cites(t, doc, set)
}

// The second line of each name is small print.
func TestInvoiceWithTwoTaxRates(t *testing.T) {
	t.Parallel()
	for _, l := range languages() {
		b := newBill(l)
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			s := sheettest.A4()
			s.Column(50, 40, 12, b.vendor()...)
			s.Put(50, 120, 9, b.Number+": "+b.number)
			s.Put(50, 134, 9, b.Date+": "+b.issued())
			tax := strings.NewReplacer("%d", "", "%", "", "@", "", "(", "", ")", "").Replace(b.Tax)
			edges := []float64{300, 380, 440, 545}
			s.Put(50, 170, 9, b.Description)
			for i, heading := range []string{b.Quantity, b.Price, strings.TrimSpace(tax), b.Amount} {
				s.End(edges[i], 170, 9, heading)
			}
			rates := []int{b.Rate, 5}
			for i, rate := range rates {
				y := 190 + 30*float64(i)
				s.Put(50, y, 9, b.Items[i])
				s.Put(50, y+12, 7, "XK-200 / 3")
				for k, cell := range []string{
					fmt.Sprint(b.quantities[i]), b.figure(b.prices[i]), fmt.Sprintf("%d%%", rate), b.figure(b.lineAmount(i)),
				} {
					s.End(edges[k], y, 9, cell)
				}
			}
			net := b.lineAmount(0) + b.lineAmount(1)
			first, second := (b.lineAmount(0)*b.Rate+50)/100, (b.lineAmount(1)*5+50)/100
			for i, line := range [][2]string{
				{b.Net, b.money(net)}, {b.taxLabel(b.Rate), b.money(first)}, {b.taxLabel(5), b.money(second)},
				{b.Gross, b.money(net + first + second)},
			} {
				s.Put(300, 280+16*float64(i), 9, line[0])
				s.End(545, 280+16*float64(i), 9, line[1])
			}
			doc := sheettest.Bind(s)
			res := models().Document(doc, result.TypeInvoice)
			expect(t, res, result.TypeInvoice, map[string]string{
				"subtotal": plain(net), "taxTotal": plain(first + second), "total": plain(net + first + second),
				"currency": b.Currency,
			})
			taxes := rows(res, "taxes")
			assert.True(t, len(taxes) == 2 && taxes[0]["amount"] == plain(first) && taxes[1]["rate"] == "5", "taxes", taxes)
			items := rows(res, "lineItems")
			require.Equal(t, len(items), 2, "line items", items)
			for i, item := range items {
				expectRow(t, item, map[string]string{
					"description": b.Items[i], "quantity": fmt.Sprint(b.quantities[i]), "taxRate": fmt.Sprint(rates[i]),
					"amount": plain(b.lineAmount(i)),
				})
			}
			checkAnchors(t, doc, res)
		})
	}
}

func TestRequestedType(t *testing.T) {
	t.Parallel()
	res := models().Document(britishBill().letterhead(), result.TypeReceipt)
	assert.Equal(t, res.DocumentType, result.TypeReceipt, "document type")
	last := res.Checks[len(res.Checks)-1]
	assert.True(t, last.Name == "type_matches" && !last.Passed, "check", last)
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
	doc := britishBill().letterhead()
	for i := range doc.Pages[0].Lines {
		for j := range doc.Pages[0].Lines[i].Words {
			doc.Pages[0].Lines[i].Words[j].Hidden = true
		}
	}
	res := models().Document(doc, result.TypeInvoice)
	assert.Equal(t, len(res.Fields), 0, "read hidden words", res.Data)
}

func BenchmarkDocument(b *testing.B) {
	doc := newBill(languages()[2]).letterhead()
	b.ReportAllocs()
	for b.Loop() {
		models().Document(doc, result.TypeAuto)
	}
}

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
				set := m.Fields.Extract(formrole.New(annotated), kind, "en")
				delete(set.Scalars, "language") // counted over all words
				sheettest.Cites(t, doc, set)
				typ := schema.Of(kind)
				for name := range set.Scalars {
					f, ok := typ.Field(name)
					assert.True(t, ok && !f.IsList(), kind, "has a value", name, "which the type has not")
				}
				for list, rows := range set.Lists {
					f, _ := typ.Field(list)
					for _, row := range rows {
						for name := range row {
							_, ok := f.Member(name)
							assert.True(t, ok, kind, "has a value", list, name, "which the type has not")
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
					word = strings.Trim(word, ",+")
					require.Contains(t, text, word, kind, path, "raw", field.Raw, "is not on the page")
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
