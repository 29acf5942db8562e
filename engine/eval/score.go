package eval

import (
	"fmt"
	"io"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
)

// Tally counts one field over the documents of a collection.
type Tally struct {
	Right   int // found and equal
	Wrong   int // found and not equal, where a truth is known
	Missing int // a truth is known, nothing found
}

// Precision is the share of found values that are right.
func (t Tally) Precision() float64 { return ratio(t.Right, t.Right+t.Wrong) }

// Recall is the share of true values that were found.
func (t Tally) Recall() float64 { return ratio(t.Right, t.Right+t.Wrong+t.Missing) }

// F1 is the harmonic mean of precision and recall.
func (t Tally) F1() float64 { return ratio(2*t.Right, 2*t.Right+2*t.Wrong+t.Missing) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Sample is one found value with whether it was right, for calibration.
type Sample struct {
	Collection string // that the document belongs to
	Field      string
	Source     document.Source
	Confidence float64
	Right      bool
}

// Miss is a field that was not found right.
type Miss struct {
	File, Field, Got, Want string
}

// Report gathers the tallies by collection and field.
type Report struct {
	Tallies map[string]map[string]*Tally
	Samples []Sample
	Misses  []Miss
	// Failures are the documents that could not be extracted.
	Failures []error
	// Records holds the confidence of whole records and whether all key
	// fields with a known truth were right.
	Records []Sample
}

// NewReport makes an empty report.
func NewReport() *Report { return &Report{Tallies: map[string]map[string]*Tally{}} }

func (r *Report) tally(group, field string) *Tally {
	if r.Tallies[group] == nil {
		r.Tallies[group] = map[string]*Tally{}
	}
	if r.Tallies[group][field] == nil {
		r.Tallies[group][field] = &Tally{}
	}
	return r.Tallies[group][field]
}

// Add scores one result against its truth. Fields that the page does not show
// are left out.
func (r *Report) Add(group string, c *Case, res *result.Result) {
	r.count(group, "documentType", c, string(res.DocumentType), string(c.kind()))
	right, known := true, 0
	for field, want := range c.Truth.Scalars {
		if !c.shown(field) {
			continue
		}
		name := field
		if c.kind() == result.TypeReceipt && field == "issueDate" {
			name = "date"
		}
		got, _ := res.Data[name].(string)
		ok := r.count(group, field, c, got, want)
		if got != "" {
			f := res.Fields[name]
			r.Samples = append(r.Samples, Sample{c.Collection, name, f.Source, f.Confidence, ok})
		}
		if isKey(name) {
			right = right && ok
			known++
		}
	}
	if known >= 2 {
		r.Records = append(r.Records, Sample{Collection: c.Collection, Field: "record", Confidence: res.Confidence, Right: right})
	}
	if len(c.Truth.LineItems) > 0 {
		r.addItems(group, c, res)
	}
}

func isKey(name string) bool {
	return slices.Contains([]string{"invoiceNumber", "issueDate", "vendorName", "total", "date", "purchaseOrderNumber"}, name)
}

// count scores one value and reports whether it was right.
func (r *Report) count(group, field string, c *Case, got, want string) bool {
	t := r.tally(group, field)
	ok := Equal(field, got, want) || slices.ContainsFunc(c.TruthAny[field], func(w string) bool { return Equal(field, got, w) })
	switch {
	case got == "":
		t.Missing++
	case ok:
		t.Right++
		return true
	default:
		t.Wrong++
	}
	r.Misses = append(r.Misses, Miss{c.File, field, got, want})
	return false
}

func (r *Report) addItems(group string, c *Case, res *result.Result) {
	got, _ := res.Data["lineItems"].([]map[string]string)
	pairs := pairRows(got, c.Truth.LineItems)
	paired := 0
	for i, want := range c.Truth.LineItems {
		row := map[string]string{}
		if pairs[i] >= 0 {
			row = got[pairs[i]]
			paired++
		}
		for member, w := range want {
			field := "lineItems." + member
			ok := r.countItem(group, field, member, c, row[member], w)
			if pairs[i] >= 0 && row[member] != "" {
				f := res.Fields[fmt.Sprintf("lineItems.%d.%s", pairs[i], member)]
				r.Samples = append(r.Samples, Sample{c.Collection, field, f.Source, f.Confidence, ok})
			}
		}
	}
	r.tally(group, "lineItems.rows").Right += paired
	r.tally(group, "lineItems.rows").Wrong += len(got) - paired
	r.tally(group, "lineItems.rows").Missing += len(pairs) - paired
}

func (r *Report) countItem(group, field, member string, c *Case, got, want string) bool {
	t := r.tally(group, field)
	switch {
	case got == "":
		t.Missing++
	case Equal(member, got, want) || member == "description" && describes(got, want):
		t.Right++
		return true
	default:
		t.Wrong++
	}
	r.Misses = append(r.Misses, Miss{c.File, field, got, want})
	return false
}

// Write prints a table of precision, recall and F1.
func (r *Report) Write(w io.Writer) {
	for _, group := range sortedKeys(r.Tallies) {
		_, _ = fmt.Fprintf(w, "%s\n%-24s %5s %5s %5s %6s %6s %6s\n", group, "field", "right", "wrong", "miss", "P", "R", "F1")
		for _, field := range sortedKeys(r.Tallies[group]) {
			t := r.Tallies[group][field]
			_, _ = fmt.Fprintf(w, "%-24s %5d %5d %5d %6.3f %6.3f %6.3f\n",
				field, t.Right, t.Wrong, t.Missing, t.Precision(), t.Recall(), t.F1())
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
