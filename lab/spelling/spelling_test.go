package spelling_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
	"github.com/docmill/docmill/engine/ocr/textline/ngram"
	"github.com/docmill/docmill/lab/spelling"
	"github.com/docmill/docmill/libs/require"
)

func write(t *testing.T, text string, path ...string) {
	t.Helper()
	name := filepath.Join(path...)
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o750))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
}

// rootsWithWords writes folders with packages that have few words for each language.
func rootsWithWords(t *testing.T) spelling.Roots {
	t.Helper()
	roots := spelling.Roots{Packages: t.TempDir(), Project: t.TempDir()}
	help := filepath.Join(roots.Packages, "usr/share/libreoffice/help")
	write(t, "<p>total</p>", help, "en-US/text/a.html")
	lists := map[string]string{"pl": "pl_PL", "cs": "cs_CZ", "sk": "sk_SK", "sl": "sl_SI", "hu": "hu_HU", "sv": "sv_SE",
		"da": "da_DK", "de": "de_DE", "fr": "fr", "es": "es_ES", "pt": "pt_PT", "it": "it_IT"}
	for code, list := range lists {
		write(t, "SET UTF-8\n", roots.Packages, "usr/share/hunspell", list+".aff")
		write(t, "1\nóda/x\n", roots.Packages, "usr/share/hunspell", list+".dic")
		write(t, "<style>b{}</style><p>oda total", help, code, "text/sub/a.html")
	}
	// Polish, in the package's encoding: "łał", "łuł", "lal".
	write(t, "SET ISO8859-2\n", roots.Packages, "usr/share/hunspell/pl_PL.aff")
	write(t, "3\n\xb3a\xb3/AB\n\xb3u\xb3\nlal\n", roots.Packages, "usr/share/hunspell/pl_PL.dic")
	write(t, "[label]\nłap łaz łata łan | łatka\n", roots.Project, "engine/text/lexicon/data/pl/a.txt")
	write(t, "lllll.lll: lot lok los loki\n", roots.Project, "lab/synth/locale/vocabulary/pl-a.txt")
	return roots
}

func TestMakeCountsByContext(t *testing.T) {
	t.Parallel()
	languages, err := spelling.Make(rootsWithWords(t))
	require.NoError(t, err)
	priors, err := accent.Read(accent.Append(nil, languages))
	require.NoError(t, err)
	for word, likely := range map[string]bool{"lama": true, "lord": false} {
		shares, known := priors.At("pl", []rune(word), 0)
		share, own := shares.Of('ł')
		if !known || !own || share > 0.5 != likely {
			t.Errorf("%s begins with ł in %.2f of words, known: %v, %v", word, share, known, own)
		}
	}
	if _, known := priors.At("pl", []rune("total"), 0); known {
		t.Error("t has no accents in these words")
	}
	if shares, known := priors.At("sv", []rune("oda"), 0); !known {
		t.Error("ó is in all lists")
	} else if share, _ := shares.Of('ó'); share < 0.2 || share > 0.5 {
		t.Errorf("ó in %.2f of o", share)
	}
}

func TestMakeMissingWords(t *testing.T) {
	t.Parallel()
	roots := rootsWithWords(t)
	require.NoError(t, os.Remove(filepath.Join(roots.Packages, "usr/share/hunspell/hu_HU.dic")))
	if _, err := spelling.Make(roots); err == nil {
		t.Error("no error without a word list")
	}
	write(t, "SET KOI8-R\n", roots.Packages, "usr/share/hunspell/hu_HU.aff")
	write(t, "", roots.Packages, "usr/share/hunspell/hu_HU.dic")
	if _, err := spelling.Make(roots); err == nil {
		t.Error("no error for an encoding that is unknown")
	}
}

func TestCountSequences(t *testing.T) {
	t.Parallel()
	roots := rootsWithWords(t)
	for _, list := range spelling.Lists() {
		write(t, "Every\nnever\nstraße\n", roots.Packages, "usr/share/dict", list)
	}
	for _, code := range []string{"nl", "fi"} {
		write(t, "<p>other", roots.Packages, "usr/share/libreoffice/help", code, "text/a.html")
	}
	options := spelling.SequenceOptions{Words: 1e5, MinCount: 1}
	all, err := spelling.CountSequences(roots, options)
	require.NoError(t, err)
	data, err := ngram.Append(nil, all)
	require.NoError(t, err)
	model, err := ngram.Read(data)
	require.NoError(t, err)
	for right, wrong := range map[string]string{"every": "evcry", "total": "totel", "other": "othcr"} {
		require.True(t, model.Word(symbols(t, right)) > 100*model.Word(symbols(t, wrong)), right)
	}
	options.MinGain = 50
	few, err := spelling.CountSequences(roots, options)
	require.NoError(t, err)
	require.True(t, len(few) < len(all), "sequences", len(few), "of", len(all))

	require.NoError(t, os.Remove(filepath.Join(roots.Packages, "usr/share/dict", spelling.Lists()[0])))
	_, err = spelling.CountSequences(roots, options)
	require.Error(t, err, "a missing list")
}

func symbols(t *testing.T, word string) (out []byte) {
	t.Helper()
	for _, c := range word {
		s, ok := ngram.Symbol(c)
		require.True(t, ok, word)
		out = append(out, s)
	}
	return out
}
