package eval_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

type object = map[string]any

func invoicePDF() []byte {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Bold(60, 60, 16, "Harrow Tools Ltd")
	p.Text(60, 78, 9, "14 Mill Lane")
	p.Text(60, 90, 9, "Leeds LS1 4AP")
	p.BoldRight(540, 60, 18, "INVOICE")
	p.Text(60, 130, 9, "Bill To")
	p.Text(60, 144, 9, "Oak & Sons")
	for i, line := range [][2]string{{"Invoice No:", "HT-1188"}, {"Invoice Date:", "March 18, 2024"},
		{"Due Date:", "April 17, 2024"}} {
		p.Text(340, 130+14*float64(i), 9, line[0])
		p.Text(460, 130+14*float64(i), 9, line[1])
	}
	for i, row := range [][4]string{
		{"Description", "Qty", "Unit Price", "Amount"}, {"Steel bracket", "4", "25.00", "100.00"},
		{"Hinge, brass", "2", "10.00", "20.00"},
	} {
		y := 250 + 18*float64(i)
		p.Text(60, y, 9, row[0])
		p.TextRight(330, y, 9, row[1])
		p.TextRight(440, y, 9, row[2])
		p.TextRight(540, y, 9, row[3])
	}
	for i, line := range [][2]string{{"Subtotal", "120.00"}, {"VAT 20%", "24.00"}, {"Total GBP", "144.00"}} {
		p.Text(360, 320+18*float64(i), 9, line[0])
		p.TextRight(540, 320+18*float64(i), 9, line[1])
	}
	return doc.Bytes()
}

// collection writes a folder of files with a manifest of the given lines.
func collection(t testing.TB, files map[string][]byte, lines ...object) string {
	t.Helper()
	folder := t.TempDir()
	var manifest []byte
	for _, line := range lines {
		b, err := json.Marshal(line)
		require.NoError(t, err)
		manifest = append(append(manifest, b...), '\n')
	}
	for name, data := range map[string][]byte{eval.Manifest: manifest} {
		files[name] = data
	}
	for name, data := range files {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), data, 0o600))
	}
	return folder
}

// openReader makes the reader that all tests share, so its code is compiled once.
var openReader = sync.OnceValues(func() (*read.Reader, error) {
	return read.New(context.Background(), read.Options{CacheDir: engine.UserCacheDir()})
})

func sharedReader(t testing.TB) *read.Reader {
	t.Helper()
	r, err := openReader()
	require.NoError(t, err)
	return r
}

func run(t testing.TB, folder string, sel eval.Selection) *eval.Report {
	t.Helper()
	r, err := eval.Run(t.Context(), sharedReader(t), []string{folder}, sel)
	require.NoError(t, err)
	return r
}

// scores returns the scores of a document by field, and for line items by field and row.
func scores(d *eval.Document) map[string]eval.Score {
	out := map[string]eval.Score{}
	for _, s := range d.Scores {
		key := s.Field
		if s.Row > 0 {
			key += "#" + string(s.Verdict[0]) + string(rune('0'+s.Row))
		}
		out[key] = s
	}
	return out
}

func TestRunScores(t *testing.T) {
	t.Parallel()
	folder := collection(t, map[string][]byte{"a.pdf": invoicePDF()}, object{
		"file": "a.pdf", "collection": "made", "documentType": "invoice",
		"truth": object{
			"invoiceNumber": "HT-1188", "issueDate": "2024-03-19", "total": 144, "vendorName": "HARROW TOOLS, LTD",
			"currency": "GBP",
			"iban":     "GB29NWBK60161331926819", "subtotal": "999.00", "purchaseOrderNumber": "PO-1",
			"lineItems": []object{
				{"description": "Hinge", "quantity": "2", "amount": "20.00"},
				{"description": "Steel bracket", "quantity": "4", "amount": "101.00"},
				{"description": "Cement", "quantity": "7", "amount": "9.00"},
			},
		},
		"truthAny":     object{"issueDate": []string{"2024-03-18"}},
		"truthVisible": object{"iban": false},
	})
	d := &run(t, folder, eval.Selection{}).Documents[0]
	got := scores(d)
	_, ok := got["iban"]
	assert.False(t, ok, "a field that the page does not show is scored")
	for field, want := range map[string]eval.Verdict{
		"invoiceNumber": eval.Right, "issueDate": eval.Right, "total": eval.Right, "vendorName": eval.Right,
		"currency": eval.Right,
		"subtotal": eval.Wrong, "purchaseOrderNumber": eval.Missing,
	} {
		assert.Equal(t, got[field].Verdict, want, field, got[field])
	}
	if s := got["subtotal"]; s.Got != "120.00" || s.Want != "999.00" || s.Page != 1 || s.Box == nil || s.OnPage ||
		s.Place != nil || s.Confidence <= 0 {
		t.Errorf("subtotal %+v", s)
	}
	if s := got["total"]; !s.OnPage || s.Place == nil || s.Place.Page != 1 || s.Place.Box[0] < 0.6 ||
		s.Place.Box[1] < 0.4 {
		t.Errorf("total %+v stands at %+v", s, s.Place)
	}
	s := got["issueDate"]
	assert.True(t, s.OnPage && s.Place != nil, "issueDate", s)
	checkLines(t, d, got)
	checkUnprinted(t, d)
	if !d.TypeRight() || d.Clean() || d.Channel != eval.ChannelText || d.Pages != 1 || len(d.Unanchored) > 0 ||
		d.Understanding <= 0 || d.Reading <= 0 {
		t.Errorf("%+v", d)
	}
}

// checkUnprinted checks that calibration excludes truths that the page does not contain (the subtotal of 999.00 and
// the bracket's 101.00), except in recognized text.
func checkUnprinted(t *testing.T, d *eval.Document) {
	t.Helper()
	found := 0
	for _, s := range d.Scores {
		if s.Got != "" {
			found++
		}
	}
	report := eval.NewReport([]eval.Document{*d})
	const unprinted = 2
	if report.Unprinted != unprinted || report.Summary().Unprinted != unprinted || len(report.Samples) != found-unprinted {
		t.Errorf("%d of %d values are left out, %d are samples", report.Unprinted, found, len(report.Samples))
	}
	scan := *d
	scan.Channel = eval.ChannelScan
	r := eval.NewReport([]eval.Document{scan})
	assert.True(t, r.Unprinted == 0 && len(r.Samples) == found, r.Unprinted, "values of a scan are left out")
}

func checkLines(t *testing.T, d *eval.Document, got map[string]eval.Score) {
	t.Helper()
	verdicts := map[eval.Verdict]int{}
	for _, l := range d.Lines {
		verdicts[l.Verdict]++
	}
	// Hinge is right, the bracket's amount is wrong, cement is missing.
	want := map[eval.Verdict]int{eval.Right: 1, eval.Wrong: 1, eval.Missing: 1}
	assert.True(t, reflect.DeepEqual(verdicts, want), "lines", verdicts, "want", want)
	s := got["lineItems.amount#w2"]
	assert.True(t, s.Got == "100.00" && s.Want == "101.00", "amount of the second line", s)
	// Of two places with 20, the one in the line's row counts.
	if s := got["lineItems.amount#r1"]; s.Place == nil || s.Box == nil || s.Place.Box[1] > s.Box[3] ||
		s.Place.Box[3] < s.Box[1] {
		t.Errorf("amount of the first line %+v stands at %+v", s, s.Place)
	}
	s = got["lineItems.description#m3"]
	assert.True(t, s.Want == "Cement" && !s.OnPage, "third line", s)
}

func TestRunSurplusLines(t *testing.T) {
	t.Parallel()
	line := object{"file": "a.pdf", "collection": "whole", "documentType": "invoice", "truth": object{
		"lineItems": []object{{"description": "Steel bracket", "amount": "100.00"}},
	}}
	partial := object{"file": "a.pdf", "collection": "part", "truth": object{},
		"partialLineItems": []object{{"description": "Steel bracket", "amount": "100.00"}}}
	r := run(t, collection(t, map[string][]byte{"a.pdf": invoicePDF()}, line, partial), eval.Selection{})
	summary := r.Summary()
	whole, part := summary.Group("whole"), summary.Group("part")
	if *whole.AmountF1 != 2.0/3 || *whole.LineF1 != 2.0/3 || whole.Lines.Surplus != 1 {
		t.Errorf("a line too many: %+v", whole)
	}
	if *part.AmountF1 != 1 || *part.LineF1 != 1 || part.TypeAccuracy != nil {
		t.Errorf("some of the lines are known: %+v", part)
	}
	wrong := 0
	for _, s := range r.Samples {
		if !s.Right {
			wrong++
		}
	}
	if wrong != 2 { // description and amount of the surplus line; quantities are not judged
		t.Errorf("%d wrong samples of %d", wrong, len(r.Samples))
	}
}

func TestRunWithFailures(t *testing.T) {
	t.Parallel()
	folder := collection(t, map[string][]byte{"a.pdf": []byte("%PDF-1.7\nnothing"), "b.pdf": invoicePDF()},
		object{"file": "a.pdf", "collection": "made", "documentType": "invoice", "truth": object{"total": "1.00"}},
		object{"file": "b.pdf", "collection": "made", "documentType": "invoice", "truth": object{"total": "144.00"}},
		object{"file": "gone.pdf", "collection": "made", "documentType": "invoice", "truth": object{}})
	r := run(t, folder, eval.Selection{Workers: 3})
	s := r.Summary()
	if r.Documents[0].Err == nil || r.Documents[1].Err != nil || r.Documents[2].Err == nil || s.Failed != 2 ||
		s.Documents != 3 {
		t.Fatalf("%+v", s)
	}
	if f := s.Group("made").Fields; len(f) != 1 || f[0].Right != 1 || f[0].Missing != 1 ||
		*s.Group("all").TypeAccuracy != 1.0/3 {
		t.Errorf("%+v", f)
	}
	for _, c := range s.Confusion {
		if c.Found == "" && c.Documents != 2 {
			t.Errorf("%+v", s.Confusion)
		}
	}
}

func TestRunWorkerCount(t *testing.T) {
	t.Parallel()
	var lines []object
	for _, vendor := range []string{"Harrow Tools Ltd", "Acme", "Bright", "Citrus", "Dove", "Ember"} {
		lines = append(lines, object{"file": "a.pdf", "collection": "made", "documentType": "invoice",
			"truth": object{"vendorName": vendor, "total": "144.00"}})
	}
	folder := collection(t, map[string][]byte{"a.pdf": invoicePDF()}, lines...)
	var told atomic.Int64
	progress := func(done, of int) {
		if of == len(lines) {
			told.Add(int64(done))
		}
	}
	one, four := run(t, folder, eval.Selection{Workers: 1}), run(t, folder, eval.Selection{Workers: 4, Progress: progress})
	assert.Equal(t, told.Load(), 1+2+3+4+5+6, "progress")
	for i := range one.Documents {
		a, b := one.Documents[i], four.Documents[i]
		if !reflect.DeepEqual(a.Scores, b.Scores) ||
			a.Case.Truth.Scalars["vendorName"] != b.Case.Truth.Scalars["vendorName"] {
			t.Errorf("document %d: %+v and %+v", i, a, b)
		}
	}
	assert.True(t, reflect.DeepEqual(one.Samples, four.Samples), "samples differ")
}

func TestSelection(t *testing.T) {
	t.Parallel()
	var lines []object
	for _, name := range []string{"Acme", "ACME", "Bright", "Citrus", "Dove", "Ember", "Flint", "Grove"} {
		lines = append(lines, object{"file": "a.pdf", "collection": "one", "lang": "en", "truth": object{"vendorName": name}})
	}
	lines = append(lines, object{"file": "a.pdf", "collection": "two", "lang": "de", "truth": object{}})
	folder := collection(t, map[string][]byte{"a.pdf": invoicePDF()}, lines...)
	count := func(sel eval.Selection) int { return len(run(t, folder, sel).Documents) }
	assert.Equal(t, count(eval.Selection{Collections: []string{"two"}}), 1, "documents of a collection")
	assert.Equal(t, count(eval.Selection{Languages: []string{"en"}}), 8, "documents of a language")
	assert.Equal(t, count(eval.Selection{Limit: 2}), 3, "documents, at most two of a collection")
	halves := map[string]string{}
	total := 0
	for _, half := range []string{eval.SplitA, eval.SplitB} {
		r := run(t, folder, eval.Selection{Split: half, Collections: []string{"one"}})
		total += len(r.Documents)
		for i := range r.Documents {
			halves[r.Documents[i].Case.Truth.Scalars["vendorName"]] = half
		}
	}
	assert.True(t, total == 8 && halves["Acme"] == halves["ACME"], total, "documents, halves", halves)
	_, err := eval.Run(t.Context(), sharedReader(t), []string{folder}, eval.Selection{Languages: []string{"pl"}})
	assert.ErrorIs(t, err, eval.ErrNothing, "nothing selected")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = eval.Run(ctx, sharedReader(t), []string{folder}, eval.Selection{})
	assert.ErrorIs(t, err, context.Canceled, "cancelled")
}

func TestRunWithGivenWords(t *testing.T) {
	t.Parallel()
	folder := collection(t, map[string][]byte{"words.csv": []byte(tillCSV)}, object{
		"file": "gone.jpg", "collection": "till", "documentType": "receipt", "capture": "photo", "ocrBoxes": "words.csv",
		"truth": object{"total": "3.50", "issueDate": "2024-03-01"},
	})
	r := run(t, folder, eval.Selection{Boxes: true})
	d := &r.Documents[0]
	got := scores(d)
	if d.Err != nil || d.Channel != eval.ChannelGiven || got["total"].Verdict != eval.Right ||
		got["date"].Verdict != eval.Missing {
		t.Errorf("%+v", d)
	}
	assert.True(t, len(r.Samples) == 1 && r.Samples[0].Channel == eval.ChannelGiven, r.Samples)
}
