package contact_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/party/contact"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

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
