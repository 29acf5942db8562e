package page

import "testing"

func TestCodesByFormat(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ language, line, want string }{
		"a British postcode":            {"en", "Leeds LS1 OAB", "Leeds LS1 0AB"},
		"the same without an outward":   {"en", "The OAB board", "The OAB board"},
		"an Irish one":                  {"en", "Kells R57XNOV", "Kells R57XN0V"},
		"a word that looks like one":    {"en", "R57XNOVA", "R57XNOVA"},
		"a Polish company":              {"pl", "Sp. z 0.O.", "Sp. z o.o."},
		"the same behind a capital":     {"pl", "Sp. Z 0.O.", "Sp. Z o.o."},
		"a zloty with a letter twice":   {"pl", "133000.00 zzł", "133000.00 zł"},
		"the same at its end":           {"pl", "90400.99 złł", "90400.99 zł"},
		"a word that begins so":         {"pl", "złłoto", "złłoto"},
		"a number in Polish":            {"pl", "w 0.0.", "w 0.0."},
		"a Spanish number sign":         {"es", "Factura n.° 12", "Factura n.º 12"},
		"the same taken for a nine":     {"pt", "Fatura n.9 12", "Fatura n.º 12"},
		"a degree sign of French":       {"fr", "Facture N° 12", "Facture N° 12"},
		"a lone stroke":                 {"", "Paper l 48.50", "Paper 1 48.50"},
		"a litre":                       {"", "Water 5 l", "Water 5 l"},
		"a page of no certain language": {"", "n.9", "n.9"},
	} {
		words := spelled(c.line, 0)
		newCodes().resolveCodes(words, c.language)
		if got := textsOf(words); got != c.want {
			t.Errorf("%s: %s is %s, want %s", name, c.line, got, c.want)
		}
	}
}
