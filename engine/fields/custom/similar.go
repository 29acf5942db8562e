package custom

import (
	"cmp"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/phrase"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits of labels by meaning, set by hand.
const (
	minSimilar     = 0.6  // cosine of a label and a property
	minLead        = 0.08 // over another property
	similarRange   = 0.05 // below the most similar label
	weightSimilar  = 0.85 // of the cosine
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

// similarity returns the greatest cosine of two sets of vectors, or 0 if one is empty.
func similarity(a, b []phrase.Vector) float64 {
	best := 0.0
	for _, v := range a {
		for _, u := range b {
			best = max(best, v.Cosine(u))
		}
	}
	return best
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

// addSimilar adds cells that mean the same as a property in other words or another language, if the property's words
// announce nothing.
func (w *queries) addSimilar() {
	type near struct {
		*cell
		cosine float64
	}
	found := make([][]near, len(w.all))
	texts := make([][]phrase.Vector, len(w.all))
	for i := range w.all {
		texts[i] = w.describeProperty(w.all[i].property)
	}
	for _, s := range w.Layout.Segments {
		row := w.cells[s.Page.Rows[s.Row]]
		for k := range row {
			c := &row[k]
			if c.Segment != s || c.Last-c.First >= maxSimilarSize || digits(c.Words()) > 0 ||
				!annotate.HasLetters(c.Words()) || !w.Work.Spend(len(w.all)) {
				continue
			}
			label, best, second, at := w.describeLabel(c.Text()), 0.0, 0.0, 0
			words := recognize.FoldWords(c.Text())
			for i := range w.all {
				switch l := similarity(texts[i], label); {
				case l > best:
					best, second, at = l, best, i
				case l > second:
					second = l
				}
			}
			if best >= minSimilar && best >= second+minLead && !isPart(words, nameWords(leafName(w.all[at].property))) {
				found[at] = append(found[at], near{c, best})
			}
		}
	}
	for i, all := range found {
		query := &w.all[i]
		if len(all) == 0 || len(query.labels) > 0 {
			continue
		}
		best := slices.MaxFunc(all, func(a, b near) int { return cmp.Compare(a.cosine, b.cosine) }).cosine
		for _, n := range all {
			if n.cosine >= best-similarRange {
				w.announceCell(query, n.cell, weightSimilar*n.cosine)
			}
		}
	}
}

// isPart reports whether a label has only some of the words of a property: "Product" does not announce a
// productWeight.
func isPart(label, name []string) bool {
	return len(label) < len(name) && !slices.ContainsFunc(label, func(word string) bool {
		return !slices.Contains(name, word)
	})
}

// announceCell makes a cell a label of a property.
func (w *queries) announceCell(query *query, c *cell, weight float64) {
	h := &annotate.Label{Segment: c.Segment, First: c.First, Last: c.Last, Opens: c.First == 0,
		Colon: strings.HasSuffix(c.Segment.Words[c.Last], ":"),
		Terms: []lexicon.Term{{Role: lexicon.OtherNumber, Weight: 1}}}
	own := w.LabelsIn[c.Segment]
	if !slices.ContainsFunc(own, func(o *annotate.Label) bool { return o.First <= h.Last && h.First <= o.Last }) {
		own = append(own, h)
		slices.SortFunc(own, func(a, b *annotate.Label) int { return a.First - b.First })
		w.LabelsIn[c.Segment], c.label = own, true
	}
	query.announce(h, weight)
}

// similarColumn returns the member that means the same as a heading; texts describe the members.
func (w *queries) similarColumn(p *custom.Property, texts [][]phrase.Vector, heading *layout.Segment) *custom.Property {
	label, best := w.describeLabel(heading.Text()), minSimilar
	var out *custom.Property
	for i := range p.Members {
		if l := similarity(texts[i], label); l > best {
			best, out = l, &p.Members[i]
		}
	}
	return out
}
