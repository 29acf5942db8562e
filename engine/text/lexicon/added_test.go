package lexicon_test

import (
	"testing"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// Labels as printed in languages that consist of data files only.
//
//nolint:misspell // words of other languages
func TestAddedLanguageLabels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		role lexicon.Role
	}{
		// Swedish
		{"Fakturanummer:", lexicon.InvoiceNumber},
		{"Förfallodatum", lexicon.DueDate},
		{"Summa exkl. moms", lexicon.Subtotal},
		{"Momsbelopp", lexicon.TaxTotal},
		{"Att betala", lexicon.AmountDue},
		{"Ert ordernummer", lexicon.OrderNumber},
		// Danish
		{"Fakturanr.", lexicon.InvoiceNumber},
		{"Betales senest", lexicon.DueDate},
		{"I alt ekskl. moms", lexicon.Subtotal},
		{"Heraf moms", lexicon.Tax},
		{"Beløb til betaling", lexicon.AmountDue},
		{"Øreafrunding", lexicon.Rounding},
		// Czech
		{"Číslo faktury", lexicon.InvoiceNumber},
		{"Datum splatnosti", lexicon.DueDate},
		{"Celkem bez DPH", lexicon.Subtotal},
		{"Výše DPH", lexicon.TaxTotal},
		{"Celkem k úhradě", lexicon.AmountDue},
		{"Variabilní symbol", lexicon.PaymentReference},
		// Slovak
		{"Poradové číslo faktúry", lexicon.InvoiceNumber},
		{"Dátum vyhotovenia", lexicon.IssueDate},
		{"Dátum dodania tovaru alebo služby:", lexicon.DeliveryDate},
		{"Dátum splatnosti", lexicon.DueDate},
		{"Základ dane", lexicon.Subtotal},
		{"Výška DPH", lexicon.TaxTotal},
		{"Suma na úhradu", lexicon.AmountDue},
		{"Variabilný symbol", lexicon.PaymentReference},
		{"IČ DPH odberateľa", lexicon.CustomerTaxID},
		{"Peňažný ústav", lexicon.BankName},
		// Croatian
		{"Račun broj:", lexicon.InvoiceNumber},
		{"Br. računa", lexicon.InvoiceNumber},
		{"Datum i vrijeme izdavanja", lexicon.IssueDate},
		{"Datum dospijeća", lexicon.DueDate},
		{"Porezna osnovica", lexicon.Subtotal},
		{"Ukupno bez PDV-a", lexicon.Subtotal},
		{"Iznos PDV-a", lexicon.TaxTotal},
		{"Ukupno s PDV-om", lexicon.Total},
		{"Iznos za plaćanje", lexicon.AmountDue},
		{"Poziv na broj", lexicon.PaymentReference},
		{"Žiro račun", lexicon.AccountNumber},
		{"Narudžbenica br.", lexicon.OrderNumber},
		{"OIB", lexicon.TaxID},
		// Slovenian
		{"Št. računa:", lexicon.InvoiceNumber},
		{"Kraj in datum izdaje", lexicon.IssueDate},
		{"Datum opravljene storitve", lexicon.DeliveryDate},
		{"Rok plačila", lexicon.DueDate},
		{"Osnova za DDV", lexicon.Subtotal},
		{"Znesek DDV", lexicon.TaxTotal},
		{"Skupaj z DDV", lexicon.Total},
		{"Znesek za plačilo", lexicon.AmountDue},
		{"Sklic", lexicon.PaymentReference},
		{"Naročilnica št.", lexicon.OrderNumber},
		{"ID za DDV", lexicon.TaxID},
		{"TRR", lexicon.AccountNumber},
	} {
		terms, _, n := lexicon.Labels().Longest(lexicon.FoldWords(c.text), nil)
		if n != len(lexicon.FoldWords(c.text)) || terms[0].Role != c.role {
			t.Errorf("%q announces %v, want %s", c.text, terms, c.role)
		}
	}
}

func TestAddedLanguageMonths(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{
		"januari": 1, "maj": 5, "oktober": 10, // Swedish
		"marts": 3, "december": 12, // Danish
		"leden": 1, "května": 5, "listopadu": 11, // Czech
		"január": 1, "mája": 5, "októbra": 10, // Slovak
		"siječnja": 1, "svibnja": 5, "studenoga": 11, // Croatian
		"februarja": 2, "junij": 6, "avgusta": 8, // Slovenian
	} {
		if got := lexicon.Month(lexicon.Fold(name)); got != want {
			t.Errorf("%s is the month %d, want %d", name, got, want)
		}
	}
}
