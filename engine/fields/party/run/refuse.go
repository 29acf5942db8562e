package run

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// sureName is the logarithm of the probability from which a label may be a name.
const sureName = -0.2

// noName reports whether a unit can be no name: it is a label, a heading, a title or a number
// alone, or says whose the program or the design is.
func (t *finder) noName(i int, c tag.Class) bool {
	u := &t.units[i]
	words := t.words(i)
	if strings.ContainsRune(u.Text(), '©') || textshape.TitleLine(words) || t.announces(i) || t.desk(i) || number(words) {
		return true
	}
	folded := recognize.FoldWords(u.Text())
	if text := strings.Join(folded, " "); lexicon.NameLabel.Has(text) || lexicon.Salutation.Has(text) {
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
	_, _, n := lexicon.PartyHeadings().Longest(folded, nil)
	return n > 0 && n == len(folded)
}

// number reports whether a line is one number in digits, too long for a name such as "1847": that
// of a registered company, say, under its name.
func number(words []string) bool {
	const least = 6 // digits
	return len(words) == 1 && len(words[0]) >= least && strings.Trim(words[0], "0123456789") == ""
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

// noPlace reports whether a unit is in no address: a tax number or regime, an entry in a register, what
// holds a mail address or a sum of money, sentences, a legal form, or says what somebody does
// or whom a letter is for, or a number that a label announces.
func (t *finder) noPlace(i int) bool {
	words := t.words(i)
	return t.describes(i) || textshape.TaxNumber(words) || textshape.Registered(words) || textshape.Capital(words) ||
		textshape.TaxRegime(words) ||
		len(words) > longestPlace && textshape.ProseLike(words) || t.units[i].First == 0 && textshape.OnlyLegalForm(words) ||
		strings.ContainsRune(t.units[i].Text(), '@') || t.announced(i) || t.aside(i) || t.enumerated(i)
}

// enumerated reports whether a unit is of a line that lists what somebody deals in: three or more
// things between marks, and no number among them, as "Timber · Roofing · Tiles".
func (t *finder) enumerated(i int) bool {
	const least = 3 // things
	things, line := 1, t.line(t.units[i].Segment)
	for _, w := range line[1:] {
		if textshape.IsSeparator(w) {
			things++
		}
	}
	return things >= least && recognize.CountDigits(strings.Join(line, "")) == 0
}

// line returns the words of a segment and of those beside it in its row that stand near each other.
func (t *finder) line(s *layout.Segment) (words []string) {
	row := s.Page.Rows[s.Row].Segments
	first, last := s.Column, s.Column
	near := func(k int) bool { return row[k].Box.X0-row[k-1].Box.X1 <= mostBeside*s.Height() }
	for first > 0 && near(first) {
		first--
	}
	for last+1 < len(row) && near(last+1) {
		last++
	}
	for _, o := range row[first : last+1] {
		words = append(words, o.Words...)
	}
	return words
}

// longestPlace is how many words a piece of an address has at most.
const longestPlace = 9

// aside reports whether a unit that ends in no number is in a line that begins with whom in a
// company a letter is for, and does not hold the town: "Attn Sales, Ada Lowe", "Herr Uwe Stahl".
func (t *finder) aside(i int) bool {
	u := &t.units[i]
	words := u.Segment.Words
	if recognize.CountDigits(u.Segment.Words[u.Last]) > 0 || slices.ContainsFunc(t.units[i:], func(o tag.Unit) bool {
		return o.Segment == u.Segment && textshape.PostalLine(o.Words())
	}) {
		return false
	}
	folded := recognize.FoldWords(strings.Join(words[:min(len(words), 2)], " "))
	if len(folded) > 1 && len(folded[0]) > 1 && lexicon.Salutation.Has(folded[0]) {
		return true
	}
	return len(folded) > 1 && (lexicon.PartyAside.Has(folded[0]) || lexicon.CareOf.Has(folded[0]+" "+folded[1]))
}
