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

// files are one folder per language; see data/README.md for their format.
//
//go:embed data/languages.txt data/*/*.txt
var files embed.FS

// Group is a run of phrases under one heading: "[dueDate 0.9]".
type Group struct {
	Name    string
	Weight  float64  // 0 where the heading has none
	Phrases []string // as written
}

// Parse reads a file of phrases: headings in square brackets, one phrase per
// line under them; empty lines and lines that begin with # say nothing.
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
			return nil, fmt.Errorf("line %d: %q stands under no heading", number, line)
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

// folders are the languages that have files, in the order in which languages
// are listed, then the others; read once.
//
//nolint:gochecknoglobals // see above
var folders = sync.OnceValue(func() []string {
	all := Codes()
	entries, err := fs.ReadDir(files, "data")
	if err != nil {
		return all // cannot be: the folder is part of the program
	}
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(all, e.Name()) {
			all = append(all, e.Name())
		}
	}
	return all
})

// each calls visit with every group of a kind of file in all languages. A file
// that is missing or cannot be read is left out: a test holds that there is none.
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
