package run

import (
	"strings"

	"github.com/docmill/docmill/engine/fields/form"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// sureName is the logarithm of the probability from which a label may be a name.
const sureName = -0.2

// noName reports whether a unit can be no name: it is a label, a heading or a title,
// or says whose the program or the design is.
func (t *finder) noName(i int, c tag.Class) bool {
	u := &t.units[i]
	words := t.words(i)
	if strings.ContainsRune(u.Text(), '©') || form.TitleLine(words) || t.announces(i) {
		return true
	}
	if t.units[i].Odds[c] > sureName {
		return false // even "Nova Firma" is somebody's name
	}
	for _, l := range t.LabelsIn[u.Segment] {
		if l.First <= u.First && u.Last <= l.Last {
			return true
		}
	}
	folded := recognize.FoldWords(u.Text())
	_, _, n := lexicon.PartyHeadings().Longest(folded, nil)
	return n > 0 && n == len(folded)
}

// announces reports whether a colon stands behind the unit: "Nummer   : 549910".
func (t *finder) announces(i int) bool {
	s, last := t.units[i].Segment, t.units[i].Last
	if last+1 < len(s.Words) {
		return strings.HasPrefix(s.Words[last+1], ":")
	}
	row := s.Page.Rows[s.Row].Segments
	return s.Column+1 < len(row) && strings.HasPrefix(row[s.Column+1].Words[0], ":")
}
