package language_test

import (
	"testing"

	"github.com/docmill/docmill/engine/text/language"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/libs/assert"
)

func TestWinner(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                        "",
		"4711 119,00 EUR":                         "",
		"Thank you for your payment":              "en",
		"Bitte überweisen Sie den Gesamtbetrag":   "de",
		"Montant à régler sous trente jours":      "fr",
		"Descuento hasta fin de la hoja, gracias": "es",
		"Fattura, imponibile e imposta":           "it",
		"Te betalen: totaal met korting":          "nl",
		"Fatura: quantidade, preço e desconto":    "pt",
		"Forfallsdato og beløpet i regningen":     "nb",
		"Laskun eräpäivä ja yhteensä maksettava":  "fi",
		"Fizetési határidő és végösszeg":          "hu",
		"Do zapłaty razem, sprzedawca, nabywca":   "pl",
		"Celkem k úhradě, odběratel, množství":    "cs",
		"Suma na úhradu, odberateľ, množstvo":     "sk",
		"Ukupno za platiti, kupac, dospijeće":     "hr",
		"Skupaj za plačilo, kupec, zapadlost":     "sl",
	} {
		votes := language.NewVotesOfPaper()
		for _, w := range recognize.FoldWords(text) {
			votes.Add(w)
		}
		if code, most, second := votes.Winner(); code != want || most < second || votes.For(code) != most {
			t.Errorf("%q is %q by %.1f to %.1f, want %q", text, code, most, second, want)
		}
	}
}

// maxSharing limits the languages that share a label. Neighbors such as Czech and Slovak do, but a word of more
// languages identifies none.
const maxSharing = 3

// Words are stored folded, and few languages share a label.
func TestWords(t *testing.T) {
	t.Parallel()
	of := map[string][]string{}
	for _, code := range language.Codes() {
		function, labels := lexicon.LanguageWords(code)
		assert.True(t, len(function) >= 20 && len(labels) >= 80,
			code, len(function), "function words", len(labels), "labels")
		for _, w := range append(function, labels...) {
			assert.Equal(t, recognize.Fold(w), w, code, "is not folded")
		}
		for _, w := range labels {
			of[w] = append(of[w], code)
			assert.True(t, len(of[w]) <= maxSharing, w, "is a label of", of[w])
		}
	}
}
