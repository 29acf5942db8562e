package textshape_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/textshape"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
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
		if got := textshape.AddressText(parts); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := textshape.AddressText(nil) + textshape.JoinParts(nil, ", "); got != "" {
		t.Errorf("%q", got)
	}
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
		if got := textshape.AddressText(parts); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
