package contact_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/party/contact"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

func TestContacts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"all three": {
			[]string{"Phone: +44 113 496 0000", "E-mail: office@marlow.example", "Web: www.marlow.example"},
			[]string{"vendorPhone=+44 113 496 0000", "vendorEmail=office@marlow.example", "vendorWebsite=www.marlow.example"},
		},
		"in one line": {
			[]string{"Tel. 040 1234567 · info@bruckner.example · www.bruckner.example"},
			[]string{"vendorPhone=040 1234567", "vendorEmail=info@bruckner.example", "vendorWebsite=www.bruckner.example"},
		},
		"a domain behind the word for it": {[]string{"Homepage: Marlow.example"}, nil},
		"the domain of the mail address": {
			[]string{"office@marlow.test", "Marlow.test"}, []string{"vendorEmail=office@marlow.test",
				"vendorWebsite=marlow.test"},
		},
		"another domain": {[]string{"office@marlow.test", "tully.test"}, []string{"vendorEmail=office@marlow.test"}},
		"the word for a web address": {
			[]string{"Internet: marlow.test"}, []string{"vendorWebsite=marlow.test"},
		},
		"a fax is no telephone":     {[]string{"Fax: +44 113 496 0000"}, nil},
		"a number without a label":  {[]string{"+44 113 496 0000"}, nil},
		"the first mail of several": {[]string{"a@marlow.test", "b@marlow.test"}, []string{"vendorEmail=a@marlow.test"}},
		"in the customer's block": {
			[]string{"Bill to:", "Tully Brothers Ltd", "27 Orchard Lane", "York YO1 7HH", "rose@tully.test",
				"Phone: +44 113 496 0000"}, nil,
		},
		"in the block of a delivery": {
			[]string{"Ship to:", "Tully Depot", "9 Canal Road", "Hull HU1 2AB", "depot@tully.test", "www.tully.test"}, nil,
		},
		"beside the customer's block": {
			[]string{
				"Phone: +44 113 496 0000|Bill to:", "office@marlow.test|Tully Brothers Ltd", "|27 Orchard Lane", "|York YO1 7HH",
				"|rose@tully.test",
			},
			[]string{"vendorPhone=+44 113 496 0000", "vendorEmail=office@marlow.test"},
		},
	} {
		for _, kind := range []result.DocumentType{result.TypeInvoice, result.TypeReceipt, result.TypeCreditNote} {
			got := contact.Find(sheettest.Linker(kind, c.rows...), value.Value{})
			sheettest.Expect(t, name+" of a "+string(kind), got, c.want...)
		}
	}
}

// Contacts of the third page and later are none of the vendor's.
func TestContactsOnLaterPages(t *testing.T) {
	t.Parallel()
	sheets := make([]*sheettest.Sheet, 3)
	for i := range sheets {
		sheets[i] = sheettest.A4()
		sheets[i].Put(50, 40, 10, "Conditions")
	}
	sheets[2].Put(50, 80, 10, "office@marlow.test")
	if set := read(sheettest.Bind(sheets...)); set.Has("vendorEmail") {
		t.Error("from the third page")
	}
	sheets[1].Put(50, 80, 10, "sales@marlow.test")
	if set := read(sheettest.Bind(sheets...)); set.Text("vendorEmail") != "sales@marlow.test" {
		t.Errorf("%q, not that of the second page", set.Text("vendorEmail"))
	}
}

// read finds the contacts of a document of which no customer is known.
func read(doc *document.Document) *value.Set {
	return contact.Find(sheettest.Read(doc, result.TypeInvoice), value.Value{})
}
