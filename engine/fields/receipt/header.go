package receipt

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// headerRows is the number of rows at the top of a receipt that can hold the shop's name and address.
const headerRows = 16

// headerLine is a row of a receipt's head with its scores.
type headerLine struct {
	segments []*layout.Segment
	words    []string
	first    *layout.Segment
	x        []float32
	name     float64 // log-odds that the row is, or holds, the shop's name
	address  float64 // … that it is part of the shop's address
}

func (l *headerLine) parts() []layout.Part {
	parts := make([]layout.Part, len(l.segments))
	for i, s := range l.segments {
		parts[i] = annotate.Whole(s)
	}
	return parts
}

// FeatureNames returns the names of the scorers' features of a row in a receipt's head: its print and words, then
// the shared features of the rows before and after it.
func FeatureNames() []string {
	names := []string{
		"row", "above", "size", "letters", "words", "upper", "digits", "middle", "left", "gap", "segments", "legibility",
		"nameLike", "legalForm", "onlyLegalForm", "title", "label", "labelWeight", "colon", "bracket", "bracketDigits",
		"contact", "dated", "priced", "timed", "registration", "commas", "endsInComma", "domain", "houseNumber", "lower",
	}
	for _, at := range []string{"", "before.", "after.", "secondAfter."} {
		for _, f := range shared() {
			names = append(names, at+f)
		}
	}
	return names
}

// shared returns the features that are used of neighboring rows as well.
func shared() []string {
	return []string{"street", "streetWord", "postal", "digitShare", "number", "ends", "name"}
}

// HeaderObservation is a row of a receipt's head with the scorers' features.
type HeaderObservation struct {
	Text string
	X    []float32
}

// Observe returns the rows of a receipt's head, for training.
func Observe(doc *annotate.Document) []HeaderObservation {
	var out []HeaderObservation
	l := link.New(doc, "", link.Scorer{})
	for _, row := range (&finder{Linker: l}).header() {
		out = append(out, HeaderObservation{Text: strings.Join(row.words, " "), X: row.x})
	}
	return out
}

// header returns the first rows of the first page that are not noise.
func (r *finder) header() []*headerLine {
	if len(r.Layout.Pages) == 0 {
		return nil
	}
	var lines []*headerLine
	page := r.Layout.Pages[0]
	for _, row := range page.Rows {
		l := &headerLine{}
		l.segments = textOf(row)
		for _, s := range l.segments {
			l.words = append(l.words, s.Words...)
		}
		if len(l.segments) == 0 {
			continue
		}
		l.first = l.segments[0]
		lines = append(lines, l)
		if len(lines) == headerRows {
			break
		}
	}
	facts := make([][]float32, len(lines)+3)
	for i, l := range lines {
		facts[i] = r.facts(l)
	}
	none := make([]float32, len(shared()))
	at := func(i int) []float32 {
		if i < 0 || i >= len(lines) {
			return none
		}
		return facts[i]
	}
	for i, l := range lines {
		l.x = r.rowVector(lines, i)
		for _, k := range []int{i, i - 1, i + 1, i + 2} {
			l.x = append(l.x, at(k)...)
		}
	}
	return lines
}

// textOf returns the segments of a row without noise: the "B" in "B & G BAKERY" remains because it is close.
func textOf(row *layout.Row) []*layout.Segment {
	const close, legible = 2.5, 0.3 // heights; certainty
	all := row.Segments
	keep := make([]bool, len(all))
	for i, s := range all {
		keep[i] = !noise(s)
	}
	take := func(i, beside int) {
		if gap := all[max(i, beside)].Box.X0 - all[min(i, beside)].Box.X1; keep[beside] && gap < close*all[i].Height() &&
			(recognize.Compact(all[i].Text()) != "" || all[i].Text() == "&") && legibility(all[i]) >= legible {
			keep[i] = true
		}
	}
	for i := 1; i < len(all); i++ {
		take(i, i-1)
	}
	for i := len(all) - 2; i >= 0; i-- {
		take(i, i+1)
	}
	var out []*layout.Segment
	for i, s := range all {
		if keep[i] {
			out = append(out, s)
		}
	}
	return out
}

// facts returns the features named by shared.
func (r *finder) facts(l *headerLine) []float32 {
	street := float32(0)
	for _, w := range l.words {
		for part := range strings.FieldsSeq(recognize.Fold(w)) {
			if lexicon.Street.Has(part) || strings.HasSuffix(part, "strasse") || strings.HasSuffix(part, "straat") ||
				strings.HasSuffix(part, "weg") {
				street++
			}
		}
	}
	digits, letters, marks := link.Composition(strings.Join(l.words, ""))
	return []float32{
		link.Flag(streetLike(l.words)), street, link.Flag(holdsPostal(l.words)), digits / max(1, digits+letters+marks),
		link.Flag(mostlyDigits(l.words)),
		link.Flag(r.endsShopAddress(l.first)), link.Flag(textshape.NameLike(l.words)),
	}
}

// holdsPostal reports whether the words are, end in, or contain a post code and town.
func holdsPostal(words []string) bool {
	if textshape.PostalLine(words) {
		return true
	}
	for i, w := range words {
		code := strings.Trim(w, ",.")
		if (len(code) == 5 || len(code) == 4 || len(code) == 6) && annotate.AllDigitsWord(code) && len(words) > 1 &&
			(i > 0 || i+1 < len(words)) {
			return true
		}
	}
	return false
}

// rowVector returns the features that are used of the row alone.
func (r *finder) rowVector(lines []*headerLine, i int) []float32 {
	l := lines[i]
	page, last := l.first.Page, l.segments[len(l.segments)-1]
	text := strings.Join(l.words, " ")
	digits, letters, _ := link.Composition(text)
	gap := float32(-1)
	if i > 0 {
		gap = float32((l.first.Box.Y0 - lines[i-1].first.Box.Y1) / max(1e-6, l.first.Height()))
	}
	size := float32(l.first.Height() / max(1e-6, r.TypicalHeight(page)))
	x := []float32{
		float32(i), float32(l.first.RelativeY()), size, letters, float32(len(l.words)), textshape.UpperShare(text), digits,
		float32((l.first.Box.X0 + last.Box.X1) / 2 / page.Width), float32(l.first.Box.X0 / page.Width), gap,
		float32(len(l.segments)), float32(legibility(l.first)),
		link.Flag(textshape.NameLike(l.words)), link.Flag(textshape.HasLegalForm(l.words)), link.Flag(onlyLegalForm(l.words)),
		link.Flag(textshape.TitleLine(l.words)),
	}
	label, weight := float32(-1), float32(0)
	if h := r.LabelsIn[l.first]; len(h) > 0 && h[0].Opens {
		label, weight = float32(h[0].Last-h[0].First+1), float32(h[0].Terms[0].Weight)
	}
	f := r.Spans[l.first]
	lower := strings.ToLower(text)
	return append(x, label, weight, link.Flag(announces(l.words)), link.Flag(strings.HasPrefix(text, "(")),
		float32(bracketDigits(l.words)),
		link.Flag(strings.Contains(text, "@") || strings.Contains(lower, "www.")), link.Flag(len(f.Dates) > 0),
		link.Flag(pricedSegment(f)),
		link.Flag(len(recognize.Times(l.words)) > 0), link.Flag(registration(lower)), float32(strings.Count(text, ",")),
		link.Flag(strings.HasSuffix(text, ",")), link.Flag(textshape.DomainMatches(r.Document, recognize.Compact(text))),
		link.Flag(textshape.EndsInHouseNumber(l.words)),
		link.Flag(textshape.ProseLike(l.words)))
}

func pricedSegment(f *annotate.Spans) bool {
	for _, a := range f.Amounts {
		if a.Number.Fraction == 2 && !a.Percent {
			return true
		}
	}
	return false
}

// registration reports whether a line in lower case opens with the label of a company's or tax number.
func registration(lower string) bool {
	return opensWith(lower, lexicon.Registration) || country.StartsNumber(lower)
}

// Scorers classify the rows of a receipt's head as the shop's name or address.
type Scorers struct {
	Name    *boost.Ensemble
	Address *boost.Ensemble
}

func (h *Scorers) ready() bool {
	return h != nil && h.Name != nil && h.Address != nil && len(h.Name.Trees) > 0 && len(h.Address.Trees) > 0
}

// putHeader stores the shop's name and address by the trained scorers.
func (r *finder) putHeader(set *value.Set, scorers *Scorers) {
	lines := r.header()
	for _, l := range lines {
		l.name, l.address = scorers.Name.Margin(l.x), scorers.Address.Margin(l.x)
	}
	first, last := nameRun(lines)
	if last < 0 {
		return
	}
	r.putHeaderName(set, lines, first, last)
	from, to := addressRun(lines, first, last)
	if to < 0 {
		return
	}
	var parts []layout.Part
	var rows []string
	odds := 0.0
	for i := from; i <= to; i++ {
		if lines[i].address > aside {
			parts = append(parts, lines[i].parts()...)
			rows = append(rows, strings.Trim(strings.Join(lines[i].words, " "), " ,;:|"))
			odds += lines[i].address
		}
	}
	mean := odds / float64(to-from+1)
	set.Put("vendorAddress", value.CiteParts(strings.Join(rows, ", "), parts, " ", boost.Probability(mean)))
}

// aside is the log-odds below which a line within an address is excluded.
const aside = -1.0

// nameRun returns the rows of the name: the most likely row, with the one before or after it if the name takes two.
func nameRun(lines []*headerLine) (first, last int) {
	top := -1
	for i, l := range lines {
		if top < 0 || l.name > lines[top].name {
			top = i
		}
	}
	if top < 0 {
		return 0, -1
	}
	first, last = top, top
	l := lines[top]
	switch {
	case top > 0 && textshape.HasLegalForm(l.words) && continuesName(l.words) && len(l.words) <= 4 &&
		lines[top-1].name > 0:
		first--
	case top+1 < len(lines) && !textshape.HasLegalForm(l.words) && lines[top+1].name > 0 &&
		(onlyLegalForm(lines[top+1].words) || textshape.HasLegalForm(lines[top+1].words) &&
			continuesName(lines[top+1].words)):
		last++
	}
	return first, last
}

// addressRun returns the rows with the largest sum of log-odds (Bentley, "Algorithm design techniques", 1984).
func addressRun(lines []*headerLine, nameFirst, nameLast int) (from, to int) {
	best, sum, start := 0.0, 0.0, 0
	from, to = 0, -1
	for i, l := range lines {
		if i >= nameFirst && i <= nameLast {
			sum, start = 0, i+1
			continue
		}
		if sum <= 0 {
			sum, start = 0, i
		}
		sum += l.address
		if sum > best {
			best, from, to = sum, start, i
		}
	}
	return from, to
}

// putHeaderName stores the name without a registration number after it.
func (r *finder) putHeaderName(set *value.Set, lines []*headerLine, first, last int) {
	var parts []layout.Part
	odds := lines[first].name
	for i := first; i <= last; i++ {
		own := lines[i].parts()
		end := nameEnd(lines[i].words)
		for k := range own {
			n := own[k].Last + 1
			own[k].Last = min(own[k].Last, end)
			end -= n
			if own[k].Last < 0 {
				own = own[:k]
				break
			}
		}
		if i == first {
			if rest := withoutWords(own, nameStart(lines[i].words)); len(rest) > 0 {
				own = rest
			}
		}
		parts = append(parts, own...)
		odds = max(odds, lines[i].name)
	}
	text := nameText(parts)
	set.Put("vendorName", value.CiteParts(text, parts, " ", boost.Probability(odds)))
}

// withoutWords returns parts, which it may change, without their first n words.
func withoutWords(parts []layout.Part, n int) []layout.Part {
	for n > 0 && len(parts) > 0 {
		p := &parts[0]
		if had := p.Last - p.First + 1; had <= n {
			parts, n = parts[1:], n-had
			continue
		}
		p.First += n
		n = 0
	}
	return parts
}
