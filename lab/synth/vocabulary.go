package synth

import (
	"embed"
	"maps"
	"math/rand/v2"
	"strings"
	"sync"
)

// texts holds the vocabularies: lines "key: one | another", beside comments
// that begin with #. A language's words stand in <language>.txt and in files
// <language>-<part>.txt, which add to them; any.txt holds what all have. Files of
// folder strange have words that no lexicon holds, see strangers; sources.txt
// says where the lexicon has the words of a label.
//
//go:embed vocabulary/*.txt strange/*.txt sources.txt
var texts embed.FS

// vocabulary holds the ways to say something, by key.
type vocabulary map[string][]string

// readVocabulary returns the words of a language for a document that may change
// them: those of its files, and for keys that they lack the phrases of the engine's
// lexicon.
func readVocabulary(language string) vocabulary { return maps.Clone(vocabularies()[language]) }

// vocabularies are the words of each language, read once; their ways are shared and
// never written.
//
//nolint:gochecknoglobals // see above
var vocabularies = sync.OnceValue(func() map[string]vocabulary {
	all := map[string]vocabulary{}
	for _, language := range tradeLanguages() {
		v := vocabulary{}
		v.readFiles("vocabulary", func(name string) bool {
			return name == language || strings.HasPrefix(name, language+"-")
		})
		v.complete(language)
		all[language] = v
	}
	return all
})

// hasReceipts reports whether a language has a vocabulary of receipts.
func hasReceipts(language string) bool {
	_, err := texts.ReadFile("vocabulary/" + language + "-till.txt")
	return err == nil
}

// readFiles reads the files of a folder whose names, without ".txt", are wanted.
func (v vocabulary) readFiles(folder string, wanted func(name string) bool) {
	entries, err := texts.ReadDir(folder)
	if err != nil {
		return // cannot be: the folder is part of the program
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

// one gives one of the ways to say key; a key that is not there is said itself.
func (v vocabulary) one(r *rand.Rand, key string) string {
	ways := v[key]
	if len(ways) == 0 {
		return key
	}
	return ways[r.IntN(len(ways))]
}
