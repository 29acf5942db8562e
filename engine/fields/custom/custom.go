// Package custom finds the values of a caller's properties by the words of their names, titles and descriptions,
// and by their types.
package custom

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/address"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/phrase"
	"github.com/docmill/docmill/engine/text/recognize"
)

// minCustom is the minimum certainty of a custom value.
const minCustom = 0.4

// Extract finds the values of a caller's properties. The words of a property's name, title and description are its
// labels, its type determines the form of a value, and the scorer of the built-in fields weighs the positions.
// Values that are not found are absent.
func Extract(doc *formrole.Document, schema *custom.Schema) *value.Set {
	set := value.New()
	w := newQueries(link.New(doc.Document, "", link.Scorer{}), doc, schema)
	m := &link.Set{Links: map[lexicon.Role][]link.Link{}}
	answered := func(string) bool { return false }
	if f := w.newForm(); f != nil {
		answered = f.fill(set)
	}
	for i := range w.all {
		query := &w.all[i]
		switch p := query.property; {
		case answered(p.Name):
		case p.Members != nil:
			set.PutRows(p.Name, w.rows(p))
		case p.Item != nil:
			set.PutArray(p.Name, w.array(query))
		default:
			for _, h := range query.labels {
				query.best = max(query.best, w.labelWeight(query, h))
			}
			for _, h := range query.labels {
				m.Links[lexicon.Role(p.Name)] = append(m.Links[lexicon.Role(p.Name)], w.link(query, h)...)
			}
		}
	}
	w.weighPrint(m)
	w.weighRoles(m)
	m.Settle()
	lowerShared(m)
	parties, used := w.parties(), map[layout.Part]bool{}
	isSigner := w.signers(parties)
	for i := range w.all {
		p := w.all[i].property
		if answered(p.Name) {
			continue
		}
		v, ok := parties[p]
		if chosen, isTicked := w.ticked(&w.all[i]); isTicked {
			v, ok = chosen, true
		} else if l, has := m.Best(lexicon.Role(p.Name)); has && boost.Probability(l.LogOdds) >= max(minCustom, v.Score) {
			v, ok = w.value(p, l), true
			used[l.Value.Part()] = true
		} else if stated, isShown := w.showStated(i); isShown {
			v, ok = stated, true
		} else if !ok {
			v, ok = w.unlabeled(p)
		}
		if ok {
			set.Put(p.Name, w.respell(i, v))
		}
	}
	isAnswered := func(p *custom.Property) bool { return answered(p.Name) || set.Has(p.Name) || isSigner[p] }
	w.fillRest(set, isAnswered, used)
	w.inProse(set, isAnswered)
	return set
}

// lowerShared lowers the best values of properties that more than two properties share.
func lowerShared(m *link.Set) {
	const most, odds = 2, -3
	claims := map[layout.Part][]*link.Link{}
	for _, links := range m.Links {
		best := 0
		for i := range links {
			if links[i].LogOdds > links[best].LogOdds {
				best = i
			}
		}
		if len(links) > 0 {
			claim := links[best].Value.Part()
			claims[claim] = append(claims[claim], &links[best])
		}
	}
	for _, all := range claims {
		if len(all) > most {
			for _, l := range all {
				l.LogOdds += odds
			}
		}
	}
}

// query is a property and its possible labels on the pages.
type query struct {
	property *custom.Property
	labels   []weighted
	printed  map[printed]int // labels by page and words
	best     float64         // weight of the best label
}

// printed are words on a page.
type printed struct {
	page  *layout.Page
	words string
}

func printOf(h *annotate.Label) printed {
	return printed{h.Segment.Page, strings.Join(h.Segment.Words[h.First:h.Last+1], " ")}
}

// maxLabels is the maximum number of labels of one property. More frequent words are not labels.
const maxLabels = 500

// announce makes a label one of a property.
func (w *queries) announce(q *query, h *annotate.Label, weight float64) {
	if w.isOfOther(q.property, h) {
		weight *= ofOther
	}
	if len(q.labels) < maxLabels {
		q.labels = append(q.labels, weighted{h, weight, false})
		q.printed[printOf(h)]++
	}
}

// isOfOther reports whether a label lacks the first word of a property's name, and other words of its page have it:
// "Number" on a page with "Number of the spouse" does not announce a spouseNumber.
func (w *queries) isOfOther(p *custom.Property, h *annotate.Label) bool {
	name := nameWords(leafName(p))
	if len(name) < 2 || !w.words[printed{h.Segment.Page, lexicon.Synonym(name[0])}] {
		return false
	}
	own := strings.Join(h.Segment.Words[h.First:h.Last+1], " ")
	return !slices.ContainsFunc(recognize.FoldWords(own), func(word string) bool {
		return lexicon.Synonym(word) == lexicon.Synonym(name[0])
	})
}

// weighted is a label with its weight for the property.
type weighted struct {
	*annotate.Label
	weight   float64
	isPeriod bool // it announces the first and the last day of a period
}

// queries are the properties of a schema for one document.
type queries struct {
	*link.Linker              // with the labels of the schema, and keys with a colon
	known        *link.Linker // with the labels of the lexicon
	cells        cells
	rest         []near // cells that mean about the same as a property
	all          []query
	model        *phrase.Model
	roles        *formrole.Document
	vectors      map[string]phrase.Vector
	prose        map[string]phrase.Word // words of sentences
	texts        *phrase.Set            // that describe the properties
	words        map[printed]bool       // with their synonyms
	hidden       hidden
}

// newQueries finds the labels of all properties.
func newQueries(known *link.Linker, roles *formrole.Document, schema *custom.Schema) *queries {
	doc, own := *known.Document, *known
	own.Document = &doc
	own.Labels, own.LabelsIn = nil, map[*layout.Segment][]*annotate.Label{}
	model, err := phrase.Embedded()
	if err != nil {
		panic(err) // the embedded file is part of the program
	}
	w := &queries{Linker: &own, known: known, model: model, roles: roles, vectors: map[string]phrase.Vector{},
		prose: map[string]phrase.Word{}, words: map[printed]bool{}}
	index := newCustomIndex()
	w.texts = w.describeAll(schema.Properties)
	for i := range schema.Properties {
		p := &schema.Properties[i]
		w.all = append(w.all, query{property: p, printed: map[printed]int{}})
		if p.Members == nil { // members have labels in table headers
			index.add(i, p)
			index.addShortened(i, p)
		}
	}
	for _, s := range own.Layout.Segments {
		words, _ := s.Folded()
		for _, word := range words {
			w.words[printed{s.Page, lexicon.Synonym(word)}] = true
		}
	}
	most, found := map[int]int{}, map[*layout.Segment][]announced{}
	for _, s := range own.Layout.Segments {
		for _, f := range index.find(s) {
			if f.refs = w.inContext(f); len(f.refs) > 0 {
				found[s] = append(found[s], f)
			}
			for _, ref := range f.refs {
				most[ref.query] = max(most[ref.query], ref.shared)
			}
		}
	}
	for _, s := range own.Layout.Segments {
		for _, f := range found[s] {
			own.LabelsIn[s] = append(own.LabelsIn[s], f.Label)
			for _, ref := range f.refs {
				if ref.context == "" || ref.shared == most[ref.query] {
					w.announce(&w.all[ref.query], f.Label, ref.weight)
				}
			}
		}
		w.addKeys(s)
	}
	w.addKnown(index)
	w.readHidden(index)
	w.cells = w.cut()
	w.addSimilar()
	return w
}

// inContext returns the properties of a label without those whose heading is missing, has fewer of the property's words
// than that of another property, or is farther above.
func (w *queries) inContext(f announced) []customRef {
	rows, shared, most, nearest := make([]int, len(f.refs)), map[int]int{}, 0, -1
	for i, ref := range f.refs {
		if rows[i] = -1; ref.context != "" {
			if rows[i] = w.headingRow(f.Label, ref.context); rows[i] >= 0 {
				shared[ref.query]++
				most = max(most, shared[ref.query])
			}
		}
	}
	for i, ref := range f.refs {
		if shared[ref.query] == most {
			nearest = max(nearest, rows[i])
		}
	}
	var out []customRef
	for i, ref := range f.refs {
		if ref.context == "" || rows[i] >= 0 && rows[i] == nearest && shared[ref.query] == most {
			ref.shared = shared[ref.query]
			out = append(out, ref)
		}
	}
	return out
}

// headingCost is the work of comparing a segment with a heading.
const headingCost = 5

// headingRow returns the nearest row above a label that has a word, perhaps inflected, in a segment that covers the
// label or is alone in its row, or -1.
func (w *queries) headingRow(h *annotate.Label, word string) int {
	const reach, longest, letters = 25, 10, 5 // rows, words, letters that inflected words share
	page, box := h.Segment.Page, h.Box()
	for row := h.Segment.Row - 1; row >= max(0, h.Segment.Row-reach); row-- {
		if !w.Work.Spend(headingCost * len(page.Rows[row].Segments)) {
			return -1
		}
		for _, s := range page.Rows[row].Segments {
			printed, _ := s.Folded()
			if (s.Box.OverlapX(box) > 0 || len(page.Rows[row].Segments) == 1) && len(s.Words) <= longest &&
				slices.ContainsFunc(printed, func(p string) bool {
					return p == word || len(word) > letters && strings.Contains(p, word[:max(letters, len(word)-2)])
				}) {
				return row
			}
		}
	}
	return -1
}

// addKeys adds labels of no property, because they end the value before them: labels of the lexicon that fill their
// segment or have a colon, and any other words before a colon.
func (w *queries) addKeys(s *layout.Segment) {
	own := w.LabelsIn[s]
	covered := func(token int) bool {
		return slices.ContainsFunc(own, func(h *annotate.Label) bool { return h.First <= token && token <= h.Last })
	}
	for _, h := range w.known.LabelsIn[s] {
		fills := h.Opens && h.Last == len(s.Words)-1 && yesOrNo(s.Text()) == ""
		if (h.Colon || fills) && !covered(h.First) && !covered(h.Last) {
			own = append(own, h)
		}
	}
	for i, word := range s.Words[:min(annotate.MaxKeyWords, len(s.Words))] {
		if len(word) > 1 && word[len(word)-1] == ':' && annotate.HasLetters([]string{word}) && !covered(i) {
			first := i
			if len(own) == 0 {
				first = 0
			}
			own = append(own, &annotate.Label{Segment: s, First: first, Last: i,
				Terms: []lexicon.Term{{Role: lexicon.OtherNumber, Weight: 1}}, Opens: first == 0, Colon: true})
		}
	}
	slices.SortFunc(own, func(a, b *annotate.Label) int { return a.First - b.First })
	if len(own) > 0 {
		w.LabelsIn[s] = own
	}
}

// addKnown adds labels of the lexicon with the meaning of a property: "Lieferdatum" for a property deliveryDate.
func (w *queries) addKnown(index *customIndex) {
	const borrowed = 0.85 // of the label's weight
	for _, h := range w.known.Labels {
		if weight, ok := h.As(lexicon.Period); ok {
			for i := range w.all {
				if q := &w.all[i]; q.property.Format == custom.FormatDate && endOf(q.property) != "" {
					q.labels = append(q.labels, weighted{h, borrowed * weight, true})
				}
			}
		}
		for i, roles := range index.roles {
			for _, r := range roles {
				if weight, ok := h.As(r); ok {
					w.announce(&w.all[i], h, borrowed*weight)
					break
				}
			}
		}
	}
}

// headRow reports whether a row has three or more segments without numbers, most with a segment directly below.
func (w *queries) headRow(h *annotate.Label) bool {
	page := h.Segment.Page
	row := page.Rows[h.Segment.Row]
	if len(row.Segments) < 3 || h.Colon || h.Segment.Row+1 >= len(page.Rows) {
		return false
	}
	next, over := page.Rows[h.Segment.Row+1], 0
	if next.Box.Y0-row.Box.Y1 > 2.5*row.Box.Height() {
		return false
	}
	for _, s := range row.Segments {
		if digits(s.Words) > 0 {
			return false
		}
		if slices.ContainsFunc(next.Segments, func(t *layout.Segment) bool { return t.Box.OverlapX(s.Box) > 0 }) {
			over++
		}
	}
	return 3*over >= 2*len(row.Segments)
}

// value returns the record's value. An address continues over the lines of its block, another text over the segments of
// monospaced print.
func (w *queries) value(p *custom.Property, l link.Link) value.Value {
	c := l.Value
	parts := []layout.Part{c.Part()}
	if !postal(p) || p.Enum != nil {
		if w.isText(p) && c.Last == len(c.Segment.Words)-1 {
			parts = append(parts, w.continued(c.Segment)...)
		}
		if len(parts) > 1 {
			return value.CiteParts(textshape.JoinParts(parts, " "), parts, " ", boost.Probability(l.LogOdds))
		}
		return value.Cite(c.Text, c.Segment, c.First, c.Last, boost.Probability(l.LogOdds))
	}
	const lines = 5
	for s := c.Segment.NextInBlock(); s != nil && len(parts) < lines && !w.Labeled(s) &&
		!address.Ends(w.known.Document, s); s = s.NextInBlock() {
		parts = append(parts, annotate.Whole(s))
	}
	return value.CiteParts(textshape.AddressText(parts), parts, ", ", boost.Probability(l.LogOdds))
}

// continued returns the segments after another that only the wide spaces of typewriters separate from it.
func (w *queries) continued(s *layout.Segment) []layout.Part {
	var out []layout.Part
	for _, next := range s.Right() {
		last, first := &s.Tokens[len(s.Tokens)-1], &next.Tokens[0]
		if s.Page.Nominal || first.Box.X0-last.Box.X1 >= maxGapOf(last, first, math.Inf(1)) || w.Labeled(next) {
			break
		}
		out, s = append(out, annotate.Whole(next)), next
	}
	return out
}
