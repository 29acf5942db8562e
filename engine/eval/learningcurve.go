package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Learning measures the benefit of learned layouts: the values found after 1, 2 … other documents of the layout were
// corrected, compared with no learned layouts.
type Learning struct {
	Rows []LearningRow `json:"rows"`
	// Unknown counts documents that were read with all layouts except those of their group and their vendor. Changed
	// counts those whose data then differs.
	Unknown int `json:"unknown"`
	Changed int `json:"changed"`
	// ExampleBytes is the mean size of an example, in bytes of JSON.
	ExampleBytes float64 `json:"lessonBytes"`
	// Misses are the values that are not right after the maximum number of corrected documents.
	Misses []LearningMiss `json:"-"`
}

// LearningRow is the pooled F1 of single fields in the documents of a channel.
type LearningRow struct {
	Channel    string        `json:"channel"`
	SameVendor bool          `json:"sameVendor"` // as one of the corrected documents
	Taught     int           `json:"taught"`     // corrected documents
	Documents  int           `json:"documents"`
	Recognized int           `json:"recognised"` // documents whose layout was known again
	Without    float64       `json:"without"`
	With       float64       `json:"with"`
	Changed    int           `json:"changed"` // values that the memory changed
	Corrected  int           `json:"mended"`  // of these from wrong or missing to right
	Broken     int           `json:"broken"`  // of these from right to wrong or missing
	Items      ItemsLearning `json:"items"`
}

// ItemsLearning measures the effect of learned layouts on line items.
type ItemsLearning struct {
	Documents int `json:"documents"` // with known line items
	// Cells are single values of all members, Amounts those of the amount, Lines whole line items.
	Cells   Change `json:"cells"`
	Amounts Change `json:"amounts"`
	Lines   Change `json:"lines"`
	// Improved and Broken count the documents with more and with fewer right lines than without learned layouts.
	Improved int `json:"mended"`
	Broken   int `json:"broken"`
}

// Change is an F1 without and with learned layouts.
type Change struct {
	Without float64 `json:"without"`
	With    float64 `json:"with"`
}

// MaxLearning limits the corrected documents of a layout.
const MaxLearning = template.MaxExamples

// Learn measures each document of a template (of a vendor, if the manifest names no template) that has more than k
// others after learning from k of these, for k from 1 to most. It never learns from a copy of the document, such as
// its scan. It replaces the share wrong of the corrections by other values of the page. Errors: those of Run.
func Learn(
	ctx context.Context, reader Reader, folders []string, sel Selection, most int, wrong float64,
) (*Learning, error) {
	cases, err := sel.prepare(folders)
	if err != nil {
		return nil, err
	}
	most = min(most, MaxLearning)
	school := &trainingSet{runner: runner{reader: reader, sel: sel}, wrong: wrong, rows: map[rowKey]*learningTally{},
		maxLearned: most}
	if err := school.add(ctx, cases); err != nil {
		return nil, err
	}
	for k := 1; k <= most; k++ {
		school.measureWith(k)
	}
	school.unknown(most)
	return school.report(), nil
}

type trainingSet struct {
	runner runner
	wrong  float64
	groups map[string][]*trainee
	rows   map[rowKey]*learningTally
	sizes  map[string]int // of examples, in bytes of JSON, by document

	unknowns, changed int

	misses     []LearningMiss // of measureWith(most)
	maxLearned int
}

type rowKey struct {
	channel string
	same    bool
	taught  int
}

type learningTally struct {
	LearningRow
	without, with pooled
}

// group returns a key that documents of one layout share, or "" if it is unknown.
func (c *Case) group() string {
	if c.Template != "" {
		return "template " + c.Template
	}
	if vendor := recognize.Compact(c.Truth.Scalars["vendorName"]); vendor != "" {
		return c.Collection + " " + vendor
	}
	return ""
}

func (s *trainingSet) add(ctx context.Context, cases []Case) error {
	s.groups, s.sizes = map[string][]*trainee{}, map[string]int{}
	sizes := map[string]int{}
	for i := range cases {
		sizes[cases[i].group()]++
	}
	for i := range cases {
		c := &cases[i]
		name := c.group()
		if name == "" || sizes[name] < 2 || len(c.Truth.Scalars) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		doc, models, err := s.runner.read(ctx, c)
		if err != nil || len(doc.Pages) == 0 {
			continue // neither learned from nor measured
		}
		p := &trainee{c: c, doc: doc, models: models, channel: channelOf(doc, c, s.runner.given(c)), words: newPageIndex(doc)}
		p.plain = p.measure(func() *result.Result { return models.Document(doc, result.TypeAuto) })
		p.example = models.Learn(ctx, doc, p.correction(s.wrong, i))
		if data, err := json.Marshal(p.example); err == nil && !p.example.Empty() {
			s.sizes[c.File] = len(data)
		}
		s.groups[name] = append(s.groups[name], p)
	}
	return nil
}

// learnedFrom returns the k documents of the group that follow one, without its copies and without two of one kind. It
// returns nil if there are fewer.
func learnedFrom(group []*trainee, of *trainee, k int) []*trainee {
	start := slices.Index(group, of)
	var chosen []*trainee
	for i := 1; i < len(group) && len(chosen) < k; i++ {
		p := group[(start+i)%len(group)]
		copied := func(o *trainee) bool { return maps.Equal(o.c.Truth.Scalars, p.c.Truth.Scalars) }
		if !copied(of) && !slices.ContainsFunc(chosen, copied) {
			chosen = append(chosen, p)
		}
	}
	if len(chosen) < k {
		return nil
	}
	return chosen
}

// others returns the layouts of all groups but one, after k documents of each.
func (s *trainingSet) others(k int) map[string][]template.Template {
	all := map[string][]template.Template{}
	for name, group := range s.groups {
		all[name] = templatesOf(name, group[:min(k, len(group))])
	}
	return all
}

func without(all map[string][]template.Template, name string) []template.Template {
	var rest []template.Template
	for _, other := range slices.Sorted(maps.Keys(all)) {
		if other != name {
			rest = append(rest, all[other]...)
		}
	}
	return rest
}

func (s *trainingSet) measureWith(k int) {
	others := s.others(k)
	for _, name := range slices.Sorted(maps.Keys(s.groups)) {
		rest := without(others, name)
		for _, p := range s.groups[name] {
			if taught := learnedFrom(s.groups[name], p, k); taught != nil {
				s.row(p, taught, append(templatesOf(name, taught), rest...))
			}
		}
	}
}

func (s *trainingSet) row(p *trainee, taught []*trainee, layouts []template.Template) {
	key := rowKey{p.channel, slices.ContainsFunc(taught, func(t *trainee) bool { return t.sameVendor(p) }), len(taught)}
	r := s.rows[key]
	if r == nil {
		r = &learningTally{LearningRow: LearningRow{Channel: key.channel, SameVendor: key.same, Taught: key.taught}}
		s.rows[key] = r
	}
	d := p.measure(func() *result.Result { return s.extractWith(p, layouts) })
	r.Documents++
	known := d.Found.Memory != nil && strings.HasPrefix(d.Found.Memory.Layout, p.c.group()+" ")
	if known {
		r.Recognized++
	}
	if key.taught == s.maxLearned {
		s.misses = append(s.misses, missesOf(&p.plain, &d, key.same, known)...)
	}
	r.without.add(&p.plain)
	r.with.add(&d)
	r.Items.compare(&p.plain, &d)
	for i := range d.Scores {
		was, is := p.plain.Scores[min(i, len(p.plain.Scores)-1)], d.Scores[i]
		if is.Row > 0 || was.Field != is.Field || was.Got == is.Got {
			continue
		}
		r.Changed++
		switch {
		case was.Verdict != Right && is.Verdict == Right:
			r.Corrected++
		case was.Verdict == Right && is.Verdict != Right:
			r.Broken++
		}
	}
}

// unknown reads all documents with the layouts of the other groups, except layouts learned from documents of the same
// vendor.
func (s *trainingSet) unknown(k int) {
	others := s.others(k)
	for _, name := range slices.Sorted(maps.Keys(s.groups)) {
		for _, p := range s.groups[name] {
			rest := slices.DeleteFunc(without(others, name), p.isFromVendor)
			s.unknowns++
			found := s.extractWith(p, rest)
			if !reflect.DeepEqual(found.Data, p.plain.Found.Data) {
				s.changed++
			}
		}
	}
}

func (s *trainingSet) report() *Learning {
	l := &Learning{Unknown: s.unknowns, Changed: s.changed, Misses: s.misses}
	for _, size := range s.sizes {
		l.ExampleBytes += float64(size) / float64(len(s.sizes))
	}
	for _, r := range s.rows {
		r.close()
		l.Rows = append(l.Rows, r.LearningRow)
	}
	slices.SortFunc(l.Rows, func(a, b LearningRow) int {
		if a.SameVendor != b.SameVendor && a.Channel == b.Channel {
			if a.SameVendor {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.Taught, b.Taught))
	})
	return l
}

type pooled struct {
	scalars, cells, amounts, lines Tally
}

func (p *pooled) add(d *Document) {
	for i := range d.Scores {
		s := &d.Scores[i]
		switch {
		case s.Row == 0:
			p.scalars.count(s.Verdict)
			continue
		case s.Field == lineItems+".amount":
			p.amounts.count(s.Verdict)
		}
		p.cells.count(s.Verdict)
	}
	for _, l := range d.Lines {
		p.lines.count(l.Verdict)
	}
}

func (d *Document) rightLines() int {
	n := 0
	for _, l := range d.Lines {
		if l.Verdict == Right {
			n++
		}
	}
	return n
}

// compare counts a document that was read without and with learned layouts.
func (l *ItemsLearning) compare(without, with *Document) {
	if len(without.Lines) == 0 {
		return
	}
	l.Documents++
	switch a, b := without.rightLines(), with.rightLines(); {
	case b > a:
		l.Improved++
	case b < a:
		l.Broken++
	}
}

func (t *learningTally) close() {
	t.Without, t.With = t.without.scalars.F1(), t.with.scalars.F1()
	change := func(of func(*pooled) Tally) Change {
		return Change{of(&t.without).F1(), of(&t.with).F1()}
	}
	t.Items.Cells = change(func(p *pooled) Tally { return p.cells })
	t.Items.Amounts = change(func(p *pooled) Tally { return p.amounts })
	t.Items.Lines = change(func(p *pooled) Tally { return p.lines })
}

// LearningMiss is a value that is not right although other documents of the layout were corrected.
type LearningMiss struct {
	Score

	File       string
	SameVendor bool // as one of the corrected documents
	Recognized bool // the document's layout was recognized
	// Before is the value found without learned layouts. It is set for single fields only.
	Before string
}

func missesOf(without, with *Document, sameVendor, recognized bool) []LearningMiss {
	before := map[string]string{}
	for i := range without.Scores {
		if s := &without.Scores[i]; s.Row == 0 {
			before[s.Field] = s.Got
		}
	}
	var misses []LearningMiss
	for _, s := range with.Scores {
		if s.Verdict == Right {
			continue
		}
		m := LearningMiss{Score: s, File: with.Case.File, SameVendor: sameVendor, Recognized: recognized}
		if s.Row == 0 {
			m.Before = before[s.Field]
		}
		misses = append(misses, m)
	}
	return misses
}
