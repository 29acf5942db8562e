package textshape_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/textshape"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/libs/assert"
)

// tried checks a predicate on each text.
func tried(t *testing.T, what string, of func(string) bool, want map[string]bool) {
	t.Helper()
	for text, w := range want {
		assert.Equal(t, of(text), w, what, text)
	}
}

// words turns a predicate on words into one on a text.
func words(of func([]string) bool) func(string) bool {
	return func(text string) bool { return of(strings.Fields(text)) }
}

func TestPostCodeFirst(t *testing.T) {
	t.Parallel()
	tried(t, "code first", words(textshape.CodeFirst), map[string]bool{
		"80333 München": true, "D 80333 München": true, "DE-80333 München": true, "80333, München": true,
		"F-69001 Lyon":  true,
		"46514 - Gijón": true, "5215 - 561 Braga": true, "20900 Monza (MB)": true, "75008 Paris Cedex 08": true,
		"00-950 Warszawa":   true,
		"811 01 Bratislava": true, "SK-811 01 Bratislava": true, "SK 811 01 Bratislava": true, "110 00 Praha 1": true,
		"811 01": false, "811 01 bratislava": false, "1.234 01 Bratislava": false,
		"1050 lxelles": true, "1050 lausanne": false, "80333 münchen": false, "80333": false, "DE 80333": false, "80333 -": false, "München 80333": false,
		"DEUT 80333 München":  false,
		"80333 München 12345": false, "803 München": false, "80333 München: Saal": false,
	})
}

func TestTowns(t *testing.T) {
	t.Parallel()
	tried(t, "town", words(textshape.TownWords), map[string]bool{
		"Belo Horizonte": true, "Laval, QC": true, "São Paulo - SP": true, "": false, "belo Horizonte": false,
		"Paris 8": false, "Kundennummer:": false,
	})
}

// A province is alone in its line below a post code and town of its country.
func TestProvinces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line, postal string
		want         bool
	}{
		{"La Rioja", "26300 Nájera", true}, {"Évora", "7000-557 Évora", true}, {"A Coruña", "ES-15001 Santiago", true}, {"Lugo", "ES 27001 Sarria", true},
		{"Lugo", "Sarria (27001)", false}, {"Lugo, 4 de mayo", "27001 Sarria", false}, {"Tel. 982", "27001 Sarria", false}, {"Lugo", "1010 Wien", false},
	} {
		assert.Equal(t, textshape.Province(strings.Fields(c.line), strings.Fields(c.postal)), c.want,
			c.line, "below", c.postal)
	}
}

func TestPostalLineLength(t *testing.T) {
	t.Parallel()
	tried(t, "postal line", words(textshape.PostalLine), map[string]bool{
		"80333 Bad An Der Alten Saale Ost Nord":          true,
		"80333 Bad An Der Alten Saale Ost Nord Sued":     true,
		"80333 Bad An Der Alten Saale Ost Nord Sued Wer": false,
		"": false, "80333München": true, "S(390309)": true, "S(390)": false,
		"T12 AB3C": true, "K2P 4R7": true, "B12 FORM": false, "T12 2031": false,
	})
}

func TestPostalLines(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"80333 München", "DE-80333 München", "3500 MJ Utrecht", "4663YW Zwolle", "00-950 Warszawa", "1249-068 Lisboa", "5215 - 561 Braga",
		"37038-388 Belo Horizonte - MG", "46514 - Alcalá de Henares", "05384 - REGGIO EMILIA (RE)", "Seattle, WA 98109", "London SW1A 1AA", "Eugene, Oregon 97401",
		"Ithaca, New York 14850",
		"Zaragoza (93190)", "Hobart TAS 5606", "Cairns, QLD 8294", "Recife - PE, CEP 33562-453", "Campinas/SP CEP 48047-463",
		"Laval, QC P8J 2G3", "Gatineau (Québec) D6F 4H5", "S(221440)", "Singapore 390309", "Indore - 764950", "Jaipur, Rajasthan 856740",
		"80333München", "1010Wien", "Deborah Ville P14DFK2", "Deborah Ville E95 6525", "Câmara 58240-061", "da Cruz 08812842",
		"Nova Lima 34000123", "D 80333 München", "Leeds LS1 4DY, UK", "Singapore 390309",
		"Kochi 296934", "León, Gto., 29598", "Guadalajara, Jalisco C.P. 91296",
		"115 27 Αθήνα", "11527 Αθήνα", "1000 София", "010101 București", "Θεσσαλονίκη Τ.Κ. 54622", "Τ.Κ. 11527 Αθήνα", "п.к. 1000 София", "5600 гр. Троян",
	} {
		assert.True(t, textshape.PostalLine(strings.Fields(line)), line, "is no postal line")
	}
	for _, line := range []string{
		"Invoice 12345", "Order No. 123456", "Total 1234", "Reference 123456", "Tel. 123456", "12345", "Kundennummer 123456", "Date 2024",
		"80333ULM", "Ulm80333", "80333U", "DEUT 80333 München", "London SW1A", "Room 12 1AA", "London sw1a 1aa",
		"Pedido 08812842", "Part No. P14DFK2", "zaragoza (93190)", "Quantity 390309", "Ref: (93190)", "Hobart ABC 5606",
		"Page (1)", "Art 4711", "Room P8J", "115 27", "115 27 τεμάχια", "5600 бр. дъски",
	} {
		assert.False(t, textshape.PostalLine(strings.Fields(line)), line, "is a postal line")
	}
}

// FuzzWords checks that nothing panics, and that a postal line remains one with any spaces.
func FuzzWords(f *testing.F) {
	for _, line := range []string{"DE-80333 München", "London SW1A 1AA", "5215 - 561 Braga", "Weber & Söhne OHG", "12a", "·", "S(221440)",
		"Honorarnote / Rechnung", "Factuur VF2031-20"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Fields(text)
		if len(words) == 0 {
			if textshape.PostalLine(words) || textshape.NameLike(words) || textshape.HasLegalForm(words) || textshape.EndsOpen(words) || textshape.TitleLine(words) {
				t.Error("no words are something")
			}
			return
		}
		postal := textshape.PostalLine(words)
		assert.Equal(t, textshape.PostalLine(strings.Fields(strings.Join(words, "  "))), postal, text, "then")
		if textshape.NameLike(words) && (postal || textshape.TitleLine(words) || textshape.ProseLike(words) || textshape.EndsInHouseNumber(words)) {
			t.Errorf("%q is a name and something else", text)
		}
		share := textshape.UpperShare(text)
		assert.True(t, share >= 0 && share <= 1, text, share, "of it are capitals")
		textshape.Street(words, words[0])
		textshape.WholeAddress(words)
		part := layout.Part{Segment: &layout.Segment{Words: words}, Last: len(words) - 1}
		got := textshape.AddressText([]layout.Part{part})
		assert.True(t, len(got) <= len(text), text, "became", got)
	})
}
