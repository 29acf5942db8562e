package synth

import (
	"embed"
	"math/rand/v2"
	"strings"
)

// texts holds the vocabularies: lines "key: one | another", beside comments
// that begin with #. A language's words stand in <language>.txt and in files
// <language>-<part>.txt, which add to them.
//
//go:embed vocabulary/*.txt
var texts embed.FS

// vocabulary holds the ways to say something, by key.
type vocabulary map[string][]string

// readVocabulary reads the files of a language.
func readVocabulary(language string) vocabulary {
	v := vocabulary{}
	entries, err := texts.ReadDir("vocabulary")
	if err != nil {
		return v // cannot be: the folder is part of the program
	}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".txt")
		if name != language && !strings.HasPrefix(name, language+"-") {
			continue
		}
		if data, err := texts.ReadFile("vocabulary/" + e.Name()); err == nil {
			v.read(string(data))
		}
	}
	return v
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
