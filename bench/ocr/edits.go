package ocr

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
)

// Edits counts how lines that are read differ from those of a reference, by kind of difference.
type Edits map[string]int

// Kinds of lines whose letters are not compared.
const (
	missingLine = "line not read"
	otherLine   = "line unlike all that are read"
)

// Add counts the edits between each line of the reference and the most similar line that is read. Spaces do not count,
// nor does case if the reference has only capitals: such references ignore it.
func (e Edits) Add(read, reference []document.Line) {
	for _, l := range reference {
		text := solid(l.Text())
		if text == "" {
			continue
		}
		isCapital := strings.ToUpper(text) == text
		var best []string
		least := len([]rune(text))
		for _, r := range read {
			other := solid(r.Text())
			if isCapital {
				other = strings.ToUpper(other)
			}
			// A line of the reference may be a part of a line that is read.
			if edits := editsOf([]rune(text), []rune(other)); len(edits) < least {
				best, least = edits, len(edits)
			}
		}
		switch length := len([]rune(text)); {
		case least == length:
			e[missingLine]++
		case 2*least > length:
			e[otherLine]++
		default:
			for _, edit := range best {
				e[edit]++
			}
		}
	}
}

// Most returns the most frequent kinds with their numbers, one per line.
func (e Edits) Most(kinds int) string {
	all := slices.SortedFunc(maps.Keys(e), func(a, b string) int { return cmp.Or(e[b]-e[a], strings.Compare(a, b)) })
	var out strings.Builder
	for _, kind := range all[:min(kinds, len(all))] {
		fmt.Fprintf(&out, "  %5d  %s\n", e[kind], kind)
	}
	return out.String()
}

func solid(text string) string { return strings.Join(strings.Fields(text), "") }

// editsOf returns the fewest edits that turn a text into a part of another one (Sellers, 1980).
func editsOf(text, other []rune) []string {
	rows := make([][]int, len(text)+1) // edits of the beginnings of both texts
	for i := range rows {
		rows[i] = make([]int, len(other)+1)
		rows[i][0] = i
		for j := 1; i > 0 && j <= len(other); j++ {
			change := rows[i-1][j-1]
			if text[i-1] != other[j-1] {
				change++
			}
			rows[i][j] = min(change, rows[i-1][j]+1, rows[i][j-1]+1)
		}
	}
	j := slices.Index(rows[len(text)], slices.Min(rows[len(text)]))
	var edits []string
	for i := len(text); i > 0; {
		switch {
		case j > 0 && text[i-1] == other[j-1] && rows[i][j] == rows[i-1][j-1]:
			i, j = i-1, j-1
		case j > 0 && rows[i][j] == rows[i-1][j-1]+1:
			edits = append(edits, fmt.Sprintf("%q is read as %q", text[i-1], other[j-1]))
			i, j = i-1, j-1
		case rows[i][j] == rows[i-1][j]+1:
			edits = append(edits, fmt.Sprintf("%q is missing", text[i-1]))
			i--
		default:
			edits = append(edits, fmt.Sprintf("%q is added", other[j-1]))
			j--
		}
	}
	return edits
}
