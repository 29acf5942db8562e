package lexicon_test

import (
	"testing"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// Greek and Cyrillic words fold to one form regardless of accents, composition and case.
func TestFoldGreekAndCyrillic(t *testing.T) {
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

// A word that mixes scripts through look-alikes is folded to one script.
func TestFoldMixedScripts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"AΦM":        "αφμ",        // Latin A and M
		"TIMOΛOΓIO":  "τιμολογιο",  // all but two letters Latin
		"Συνoλο":     "συνολο",     // Latin o
		"Cyмa":       "сума",       // Latin C and y
		"ΕL12345678": "el12345678", // Greek Ε before a Latin L
		"ВG4711":     "bg4711",     // Cyrillic В
		"Α12":        "α12",        // a single script is unchanged
		"FOOфю":      "fooфю",      // two scripts without look-alikes
		"Total Общо": "total общо",
		"А-B":        "а b", // separate words
	} {
		if got := lexicon.Fold(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}
