package calibrate_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestMonotonicCurves(t *testing.T) {
	t.Parallel()
	m, err := calibrate.Fitted()
	require.NoError(t, err)
	for _, channel := range []string{calibrate.ChannelText, calibrate.ChannelOCR} {
		if m.Fitted[channel] == "" || len(m.Curves[channel]) == 0 || len(m.Curves[channel]["other"]) == 0 {
			t.Fatalf("channel %s is not fitted", channel)
		}
		for group, curve := range m.Curves[channel] {
			for i, k := range curve {
				if k[0] < 0 || k[0] > 1 || k[1] < 0 || k[1] > 0.99 {
					t.Errorf("%s %s: knot %v", channel, group, k)
				}
				if i > 0 && (k[0] < curve[i-1][0] || k[1] < curve[i-1][1]) {
					t.Errorf("%s %s falls at %v", channel, group, k)
				}
			}
		}
	}
}

func TestProbability(t *testing.T) {
	t.Parallel()
	m := &calibrate.Model{Curves: map[string]map[string][]calibrate.Knot{
		"text": {"date": {{0, 0.1}, {0.5, 0.5}, {0.9, 0.97}}, "other": {{0, 0.2}, {1, 0.8}}},
	}}
	for _, c := range []struct {
		field, channel string
		score, want    float64
	}{
		{"issueDate", "text", 0.25, 0.3}, {"issueDate", "text", 1, 0.97}, {"issueDate", "text", 0.5, 0.5},
		{"unknown", "text", 0.5, 0.5},
		{"issueDate", "none", 0.7, 0.7}, // no curve: raw score
		{"issueDate", "none", 0.96, 0.96}, {"issueDate", "none", 0.92, 0.895}, {"issueDate", "none", 0.9, 0.888},
		{"issueDate", "none", 0.88, 0.88},
	} {
		assert.Equal(t, m.Probability(c.field, c.channel, calibrate.Evidence{Score: c.score, Legibility: 1}), c.want,
			c.field, c.channel, c.score)
	}
}

// Free text of a document type that its curve was not fitted on has a lower probability.
func TestTextFromUnseenType(t *testing.T) {
	t.Parallel()
	m := &calibrate.Model{
		Curves: map[string]map[string][]calibrate.Knot{"ocr": {"text": {{0, 0.9}, {1, 0.96}}, "other": {{0, 0.96}, {1, 0.96}}}},
		Texts:  map[string][]string{"ocr": {"invoice"}},
	}
	for _, c := range []struct {
		field, channel, of string
		want               float64
	}{
		{"lineItems.description", "ocr", "invoice", 0.96}, {"lineItems.description", "ocr", "receipt", 0.843},
		{"lineItems.amount", "ocr", "receipt", 0.96}, {"lineItems.description", "none", "receipt", 0.999},
	} {
		e := calibrate.Evidence{Score: 0.999, Legibility: 1, Document: calibrate.Document{Type: c.of}}
		assert.Equal(t, m.Probability(c.field, c.channel, e), c.want, c)
	}
}

func TestTypeWithoutTraining(t *testing.T) {
	t.Parallel()
	m, err := calibrate.Fitted()
	require.NoError(t, err)
	e := calibrate.Evidence{
		Score: 0.9, Legibility: 1, Clarity: 1, Printed: 1, Length: 8, Words: 1, Y: 0.2, Rivals: calibrate.Unknown,
		Opposite: calibrate.Unknown, Unused: calibrate.Unknown,
		Document: calibrate.Document{Type: "purchase_order", Certainty: 1, Pages: 1, Legibility: 1, Scalars: 14, Known: 0.3,
			Labeled: 1},
	}
	order := m.Probability("purchaseOrderNumber", calibrate.ChannelText, e)
	e.Document.Type, e.Document.Scalars = "delivery_note", 8 // of 9; an order has 16
	note := m.Probability("deliveryNoteNumber", calibrate.ChannelText, e)
	assert.True(t, note == order && order >= 0.5, note, "for a delivery note", order, "for an order")
}

func TestEvidence(t *testing.T) {
	t.Parallel()
	rising := []calibrate.Evidence{
		{Score: 0.5, Legibility: 0.5, Failed: 1}, {Score: 0.5, Legibility: 1, Failed: 1}, {Score: 0.5, Legibility: 0.9},
		{Score: 0.5, Legibility: 1}, {Score: 0.5, Legibility: 1, Passed: 1}, {Score: 0.5, Legibility: 1, Passed: 2},
		{Score: 0.5, Legibility: 1, Passed: 1, CheckDigits: true},
	}
	for i := 1; i < len(rising); i++ {
		a, b := rising[i-1].Raw(), rising[i].Raw()
		assert.True(t, a < b, rising[i-1], "gives", a, rising[i], "gives", b)
	}
	none := (calibrate.Evidence{}).Raw()
	assert.True(t, none > 0 && none <= 0.01, "no evidence gives", none)
}

func TestOddness(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"": 0, "Holzwerk Lindner GmbH": 0, "12 Main Street": 0, "INV-1001": 0, "B12": 0, "McDonald": 0, "PayPal": 0,
		"sDN": 1, "Main_Street": 1, "SYAR1KAT": 1, "Road |": 0.2,
	} {
		assert.Equal(t, calibrate.Oddness(text), want, text)
	}
}

func TestChannelOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source     document.Source
		legibility float64
		want       string
	}{
		{document.SourceText, 1, calibrate.ChannelText}, {document.SourceOCR, 1, calibrate.ChannelOCR},
		{document.SourceCode, 1, calibrate.ChannelCode},
		{document.SourceDerived, 1, calibrate.ChannelText}, {document.SourceDerived, 0.8, calibrate.ChannelOCR},
	} {
		assert.Equal(t, calibrate.ChannelOf(c.source, calibrate.Evidence{Legibility: c.legibility}), c.want,
			c.source, "legibility", c.legibility)
	}
}

// Trees with the first features are accepted; trees with other features return an error.
func TestParseTrees(t *testing.T) {
	t.Parallel()
	encode := func(features []string) []byte {
		return calibrate.TreeBytes(&boost.Ensemble{Features: features, Categories: calibrate.Categories()})
	}
	all := calibrate.Features()
	for _, good := range [][]string{all, all[:len(all)-3]} {
		_, err := calibrate.ParseTrees(encode(good))
		assert.NoError(t, err, len(good), "features")
	}
	for name, bad := range map[string][]string{"none": nil, "others": {"a"}, "more": append(slices.Clone(all), "more")} {
		_, err := calibrate.ParseTrees(encode(bad))
		assert.Error(t, err, name, "taken")
	}
}
