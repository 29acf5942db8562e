package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Numbers whose check digits are right.
const (
	taxID, otherTaxID = "DE136695976", "ATU13585627"
	iban, otherIBAN   = "DE89370400440532013000", "NL91ABNA0417164300"
)

// picked are the fields of a set by name.
func picked(set *value.Set, names ...string) *value.Set {
	out := value.New()
	for _, name := range names {
		out.Put(name, set.Scalars[name])
	}
	return out
}

// ruled reads the parties of a page with a row for each text, by rules alone.
func ruled(kind result.DocumentType, rows ...string) *value.Set {
	return party.Find(party.Input{Linker: sheettest.Linker(kind, rows...)})
}

func TestAccounts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"behind its label": {[]string{"IBAN: DE89 3704 0044 0532 0130 00", "BIC: COBADEFFXXX"},
			[]string{"iban=" + iban, "bic=COBADEFFXXX"}},
		"beside its label":        {[]string{"IBAN|" + iban}, []string{"iban=" + iban}},
		"without a label":         {[]string{"Please transfer to", iban}, []string{"iban=" + iban}},
		"the first of two":        {[]string{iban, otherIBAN}, []string{"iban=" + iban}},
		"the labelled one of two": {[]string{iban, "IBAN: " + otherIBAN}, []string{"iban=" + otherIBAN}},
		"wrong check digits under a label": {
			[]string{"IBAN: DE88 3704 0044 0532 0130 00"}, []string{"iban=DE88370400440532013000"},
		},
		"a right one rather than a labelled wrong one": {
			[]string{"Notes|DE88370400440532013000", "and " + iban}, []string{"iban=" + iban},
		},
		"wrong check digits without a label": {[]string{"Batch DE88370400440532013000"}, nil},
		"a BIC without a label":              {[]string{"COBADEFFXXX"}, nil},
		"none":                               {[]string{"IBAN:", "BIC:"}, nil},
	} {
		sheettest.Expect(t, name, picked(ruled(result.TypeInvoice, c.rows...), "iban", "bic"), c.want...)
	}
}

// A statement's account is found in the same way, and nothing else.
func TestAccountOfAStatement(t *testing.T) {
	t.Parallel()
	rows := []string{"Nordbank AG", "Musterweg 1", "20457 Hamburg", "IBAN: " + iban, "BIC: COBADEFFXXX",
		"Tel.: +49 40 1234567"}
	sheettest.Expect(t, "account", party.Account(sheettest.Linker(result.TypeBankStatement, rows...)), "iban="+iban)
	if set := ruled(result.TypeBankStatement, rows...); set.Has("iban") || set.Has("vendorPhone") {
		t.Errorf("contacts of a bank: %v", set.Scalars)
	}
}

func TestTaxNumbers(t *testing.T) {
	t.Parallel()
	vendor := []string{"Brückner Pumpen GmbH", "Hafenstr. 4", "20457 Hamburg", "", ""}
	buyer := []string{"Rechnung an:", "Weber OHG", "Lindenallee 27", "80333 München"}
	page := func(tail ...string) []string { return append(append(append([]string{}, vendor...), buyer...), tail...) }
	for name, c := range map[string]struct {
		kind       result.DocumentType
		rows, want []string
	}{
		"the vendor's": {
			result.TypeInvoice, []string{"Brückner Pumpen GmbH", "USt-IdNr.: " + taxID}, []string{"vendorTaxId=" + taxID},
		},
		"a national number under a label": {
			result.TypeInvoice, []string{"Brückner Pumpen GmbH", "Steuernummer: 22/456/78901"},
			[]string{"vendorTaxId=22/456/78901"},
		},
		"a valid number without a label": {
			result.TypeInvoice, []string{"Brückner Pumpen GmbH", taxID}, []string{"vendorTaxId=" + taxID},
		},
		"a wrong number without a label": {result.TypeInvoice, []string{"Brückner Pumpen GmbH", "DE136695977"}, nil},
		"the customer's by its label": {
			result.TypeInvoice, []string{"USt-IdNr.: " + taxID, "Customer VAT No.: " + otherTaxID},
			[]string{"vendorTaxId=" + taxID, "customerTaxId=" + otherTaxID},
		},
		"the customer's by its block": {
			result.TypeInvoice, page("VAT No.: " + otherTaxID), []string{"customerTaxId=" + otherTaxID},
		},
		"far under the customer's block": {
			result.TypeInvoice,
			page("", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "VAT No.: "+taxID),
			[]string{"vendorTaxId=" + taxID},
		},
		"one number of both is the vendor's": {
			result.TypeInvoice, []string{"USt-IdNr.: " + taxID, "Customer VAT No.: " + taxID}, []string{"vendorTaxId=" + taxID},
		},
		"a shop's": {result.TypeReceipt, []string{"Corner Deli", "VAT No.: " + taxID}, []string{"vendorTaxId=" + taxID}},
		"in a delivery's block": {
			result.TypeInvoice, []string{"Deliver to:", "Tully Depot", "9 Canal Road", "Hull HU1 2AB", "VAT No.: 123456789"},
			nil,
		},
		"the buyer's letterhead of an order": {
			result.TypePurchaseOrder, []string{"Brückner Pumpen GmbH", "VAT No.: " + taxID}, []string{"customerTaxId=" + taxID},
		},
		"the supplier's on an order": {
			result.TypePurchaseOrder,
			[]string{"Supplier:", "Weber OHG", "Lindenallee 27", "80333 München", "VAT No.: " + otherTaxID},
			[]string{"vendorTaxId=" + otherTaxID},
		},
		"of no use to a statement": {result.TypeBankStatement, []string{"USt-IdNr.: " + taxID}, nil},
	} {
		sheettest.Expect(t, name, picked(ruled(c.kind, c.rows...), "vendorTaxId", "customerTaxId"), c.want...)
	}
}

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
			got := picked(ruled(kind, c.rows...), "vendorPhone", "vendorEmail", "vendorWebsite")
			sheettest.Expect(t, name+" of a "+string(kind), got, c.want...)
		}
		sheettest.Expect(t, name+" of an order", picked(ruled(result.TypePurchaseOrder, c.rows...), "vendorPhone",
			"vendorEmail", "vendorWebsite"))
	}
}

// Contacts of the third page and later are none of the vendor's.
func TestContactsOfLaterPages(t *testing.T) {
	t.Parallel()
	sheets := make([]*sheettest.Sheet, 3)
	for i := range sheets {
		sheets[i] = sheettest.A4()
		sheets[i].Put(50, 40, 10, "Conditions")
	}
	sheets[2].Put(50, 80, 10, "office@marlow.test")
	if set := find(t, result.TypeInvoice, sheettest.Bind(sheets...)); set.Has("vendorEmail") {
		t.Error("from the third page")
	}
	sheets[1].Put(50, 80, 10, "sales@marlow.test")
	if set := find(t, result.TypeInvoice, sheettest.Bind(sheets...)); set.Text("vendorEmail") != "sales@marlow.test" {
		t.Errorf("%q, not that of the second page", set.Text("vendorEmail"))
	}
}

// A receipt's shop is found elsewhere.
func TestReceiptsHaveNoParties(t *testing.T) {
	t.Parallel()
	set := ruled(result.TypeReceipt, "Corner Deli Ltd", "4 Quay Street", "Leeds LS1 4DY", "Phone: +44 113 496 0000")
	sheettest.Expect(t, "receipt", set, "vendorPhone=+44 113 496 0000")
}
