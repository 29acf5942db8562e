package page

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
	"github.com/docmill/docmill/engine/ocr/textline/ctc"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// spelled returns words of a line; a letter in brackets may also be the next one, with the given
// probability: "ofert[aą]" is a doubtful a.
func spelled(line string, other float64) []span {
	var words []span
	for word := range strings.FieldsSeq(line) {
		var s span
		for runes := []rune(word); len(runes) > 0; runes = runes[1:] {
			if runes[0] != '[' {
				s.characters = append(s.characters, ctc.Character{Text: string(runes[0]), Probability: 0.99})
				continue
			}
			s.characters = append(s.characters, ctc.Character{Text: string(runes[1]), Probability: 1 - other,
				Alternatives: []ctc.Alternative{{Text: string(runes[2]), Probability: other}}})
			runes = runes[3:]
		}
		words = append(words, s)
	}
	return words
}

func textsOf(words []span) string {
	texts := make([]string, 0, len(words))
	for i := range words {
		texts = append(texts, textOf(words[i].characters))
	}
	return strings.Join(texts, " ")
}

func TestAccentsByPageLanguage(t *testing.T) {
	t.Parallel()
	const (
		polish  = "Faktura nabywca sprzedawca razem do zapłaty"
		czech   = "Faktura dodavatel odběratel celkem částka datum vystavení množství k úhradě"
		french  = "Facture du client, date de la livraison, montant total à payer pour les produits"
		english = "Invoice customer date total amount due"
	)
	for name, c := range map[string]struct {
		page, line string
		other      float64
		want       string
	}{
		"a letter in doubt":                {polish, "ofert[aą] z miesi[aą]ca", 0.3, "ofertą z miesiąca"},
		"a letter of another language":     {polish, "[ŠŚ]rem", 0.3, "Śrem"},
		"the same in Czech":                {czech, "p[üů]l", 0.2, "půl"},
		"a plain letter in English":        {english, "pl[áa]n", 0.45, "plan"},
		"print that is sure":               {english, "Jürgen", 0, "Jürgen"},
		"a sure letter in Polish":          {polish, "ofert[aą]", 0.01, "oferta"},
		"an elision":                       {french, "ľacheteur ďune ľ", 0, "l'acheteur d'une ľ"},
		"no elision":                       {czech, "ďalší", 0, "ďalší"},
		"a currency":                       {polish, "P[LŁ]N", 0.4, "PLN"},
		"an address of the web":            {polish, "biuro@l[aą]d.pl", 0.4, "biuro@lad.pl"},
		"a page that says nothing clearly": {"", "ofert[aą]", 0.3, "oferta"},
	} {
		a := newAccents(priorsOf(t))
		lines := [][]span{spelled(c.page, 0), spelled(c.line, c.other)}
		if l := a.language(lines); l != nil {
			a.restoreAccents(lines, l)
		}
		assert.Equal(t, textsOf(lines[1]), c.want, name, c.line)
	}
}

// For any evidence, probabilities stay within 0 to 1 and letters stay among those that the recognizer
// named.
func TestAccentBounds(t *testing.T) {
	t.Parallel()
	a := newAccents(priorsOf(t))
	for i := range a.languages {
		for c, plain := range a.plain {
			for _, p := range []float64{0.02, 0.3, 0.7} {
				word := []ctc.Character{{Text: string(c), Probability: 1 - p,
					Alternatives: []ctc.Alternative{{Text: string(plain), Probability: p}}}}
				a.restorePiece(word, &a.languages[i])
				one := word[0]
				if one.Text != string(c) && one.Text != string(plain) || one.Probability <= 0 || one.Probability > 1 {
					t.Fatalf("%s: %c in doubt with %c is %s of probability %g", a.languages[i].code, c, plain, one.Text,
						one.Probability)
				}
			}
		}
	}
}

// The letters around a letter determine its accent, also in brackets and in capitals.
func TestAccentsByContext(t *testing.T) {
	t.Parallel()
	const polish = "Faktura nabywca sprzedawca razem do zapłaty"
	a := newAccents(priorsOf(t))
	for in, want := range map[string]string{
		"p[lł]atność": "płatność", "te[lł]efon": "telefon", "mies[iì][aą]c": "miesiąc", "[SŠ]IŁA": "SIŁA",
		"([lł]ącznie)": "(łącznie)", "fakt[uú]ra": "faktura", "m-[cć]": "m-c",
	} {
		lines := [][]span{spelled(polish, 0), spelled(in, 0.07)}
		a.restoreAccents(lines, a.language(lines))
		assert.Equal(t, textsOf(lines[1]), want, in)
	}
}

func priorsOf(t *testing.T) *accent.Priors {
	t.Helper()
	priors, err := accent.New()
	require.NoError(t, err)
	return priors
}
