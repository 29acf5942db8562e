package lexicon

import (
	"maps"
	"slices"
)

// RoleNames exposes the roles to tests.
func RoleNames() []string {
	var names []string
	for _, r := range roles() {
		names = append(names, string(r))
	}
	return names
}

// ListGroups exposes the list groups of a kind of file to tests.
func ListGroups(kind string) []string {
	var groups []string
	for _, s := range sources() {
		if s.kind == kind {
			groups = append(groups, s.group)
		}
	}
	return groups
}

// Table writes numbers and reads them as the package does.
func Table(numbers map[string]int) (find func(string) (int, bool), each func(func(string)), err error) {
	w := indexWriter{}
	if w.table(numbers); w.err != nil {
		return nil, nil, w.err
	}
	t := (&indexReader{string(w.out)}).table()
	return t.find, t.each, nil
}

// CurrencyWords exposes the printed words for currencies to tests.
func CurrencyWords() []string { return slices.Sorted(maps.Keys(currencies())) }
