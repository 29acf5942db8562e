package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Verdict is the result for a value.
type Verdict string

// Verdicts.
const (
	Right   Verdict = "right"
	Wrong   Verdict = "wrong"   // found, but another value is true
	Missing Verdict = "missing" // not found, but a value is true
	Surplus Verdict = "surplus" // found in a line item that is not true
)

// Score is a value that is true, found, or both.
type Score struct {
	Field      string // "total", "lineItems.amount"
	Row        int    // of a line item, from 1: the true row, or the found row if surplus; 0 for scalars
	Want       string // "" for a surplus value
	Got        string // "" for a missing value
	Verdict    Verdict
	Raw        string // Got as the page shows it
	Confidence float64
	Source     document.Source
	Page       int // of Got, from 1; 0 if unknown
	Box        *[4]float64
	// OnPage reports that the words read contain Want in some form. It is the upper limit of recall.
	OnPage bool
	Place  *Place // of Want, if known
}

// Line is the result for a whole line item.
type Line struct {
	Verdict Verdict // Wrong if it was found and a core member is not right
	// Paired reports that the true line has a found line.
	Paired bool
}

type scorer struct {
	c     *Case
	res   *result.Result
	words *pageIndex
	// everything includes fields that only the file's XML shows.
	everything bool
	scores     []Score
	lines      []Line
}

// foundScore returns a value of the result as a score without a verdict.
func (s *scorer) foundScore(path, value string) Score {
	f := s.res.Fields[path]
	score := Score{Got: value, Raw: f.Raw, Confidence: f.Confidence, Source: f.Source, Box: f.Box}
	if f.Page != nil {
		score.Page = *f.Page
	}
	return score
}

// scalars scores the fields that have a truth, sorted by name.
func (s *scorer) scalars() {
	for _, field := range slices.Sorted(maps.Keys(s.c.Truth.Scalars)) {
		if !s.everything && !s.c.Shown(field) {
			continue
		}
		name := s.c.name(field)
		got, _ := s.res.Data[name].(string)
		score := s.foundScore(name, got)
		score.Field, score.Want, score.Verdict = name, s.c.Truth.Scalars[field], Wrong
		for _, want := range s.c.accepted(field) {
			if got != "" && Equal(name, got, want) {
				score.Verdict = Right
			}
			if !score.OnPage {
				score.Place, score.OnPage = s.words.find(name, want, nil)
			}
		}
		if got == "" {
			score.Verdict = Missing
		}
		s.scores = append(s.scores, score)
	}
}

func (s *scorer) items() {
	want, partial := s.c.Truth.LineItems, false
	if len(want) == 0 {
		want, partial = s.c.PartialLineItems, true
	}
	if len(want) == 0 || !s.everything && !s.c.Shown("lineItems") {
		return
	}
	found, _ := s.res.Data["lineItems"].([]map[string]string)
	got := Rows(found)
	pairs := Pair(got, want)
	for i, row := range want {
		s.line(i, row, pairs[i], got)
	}
	if partial {
		return
	}
	for j, row := range got {
		if !slices.Contains(pairs, j) {
			s.surplus(j, row, want)
		}
	}
}

// line scores a true line item against the found one with the given index, or -1 for none.
func (s *scorer) line(row int, want Row, index int, got []Row) {
	line := Line{Verdict: Missing}
	if index >= 0 {
		line = Line{Verdict: Right, Paired: true}
	}
	near := s.placeOf(index, want)
	for _, member := range slices.Sorted(maps.Keys(want)) {
		score := Score{}
		if index >= 0 && got[index][member] != "" {
			score = s.foundScore(itemPath(index, member), got[index][member])
		}
		score.Field, score.Row, score.Want = "lineItems."+member, row+1, want[member]
		score.Place, score.OnPage = s.words.find(member, want[member], near)
		switch {
		case score.Got == "":
			score.Verdict = Missing
		case EqualMember(member, score.Got, score.Want):
			score.Verdict = Right
		default:
			score.Verdict = Wrong
		}
		if line.Paired && score.Verdict != Right && isCore(member) {
			line.Verdict = Wrong
		}
		s.scores = append(s.scores, score)
	}
	s.lines = append(s.lines, line)
}

// placeOf returns the place of a line item: that of the found one, else that of its description, else nil.
func (s *scorer) placeOf(index int, want Row) *Place {
	var all *Place
	for member := range want {
		f := s.res.Fields[itemPath(index, member)]
		if f.Page == nil || f.Box == nil {
			continue
		}
		switch b := *f.Box; {
		case all == nil:
			all = &Place{*f.Page, b}
		case all.Page == *f.Page:
			all.Box = [4]float64{min(all.Box[0], b[0]), min(all.Box[1], b[1]), max(all.Box[2], b[2]), max(all.Box[3], b[3])}
		}
	}
	if all == nil {
		all, _ = s.words.find("description", want["description"], nil)
	}
	return all
}

// surplus scores a found line item without a true one. Its members are wrong if true items have such members.
func (s *scorer) surplus(index int, row Row, want []Row) {
	s.lines = append(s.lines, Line{Verdict: Surplus})
	for _, member := range slices.Sorted(maps.Keys(row)) {
		if !slices.ContainsFunc(want, func(w Row) bool { return w[member] != "" }) {
			continue
		}
		score := s.foundScore(itemPath(index, member), row[member])
		score.Field, score.Row, score.Verdict = "lineItems."+member, index+1, Surplus
		s.scores = append(s.scores, score)
	}
}

// isCore reports whether a line item is right only if the member is right.
func isCore(member string) bool {
	items, _ := schema.Of(schema.TypeInvoice).Field("lineItems")
	m, _ := items.Member(member)
	return m.Core
}

func itemPath(index int, member string) string { return fmt.Sprintf("lineItems.%d.%s", index, member) }

// keyField reports whether a field counts for the correctness of a whole record. These are the key fields of all types
// except bank statements, whose truths rarely have them, and the first of alternatives.
func keyField(name string) bool {
	return slices.ContainsFunc(schema.All(), func(t schema.Type) bool {
		return t.Family != schema.FamilyStatement &&
			slices.ContainsFunc(t.Keys(), func(alternatives []string) bool { return alternatives[0] == name })
	})
}

// comparisonOf returns the comparison for a field or member. Unknown names are compared exactly.
func comparisonOf(field string) schema.Comparison {
	if f, known := schema.ByName(field); known {
		return f.Comparison
	}
	return schema.CompareExactly
}

// Equal compares a found value with the true one. It ignores case, spaces, accents and punctuation in names, addresses
// and codes, compares decimals by value and telephone numbers by digits, and everything else exactly.
func Equal(field, got, want string) bool {
	if got == want {
		return true
	}
	switch comparisonOf(field) {
	case schema.CompareLetters:
		return recognize.Compact(got) != "" && recognize.Compact(got) == recognize.Compact(want)
	case schema.CompareDecimals:
		a, err1 := decimal.NewFromString(got)
		b, err2 := decimal.NewFromString(want)
		return err1 == nil && err2 == nil && a.Equal(b)
	case schema.CompareDigits:
		return digits(got) != "" && digits(got) == digits(want)
	case schema.CompareExactly:
	}
	return false
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// EqualMember is Equal for members of line items. Descriptions may be shorter or longer than the true ones.
func EqualMember(member, got, want string) bool {
	return Equal(member, got, want) || member == "description" && describes(got, want)
}

// describes reports whether one description is a prefix of the other and at least half as long, because pages
// wrap and add details.
func describes(got, want string) bool {
	x, y := recognize.Compact(got), recognize.Compact(want)
	short, long := min(len(x), len(y)), max(len(x), len(y))
	return short > 0 && x[:short] == y[:short] && 2*short >= long
}

// rowLikeness counts the equal members of two rows.
func rowLikeness(got, want Row) float64 {
	score := 0.0
	for name, w := range want {
		g, ok := got[name]
		switch {
		case !ok:
		case Equal(name, g, w):
			score++
		case name == "description" && sharesStart(g, w):
			score += 0.5
		}
	}
	return score
}

func sharesStart(a, b string) bool {
	x, y := recognize.Compact(a), recognize.Compact(b)
	n := min(len(x), len(y), 8)
	return n > 3 && x[:n] == y[:n]
}

// Pair matches found rows with true ones, the most similar first, and returns the index of the found row for each true
// one, or -1. Earlier rows win ties.
func Pair(got, want []Row) []int {
	type pair struct {
		want, got int
		likeness  float64
	}
	var likely []pair
	for i := range want {
		for j := range got {
			if s := rowLikeness(got[j], want[i]); s > 0 {
				likely = append(likely, pair{i, j, s})
			}
		}
	}
	slices.SortStableFunc(likely, func(a, b pair) int {
		switch {
		case a.likeness > b.likeness:
			return -1
		case a.likeness < b.likeness:
			return 1
		}
		return 0
	})
	pairs := slices.Repeat([]int{-1}, len(want))
	used := make([]bool, len(got))
	for _, p := range likely {
		if pairs[p.want] < 0 && !used[p.got] {
			pairs[p.want], used[p.got] = p.got, true
		}
	}
	return pairs
}
