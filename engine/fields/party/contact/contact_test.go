package contact_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/party/contact"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
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
	assert.False(t, read(sheettest.Bind(sheets...)).Has("vendorEmail"), "from the third page")
	sheets[1].Put(50, 80, 10, "sales@marlow.test")
	assert.Equal(t, read(sheettest.Bind(sheets...)).Text("vendorEmail"), "sales@marlow.test",
		"not that of the second page")
}

// read finds the contacts of a document of which no customer is known.
func read(doc *document.Document) *value.Set {
	return contact.Find(sheettest.Read(doc, result.TypeInvoice), value.Value{})
}

// Numbers whose check digits are right.
const iban, otherIBAN = "DE89370400440532013000", "NL91ABNA0417164300"

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
		"broken between two lines": {[]string{"IBAN: DE89 3704 0044 0532", "0130 00"}, []string{"iban=" + iban}},
		"broken between two lines that are not right": {
			[]string{"IBAN: DE89 3704 0044 0532", "0130 01"}, []string{"iban=DE89370400440532"},
		},
		"a code in the line under its label": {
			[]string{"Please pay to Marlow Ltd, IBAN " + iban + ", BIC", "COBADEFFXXX"}, []string{"iban=" + iban, "bic=COBADEFFXXX"},
		},
		"no code right under its label": {
			[]string{"Please pay to Marlow Ltd, IBAN " + iban + ", BIC", "of Commerce COBADEFFXXX"}, []string{"iban=" + iban},
		},
		"without its country's code": {
			[]string{"Rachunek|Bank Polski 61 1090 1014 0000 0712 1981 2874"}, []string{"iban=PL61109010140000071219812874"},
		},
		"digits that no country's code makes right": {[]string{"Rachunek|62 1090 1014 0000 0712 1981 2874"}, nil},
		"within a longer number":                    {[]string{"Rachunek|7 61 1090 1014 0000 0712 1981 2874"}, nil},
		"wrong check digits without a label":        {[]string{"Batch DE88370400440532013000"}, nil},
		"a BIC without a label":                     {[]string{"COBADEFFXXX"}, nil},
		"a BIC under its account": {[]string{"DE89 3704 0044 0532 0130 00", "COBADEFFXXX"},
			[]string{"iban=" + iban, "bic=COBADEFFXXX"}},
		"a BIC behind its account": {[]string{iban + " COBADEFFXXX"},
			[]string{"iban=" + iban, "bic=COBADEFFXXX"}},
		"a BIC beside its account": {[]string{iban + "|COBADEFFXXX"},
			[]string{"iban=" + iban, "bic=COBADEFFXXX"}},
		"a BIC of another country": {[]string{iban, "ABNANL2AXXX"}, []string{"iban=" + iban}},
		"a word under an account":  {[]string{iban, "COBADEFFXXX Bank"}, []string{"iban=" + iban}},
		"none":                     {[]string{"IBAN:", "BIC:"}, nil},
	} {
		sheettest.Expect(t, name, contact.Account(sheettest.Linker(result.TypeInvoice, c.rows...)), c.want...)
	}
}

// A statement's account is found in the same way, and nothing else.
func TestStatementAccount(t *testing.T) {
	t.Parallel()
	rows := []string{"Nordbank AG", "Musterweg 1", "20457 Hamburg", "IBAN: " + iban, "BIC: COBADEFFXXX",
		"Tel.: +49 40 1234567"}
	sheettest.Expect(t, "account", contact.IBAN(sheettest.Linker(result.TypeBankStatement, rows...)), "iban="+iban)
}

// A thin letter that text recognition lost or doubled in a domain comes back from the name that the
// page prints.
func TestDomainsCorrectedByName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ name, mail, want string }{
		"one lost":               {"Marlow Fish & Ice Ltd", "office@marlowfsh.test", "office@marlowfish.test"},
		"one doubled":            {"Marlow Fish Ltd", "office@marlowfiish.test", "office@marlowfish.test"},
		"as it was read":         {"Marlow Fish Ltd", "office@marlowfish.test", "office@marlowfish.test"},
		"another letter":         {"Marlow Fish Ltd", "office@marlowfisch.test", "office@marlowfisch.test"},
		"short":                  {"Marl Ice", "office@marlce.test", "office@marlce.test"},
		"two names":              {"Marlow Fish Marlow Fsh", "office@marlowfsh.test", "office@marlowfsh.test"},
		"a name with other ends": {"Marlow Fishery Ltd", "office@marlowfsh.test", "office@marlowfsh.test"},
	} {
		for _, scanned := range []bool{true, false} {
			doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(c.name, c.mail)}}
			want := c.mail
			if scanned {
				doc, want = sheettest.Scanned(doc, 0.9), c.want
			}
			got := contact.Find(sheettest.Read(doc, result.TypeInvoice), value.Value{}).Text("vendorEmail")
			assert.Equal(t, got, want, name, "scanned", scanned)
		}
	}
}
