package lexicon_test

import (
	"testing"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// Greek and Cyrillic words fold to one form, however they are accented, composed or
// capitalised.
func TestFoldOfGreekAndCyrillic(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Τιμολόγιο":        "τιμολογιο",
		"ΤΙΜΟΛΟΓΙΟ":        "τιμολογιο",
		"Αριθμός":          "αριθμοσ",
		"ΑΡΙΘΜΟΣ":          "αριθμοσ",
		"Μαΐου":            "μαιου",
		"ΜΑΪΟΥ":            "μαιου",
		"Α.Φ.Μ.":           "α φ μ",
		"Τιμολο\u0301γιο":  "τιμολογιο",
		"Данъчна основа":   "данъчна основа",
		"ДАНЪЧНА ОСНОВА":   "данъчна основа",
		"край":             "краи",
		"кра\u0438\u0306":  "краи",
		"Фактура №":        "фактура no",
		"µm":               "μm",
		"№ 12":             "no 12",
		"ﬁnal":             "final",
		"Nr. 12, straße 3": "nr 12 strasse 3",
	} {
		if got := lexicon.Fold(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}

// Keyboards and recognisers mix letters of the same look; a word is of one script.
func TestFoldOfMixedScripts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"AΦM":        "αφμ",        // Latin A and M
		"TIMOΛOΓIO":  "τιμολογιο",  // all but two letters Latin
		"Συνoλο":     "συνολο",     // Latin o
		"Cyмa":       "сума",       // Latin C and y
		"ΕL12345678": "el12345678", // Greek Ε before a Latin L
		"ВG4711":     "bg4711",     // Cyrillic В
		"Α12":        "α12",        // one script alone stays
		"FOOфю":      "fooфю",      // two scripts in earnest
		"Total Общо": "total общо",
		"А-B":        "а b", // words of their own
	} {
		if got := lexicon.Fold(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}
