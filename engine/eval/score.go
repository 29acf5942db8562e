package eval

import (
	"fmt"
	"maps"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
)

// Verdict is what became of a value.
type Verdict string

// Verdicts.
const (
	Right   Verdict = "right"
	Wrong   Verdict = "wrong"   // found, and another value is true
	Missing Verdict = "missing" // a value is true, none was found
	Surplus Verdict = "surplus" // found in a line item that the truth does not have
)

// Score is a value that is known to be true, found, or both.
type Score struct {
	Field      string // "total", "lineItems.amount"
	Row        int    // of a line item, from 1: the true one's, of a surplus one the found one's; 0 of scalars
	Want       string // "" of a surplus value
	Got        string // "" of a missing value
	Verdict    Verdict
	Raw        string // Got as the page shows it
	Confidence float64
	Source     document.Source
	Page       int // of Got, from 1; 0 without a place
	Box        *[4]float64
	// OnPage says that Want stands among the words that were read, in whatever
	// way it is printed: no more of a field can be found than that.
	OnPage bool
	Place  *Place // of Want, if it is known
}

// Line tells what became of a whole line item.
type Line struct {
	Verdict Verdict // Wrong if it was found and any member is not right
	// Paired says that the true line was found at all.
	Paired bool
}

// scorer compares one result with its truth.
type scorer struct {
	c     *Case
	res   *result.Result
	words *pageIndex
	// everything counts fields that the page does not show: the file's XML
	// states them.
	everything bool
	scores     []Score
	lines      []Line
}

// found gives a value of the result as a score without a verdict.
func (s *scorer) found(path, value string) Score {
	f := s.res.Fields[path]
	score := Score{Got: value, Raw: f.Raw, Confidence: f.Confidence, Source: f.Source, Box: f.Box}
	if f.Page != nil {
		score.Page = *f.Page
	}
	return score
}

// scalars scores the fields that have a truth, by rising name.
func (s *scorer) scalars() {
	for _, field := range slices.Sorted(maps.Keys(s.c.Truth.Scalars)) {
		if !s.everything && !s.c.Shown(field) {
			continue
		}
		name := s.c.name(field)
		got, _ := s.res.Data[name].(string)
		score := s.found(name, got)
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

// items scores the line items, if any are known.
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

// line scores a true line item against the found one of the given index, -1
// for none.
func (s *scorer) line(row int, want Row, index int, got []Row) {
	line := Line{Verdict: Missing}
	if index >= 0 {
		line = Line{Verdict: Right, Paired: true}
	}
	near := s.placeOf(index, want)
	for _, member := range slices.Sorted(maps.Keys(want)) {
		score := Score{}
		if index >= 0 && got[index][member] != "" {
			score = s.found(itemPath(index, member), got[index][member])
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

// placeOf gives the place of a line item: where it was found, else where its
// description stands; nil if neither is known.
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

// surplus scores a found line item that is none: its members are wrong as far
// as the true ones have such.
func (s *scorer) surplus(index int, row Row, want []Row) {
	s.lines = append(s.lines, Line{Verdict: Surplus})
	for _, member := range slices.Sorted(maps.Keys(row)) {
		if !slices.ContainsFunc(want, func(w Row) bool { return w[member] != "" }) {
			continue
		}
		score := s.found(itemPath(index, member), row[member])
		score.Field, score.Row, score.Verdict = "lineItems."+member, index+1, Surplus
		s.scores = append(s.scores, score)
	}
}

// isCore reports whether the member of a line item must be right for the line
// to be right.
func isCore(member string) bool {
	items, _ := schema.Of(schema.TypeInvoice).Field("lineItems")
	m, _ := items.Member(member)
	return m.Core
}

func itemPath(index int, member string) string { return fmt.Sprintf("lineItems.%d.%s", index, member) }

// keyField reports whether a record as a whole is judged by the field: by the
// key fields of all types but bank statements, whose truths seldom have them; of
// alternatives by the first.
func keyField(name string) bool {
	return slices.ContainsFunc(schema.All(), func(t schema.Type) bool {
		return t.Name != schema.TypeBankStatement &&
			slices.ContainsFunc(t.Keys(), func(alternatives []string) bool { return alternatives[0] == name })
	})
}
