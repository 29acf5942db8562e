package fields

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/schema"
)

// LinkFeatures names what the scorer of links sees, in the order of a vector:
// the role and the document's type as numbers, the label, the way from label to
// value, the value's print and place, and how the link stands among the others
// of its role. Lengths are in widths of the page, or heights of the label.
func LinkFeatures() []string {
	return []string{
		"role", "type", "label", "direction", "distance", "start", "colon", "heading", "last", "later", "fit",
		"prior", "rival", "links", "better", "lead", "repeats", "magnitude",
		"x", "y", "size", "bold", "labelBold", "labelWords", "alone", "segmentWords",
		"length", "digits", "letters", "marks", "fraction", "currency", "negative",
		"left", "right", "down", "pages", "recognised", "legibility",
	}
}

// sight is what the links of a market are seen against.
type sight struct {
	r       *reading
	m       *market
	sorted  []string        // distinct dates
	largest float64         // amount
	texts   map[string]bool // of all candidates
}

func (r *reading) sightOf(m *market) *sight {
	s := &sight{r: r, m: m, texts: map[string]bool{}}
	for _, links := range m.links {
		for i := range links {
			c := links[i].value
			if c.text != "" {
				s.texts[c.text] = true
			} else {
				s.largest = max(s.largest, math.Abs(r.worth(c)))
			}
		}
	}
	for text := range s.texts {
		s.sorted = append(s.sorted, text)
	}
	slices.Sort(s.sorted)
	return s
}

// worth is the amount of a candidate, 0 for those that are none.
func (r *reading) worth(c candidate) float64 {
	if a := r.found[c.seg].amounts; c.text == "" && c.index < len(a) {
		return a[c.index].Value(r.style).InexactFloat64()
	}
	return 0
}

// vector appends the features of a role's i-th link.
func (s *sight) vector(x []float32, order float32, want lexicon.Role, i int) []float32 {
	links := s.m.links[want]
	l := &links[i]
	f := l.seen
	x = append(x, order, typeNumber(s.r.kind), float32(f.label), float32(f.direction), float32(f.distance),
		yes(f.start), yes(f.colon), yes(f.heading), yes(f.last), yes(f.later), float32(f.kind))
	x = s.amongOthers(x, links, i)
	x = s.print(x, l)
	return s.way(x, l)
}

// amongOthers tells how a link compares with the others of its role.
func (s *sight) amongOthers(x []float32, links []link, i int) []float32 {
	l := &links[i]
	better, repeats, lead := 0, 0, float64(8)
	for k := range links {
		if k == i {
			continue
		}
		if links[k].value.sameAs(l.value) || s.same(links[k].value, l.value) {
			repeats++
			continue
		}
		lead = min(lead, l.z-links[k].z)
		if links[k].z > l.z {
			better++
		}
	}
	return append(x, float32(l.z), float32(l.rival), float32(len(links)), float32(better), float32(lead), float32(repeats),
		s.magnitude(l.value))
}

// same reports whether two candidates have the same value.
func (s *sight) same(a, b candidate) bool {
	if a.text != "" || b.text != "" {
		return a.text == b.text
	}
	return s.r.worth(a) == s.r.worth(b)
}

// magnitude is an amount's share of the largest, or the place of a date among
// all dates, from 0 to 1.
func (s *sight) magnitude(c candidate) float32 {
	switch {
	case c.text == "" && s.largest > 0:
		return float32(s.r.worth(c) / s.largest)
	case c.text != "" && len(s.sorted) > 1:
		i, _ := slices.BinarySearch(s.sorted, c.text)
		return float32(i) / float32(len(s.sorted)-1)
	}
	return float32(math.NaN())
}

// print tells where and how the value is printed.
func (s *sight) print(x []float32, l *link) []float32 {
	c, seg := l.value, l.value.seg
	box := seg.SpanBox(c.first, c.last)
	height := s.r.typical(seg.Page)
	size := float32(1)
	if height > 0 {
		size = float32(box.Height() / height)
	}
	x = append(x, float32(box.CenterX()/seg.Page.Width), float32(seg.RelativeY()), size,
		yes(seg.Tokens[c.first].Bold), yes(l.hit.seg.Tokens[l.hit.first].Bold), float32(l.hit.last-l.hit.first+1),
		yes(c.last-c.first+1 == len(seg.Words)), float32(len(seg.Words)))
	text := strings.Join(seg.Words[c.first:c.last+1], "")
	digits, letters, marks := shape(text)
	fraction, currency, negative := float32(math.NaN()), float32(0), float32(0)
	if a := s.r.found[seg].amounts; c.text == "" && c.index < len(a) {
		fraction, currency, negative = float32(a[c.index].Number.Fraction), yes(a[c.index].Currency != ""), yes(a[c.index].Negative)
	}
	n := max(1, float32(len(text)))
	return append(x, float32(len(text)), digits/n, letters/n, marks/n, fraction, currency, negative)
}

// way tells how the value stands to its label, and of what kind the page is.
func (s *sight) way(x []float32, l *link) []float32 {
	c, seg := l.value, l.value.seg
	value, label := seg.SpanBox(c.first, c.last), l.hit.box()
	width, height := float32(seg.Page.Width), float32(max(1e-6, label.Height()))
	legibility := 1.0
	for t := c.first; t <= c.last; t++ {
		legibility = min(legibility, seg.Tokens[t].Confidence)
	}
	return append(x, float32(value.X0-label.X0)/width, float32(value.X1-label.X1)/width, float32(value.Y0-label.Y0)/height,
		float32(len(s.r.lay.Pages)), yes(seg.Tokens[c.first].Source == document.SourceOCR), float32(legibility))
}

// typical is the usual height of a page's print, looked up once.
func (r *reading) typical(p *layout.Page) float64 {
	if r.heights == nil {
		r.heights = map[*layout.Page]float64{}
	}
	h, ok := r.heights[p]
	if !ok {
		h = typicalHeight(p)
		r.heights[p] = h
	}
	return h
}

// shape counts digits, letters and other marks.
func shape(text string) (digits, letters, marks float32) {
	digits = float32(recognize.CountDigits(text))
	for _, c := range recognize.Fold(text) {
		switch {
		case c >= '0' && c <= '9':
		case c >= 'a' && c <= 'z':
			letters++
		}
	}
	return digits, letters, max(0, float32(len(text))-digits-letters)
}

func typeNumber(kind schema.DocumentType) float32 { return float32(schema.Of(kind).ModelID) }

func yes(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
