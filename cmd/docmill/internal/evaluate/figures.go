package evaluate

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/eval"
)

type section struct {
	Title  string
	Tables []table
}

// sections returns all figures: calibration only if requested, single groups and channels unless brief.
func sections(s *eval.Summary, calibrated, brief bool) []section {
	single := func(tables []table, most int) []table {
		if brief {
			return tables[:min(most, len(tables))]
		}
		return tables
	}
	out := []section{{"Overview", []table{groups(s)}}, {"Field by field", single(fields(s), 1)}}
	if t := confusion(s); len(t.Rows) > 0 {
		out = append(out, section{"Document types", []table{t}})
	}
	if calibrated {
		out = append(out, section{"Calibration", single(calibration(s), 2)})
	}
	return append(out, section{"Time", []table{times(s)}})
}

// fields returns a table per group, without groups that have the same figures as an earlier one.
func fields(s *eval.Summary) []table {
	var tables []table
	for i := range s.Groups {
		t := fieldsOf(&s.Groups[i])
		same := func(o table) bool { return reflect.DeepEqual(o.Rows, t.Rows) }
		if len(t.Rows) > 0 && !slices.ContainsFunc(tables, same) {
			tables = append(tables, t)
		}
	}
	return tables
}

func groups(s *eval.Summary) table {
	t := table{
		Title:   fmt.Sprintf("Documents: %d, pages: %d, not readable: %d", s.Documents, s.Pages, s.Failed),
		Columns: []string{"by", "group", "documents", "type", "header F1", "pooled F1", "amount F1", "line F1"}, Left: 2,
		Note: fmt.Sprintf("Values whose quotation is not on the page: %d.", s.Unanchored),
	}
	for i := range s.Groups {
		g := &s.Groups[i]
		t.Rows = append(t.Rows, []string{
			g.By, g.Name, strconv.Itoa(g.Documents), optional(g.TypeAccuracy), optional(g.HeaderF1), optional(g.PooledF1),
			optional(g.AmountF1), optional(g.LineF1),
		})
	}
	return t
}

// onPage is the heading of the share of values on the page.
const onPage = "on page"

// fieldsOf reports how well each field of a group is found.
func fieldsOf(g *eval.Group) table {
	t := table{
		Title:   fmt.Sprintf("%s (%d)", g.Name, g.Documents),
		Columns: []string{"field", "right", "wrong", "missing", "surplus", "precision", "recall", "F1", onPage}, Left: 1,
	}
	add := func(name string, n eval.Tally, shown string) {
		t.Rows = append(t.Rows, []string{
			name, strconv.Itoa(n.Right), strconv.Itoa(n.Wrong), strconv.Itoa(n.Missing), strconv.Itoa(n.Surplus),
			figure(n.Precision()), figure(n.Recall()), figure(n.F1()), shown,
		})
	}
	for _, f := range g.Fields {
		add(f.Field, f.Tally, figure(f.OnPage))
	}
	for _, f := range g.Items {
		add(f.Field, f.Tally, figure(f.OnPage))
	}
	if g.LineF1 != nil {
		add("whole line items", g.Lines, "")
	}
	return t
}

// confusion has a row per true type and a column per found one.
func confusion(s *eval.Summary) table {
	const unread = "not readable"
	counts := map[[2]string]int{}
	var is, found []string
	for _, c := range s.Confusion {
		pair := [2]string{string(c.True), cmp.Or(string(c.Found), unread)}
		counts[pair] += c.Documents
		is, found = append(is, pair[0]), append(found, pair[1])
	}
	slices.Sort(is)
	slices.Sort(found)
	is, found = slices.Compact(is), slices.Compact(found)
	t := table{Title: "What documents are (rows), and what they were found to be (columns)",
		Columns: append([]string{"is"}, found...), Left: 1}
	for _, truth := range is {
		row := []string{truth}
		for _, f := range found {
			n := ""
			if counts[[2]string{truth, f}] > 0 {
				n = strconv.Itoa(counts[[2]string{truth, f}])
			}
			row = append(row, n)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// times reports the time per page.
func times(s *eval.Summary) table {
	t := table{
		Title: "Milliseconds a page",
		Columns: []string{"words from", "documents", "pages", "reading p50", "reading p95", "understanding p50",
			"understanding p95"}, Left: 1,
	}
	for _, x := range s.Times {
		p50, p95 := "", ""
		if x.Reading.P95 > 0 {
			p50, p95 = fmt.Sprintf("%.1f", x.Reading.P50), fmt.Sprintf("%.1f", x.Reading.P95)
		}
		t.Rows = append(t.Rows, []string{
			x.Channel, strconv.Itoa(x.Documents), fmt.Sprintf("%.1f", x.Pages), p50, p95,
			fmt.Sprintf("%.2f", x.Understanding.P50), fmt.Sprintf("%.2f", x.Understanding.P95),
		})
	}
	return t
}

// calibration compares confidences with the share of right values: by channel, then by bin.
func calibration(s *eval.Summary) []table {
	channels := table{
		Title:   "Calibration",
		Columns: []string{"values from", "values", "ECE", "by chance", "confidence ≥ 0.9", "of them right"}, Left: 1,
		Note: fmt.Sprintf("Left out, as their truth stands nowhere in the document's own text: %d values.", s.Unprinted),
	}
	tables := []table{{}}
	for i := range s.Calibration {
		r := &s.Calibration[i]
		if r.Values == 0 {
			continue
		}
		precision := ""
		if r.Confident > 0 {
			precision = figure(r.ConfidentPrecision())
		}
		channels.Rows = append(channels.Rows,
			[]string{r.Name, strconv.Itoa(r.Values), figure(r.ECE), figure(r.Chance), strconv.Itoa(r.Confident), precision})
		t := table{Title: "Reliability: " + r.Name, Columns: []string{"confidence", "values", "mean", "right"}, Left: 1}
		for _, b := range r.Bins {
			t.Rows = append(t.Rows, []string{fmt.Sprintf("%.1f–%.1f", b.From, b.To), strconv.Itoa(b.Values),
				figure(b.Confidence), figure(b.Right)})
		}
		tables = append(tables, t)
	}
	tables[0] = channels
	return tables
}

// failures lists failed documents and spurious values.
func failures(r *eval.Report) []table {
	failed := table{Title: "Not readable", Columns: []string{"file", "reason"}, Left: 2}
	nowhere := table{Title: "Values whose quotation is not on the page",
		Columns: []string{"file", "field", "quotation"}, Left: 3}
	for i := range r.Documents {
		d := &r.Documents[i]
		if d.Err != nil {
			failed.Rows = append(failed.Rows, []string{d.Case.File, d.Err.Error()})
		}
		for _, path := range d.Unanchored {
			nowhere.Rows = append(nowhere.Rows, []string{d.Case.File, path, d.Found.Fields[path].Raw})
		}
	}
	var out []table
	for _, t := range []table{failed, nowhere} {
		if len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}

func misses(r *eval.Report) table {
	t := table{Title: "Not found right", Columns: []string{"file", "field", "true", "found", "confidence"}, Left: 4}
	for i := range r.Documents {
		d := &r.Documents[i]
		if d.Case.DocumentType != "" && !d.TypeRight() {
			t.Rows = append(t.Rows, []string{d.Case.File, "documentType", d.Case.DocumentType, string(d.Found.DocumentType), ""})
		}
		for _, s := range d.Scores {
			if s.Verdict == eval.Right {
				continue
			}
			confidence := ""
			if s.Got != "" {
				confidence = fmt.Sprintf("%.2f", s.Confidence)
			}
			t.Rows = append(t.Rows, []string{d.Case.File, label(s), s.Want, s.Got, confidence})
		}
	}
	return t
}

// label returns a score's field, with the number of its line item.
func label(s eval.Score) string {
	if s.Row == 0 {
		return s.Field
	}
	_, member, _ := strings.Cut(s.Field, ".")
	if s.Verdict == eval.Surplus {
		return fmt.Sprintf("found line %d: %s", s.Row, member)
	}
	return fmt.Sprintf("line %d: %s", s.Row, member)
}

func figure(v float64) string { return fmt.Sprintf("%.3f", v) }

func optional(v *float64) string {
	if v == nil {
		return ""
	}
	return figure(*v)
}
