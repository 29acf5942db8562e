package eval_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
)

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
	if !reflect.DeepEqual(m.Texts, want) {
		t.Errorf("texts of %v, not %v", m.Texts, want)
	}
	file, err := m.Text()
	if err != nil {
		t.Fatal(err)
	}
	var read calibrate.Model
	if err := read.ParseCurves(file); err != nil || !reflect.DeepEqual(read.Texts, want) {
		t.Errorf("%v, read %v of\n%s", err, read.Texts, file)
	}
}
