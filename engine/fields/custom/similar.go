package custom

import (
	"cmp"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/phrase"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits of labels by meaning, set by hand.
const (
	minSimilar     = 0.6  // cosine of a label and a property
	minWeak        = 0.35 // if most properties have labels
	minWeakText    = 0.5  // the same for properties that any text can answer
	minLead        = 0.08 // over another property
	similarRange   = 0.05 // below the most similar label
	weightSimilar  = 0.85 // of the cosine
	weightGeneral  = 0.75 // of a label such as "Date", which many properties share
	maxSimilarSize = 8    // words
)

// phrases returns the vectors of phrases, each made once.
func (w *queries) phrases(texts ...string) []phrase.Vector {
	var out []phrase.Vector
	for _, text := range texts {
		v, ok := w.vectors[text]
		if !ok {
			v = w.model.Embed(text)
			w.vectors[text] = v
		}
		out = append(out, v)
	}
	return out
}

// closest returns the index of the greatest cosine with it, and the second greatest one.
func closest(cosines []float64) (at int, cosine, second float64) {
	for i, c := range cosines {
		if c > cosine {
			at, cosine, c = i, c, cosine
		}
		second = max(second, c)
	}
	return at, cosine, second
}

// describeAll returns the texts that describe properties.
func (w *queries) describeAll(properties []custom.Property) *phrase.Set {
	texts := make([][]phrase.Vector, len(properties))
	for i := range properties {
		texts[i] = w.describeProperty(&properties[i])
	}
	return phrase.NewSet(texts...)
}

// describeProperty returns the vectors of a property's labels, name, title and description.
func (w *queries) describeProperty(p *custom.Property) []phrase.Vector {
	name := strings.Join(nameWords(leafName(p)), " ")
	texts := append([]string{name}, p.Labels...)
	for _, text := range []string{p.Title, p.Description} {
		if text != "" {
			texts = append(texts, text)
		}
	}
	quoted, pieces := describe(p.Description)
	texts = append(texts, quoted...)
	for _, piece := range pieces {
		texts = append(texts, strings.Join(piece, " "))
	}
	for _, parent := range p.Parents {
		texts = append(texts, parent+" "+name)
	}
	return w.phrases(texts...)
}

// describeLabel returns the vectors of a printed label: of all its words, of its parts between slashes, and of the
// words before a bracket.
func (w *queries) describeLabel(text string) []phrase.Vector {
	texts := []string{text}
	if open := strings.IndexByte(text, '('); open > 0 {
		texts = append(texts, text[:open])
	}
	if parts := strings.Split(text, "/"); len(parts) > 1 {
		texts = append(texts, parts...)
	}
	return w.phrases(texts...)
}

// near is a cell that means about the same as a property.
type near struct {
	*cell
	query  int
	cosine float64
}

func sortBySimilarity(cells []near) {
	slices.SortStableFunc(cells, func(a, b near) int { return cmp.Compare(b.cosine, a.cosine) })
}

// addSimilar adds cells that mean the same as a property in other words or another language, if the property's words
// announce nothing.
func (w *queries) addSimilar() {
	var similar []near
	for _, s := range w.Layout.Segments {
		row := w.cells[s.Page.Rows[s.Row]]
		for k := range row {
			c := &row[k]
			isInSentence := 2*len(c.Words()) < len(s.Words) && isProse(s.Words)
			if c.Segment != s || c.Last-c.First >= maxSimilarSize || digits(c.Words()) > 0 || isInSentence ||
				!annotate.HasLetters(c.Words()) || !w.Work.Spend(len(w.all)) {
				continue
			}
			cosines := w.texts.Cosines(w.describeLabel(c.Text()))
			for i, l := range cosines {
				if l >= minWeak && (l >= minWeakText || !w.isText(w.all[i].property) || isNumeric(w.all[i].property)) {
					w.rest = append(w.rest, near{c, i, l})
				}
			}
			at, cosine, second := closest(cosines)
			if cosine >= max(minSimilar, second+minLead) &&
				!isPart(recognize.FoldWords(c.Text()), w.all[at].property) {
				similar = append(similar, near{c, at, cosine})
			}
		}
	}
	w.announceSimilar(similar)
}

// announceSimilar makes the most similar cells labels of the properties without labels.
func (w *queries) announceSimilar(found []near) {
	sortBySimilarity(found)
	best := map[int]float64{}
	for _, n := range found {
		if _, ok := best[n.query]; !ok && w.isUnlabeled(n.query) {
			best[n.query] = n.cosine
		}
		if b, ok := best[n.query]; ok && n.cosine >= b-similarRange {
			weight := weightSimilar * n.cosine
			if isGeneral(n.cell) {
				weight *= weightGeneral
			}
			w.announceCell(&w.all[n.query], n.cell, weight)
		}
	}
}

// isUnlabeled reports whether a property has no label, or only words within much longer texts.
func (w *queries) isUnlabeled(query int) bool {
	const least = 0.05 // weight
	q := &w.all[query]
	return !slices.ContainsFunc(q.labels, func(h weighted) bool { return w.labelWeight(q, h) >= least })
}

// fillRest finds values by cells that mean only about the same as a property: each cell announces one property without
// labels and value, the most similar first, and each value is the only one at its place. Most properties of the schema
// must have labels on the pages.
func (w *queries) fillRest(set *value.Set, isAnswered func(*custom.Property) bool, used map[layout.Part]bool) {
	labeled, all, taken := 0, 0, map[layout.Part]bool{}
	for i := range w.all {
		if q := &w.all[i]; q.property.Members == nil {
			all++
			labeled += min(1, len(q.labels))
			for _, h := range q.labels {
				if at := w.cells.at(h.Segment, h.First); at >= 0 {
					taken[w.cells[h.Segment.Page.Rows[h.Segment.Row]][at].Part] = true
				}
			}
		}
	}
	if 2*labeled < all {
		return
	}
	sortBySimilarity(w.rest)
	for _, n := range w.rest {
		q := &w.all[n.query]
		if !w.isUnlabeled(n.query) || q.property.Members != nil || taken[n.Part] || isAnswered(q.property) {
			continue
		}
		role := lexicon.Role(q.property.Name)
		m := &link.Set{Links: map[lexicon.Role][]link.Link{
			role: w.link(q, weighted{labelOf(n.cell), weightSimilar * n.cosine, false})}}
		w.weighRoles(m)
		l, ok := m.Best(role)
		isRest := l.Evidence.Direction == link.Same && !l.Evidence.Colon && w.isText(q.property) // of a longer label
		if part := l.Value.Part(); ok && !isRest && !used[part] && boost.Probability(l.LogOdds) >= minCustom {
			taken[n.Part], used[part] = true, true
			set.Put(q.property.Name, w.value(q.property, l))
		}
	}
}

// isPart reports whether a label has only some of the words of a property: "Product" does not announce a
// productWeight.
func isPart(label []string, p *custom.Property) bool {
	name := nameWords(leafName(p))
	return len(label) < len(name) && !slices.ContainsFunc(label, func(word string) bool {
		return !slices.Contains(name, word)
	})
}

// isGeneral reports whether a label is one word for a kind of value, such as "Date" and "Nr.".
func isGeneral(c *cell) bool {
	words := recognize.FoldWords(c.Text())
	return len(words) == 1 && slices.Contains([]string{"amount", "date", "number"}, lexicon.Synonym(words[0]))
}

func labelOf(c *cell) *annotate.Label {
	return &annotate.Label{Segment: c.Segment, First: c.First, Last: c.Last, Opens: c.First == 0,
		Colon: strings.HasSuffix(c.Segment.Words[c.Last], ":"),
		Terms: []lexicon.Term{{Role: lexicon.OtherNumber, Weight: 1}}}
}

// announceCell makes a cell a label of a property.
func (w *queries) announceCell(query *query, c *cell, weight float64) {
	h := labelOf(c)
	own := w.LabelsIn[c.Segment]
	if !slices.ContainsFunc(own, func(o *annotate.Label) bool { return o.First <= h.Last && h.First <= o.Last }) {
		own = append(own, h)
		slices.SortFunc(own, func(a, b *annotate.Label) int { return a.First - b.First })
		w.LabelsIn[c.Segment], c.label = own, true
	}
	w.announce(query, h, weight)
}

// similarColumn returns the member that means the same as a heading; texts describe the members.
func (w *queries) similarColumn(p *custom.Property, texts *phrase.Set, heading *layout.Segment) *custom.Property {
	if at, cosine, _ := closest(texts.Cosines(w.describeLabel(heading.Text()))); cosine > minSimilar {
		return &p.Members[at]
	}
	return nil
}
