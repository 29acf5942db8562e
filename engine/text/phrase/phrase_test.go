package phrase_test

import (
	"math"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/phrase"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// TestMeaning compares a phrase with one of the same meaning and with one of another.
func TestMeaning(t *testing.T) {
	t.Parallel()
	m, err := phrase.Embedded()
	require.NoError(t, err)
	for _, c := range []struct{ text, like, unlike string }{
		{"date of birth", "Geburtsdatum", "Geburtsort"},
		{"gross pay", "Gesamtbrutto", "Lohnsteuer"},
		{"net weight", "Peso neto", "Peso bruto"},
		{"landlord", "Vermieter", "Mieter"},
		{"personnel number", "Matricule", "Nom"},
		{"license plate", "Targa", "Numero di telaio"},
		{"passport number", "Αριθμός διαβατηρίου", "Ημερομηνία γέννησης"},
		{"expiry date", "Валиден до", "Издаден на"},
	} {
		v := m.Embed(c.text)
		all := phrase.NewSet([]phrase.Vector{m.Embed(c.like)}, []phrase.Vector{m.Embed(c.unlike)}).Cosines([]phrase.Vector{v})
		near, far := all[0], all[1]
		assert.True(t, near > far && near >= 0.5, c.text, near, "to", c.like, far, "to", c.unlike)
	}
	assert.Equal(t, phrase.NewSet([]phrase.Vector{m.Embed("name")}).Cosines([]phrase.Vector{m.Embed(" - ")})[0], 0,
		"a text without words is like a phrase")
}

func TestParseCorrupt(t *testing.T) {
	t.Parallel()
	for name, data := range map[string]string{
		"empty": "", "no rows": "\x00\x00\x00\x00\x01\x00\x00\x00", "short": "\x02\x00\x00\x00\x01\x00\x00\x00\x00",
		"long": "\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00",
	} {
		_, err := phrase.Parse([]byte(data))
		assert.Error(t, err, name)
	}
}

// TestCosinesOf compares the cosines of phrases with those from the vectors of their words.
func TestCosinesOf(t *testing.T) {
	t.Parallel()
	m, err := phrase.Embedded()
	require.NoError(t, err)
	set := phrase.NewSet([]phrase.Vector{m.Embed("monthly rent"), m.Embed("Miete")},
		[]phrase.Vector{m.Embed("date of birth")})
	for _, text := range []string{"loyer mensuel", "né le", "the date", "Kaution und Miete", "", "–"} {
		var words []phrase.Word
		for word := range strings.SplitSeq(text, " ") {
			words = append(words, phrase.NewWord(m, word, set))
		}
		want, got := set.Cosines([]phrase.Vector{m.Embed(text)}), set.CosinesOf(words)
		for i := range want {
			assert.True(t, math.Abs(want[i]-got[i]) < 1e-5, text, want, got)
		}
	}
}
