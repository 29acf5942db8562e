package eval_test

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestTally(t *testing.T) {
	t.Parallel()
	tally := eval.Tally{Right: 6, Wrong: 2, Missing: 4}
	if tally.Precision() != 0.75 || tally.Recall() != 0.5 || tally.F1() != 0.6 {
		t.Errorf("%v %v %v", tally.Precision(), tally.Recall(), tally.F1())
	}
	tally = eval.Tally{Right: 6, Wrong: 1, Missing: 1, Surplus: 1}
	if tally.Precision() != 0.75 || tally.Recall() != 0.75 || tally.F1() != 0.75 {
		t.Errorf("%v %v %v", tally.Precision(), tally.Recall(), tally.F1())
	}
	assert.Equal(t, (eval.Tally{}).F1(), 0, "nothing is something")
}

func made(collection, layout string, found result.DocumentType, total, date eval.Verdict) eval.Document {
	return eval.Document{
		Case:  &eval.Case{File: "a.pdf", Collection: collection, Layout: layout, DocumentType: "invoice"},
		Found: &result.Result{DocumentType: found}, Channel: eval.ChannelText, Pages: 2,
		Scores: []eval.Score{
			{Field: "issueDate", Want: "2024-03-01", Verdict: date, OnPage: date == eval.Right},
			{Field: "total", Want: "1.00", Verdict: total, OnPage: true},
		},
		Reading: 20 * time.Millisecond, Understanding: 4 * time.Millisecond,
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	report := eval.Report{Documents: []eval.Document{
		made("one", "plain", result.TypeInvoice, eval.Right, eval.Right),
		made("one", "fancy", result.TypeInvoice, eval.Wrong, eval.Missing),
		made("two", "", result.TypeReceipt, eval.Right, eval.Missing),
	}}
	report.Documents[1].Unanchored = []string{"total"}
	s := report.Summary()
	var names []string
	for _, g := range s.Groups {
		names = append(names, g.By+" "+g.Name)
	}
	want := []string{"all all", "type invoice", "collection one", "collection two", "layout one/fancy", "layout one/plain"}
	require.Equal(t, len(names), len(want), "groups", names)
	for i := range want {
		assert.Equal(t, names[i], want[i], "group", i)
	}
	all := s.Group("all")
	date, total := all.Fields[0], all.Fields[1]
	// date: 1 right, 2 missing; total: 2 right, 1 wrong.
	if date.F1 != 0.5 || date.Precision != 1 || !near(total.F1, 2.0/3) || !near(*all.HeaderF1, (0.5+2.0/3)/2) ||
		!near(*all.PooledF1, 6.0/10) {
		t.Errorf("%+v %+v, mean %v, pooled %v", date, total, *all.HeaderF1, *all.PooledF1)
	}
	assert.True(t, near(date.OnPage, 1.0/3) && total.OnPage == 1, "on page", date.OnPage, "and", total.OnPage)
	if !near(*all.TypeAccuracy, 2.0/3) || all.AmountF1 != nil || all.LineF1 != nil || s.Unanchored != 1 || s.Pages != 6 {
		t.Errorf("%+v", s)
	}
	if c := s.Confusion; len(c) != 2 || c[0] != (eval.Confusion{True: "invoice", Found: "invoice", Documents: 2}) ||
		c[1].Found != "receipt" {
		t.Errorf("%+v", c)
	}
	if x := s.Times; len(x) != 1 || x[0].Reading.P50 != 10 || x[0].Understanding.P95 != 2 || x[0].Pages != 2 ||
		x[0].Documents != 3 {
		t.Errorf("%+v", x)
	}
	s.ForgetReading()
	x := s.Times[0]
	assert.True(t, x.Reading == (eval.Spread{}) && x.Understanding.P95 == 2, "times without reading", x)
}

func TestCalibration(t *testing.T) {
	t.Parallel()
	var samples []eval.Sample
	add := func(n, right int, confidence float64, channel string) {
		for i := range n {
			samples = append(samples, eval.Sample{
				Collection: "made", Field: "total", Source: document.SourceText, Channel: channel, Confidence: confidence,
				Right: i < right,
			})
		}
	}
	add(50, 49, 0.95, eval.ChannelText)
	add(30, 15, 0.6, eval.ChannelText)
	add(20, 20, 1, eval.ChannelXML)
	report := eval.Report{Samples: samples}
	s := report.Summary()
	byName := map[string]eval.Reliability{}
	for _, r := range s.Calibration {
		byName[r.Name] = r
	}
	text := byName[eval.ChannelText]
	if want := (50*0.03 + 30*0.1) / 80; !near(text.ECE, want) || text.Values != 80 || text.Confident != 50 ||
		!near(text.ConfidentPrecision(), 0.98) {
		t.Errorf("%+v, want an error of %v", text, want)
	}
	// The mean distance of 50 draws of 0.95 and 30 of 0.6 from their means is about 0.023 and 0.071.
	assert.True(t, text.Chance >= 0.03 && text.Chance <= 0.05, "by chance", text.Chance)
	if len(text.Bins) != 2 || text.Bins[0].From != 0.6 || text.Bins[0].Right != 0.5 ||
		!near(text.Bins[0].Confidence, 0.6) {
		t.Errorf("bins %+v", text.Bins)
	}
	all := byName["all"]
	assert.True(t, all.Values == 100 && len(all.Bins) == 2 && all.Confident == 70, all)
	xml := byName[eval.ChannelXML]
	assert.True(t, xml.ECE == 0 && xml.Chance == 0 && xml.Values == 20, xml)
}

// The calibration error by chance falls with the square root of the number of values.
func TestChance(t *testing.T) {
	t.Parallel()
	of := func(n int) float64 {
		r := eval.Report{Samples: slices.Repeat([]eval.Sample{{Channel: eval.ChannelText, Confidence: 0.7, Right: true}}, n)}
		return r.Summary().Calibration[0].Chance
	}
	few, many := of(100), of(10000)
	assert.True(t, few == of(100) && few >= 5*many && few <= 20*many, few, "and", many)
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestEqual(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field, got, want string
		equal            bool
	}{
		{"total", "12.00", "12.0", true},
		{"total", "12.00", "12.01", false},
		{"total", "12,00", "12.00", false}, // values are normalized
		{"quantity", "3", "3.000", true},
		{"issueDate", "2024-03-01", "2024-03-01", true},
		{"issueDate", "2024-03-01", "2024-01-03", false},
		{"vendorName", "ACME, Ltd.", "Acme Ltd", true},
		{"vendorName", "Möbel-Haus", "MOEBELHAUS", false},
		{"customerName", "CAFÉ  CENTRAL", "Cafe Central", true},
		{"shippingAddress", "Musterweg 1, 12345 Ort", "MUSTERWEG 1 12345 ORT", true},
		{"vendorName", "-", "", false},
		{"invoiceNumber", "007", "7", false},
		{"invoiceNumber", "RE-1", "re-1", false},
		{"iban", "DE89 3704", "DE893704", true},
		{"vendorPhone", "+49 (761) 12-34", "+49 761 1234", true},
		{"vendorPhone", "none", "unknown", false},
		{"vendorEmail", "Info@Shop.example", "info@shop.example", true},
	} {
		assert.Equal(t, eval.Equal(c.field, c.got, c.want), c.equal, c.field, c.got, "and", c.want)
	}
}

func TestEqualMember(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		got, want string
		equal     bool
	}{
		{"Oak board", "Oak board, planed", true},
		{"Oak board, planed", "Oak board", true},
		{"Oak", "Oak board, planed on two sides", false}, // less than half
		{"board", "Oak board", false},                    // not from the beginning
	} {
		assert.Equal(t, eval.EqualMember("description", c.got, c.want), c.equal, c.got, "and", c.want)
	}
	assert.False(t, eval.EqualMember("amount", "10", "100"), "the beginning of an amount is taken for all of it")
}

func TestPair(t *testing.T) {
	t.Parallel()
	want := []eval.Row{
		{"description": "Screw", "quantity": "1", "amount": "2.00"},
		{"description": "Screw", "quantity": "2", "amount": "4.00"},
		{"description": "Glue", "amount": "9.00"},
	}
	got := []eval.Row{
		{"description": "Screw", "quantity": "2", "amount": "4.00"},
		{"description": "Freight", "amount": "1.00"},
		{"description": "Screw", "quantity": "1", "amount": "2.00"},
	}
	assert.EqualSlices(t, eval.Pair(got, want), []int{2, 0, -1})
}

// Values whose share of right ones rises with the score give a rising curve.
func TestFit(t *testing.T) {
	t.Parallel()
	var samples []eval.Sample
	for i := range 600 {
		score := float64(i) / 600
		samples = append(samples, eval.Sample{
			Collection: "made-up", Field: "total", Source: document.SourceText, Confidence: score,
			Right: float64(i*7919%600)/600 < score,
		})
	}
	m := eval.Fit(samples)
	probability := func(score float64) float64 {
		return m.Probability("total", calibrate.ChannelText, calibrate.Evidence{Score: score, Legibility: 1})
	}
	low, high := probability(0.1), probability(0.9)
	assert.True(t, low <= 0.25 && high >= 0.75, "0.1 →", low, "0.9 →", high)
	slices.Reverse(samples)
	again := eval.Fit(samples)
	assert.True(t, reflect.DeepEqual(m, again), "another order of the samples gives", again, "not", m)
	assert.Equal(t, m.Fitted[calibrate.ChannelText], "600 values of made-up", "documents")
	assert.True(t, m.Curves[calibrate.ChannelText]["other"] != nil, "no curve for other fields")
}

// A model and its file list the types whose free texts it was fitted on.
func TestFitTextTypes(t *testing.T) {
	t.Parallel()
	var samples []eval.Sample
	for i := range 350 {
		s := eval.Sample{
			Type: "invoice", Field: "lineItems.description", Source: document.SourceOCR, Confidence: float64(i) / 350, Right: i > 100,
		}
		if i%7 == 0 {
			s.Type = "receipt" // 50 of them
		}
		samples = append(samples, s)
	}
	m := eval.Fit(samples)
	want := map[string][]string{calibrate.ChannelOCR: {"invoice"}}
	assert.True(t, reflect.DeepEqual(m.Texts, want), "texts of", m.Texts, "not", want)
	file, err := m.Text()
	require.NoError(t, err)
	var read calibrate.Model
	err = read.ParseCurves(file)
	assert.True(t, err == nil && reflect.DeepEqual(read.Texts, want), err, "read", read.Texts, "of", string(file))
}
