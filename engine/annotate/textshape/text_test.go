package textshape_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
)

// segment is a line of words.
func segment(text string) *layout.Segment { return &layout.Segment{Words: strings.Fields(text)} }

// The lines are joined without marks at their ends and without a country code before the post code.
func TestAddressText(t *testing.T) {
	t.Parallel()
	for want, lines := range map[string][]string{
		"Hafenstr. 4, 20457 Hamburg":         {"Hafenstr. 4,", "D-20457 Hamburg"},
		"Hafenstr. 4, 20457 Hamburg, Nord":   {"· Hafenstr. 4 ·", "DE 20457 Hamburg", "Nord;"},
		"4 Quay Street, Leeds LS1 4DY":       {"4 Quay Street", "Leeds LS1 4DY"},
		"Plac Nowy 2, 00-950 Warszawa":       {"Plac Nowy 2", "PL-00-950 Warszawa"},
		"Keizersgracht 8, 1015 CJ Amsterdam": {"Keizersgracht 8", "NL-1015 CJ Amsterdam"},
	} {
		var parts []layout.Part
		for _, line := range lines {
			parts = append(parts, annotate.Whole(segment(line)))
		}
		assert.Equal(t, textshape.AddressText(parts), want)
	}
	assert.Equal(t, textshape.AddressText(nil)+textshape.JoinParts(nil, ", "), "")
}

func TestEndsOpen(t *testing.T) {
	t.Parallel()
	tried(t, "ends open", words(textshape.EndsOpen), map[string]bool{
		"Scholten &": true, "Davies, Wade and": true, "Torrefação Serra da": true, "9235 Corboz am": true,
		"Alder & Sons": false, "Nord Ltd": false, "Cantine di Bari s.r.l.": false, "Nova as": false, "am": false,
		"Meier + Sohn": false, "Meier +": true, "Marlow Pumps (Humber": true, "Marlow Pumps (Humber) Ltd": false,
		`Creşa "Izvorul din`: true, `Creşa "Izvorul din Vale"`: false, `Monitor 27"`: false,
	})
}

// Commas separate the lines of an address, unless one continues in the next.
func TestAddressTextWrapped(t *testing.T) {
	t.Parallel()
	for want, lines := range map[string][]string{
		"12 Mill Lane, York YO1 7HH":                         {"12 Mill Lane", "York YO1 7HH"},
		"Flat 7, Adam Port, Byrnehaven S49 1AJ":              {"Flat 7, Adam Port", "Byrnehaven S49", "1AJ"},
		"317, boulevard de Moreno, 97324 Saint-Denis":        {"317, boulevard de", "Moreno", "97324 Saint-Denis"},
		"Stollring 5, 35540 Niesky":                          {"Stollring 5", "35540", "Niesky"},
		"Str. Morii nr. 9, Sat Poiana, jud. Cluj":            {"Str. Morii nr. 9, Sat", "Poiana, jud.", "Cluj"},
		"Bonner Str., 20457 Hamburg":                         {"Bonner Str.", "20457 Hamburg"},
		"Jagtvej 7, 2200 København N, Danmark":               {"Jagtvej 7", "2200 København N", "Danmark"},
		"ul. Polna 4, 00-950 Warszawa":                       {"ul.", "Polna 4", "00-950 Warszawa"},
		"Alameda dos Mastros, 624, 6640-725 Póvoa de Varzim": {"Alameda dos Mastros, 624", "6640-725 Póvoa de", "Varzim"},
	} {
		var parts []layout.Part
		for _, line := range lines {
			words := strings.Fields(line)
			parts = append(parts, layout.Part{Segment: &layout.Segment{Words: words}, Last: len(words) - 1})
		}
		assert.Equal(t, textshape.AddressText(parts), want)
	}
}

func TestNameDomains(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "office@marlowpumps.test", "see www.tully.test or example.org")
	for name, want := range map[string]bool{"marlowltd": true, "tullybrothers": false, "tully": true, "exam": false,
		"mar": false, "": false} {
		assert.Equal(t, textshape.DomainMatches(l.Document, name), want, name)
	}
}

func TestWholeAddresses(t *testing.T) {
	t.Parallel()
	tried(t, "whole address", words(textshape.WholeAddress), map[string]bool{
		"Hafenstr. 4, 20457 Hamburg": true, "Hafenstr. 4 - 20457 Hamburg": true, "12 Hill Street, Austin, TX 78701": true,
		"Hafenstr. 4 20457 Hamburg": false, "Am Hafen, Altstadt, Hamburg": false, "20457 Hamburg": false,
		"Am Hafen, 20457 Hamburg": false,
	})
}

func TestSeparators(t *testing.T) {
	t.Parallel()
	tried(t, "separator", textshape.IsSeparator, map[string]bool{
		"·": true, "•": true, "|": true, "-": true, "–": true, "*": true, "--": true, "a": false, "-a": false, ",": false,
	})
}

// Owners of a house are named by its street and number.
func TestHouseOwnerNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Eigentümer Erlenhof 7/Erlenhof 7": true, "Owners Marlow Row 12/Marlow Row 12": true, "Eigentümer Erlenhof 7/": false,
		"Eigentümer Erlenhof 7/20457 Hamburg": false, "Erlenweg 7/Erlenhof 7": false, "Eigentümer Erlenhof/Erlenhof 7": false,
	} {
		name, below, _ := strings.Cut(text, "/")
		assert.Equal(t, textshape.NumberedName(strings.Fields(name), strings.Fields(below)), want, text)
	}
}

func TestHouseNames(t *testing.T) {
	t.Parallel()
	tried(t, "house", words(textshape.House), map[string]bool{
		"Quay House": true, "The Old Vicarage": true, "Marlow Trading Estate,": false, "Haus Lindeneck": true, "Villa Rosa": true,
		"Polígono Industrial Las Eras,": true, "Marlow Business Park": true, "Résidence Les Tilleuls": true, "House": false,
		"Quay House Ltd": false, "Ada Lowe": false, "": false, "Marlow Estate": true,
		"Estate Office": true, "Marlow Science Campus": true, "Tullymore Station": true, "Campus": false, "Post Office": false,
	})
}

func TestLegalFormsOnly(t *testing.T) {
	t.Parallel()
	tried(t, "only a legal form", words(textshape.OnlyLegalForm), map[string]bool{
		"Limited": true, "Spółka Jawna": true, "S.A.": true, "(haftungsbeschränkt)": true, "Marlow Limited": false, "": false,
		"GmbH & Co. KG": true, "& C. S.n.c.": true, "& Cie": true, "Marlow & Co": false, "C. S.n.c.": false,
	})
}
