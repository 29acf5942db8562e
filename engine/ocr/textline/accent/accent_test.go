package accent_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestPlain(t *testing.T) {
	t.Parallel()
	const with, without = "ąćęłńóśźżŁØđœÆßа5", "acelnoszzLOdoAßа5"
	assert.Equal(t, string(accent.Word([]rune(with))), strings.ToLower(without), "small letters of", with)
	for i, c := range []rune(with) {
		if got := accent.Plain(c); got != []rune(without)[i] {
			t.Errorf("%c without its accent is %c", c, got)
		}
	}
}

func TestSurroundings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		word string
		at   int
		want string
	}{
		"within":             {"zaplata", 3, "paatza^^"},
		"the first letter":   {"lampa", 0, "^ampa^"},
		"the last letter":    {"umowa", 4, "w^omu^"},
		"a letter by itself": {"a", 0, "^^"},
	} {
		var got []rune
		for _, letter := range accent.Surroundings([]rune(c.word), c.at) {
			got = append(got, letter)
		}
		assert.Equal(t, string(got), c.want, name, "around", c.at, "of", c.word, "stand")
	}
	for range accent.Surroundings([]rune("abc"), 1) {
		break // a caller may stop
	}
}

// The figures that the program carries know the spelling of their languages.
func TestEmbeddedPriors(t *testing.T) {
	t.Parallel()
	p, err := accent.New()
	require.NoError(t, err)
	for _, c := range []struct {
		language, word string // the letter in question is in brackets
		likely         bool
	}{
		{"pl", "p[ł]atność", true}, {"pl", "sprzeda[ż]", true}, {"pl", "ilo[ś]ć", true}, {"pl", "miesi[ą]c", true},
		{"pl", "m[ą]ka", true}, {"pl", "fakt[ú]ra", false}, {"pl", "te[ł]efon", false}, {"pl", "pa[ń]stwo", true},
		{"cs", "částk[á]", false}, {"cs", "dodavat[ě]l", false}, {"sv", "fr[å]n", true}, {"sv", "pa[å]", false},
		{"fr", "soci[é]té", true}, {"es", "factur[á]", false}, {"hu", "sz[á]mla", true}, {"pt", "informa[ç]ão", true},
	} {
		word := []rune(strings.NewReplacer("[", "", "]", "").Replace(c.word))
		at := len([]rune(c.word[:strings.Index(c.word, "[")]))
		shares, known := p.At(c.language, accent.Word(word), at)
		share, own := shares.Of(word[at])
		if likely := known && own && share > 0.5; likely != c.likely {
			t.Errorf("%s: %s is so in %.3f of words, known: %v, %v", c.language, c.word, share, known, own)
		}
	}
}

func TestShareSum(t *testing.T) {
	t.Parallel()
	p, err := accent.New()
	require.NoError(t, err)
	shares, _ := p.At("pl", []rune("zaba"), 0)
	sum := 0.0
	for _, c := range "zżź" {
		share, known := shares.Of(c)
		if !known || share <= 0 || share >= 1 {
			t.Errorf("%c: %g, %v", c, share, known)
		}
		sum += share
	}
	assert.True(t, sum >= 0.999999 && sum <= 1.000001, "together", sum)
	_, known := shares.Of('ž')
	assert.False(t, known, "Polish has no ž")
	_, known = p.At("en", []rune("zebra"), 0)
	assert.False(t, known, "English has no accents")
}

func TestOdds(t *testing.T) {
	t.Parallel()
	assert.Equal(t, accent.Odds(1), 128, "even")
	low, high := accent.Odds(1e-30), accent.Odds(1e30)
	assert.True(t, low == 0 && high == 255, "bounds", low, high)
	assert.Equal(t, accent.Odds(2)-accent.Odds(1), 8, "twice as often")
}

func FuzzRead(f *testing.F) {
	good := accent.Append(nil, []accent.Language{{Code: "pl", Trees: []accent.Tree{{
		Plain: 'l', Accents: []rune("ł"), Nodes: []accent.Node{{0, 2, []byte{120}}, {'a', 0, []byte{90}}, {'b', 0, []byte{200}}},
	}}}})
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add([]byte("no priors"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := accent.Read(slices.Clone(data))
		if err != nil {
			return
		}
		for at := range 3 {
			if shares, known := p.At("pl", []rune("lal"), at); known {
				if share, own := shares.Of('ł'); own && !(share > 0 && share < 1) {
					t.Fatalf("a share of %g", share)
				}
			}
		}
	})
}

func TestReadCorrupt(t *testing.T) {
	t.Parallel()
	tree := accent.Tree{Plain: 'l', Accents: []rune("ł"), Nodes: []accent.Node{{0, 1, []byte{120}}, {'a', 0, []byte{90}}}}
	good := accent.Append(nil, []accent.Language{{Code: "pl", Trees: []accent.Tree{tree}}})
	_, err := accent.Read(good)
	assert.NoError(t, err, "what was written")
	tree.Nodes[1].Children = 1
	childless := accent.Append(nil, []accent.Language{{Code: "pl", Trees: []accent.Tree{tree}}})
	for name, data := range map[string][]byte{
		"empty": nil, "cut off": good[:len(good)-1], "cut off in its head": good[:12], "a child that is missing": childless,
	} {
		_, err := accent.Read(data)
		assert.Error(t, err, name)
	}
}
