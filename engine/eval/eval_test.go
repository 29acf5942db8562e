package eval_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/result"
)

func TestEqual(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field, got, want string
		equal            bool
	}{
		{"total", "12.00", "12.0", true},
		{"total", "12.00", "12.01", false},
		{"issueDate", "2024-03-01", "2024-03-01", true},
		{"vendorName", "ACME, Ltd.", "Acme Ltd", true},
		{"vendorAddress", "Musterweg 1, 12345 Ort", "MUSTERWEG 1 12345 ORT", true},
		{"invoiceNumber", "007", "7", false},
		{"iban", "DE89 3704", "DE893704", true},
	} {
		if got := eval.Equal(c.field, c.got, c.want); got != c.equal {
			t.Errorf("%s: %q and %q: %v", c.field, c.got, c.want, got)
		}
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	c := &eval.Case{
		DocumentType: "invoice",
		Truth: eval.Truth{
			Scalars: map[string]string{"total": "12.00", "issueDate": "2024-03-01", "iban": "X", "vendorName": "Acme"},
			LineItems: []map[string]string{
				{"description": "Bolt", "amount": "2.00"}, {"description": "Nut", "amount": "10.00"},
			},
		},
		Visible:  map[string]any{"iban": false},
		TruthAny: map[string][]string{"issueDate": {"2024-01-03"}},
	}
	res := &result.Result{
		DocumentType: result.TypeInvoice,
		Data: map[string]any{
			"total": "13.00", "issueDate": "2024-01-03",
			"lineItems": []map[string]string{{"description": "Nut M8", "amount": "10.00"}, {"description": "Freight", "amount": "5.00"}},
		},
	}
	r := eval.NewReport()
	r.Add("all", c, res)
	for field, want := range map[string]eval.Tally{
		"total": {Wrong: 1}, "issueDate": {Right: 1}, "vendorName": {Missing: 1}, "documentType": {Right: 1},
		"lineItems.rows": {Right: 1, Wrong: 1, Missing: 1}, "lineItems.amount": {Right: 1, Missing: 1},
	} {
		if got := r.Tallies["all"][field]; got == nil || *got != want {
			t.Errorf("%s: %+v, want %+v", field, got, want)
		}
	}
	if r.Tallies["all"]["iban"] != nil {
		t.Error("a field that the page does not show was counted")
	}
	var sb strings.Builder
	r.Write(&sb)
	r.WriteCalibration(&sb)
	if !strings.Contains(sb.String(), "vendorName") {
		t.Error(sb.String())
	}
}

func TestTally(t *testing.T) {
	t.Parallel()
	tally := eval.Tally{Right: 6, Wrong: 2, Missing: 4}
	if tally.Precision() != 0.75 || tally.Recall() != 0.5 || tally.F1() != 0.6 {
		t.Errorf("%v %v %v", tally.Precision(), tally.Recall(), tally.F1())
	}
}

func TestLoadAndBoxes(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	files := map[string]string{
		"manifest.jsonl": `{"file":"a.jpg","collection":"till","documentType":"receipt","truth":{"total":"3.50","lineItems":[{"amount":"3.50"}],"pages":1},"ocrBoxes":"a.csv"}` + "\n",
		"a.csv":          "10,10,110,10,110,30,10,30,Corner Deli\n10,40,60,40,60,60,10,60,Total, net\n100,40,140,40,140,60,100,60,3.50\n",
		"b.json":         `{"width":200,"height":100,"boxes":[{"text":"Total","box":[10,10,60,30]}]}`,
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cases, err := eval.Load(folder)
	if err != nil || len(cases) != 1 || cases[0].Truth.Scalars["total"] != "3.50" || len(cases[0].Truth.LineItems) != 1 {
		t.Fatalf("%+v, %v", cases, err)
	}
	doc, err := eval.LoadBoxes(filepath.Join(folder, "a.csv"))
	if err != nil || doc.Text() != "Corner Deli\nTotal, net\n3.50\n" {
		t.Fatalf("%q, %v", doc.Text(), err)
	}
	res := engine.Understand(doc, result.TypeReceipt)
	if res.Data["total"] != "3.50" {
		t.Errorf("%v", res.Data)
	}
	if doc, err = eval.LoadBoxes(filepath.Join(folder, "b.json")); err != nil || doc.Text() != "Total\n" {
		t.Errorf("%v, %v", doc, err)
	}
}

// Values that are right in rising shares give a rising curve that tells them apart.
func TestFit(t *testing.T) {
	t.Parallel()
	var samples []eval.Sample
	for i := range 600 {
		score := float64(i) / 600
		samples = append(samples, eval.Sample{
			Collection: "made-up", Field: "total", Source: document.SourceText, Confidence: score, Right: float64(i*7919%600)/600 < score,
		})
	}
	m := eval.Fit(samples)
	probability := func(score float64) float64 {
		return m.Probability("total", calibrate.ChannelText, calibrate.Evidence{Score: score, Legibility: 1})
	}
	low, high := probability(0.1), probability(0.9)
	if low > 0.25 || high < 0.75 {
		t.Errorf("0.1 → %v, 0.9 → %v", low, high)
	}
	slices.Reverse(samples)
	if again := eval.Fit(samples); !reflect.DeepEqual(m, again) {
		t.Errorf("another order of the samples gives %v, not %v", again, m)
	}
	if m.Fitted[calibrate.ChannelText] != "600 values of made-up" {
		t.Errorf("fitted on %q", m.Fitted[calibrate.ChannelText])
	}
	if m.Curves[calibrate.ChannelText]["other"] == nil {
		t.Error("no curve for other fields")
	}
}
