package lexicon

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// files has one folder per language; data/README.md describes the format.
//
//go:embed data/languages.txt data/*/*.txt
var files embed.FS

// Group is the phrases under one heading: "[dueDate 0.9]".
type Group struct {
	Name    string
	Weight  float64  // 0 if the heading has none
	Phrases []string // as written
}

// Parse reads a file of phrases: headings in square brackets, and one phrase per line under them. It ignores empty
// lines and lines that begin with #.
func Parse(text string) ([]Group, error) {
	var groups []Group
	var line string
	for number := 1; text != ""; number++ {
		line, text, _ = strings.Cut(text, "\n")
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			g, err := heading(line)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			groups = append(groups, g)
		case len(groups) == 0:
			return nil, fmt.Errorf("line %d: %q has no heading", number, line)
		default:
			last := &groups[len(groups)-1]
			last.Phrases = append(last.Phrases, line)
		}
	}
	return groups, nil
}

func heading(line string) (Group, error) {
	inner, closed := strings.CutSuffix(line[1:], "]")
	name, weight, weighted := strings.Cut(inner, " ")
	if !closed || name == "" {
		return Group{}, fmt.Errorf("%q is no heading such as [dueDate 0.9]", line)
	}
	g := Group{Name: name}
	if !weighted {
		return g, nil
	}
	var err error
	if g.Weight, err = strconv.ParseFloat(weight, 64); err != nil {
		return Group{}, fmt.Errorf("weight of %q: %w", line, err)
	}
	return g, nil
}

// folders lists the languages that have files: first those of Codes in their order, then the others.
//
//nolint:gochecknoglobals // see above
var folders = sync.OnceValue(func() []string {
	all := Codes()
	entries, err := fs.ReadDir(files, "data")
	if err != nil {
		return all // unreachable: the folder is embedded
	}
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(all, e.Name()) {
			all = append(all, e.Name())
		}
	}
	return all
})

// each calls visit with every group of a kind of file in all languages. It skips missing and invalid files; a test
// checks that none is invalid.
func each(kind string, visit func(code string, g Group)) {
	for _, code := range folders() {
		for _, g := range groups(code, kind) {
			visit(code, g)
		}
	}
}

func groups(code, kind string) []Group {
	text, err := files.ReadFile("data/" + code + "/" + kind + ".txt")
	if err != nil {
		return nil
	}
	all, err := Parse(string(text))
	if err != nil {
		return nil
	}
	return all
}

// Groups returns the phrases in a language's file of a kind ("labels", "pairs", "parties", "columns", "titles" …), in
// file order, with weights, unfolded. It returns nil if the language has no such file. The caller owns the result.
func Groups(code, kind string) []Group { return groups(code, kind) }
