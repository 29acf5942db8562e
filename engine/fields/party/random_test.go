package party_test

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
)

// Numbers whose check digits are right.
const (
	taxID = "DE136695976"
	iban  = "DE89370400440532013000"
)

// scraps are what pages about parties are made of.
func scraps() []string {
	return []string{
		"Bill to:", "Ship to", "From:", "Rechnung an:", "Name:", "Attn", "z. Hd.", "Bank details:", "Customer name:",
		"VAT No.:", "IBAN:", "Tel.:", "·", "|",
		"Marlow Pumps Ltd", "Weber & Söhne OHG", "Rose Field", "4 Quay Street", "Lindenallee 27", "80333 München",
		"D-20457 Hamburg", "Leeds LS1 4DY",
		"Austin, TX 78701", iban, taxID, "COBADEFFXXX", "+44 113 496 0000", "office@marlow.test", "www.marlow.test",
		"3 May 2031", "12.00 EUR", "INVOICE",
		"Page 1", ",", ":", "-", "(", "12", "A",
	}
}

// paper is a document of one or two pages with scraps anywhere.
func paper(r *rand.Rand) *document.Document {
	all := scraps()
	sheets := make([]*sheettest.Sheet, 1+r.IntN(2))
	for i := range sheets {
		sheets[i] = sheettest.A4()
		for range r.IntN(25) {
			text := all[r.IntN(len(all))]
			for r.IntN(3) == 0 {
				text += " " + all[r.IntN(len(all))]
			}
			sheets[i].Put(float64(20+60*r.IntN(8)), float64(20+13*r.IntN(60)), float64(6+r.IntN(10)), text)
		}
	}
	return sheettest.Bind(sheets...)
}

func kinds() []result.DocumentType {
	return []result.DocumentType{
		result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder, result.TypeReceipt, result.TypeBankStatement,
		result.TypeGeneric,
	}
}

// Every value cites words of the page, and the same page always has the same parties.
func TestRandomPages(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for name := range strings.FieldsSeq("vendorName vendorAddress customerName customerAddress shippingAddress " +
		"vendorTaxId customerTaxId " +
		"vendorEmail vendorWebsite vendorPhone iban bic") {
		known[name] = true
	}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 31))
		doc, kind := paper(r), kinds()[r.IntN(len(kinds()))]
		for _, linked := range []func(*document.Document, result.DocumentType) *link.Linker{sheettest.Read, tagged} {
			read := func() *value.Set { return party.Find(linked(doc, kind)) }
			set := read()
			sheettest.Cites(t, doc, set)
			again := read()
			assert.True(t, maps.Equal(set.Scalars, again.Scalars), "page", seed, set.Scalars, "then", again.Scalars)
			for name, v := range set.Scalars {
				assert.True(t, known[name] && v.Value != "", "page", seed, name, v.Value)
			}
			if v := set.Text("vendorTaxId"); v != "" && v == set.Text("customerTaxId") {
				t.Errorf("page %d: both have the tax number %s", seed, v)
			}
			assert.True(t, len(set.Lists)+len(set.Tables) <= 0, "page", seed, "lists of parties")
		}
	}
}

// FuzzFind reads pages of any rows.
func FuzzFind(f *testing.F) {
	f.Add("Bill to:|From:\nTully Ltd|Marlow\n80333 München|Leeds LS1 4DY", false)
	f.Add("Marlow Pumps Ltd · 4 Quay Street · Leeds LS1 4DY\n\nVAT No.: "+taxID, true)
	f.Add("Bill to\n·\n,", true)
	f.Fuzz(func(t *testing.T, text string, trained bool) {
		page := sheettest.RowsPage(strings.Split(text, "\n")...)
		doc := &document.Document{Pages: []document.Page{page}}
		in := sheettest.Read(doc, result.TypeInvoice)
		if trained {
			in = tagged(doc, result.TypeInvoice)
		}
		for name, v := range party.Find(in).Scalars {
			if v.Value == "" || v.Raw == "" || v.Page != 1 || v.Score < 0 || v.Score > 1 {
				t.Errorf("%s: %+v", name, v)
			}
		}
	})
}
