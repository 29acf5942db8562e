package textshape_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/libs/assert"
)

// holds checks a predicate on the words of each line.
func holds(t *testing.T, what string, of func(words []string) bool, want bool, lines ...string) {
	t.Helper()
	for _, line := range lines {
		assert.Equal(t, of(strings.Fields(line)), want, line, what)
	}
}

func TestCompanyAndPersonNames(t *testing.T) {
	t.Parallel()
	holds(t, "a name", textshape.NameLike, true,
		"Marlow Fish Bar Ltd", "Brückner & Söhne GmbH", "Ateliers Réunis SARL", "Calçados do Minho, Lda.",
		"Jansen Fietsen B.V.",
		"Zakłady Młynarskie Sp. z o.o.", "Mary Ann Tully", "O'Hara", "3D Print Shop", "Studio 54 Interiors",
		"1a Autoglas GmbH",
		"Lim Seng Trading Sdn Bhd", "Anna van der Veen", "MKT", "24hour Locksmiths",
	)
}

func TestNonNameLines(t *testing.T) {
	t.Parallel()
	for why, lines := range map[string][]string{
		"titles and marks of pages": {"Invoice", "Rechnung Nr. 4711", "Page 2", "Credit Note", "Subtotal", "Thank you"},
		"numbers":                   {"A-1713", "4711", "20457 Hamburg", "1234 Main", "12 34 56 7a", "X"},
		"labels":                    {"Customer name:", "Name : Tully"},
		"sentences": {"Please pay the amount within ten days", "all goods remain our property",
			"(we thank you for it)"},
		"streets":                    {"Hafenstrasse 4", "Rue Basse 12b", "Musterweg 12a."},
		"dates, addresses of a net":  {"3 May 2031", "office@marlow.example", "www.marlow.example", "Hamburg, 03.05.2031"},
		"prices":                     {"Desk 119.00 EUR", "€ 12.00", "Kauf 5,00 €"},
		"places":                     {"London SW1A 1AA", "Austin, TX 78701", "Anna Weber 80333 München"},
		"more words than a name has": {"One Two Three Four Five Six Seven Eight Nine Ten"},
		"more letters":               {strings.Repeat("Abcdefghij", 9) + " Ltd"},
		"nothing":                    {"", "-", "· ·"},
	} {
		for _, line := range lines {
			assert.False(t, textshape.NameLike(strings.Fields(line)), why, line, "is a name")
		}
	}
}

// A registration number after a legal form in the spelling of a currency is not a price.
func TestLegalFormNotCurrency(t *testing.T) {
	t.Parallel()
	holds(t, "a name", textshape.NameLike, true, "Kedai Maju Sdn Bhd 12345")
	holds(t, "a name", textshape.NameLike, false, "Kedai Maju USD 12345")
}

func TestProse(t *testing.T) {
	t.Parallel()
	holds(t, "prose", textshape.ProseLike, true,
		"Please send all goods back", "(as agreed by phone)", "wir danken für Ihren Auftrag", "Le montant est à payer")
	holds(t, "prose", textshape.ProseLike, false,
		"for you", "Bank of Lower Saxony", "Sociedad de Aguas", "Kind Regards From Us", "van der Veen BV Utrecht Holding", "")
}

func TestStreetWithHouseNumber(t *testing.T) {
	t.Parallel()
	holds(t, "a street", textshape.EndsInHouseNumber, true,
		"Hafenstr. 4", "Musterweg 12a", "Rue de Lyon 9", "Am Alten Markt 117.", "Calle Mayor 7,")
	holds(t, "a street", textshape.EndsInHouseNumber, false,
		"Hafenstr.", "12", "Studio ab12", "Rue de la Paix Basse 9", "Order 123456", "4 Hill Street")
}

func TestTitles(t *testing.T) {
	t.Parallel()
	holds(t, "a title", textshape.TitleLine, true,
		"INVOICE", "Tax Invoice", "Rechnung", "Facture n° 12", "Rechnung Nr. 4711", "Honorarnote / Rechnung",
		"Factuur VF2031-20", "Page 3",
		"Credit note No. 77", "I N V O I C E", "I N VO I CE", "I N VO ICE")
	holds(t, "a title", textshape.TitleLine, false,
		"Invoice Masters Ltd", "4711", "Rechnung / Brückner", "Brückner / Rechnung", "Marlow Fish Bar", "", "/", "Anna VF 12", "J B S", "H O L L I S", "IN VO IC E")
}

func TestLegalForms(t *testing.T) {
	t.Parallel()
	holds(t, "a legal form", textshape.HasLegalForm, true,
		"Brückner GmbH", "Brückner GmbH & Co. KG", "Marlow Ltd.", "Calçados Minho Lda", "Jansen B.V.", "Młyn Sp. z o.o.",
		"Nordvik AS", "FERRETERÍA ANDINA LIMITADA", "Comercial Ipê Ltda.",
		"Aguas S.A.", "Rossi S.p.A.", "Ateliers SARL", "Pumps, Inc.", "Kedai Maju Sdn Bhd")
	holds(t, "a legal form", textshape.HasLegalForm, false,
		"GmbH", "Ltd", "Anna Weber", "Marlow Fish Bar", "paid as agreed", "come sa propriété", "Ltdx Corpx")
}

func TestCapitalShare(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float32{"": 0, "12-3": 0, "ABC": 1, "ab": 0, "Ab 12": 0.5, "ÄÖü.": 2.0 / 3} {
		assert.Equal(t, textshape.UpperShare(text), want, text)
	}
}

// A word for streets or a number makes a street; a legal form does not.
func TestStreetWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words, next string
		want        bool
	}{
		{"Hill Street", "Austin", true},
		{"Gartenstraße", "Bonn", true},
		{"Prinsenstraat", "Delft", true},
		{"Birkenweg", "", true},
		{"Anna Weber", "12a", true},
		{"Anna Weber", "No.", true},
		{"Anna Weber", "Bonn", false},
		{"Anna Weber", "20457a", false},
		{"Street Food Ltd", "12", false},
		{"Streetwise Shoes", "Bonn", false},
		{"Hafenstr.12", "Bonn", true},
		{"Hauptstr.4a,", "Bonn", true},
		{"Birkenweg.4", "Bonn", true},
		{"Str.7", "Bonn", true},
		{"Hafenstr.Ost", "Bonn", false},
		{"Marlow.12", "Bonn", false},
		{"Vers.12", "Bonn", false},
		{"Hafenstr.12 GmbH", "Bonn", false},
	} {
		assert.Equal(t, textshape.Street(strings.Fields(c.words), c.next), c.want, c.words, "before", c.next)
	}
}
