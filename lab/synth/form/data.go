package form

import (
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/lab/synth/locale"
)

// files holds, by language, the phrases of concepts (glossary), lists of answers (words; und.txt for all languages)
// and sentences with {concept} (prose). themes.txt lists the concepts of forms, alike.txt those that one answer can
// serve.
//
//go:embed glossary/*.txt words/*.txt prose/*.txt themes.txt alike.txt
var files embed.FS

// concept is something that a form asks for, a heading, an option of a choice or an instruction.
type concept struct {
	name, kind string
	phrases    []string // in one language
	folded     []string // the phrases for comparisons
}

// glossary is the concepts of a language by name, and their order.
type glossary struct {
	concepts     map[string]*concept
	names        []string
	options      map[string][]string // of a choice: names of concepts
	asked        []string            // the concepts that forms can ask for
	instructions []string
}

// glossaries are read-only.
//
//nolint:gochecknoglobals // see above
var glossaries = sync.OnceValue(func() map[string]*glossary {
	all := map[string]*glossary{}
	for _, language := range locale.Languages() {
		if data, err := files.ReadFile("glossary/" + language + ".txt"); err == nil {
			all[language] = parseGlossary(string(data))
		}
	}
	return all
})

// Languages returns the languages of forms.
func Languages() []string { return slices.Sorted(maps.Keys(glossaries())) }

func parseGlossary(text string) *glossary {
	g := &glossary{concepts: map[string]*concept{}, options: map[string][]string{}}
	var c *concept
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		head, isHead := strings.CutPrefix(line, "[")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case isHead:
			name, kind, _ := strings.Cut(strings.TrimSuffix(head, "]"), " ")
			c = &concept{name: name, kind: kind}
			g.concepts[name] = c
			if choice, _, ok := strings.Cut(name, "."); ok && kind == "option" {
				g.options[choice] = append(g.options[choice], name)
			}
			g.names = append(g.names, name)
		case c != nil:
			c.phrases, c.folded = append(c.phrases, line), append(c.folded, lexicon.Fold(line))
		}
	}
	g.asked = slices.DeleteFunc(slices.Clone(g.names), func(name string) bool { return !g.isQuestion(name) })
	for _, name := range g.names {
		if g.concepts[name].kind == "instruction" {
			g.instructions = append(g.instructions, name)
		}
	}
	return g
}

// isQuestion reports whether forms can ask for a concept.
func (g *glossary) isQuestion(name string) bool {
	c := g.concepts[name]
	return c != nil && name != "page" && c.kind != "heading" && c.kind != "option" && c.kind != "instruction" &&
		(c.kind != "choice" || len(g.options[name]) > 1)
}

// wordLists are the lists of answers, by language and key. Und has those of all languages.
//
//nolint:gochecknoglobals // read-only
var wordLists = sync.OnceValue(func() map[string]map[string][]string {
	all := map[string]map[string][]string{}
	for _, language := range append(locale.Languages(), "und") {
		all[language] = map[string][]string{}
		for _, line := range readLines("words/" + language + ".txt") {
			key, rest, _ := strings.Cut(line, ": ")
			all[language][key] = strings.Split(rest, " | ")
		}
	}
	return all
})

// sentences are the sentences of each language with answers in them.
//
//nolint:gochecknoglobals // read-only
var sentences = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for _, language := range locale.Languages() {
		if lines := readLines("prose/" + language + ".txt"); lines != nil {
			all[language] = lines
		}
	}
	return all
})

// readLines returns the lines of a file without comments, or nil if the file does not exist.
func readLines(name string) []string {
	data, err := files.ReadFile(name)
	if err != nil {
		return nil
	}
	var out []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// theme is a type of forms.
type theme struct {
	name, title string
	groups      []themeGroup
	tables      []themeGroup // named, with the concepts of their columns
}

type themeGroup struct {
	name     string // of the heading's concept, or of the table
	concepts []string
}

//nolint:gochecknoglobals // read-only
var themes = sync.OnceValue(func() []theme {
	var all []theme
	for _, line := range readLines("themes.txt") {
		if head, ok := strings.CutPrefix(line, "["); ok {
			name, title, _ := strings.Cut(strings.TrimSuffix(head, "]"), " ")
			all = append(all, theme{name: name, title: title})
			continue
		}
		t := &all[len(all)-1]
		name, rest, _ := strings.Cut(line, ": ")
		g := themeGroup{name: strings.TrimPrefix(name, "table "), concepts: strings.Fields(rest)}
		if g.name == name {
			t.groups = append(t.groups, g)
		} else {
			t.tables = append(t.tables, g)
		}
	}
	return all
})

// Themes returns the names of the themes. A form without one of them draws its concepts at random.
func Themes() []string {
	var out []string
	for _, t := range themes() {
		out = append(out, t.name)
	}
	return out
}

// alike returns the concepts that an answer to the named one can serve as well.
//
//nolint:gochecknoglobals // read-only
var alike = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, line := range readLines("alike.txt") {
		names := strings.Fields(line)
		for _, a := range names {
			if all[a] == nil {
				all[a] = map[string]bool{}
			}
			for _, b := range names {
				all[a][b] = true
			}
		}
	}
	return all
})

// shares reports whether two concepts have a phrase in common in the language.
func (g *glossary) shares(a, b string) bool {
	return slices.ContainsFunc(g.concepts[a].folded, func(p string) bool {
		return slices.Contains(g.concepts[b].folded, p)
	})
}
