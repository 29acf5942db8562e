package eval

import (
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/result"
)

// Criteria of a Group.
const (
	ByAll        = "all"
	ByType       = "type"
	ByCollection = "collection"
	ByLayout     = "layout"
)

// Summary aggregates a report. Shares, scores and confidences are between 0 and 1.
type Summary struct {
	Documents int `json:"documents"`
	Pages     int `json:"pages"`
	Failed    int `json:"failed"` // documents that could not be extracted
	// Groups are all documents, then those of each type, collection and layout.
	Groups      []Group       `json:"groups"`
	Confusion   []Confusion   `json:"confusion"`
	Calibration []Reliability `json:"calibration"` // all values, each channel, whole records
	// Unprinted counts found values that Calibration excludes; see Report.
	Unprinted int `json:"unprinted"`
	// Unanchored counts values, read from text or by OCR, whose quotation is missing on the page.
	Unanchored int      `json:"unanchored"`
	Times      []Timing `json:"times"`
}

// Group aggregates documents that share a property.
type Group struct {
	By        string `json:"by"`
	Name      string `json:"name"`
	Documents int    `json:"documents"`
	// The following are nil without known true values.
	HeaderF1     *float64 `json:"headerF1"` // mean over the header fields, each with the same weight
	PooledF1     *float64 `json:"pooledF1"` // of all values of header fields together
	AmountF1     *float64 `json:"amountF1"` // of line items
	LineF1       *float64 `json:"lineF1"`   // of line items that are right as a whole
	TypeAccuracy *float64 `json:"typeAccuracy"`
	// Fields are the header fields by name, Items the members of line items.
	Fields []FieldScore `json:"fields"`
	Items  []FieldScore `json:"items"`
	Lines  Tally        `json:"lines"` // whole line items
}

// FieldScore is the accuracy of one field.
type FieldScore struct {
	Field string `json:"field"`
	Tally
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
	// OnPage is the share of true values that the words read contain: the maximum recall.
	OnPage float64 `json:"onPage"`
}

// Confusion counts the documents of one type that were classified as another, or as the same. Found is "" for failed
// extractions.
type Confusion struct {
	True      result.DocumentType `json:"true"`
	Found     result.DocumentType `json:"found"`
	Documents int                 `json:"documents"`
}

// Summary counts what the report holds.
func (r *Report) Summary() Summary {
	s := Summary{
		Documents: len(r.Documents), Calibration: r.calibration(), Unprinted: r.Unprinted, Times: r.times(),
		Confusion: r.confusion(),
	}
	counters := map[[2]string]*counter{}
	for i := range r.Documents {
		d := &r.Documents[i]
		s.Pages += d.Pages
		s.Unanchored += len(d.Unanchored)
		if d.Err != nil {
			s.Failed++
		}
		for _, key := range d.groups() {
			if counters[key] == nil {
				counters[key] = newCounter()
			}
			counters[key].add(d)
		}
	}
	order := []string{ByAll, ByType, ByCollection, ByLayout}
	for _, key := range slices.SortedFunc(maps.Keys(counters), func(a, b [2]string) int {
		if by := slices.Index(order, a[0]) - slices.Index(order, b[0]); by != 0 {
			return by
		}
		return strings.Compare(a[1], b[1])
	}) {
		s.Groups = append(s.Groups, counters[key].group(key[0], key[1]))
	}
	return s
}

// Group returns the group with a name: "all", a type, a collection or a layout. It returns nil if there is none.
func (s *Summary) Group(name string) *Group {
	for i := range s.Groups {
		if s.Groups[i].Name == name {
			return &s.Groups[i]
		}
	}
	return nil
}

// groups returns the pairs of criterion and name under which the document is counted.
func (d *Document) groups() [][2]string {
	keys := [][2]string{{ByAll, ByAll}, {ByCollection, d.Case.Collection}}
	if d.Case.DocumentType != "" {
		keys = append(keys, [2]string{ByType, string(d.Case.EngineType())})
	}
	if d.Case.Layout != "" {
		keys = append(keys, [2]string{ByLayout, d.Group()})
	}
	return keys
}

type counter struct {
	documents         int
	typed, typesRight int
	header, items     map[string]*fieldCounter
	lines             Tally
}

type fieldCounter struct {
	tally  Tally
	onPage int
}

func newCounter() *counter {
	return &counter{header: map[string]*fieldCounter{}, items: map[string]*fieldCounter{}}
}

func (c *counter) add(d *Document) {
	c.documents++
	if d.Case.DocumentType != "" {
		c.typed++
		if d.TypeRight() {
			c.typesRight++
		}
	}
	for i := range d.Scores {
		s := &d.Scores[i]
		fields := c.header
		if s.Row > 0 {
			fields = c.items
		}
		if fields[s.Field] == nil {
			fields[s.Field] = &fieldCounter{}
		}
		fields[s.Field].tally.count(s.Verdict)
		if s.OnPage {
			fields[s.Field].onPage++
		}
	}
	for _, l := range d.Lines {
		c.lines.count(l.Verdict)
	}
}

func (c *counter) group(by, name string) Group {
	g := Group{By: by, Name: name, Documents: c.documents, Fields: scoresOf(c.header), Items: scoresOf(c.items),
		Lines: c.lines}
	if c.typed > 0 {
		g.TypeAccuracy = share(c.typesRight, c.typed)
	}
	if len(g.Fields) > 0 {
		mean, pooled := 0.0, Tally{}
		for _, f := range g.Fields {
			mean += f.F1 / float64(len(g.Fields))
			pooled.add(f.Tally)
		}
		f1 := pooled.F1()
		g.HeaderF1, g.PooledF1 = &mean, &f1
	}
	if amounts := c.items["lineItems.amount"]; amounts != nil {
		f1 := amounts.tally.F1()
		g.AmountF1 = &f1
	}
	if c.lines.Truths() > 0 {
		f1 := c.lines.F1()
		g.LineF1 = &f1
	}
	return g
}

func scoresOf(fields map[string]*fieldCounter) []FieldScore {
	scores := make([]FieldScore, 0, len(fields))
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		f := fields[name]
		scores = append(scores, FieldScore{
			Field: name, Tally: f.tally, Precision: f.tally.Precision(), Recall: f.tally.Recall(), F1: f.tally.F1(),
			OnPage: ratio(f.onPage, f.tally.Truths()),
		})
	}
	return scores
}

func share(part, of int) *float64 {
	v := ratio(part, of)
	return &v
}

func (r *Report) confusion() []Confusion {
	counts := map[[2]result.DocumentType]int{}
	for i := range r.Documents {
		if d := &r.Documents[i]; d.Case.DocumentType != "" {
			counts[[2]result.DocumentType{d.Case.EngineType(), d.Found.DocumentType}]++
		}
	}
	out := make([]Confusion, 0, len(counts))
	for types, n := range counts {
		out = append(out, Confusion{types[0], types[1], n})
	}
	slices.SortFunc(out, func(a, b Confusion) int {
		if a.True != b.True {
			return strings.Compare(string(a.True), string(b.True))
		}
		return strings.Compare(string(a.Found), string(b.Found))
	})
	return out
}

// Figure is one headline figure of accuracy.
type Figure struct {
	Name string `json:"name"`
	// Value is a share between 0 and 1: an F1, a share of right types or values, or a calibration error.
	Value float64 `json:"value"`
	// Of is the number of documents, true values or found values behind the share.
	Of int `json:"of"`
}

// Figures returns the headline figures for all documents of a summary. It omits figures without data. Fields exclude
// line items.
func (s *Summary) Figures() []Figure {
	var out []Figure
	g := s.Group(ByAll)
	if g == nil {
		return nil
	}
	if g.TypeAccuracy != nil {
		typed := 0
		for _, c := range s.Confusion {
			typed += c.Documents
		}
		out = append(out, Figure{"type", *g.TypeAccuracy, typed})
	}
	for _, set := range figureSets() {
		var t Tally
		for _, f := range append(append([]FieldScore{}, g.Fields...), g.Items...) {
			if set.holds(f.Field) {
				t.add(f.Tally)
			}
		}
		if t.Truths() > 0 {
			out = append(out, Figure{set.name, t.F1(), t.Truths()})
		}
	}
	for i := range s.Calibration {
		if r := &s.Calibration[i]; r.Name == allValues && r.Values > 0 {
			out = append(out, Figure{"ECE", r.ECE, r.Values}, Figure{"right at ≥ 0.9", r.ConfidentPrecision(), r.Confident})
		}
	}
	return out
}

type figureSet struct {
	name   string
	fields []string // if empty, all fields except line items
}

func figureSets() []figureSet {
	return []figureSet{
		{"all fields", nil},
		{"names", []string{"vendorName", "customerName"}},
		{"addresses", []string{"vendorAddress", "customerAddress"}},
		{"tax ids", []string{"vendorTaxId", "customerTaxId"}},
		{"totals", []string{"total"}},
		{"lines' amounts", []string{"lineItems.amount"}},
	}
}

func (f figureSet) holds(field string) bool {
	if len(f.fields) == 0 {
		return !strings.HasPrefix(field, "lineItems.")
	}
	return slices.Contains(f.fields, field)
}

// Tally counts the verdicts of one field.
type Tally struct {
	Right   int `json:"right"`   // found and equal
	Wrong   int `json:"wrong"`   // found and not equal
	Missing int `json:"missing"` // a truth is known, nothing found
	Surplus int `json:"surplus"` // found in a line item that does not exist
}

// Precision is the share of found values that are right.
func (t Tally) Precision() float64 { return ratio(t.Right, t.Right+t.Wrong+t.Surplus) }

// Recall is the share of true values that were found.
func (t Tally) Recall() float64 { return ratio(t.Right, t.Truths()) }

// F1 is the harmonic mean of precision and recall.
func (t Tally) F1() float64 {
	return ratio(2*t.Right, 2*t.Right+2*t.Wrong+t.Missing+t.Surplus)
}

// Truths is the number of true values.
func (t Tally) Truths() int { return t.Right + t.Wrong + t.Missing }

func (t *Tally) add(o Tally) {
	t.Right += o.Right
	t.Wrong += o.Wrong
	t.Missing += o.Missing
	t.Surplus += o.Surplus
}

func (t *Tally) count(v Verdict) {
	switch v {
	case Right:
		t.Right++
	case Wrong:
		t.Wrong++
	case Missing:
		t.Missing++
	case Surplus:
		t.Surplus++
	}
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
