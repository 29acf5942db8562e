package party

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
)

// tried compares a predicate with what is wanted of each text.
func tried(t *testing.T, what string, of func(string) bool, want map[string]bool) {
	t.Helper()
	for text, w := range want {
		if got := of(text); got != w {
			t.Errorf("%s of %q is %v", what, text, got)
		}
	}
}

// words makes a predicate of words one of a text.
func words(of func([]string) bool) func(string) bool {
	return func(text string) bool { return of(strings.Fields(text)) }
}

func TestCodesGluedToPlaces(t *testing.T) {
	t.Parallel()
	tried(t, "glued place", gluedPlace, map[string]bool{
		"80333München": true, "1010Wien": true, "80333Ähren": true, "80333": false, "803333Ulm": false, "123Ulm": false,
		"80333ULM": false,
		"80333ulm": false, "Ulm80333": false, "80333U": false, "": false,
	})
}

func TestCodesInFrontOfPlaces(t *testing.T) {
	t.Parallel()
	tried(t, "code first", words(codeFirst), map[string]bool{
		"80333 München": true, "D 80333 München": true, "DE-80333 München": true, "80333, München": true,
		"F-69001 Lyon":  true,
		"46514 - Gijón": true, "5215 - 561 Braga": true, "20900 Monza (MB)": true, "75008 Paris Cedex 08": true,
		"00-950 Warszawa":   true,
		"811 01 Bratislava": true, "SK-811 01 Bratislava": true, "SK 811 01 Bratislava": true, "110 00 Praha 1": true,
		"811 01": false, "811 01 bratislava": false, "1.234 01 Bratislava": false,
		"80333 münchen": false, "80333": false, "DE 80333": false, "80333 -": false, "München 80333": false,
		"DEUT 80333 München":  false,
		"80333 München 12345": false, "803 München": false, "80333 München: Saal": false,
	})
}

func TestCountriesInFrontOfCodes(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"D 80333 München":  "80333 München",
		"DE-80333 München": "80333 München",
		"80333 München":    "80333 München",
		"00-950 Warszawa":  "00-950 Warszawa",
		"NL 3500":          "NL 3500",
	} {
		if got := strings.Join(withoutCountry(strings.Fields(line)), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	tried(t, "country's code", isCountryCode, map[string]bool{
		"D": true, "DE": true, "GBR": true, "DE-": true, "": false, "-": false, "De": false, "DEUT": false, "D1": false,
	})
}

func TestWordsOfPlaces(t *testing.T) {
	t.Parallel()
	tried(t, "word of a place", placeWord, map[string]bool{
		"München": true, "(MB)": true, "Saint-Étienne": true, "L'Aquila": true, "08": true, "MJ": true, "-": true, "": true,
		"Cedex": true, "P8J": true,
		"123": false, "A123": false, "a@b": false, "Ort:": false, "5%": false,
	})
	tried(t, "town", words(townWords), map[string]bool{
		"Belo Horizonte": true, "Laval, QC": true, "São Paulo - SP": true, "": false, "belo Horizonte": false,
		"Paris 8": false, "Kundennummer:": false,
	})
}

func TestCodesOfTwoWords(t *testing.T) {
	t.Parallel()
	tried(t, "code of two words", words(splitCode), map[string]bool{
		"London SW1A 1AA": true, "SW1A 1AA London": true, "Leeds LS1 4DY, UK": true, "London SW1A": false,
		"Room 12 1AA": false, "": false,
		"London sw1a 1aa": false,
	})
}

func TestCodesBehindPlaces(t *testing.T) {
	t.Parallel()
	tried(t, "code last", words(codeLast), map[string]bool{
		"Zaragoza (93190)": true, "Hobart TAS 5606": true, "Laval, QC P8J 2G3": true, "Indore - 764950": true,
		"León, Gto., 29598":     true,
		"Deborah Ville P14DFK2": true, "Deborah Ville E95 6525": true, "Câmara 58240-061": true, "Part No. P14DFK2": false,
		"Recife - PE, CEP 33562-453": true, "Singapore 390309": true, "S(390309)": true,
		"zaragoza (93190)": false, "Kundennummer 390309": false, "Quantity 390309": false, "Zaragoza 93190": false,
		"Invoice 390309": false,
		"Ref: (93190)":   false, "Hobart ABC 5606": false,
	})
	tried(t, "without a label", words(announcesNothing), map[string]bool{
		"Singapore": true, "Kochi": true, "Customer No.": false, "Quantity": false, "Invoice": false,
		"Rechnungsnummer": false,
	})
}

// A line longer than any address names no place.
func TestLengthOfPostalLines(t *testing.T) {
	t.Parallel()
	tried(t, "postal line", words(PostalLine), map[string]bool{
		"80333 Bad An Der Alten Saale Ost Nord":          true,
		"80333 Bad An Der Alten Saale Ost Nord Sued":     true,
		"80333 Bad An Der Alten Saale Ost Nord Sued Wer": false,
		"": false, "80333München": true, "S(390309)": true, "S(390)": false,
	})
}

func TestWholeAddresses(t *testing.T) {
	t.Parallel()
	tried(t, "whole address", words(wholeAddress), map[string]bool{
		"Hafenstr. 4, 20457 Hamburg": true, "Hafenstr. 4 - 20457 Hamburg": true, "12 Hill Street, Austin, TX 78701": true,
		"Hafenstr. 4 20457 Hamburg": false, "Am Hafen, Altstadt, Hamburg": false, "20457 Hamburg": false,
		"Am Hafen, 20457 Hamburg": false,
	})
}

func TestSeparators(t *testing.T) {
	t.Parallel()
	tried(t, "separator", isSeparator, map[string]bool{
		"·": true, "•": true, "|": true, "-": true, "–": true, "*": true, "--": true, "a": false, "-a": false, ",": false,
	})
}

// segment is a line of words on a page of its own.
func segment(text string) *layout.Segment { return sheettest.Rows(text).Segments[0] }

func TestPartsOfALine(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"Marlow Ltd · 4 Quay · Leeds": "Marlow Ltd|4 Quay|Leeds",
		"· Marlow Ltd · · Leeds ·":    "Marlow Ltd|Leeds",
		"Marlow Ltd":                  "Marlow Ltd",
		"· ·":                         "",
	} {
		if got := JoinParts(splitParts(segment(line), isSeparator), "|"); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	for line, want := range map[string]string{
		"Marlow Ltd, 4 Quay, Leeds": "Marlow Ltd|4 Quay|Leeds",
		"Marlow Ltd":                "Marlow Ltd",
		"Marlow Ltd,":               "Marlow Ltd",
	} {
		if got := JoinParts(splitAfterComma(segment(line)), "|"); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// Lines of an address are joined without the signs at their ends and without a
// country's code that stands in front of the post code.
func TestTextOfAddresses(t *testing.T) {
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
		if got := AddressText(parts); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := AddressText(nil) + JoinParts(nil, ", "); got != "" {
		t.Errorf("%q", got)
	}
}

// What a line ends in tells whether it goes on in the next one.
func TestEndsOpen(t *testing.T) {
	t.Parallel()
	tried(t, "ends open", words(endsOpen), map[string]bool{
		"Scholten &": true, "Davies, Wade and": true, "Torrefação Serra da": true, "9235 Corboz am": true,
		"Alder & Sons": false, "Nord Ltd": false, "Cantine di Bari s.r.l.": false, "Nova as": false, "am": false,
		"Meier + Sohn": false, "Meier +": true,
	})
}

// The lines of an address are parted by commas, unless one goes on in the next.
func TestAddressTextOfWrappedLines(t *testing.T) {
	t.Parallel()
	for want, lines := range map[string][]string{
		"12 Mill Lane, York YO1 7HH":                         {"12 Mill Lane", "York YO1 7HH"},
		"Flat 7, Adam Port, Byrnehaven S49 1AJ":              {"Flat 7, Adam Port", "Byrnehaven S49", "1AJ"},
		"317, boulevard de Moreno, 97324 Saint-Denis":        {"317, boulevard de", "Moreno", "97324 Saint-Denis"},
		"Stollring 5, 35540 Niesky":                          {"Stollring 5", "35540", "Niesky"},
		"Alameda dos Mastros, 624, 6640-725 Póvoa de Varzim": {"Alameda dos Mastros, 624", "6640-725 Póvoa de", "Varzim"},
	} {
		var parts []layout.Part
		for _, line := range lines {
			words := strings.Fields(line)
			parts = append(parts, layout.Part{Segment: &layout.Segment{Words: words}, Last: len(words) - 1})
		}
		if got := AddressText(parts); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Numbers in North American groups are telephones, those of tax offices are not.
func TestPhoneLike(t *testing.T) {
	t.Parallel()
	tried(t, "phone", phoneLike, map[string]bool{
		"856-458-6092": true, "001-348-731-8119": true, "+1-974-943-6039": true, "861-749-8467x82045": true,
		"81-4220496": false, "526-030-02-36": false, "556677-8899": false, "75.220.218/0001-32": false,
	})
}
