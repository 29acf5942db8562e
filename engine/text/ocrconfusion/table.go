package ocrconfusion

import (
	_ "embed" // for confusions.txt
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed confusions.txt
var confusions string

// confusion is one side of a confusion: the other character and the cost.
type confusion struct {
	char rune
	cost int
}

type table struct {
	reads   [uses]map[rune][]confusion // by the printed character, in the table's order
	printed [uses]map[rune][]confusion // by the character read, without Any
	joined  []joint
}

type joint struct{ two, one string }

// loadTable returns the table of confusions.txt. A test checks the file's format.
//
//nolint:gochecknoglobals // built once, then only read
var loadTable = sync.OnceValue(func() *table {
	t, err := parse(confusions)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return t
})

func parse(text string) (*table, error) {
	t := &table{}
	for u := range uses {
		t.reads[u], t.printed[u] = map[rune][]confusion{}, map[rune][]confusion{}
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		columns := strings.Fields(line)
		if len(columns) == 0 || columns[0] == "#" || strings.HasPrefix(line, "# ") {
			continue
		}
		if err := t.addLine(columns[0], columns[1:]); err != nil {
			return nil, fmt.Errorf("misread: line %d: %w", number, err)
		}
	}
	return t, nil
}

func (t *table) addLine(printed string, columns []string) error {
	if len(columns) == 0 {
		return fmt.Errorf("%q has no confusions", printed)
	}
	for _, column := range columns {
		name, reads, ok := strings.Cut(column, "=")
		use := Use(max(0, slices.Index(useNames(), name))) //nolint:gosec // a small index
		if !ok || reads == "" || use.String() != name {
			return fmt.Errorf("%q is no use with its readings", column)
		}
		if err := t.addUse(use, printed, reads); err != nil {
			return err
		}
	}
	return nil
}

// addUse adds the readings of one use: characters, with more expensive ones after slashes. The generator's readings
// have no costs, so a slash is a character there.
func (t *table) addUse(use Use, printed, reads string) error {
	if use == Joined {
		if len(printed) != 2 || len(reads) != 1 {
			return fmt.Errorf("%q=%q is not two letters and one", printed, reads)
		}
		t.joined = append(t.joined, joint{two: printed, one: reads})
		return nil
	}
	from, size := utf8.DecodeRuneInString(printed)
	switch {
	case printed == "any":
		from = Any
	case size != len(printed):
		return fmt.Errorf("%q is not one character", printed)
	}
	cost := Often
	for _, c := range reads {
		if c == '/' && use != Generator {
			cost++
			continue
		}
		if use.isSymmetric() {
			if _, twice := t.cost(use, from, c); twice || from == c {
				return fmt.Errorf("%s %q and %q are duplicates", use, from, c)
			}
			t.add(use, c, from, cost)
		}
		t.add(use, from, c, cost)
	}
	return nil
}

func (t *table) add(use Use, printed, read rune, cost int) {
	t.reads[use][printed] = append(t.reads[use][printed], confusion{read, cost})
	if printed != Any {
		t.printed[use][read] = append(t.printed[use][read], confusion{printed, cost})
	}
}

func (t *table) cost(use Use, printed, read rune) (cost int, confused bool) {
	for _, r := range t.reads[use][printed] {
		if r.char == read && (!confused || r.cost < cost) {
			cost, confused = r.cost, true
		}
	}
	return cost, confused
}
