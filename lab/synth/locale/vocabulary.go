package locale

import (
	"embed"
	"math/rand/v2"
	"strings"
	"sync"
)

// texts holds the vocabularies: lines "key: one | another", and comments that begin with #. <language>.txt and
// <language>-<part>.txt have a language's words, any.txt those of all languages. The folder unknown has words that the
// lexicon lacks, see unknownWords. labels.txt lists the lexicon's groups for labels.
//
//go:embed vocabulary/*.txt unknown/*.txt labels.txt countries.json
var texts embed.FS

type vocabulary map[string][]string

// vocabularies are the words of each language. Their slices are shared and read-only.
//
//nolint:gochecknoglobals // see above
var vocabularies = sync.OnceValue(func() map[string]vocabulary {
	all := map[string]vocabulary{}
	for _, language := range Languages() {
		v := vocabulary{}
		v.readFiles("vocabulary", func(name string) bool {
			return name == language || strings.HasPrefix(name, language+"-")
		})
		v.complete(language)
		all[language] = v
	}
	return all
})

// HasReceipts reports whether a language has a vocabulary of receipts.
func HasReceipts(language string) bool {
	_, err := texts.ReadFile("vocabulary/" + language + "-till.txt")
	return err == nil
}

// readFiles reads the files of a folder whose base names are wanted.
func (v vocabulary) readFiles(folder string, wanted func(name string) bool) {
	entries, err := texts.ReadDir(folder)
	if err != nil {
		return // unreachable: the folder is embedded
	}
	for _, e := range entries {
		if !wanted(strings.TrimSuffix(e.Name(), ".txt")) {
			continue
		}
		if data, err := texts.ReadFile(folder + "/" + e.Name()); err == nil {
			v.read(string(data))
		}
	}
}

func (v vocabulary) read(text string) {
	for line := range strings.Lines(text) {
		key, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(key, "#") {
			continue
		}
		for way := range strings.SplitSeq(rest, " | ") {
			v[key] = append(v[key], strings.TrimSpace(way))
		}
	}
}

// pickOne returns a random synonym for key, or the key itself if there is none.
func (v vocabulary) pickOne(r *rand.Rand, key string) string {
	ways := v[key]
	if len(ways) == 0 {
		return key
	}
	return ways[r.IntN(len(ways))]
}
