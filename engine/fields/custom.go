package fields

import (
	"slices"

	"github.com/docmill/docmill/engine/custom"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
)

// leastCustom is the certainty that a value of a caller's own property needs.
const leastCustom = 0.4

// Custom finds the values of a caller's own properties, without any knowledge of
// what they mean beyond their words: a property's name, title and description
// tell how its label may read, its type tells what a value looks like, and the
// scorer that chooses the known fields weighs where it stands. What is not found
// is absent.
func Custom(lay *layout.Layout, schema *custom.Schema) *Set {
	set := newSet()
	w := newWishes(read(lay), schema)
	m := &market{links: map[lexicon.Role][]link{}}
	for i := range w.all {
		wish := &w.all[i]
		switch p := wish.property; {
		case p.Members != nil:
			set.putRows(p.Name, w.rows(p))
		case p.Item != nil:
			set.putArray(p.Name, w.array(wish))
		default:
			for _, h := range wish.hits {
				m.links[lexicon.Role(p.Name)] = append(m.links[lexicon.Role(p.Name)], w.link(wish, h)...)
			}
		}
	}
	m.settle()
	for i := range w.all {
		p := w.all[i].property
		if l, ok := m.best(lexicon.Role(p.Name)); ok && sigmoid(l.z) >= leastCustom {
			set.put(p.Name, w.value(p, l))
		} else if v, ok := w.unlabelled(p); ok {
			set.put(p.Name, v)
		}
	}
	return set
}

func (s *Set) putRows(name string, rows []Row) {
	if len(rows) > 0 {
		s.Lists[name] = rows
	}
}

func (s *Set) putArray(name string, values []Value) {
	if len(values) > 0 {
		s.Arrays[name] = values
	}
}

// wish is a property and the labels on the pages that may announce it.
type wish struct {
	property *custom.Property
	hits     []weighted
}

// maxHits bounds the labels of one property: what stands on a page so often is
// none.
const maxHits = 500

func (w *wish) announce(h *hit, weight float64) {
	if len(w.hits) < maxHits {
		w.hits = append(w.hits, weighted{h, weight})
	}
}

// weighted is a label and how strongly it speaks for the property.
type weighted struct {
	*hit
	weight float64
}

// wishes are the properties of a schema before a document.
type wishes struct {
	*reading          // its labels are those of the schema, and keys with a colon
	known    *reading // with the labels of the lexicon
	all      []wish
}

// newWishes finds the labels of all properties.
func newWishes(known *reading, schema *custom.Schema) *wishes {
	own := *known
	own.hits, own.starts = nil, map[*layout.Segment][]*hit{}
	w := &wishes{reading: &own, known: known}
	index := newCustomIndex()
	for i := range schema.Properties {
		p := &schema.Properties[i]
		w.all = append(w.all, wish{property: p})
		if p.Members == nil { // those have labels of their own, in headers
			index.add(i, p)
		}
	}
	for _, s := range own.lay.Segments {
		for _, f := range index.find(s) {
			own.starts[s] = append(own.starts[s], f.hit)
			for _, ref := range f.refs {
				w.all[ref.wish].announce(f.hit, ref.weight)
			}
		}
		w.addKeys(s)
	}
	w.addKnown(index)
	return w
}

// addKeys adds the labels that belong to no property but end the value before
// them: those of the lexicon that fill their segment or have a colon, and any
// other words before a colon.
func (w *wishes) addKeys(s *layout.Segment) {
	own := w.starts[s]
	covered := func(token int) bool {
		return slices.ContainsFunc(own, func(h *hit) bool { return h.first <= token && token <= h.last })
	}
	for _, h := range w.known.starts[s] {
		fills := h.start && h.last == len(s.Words)-1 && yesOrNo(s.Text()) == ""
		if (h.colon || fills) && !covered(h.first) && !covered(h.last) {
			own = append(own, h)
		}
	}
	for i, word := range s.Words[:min(maxKeyWords, len(s.Words))] {
		if len(word) > 1 && word[len(word)-1] == ':' && hasLetters([]string{word}) && !covered(i) {
			first := i
			if len(own) == 0 {
				first = 0
			}
			own = append(own, &hit{seg: s, first: first, last: i, terms: []lexicon.Term{{Role: lexicon.OtherNumber, Weight: 1}}, start: first == 0, colon: true})
		}
	}
	slices.SortFunc(own, func(a, b *hit) int { return a.first - b.first })
	if len(own) > 0 {
		w.starts[s] = own
	}
}

// addKnown lets labels of the lexicon speak for a property whose words announce
// the same: "Lieferdatum" for a property deliveryDate.
func (w *wishes) addKnown(index *customIndex) {
	const borrowed = 0.85 // of the label's weight
	for _, h := range w.known.hits {
		for i, roles := range index.roles {
			for _, r := range roles {
				if weight, ok := h.as(r); ok {
					w.all[i].announce(h, borrowed*weight)
					break
				}
			}
		}
	}
}

// link gives the values that a label may announce.
func (w *wishes) link(wish *wish, h weighted) []link {
	p := wish.property
	find := w.finder(p, h.hit)
	if p.Type == custom.TypeBoolean {
		if l, ok := w.ticked(h); ok {
			return []link{l}
		}
	}
	f := features{label: h.weight, start: h.start, colon: h.colon, later: h.seg.Page.Number > 1}
	f.heading = w.inHeading(h.hit) || w.headRow(h.hit)
	out := w.linksBeside(h.hit, f, find)
	if len(out) == 0 || f.heading {
		out = append(out, w.linksBelow(h.hit, f, find)...)
	}
	if len(out) == 0 && (p.Type != custom.TypeString || p.Format != custom.FormatNone) {
		out = w.linksAskew(h.hit, f, find)
	}
	return out
}

// headRow tells a row of column headings by its shape: at least three segments
// without any number, most of which have something right under them.
func (w *wishes) headRow(h *hit) bool {
	page := h.seg.Page
	row := page.Rows[h.seg.Row]
	if len(row.Segments) < 3 || h.colon || h.seg.Row+1 >= len(page.Rows) {
		return false
	}
	next, over := page.Rows[h.seg.Row+1], 0
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

// value makes the record's value; an address goes on over the lines of its
// block.
func (w *wishes) value(p *custom.Property, l link) Value {
	c := l.value
	parts := []layout.Part{{Segment: c.seg, First: c.first, Last: c.last}}
	if !postal(p) || p.Enum != nil {
		return cite(c.text, c.seg, c.first, c.last, sigmoid(l.z))
	}
	const lines = 5
	for s := c.seg.NextInBlock(); s != nil && len(parts) < lines && !w.labelled(s) && !w.known.stopsAddress(s); s = s.NextInBlock() {
		parts = append(parts, whole(s))
	}
	return citeParts(addressText(parts), parts, ", ", sigmoid(l.z))
}
