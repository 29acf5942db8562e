package tagger_test

import (
	"math"
	"os"
	"reflect"
	"sync"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/pagegraph"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func network(t testing.TB) *tagger.Network {
	t.Helper()
	n, err := tagger.Embedded()
	require.NoError(t, err)
	return n
}

func analyzed(doc *document.Document) *annotate.Document { return annotate.New(layout.Analyze(doc)) }

// Files survive decoding and encoding; truncated files and other versions return an error.
func TestParse(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("network.bin")
	require.NoError(t, err)
	n, err := tagger.Parse(file)
	require.NoError(t, err)
	again, err := n.Bytes()
	assert.True(t, err == nil && reflect.DeepEqual(again, file), len(again), "bytes", err)
	longer := append(append([]byte{}, file...), 0, 0)
	other := append([]byte{}, file...)
	other[17]++ // the number of features
	for name, data := range map[string][]byte{
		"cut": file[:len(file)-2], "cut in its sizes": file[:30], "longer": longer, "text": []byte("{}"), "other": other,
	} {
		_, err := tagger.Parse(data)
		assert.ErrorIs(t, err, pagegraph.ErrNetwork, name)
	}
	none, err := tagger.Parse(nil)
	assert.True(t, none == nil && err == nil, "nothing", none, err)
}

func FuzzParse(f *testing.F) {
	file, err := os.ReadFile("network.bin")
	require.NoError(f, err)
	f.Add(file[:200])
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := tagger.Parse(data); err == nil && n != nil {
			n.Tag(analyzed(synth.New(1, synth.Options{}).Document()))
		}
	})
}

// Probabilities are valid and deterministic under concurrent use.
func TestTagDeterministic(t *testing.T) {
	t.Parallel()
	n := network(t)
	doc := analyzed(synth.New(11, synth.Options{}).Document())
	want := n.Tag(doc)
	for i := range want.Units {
		sum := 0.0
		for _, z := range want.Units[i].Odds {
			sum += math.Exp(float64(z))
		}
		assert.True(t, math.Abs(sum-1) <= 1e-4, "unit", i, "probabilities add up to", sum)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got := n.Tag(doc)
			assert.True(t, reflect.DeepEqual(got.Units, want.Units) && got.Sender == want.Sender, "another answer")
		})
	}
	wg.Wait()
}

func TestNothingToTag(t *testing.T) {
	t.Parallel()
	n := network(t)
	for name, doc := range map[string]*document.Document{
		"no page": {}, "an empty page": {Pages: []document.Page{{Number: 1, Width: 595, Height: 842}}},
	} {
		assert.Empty(t, n.Tag(analyzed(doc)).Units, name, "units")
	}
	var none *tagger.Network
	assert.Empty(t, none.Tag(analyzed(synth.New(1, synth.Options{}).Document())).Units, "no network", "units")
}

// Text without positions is tagged.
func TestNominalPage(t *testing.T) {
	t.Parallel()
	doc := &document.Document{Pages: []document.Page{{Number: 1, Lines: []document.Line{{Words: []document.Word{
		{Text: "Invoice", Confidence: 1}, {Text: "17", Confidence: 1}}}}}}}
	assert.True(t, len(network(t).Tag(analyzed(doc)).Units) > 0, "no units")
}

// A page with too many words is cut off and tagged.
func TestCrowdedPage(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	for row := range 150 {
		for column := range 25 {
			s.Put(10+23*float64(column), 10+5.5*float64(row), 4, "ab:")
		}
	}
	tags := network(t).Tag(analyzed(sheettest.Bind(s)))
	n := len(tags.Units)
	assert.True(t, n >= 100 && n <= 480, n, "units")
}

// The network finds the parties' names in generated documents with unseen layouts and words.
func TestPartiesOfGeneratedDocuments(t *testing.T) {
	t.Parallel()
	n := network(t)
	right, of := 0, 0
	for seed := uint64(900_001); seed <= 900_060; seed++ {
		s := synth.New(seed, synth.Options{DocumentType: "invoice"})
		name := s.Truth.Scalars["vendorName"]
		tags := n.Tag(analyzed(s.Document()))
		if name == "" || len(tags.Units) == 0 {
			continue
		}
		best := &tags.Units[0]
		for i := range tags.Units {
			if u := &tags.Units[i]; u.Odds[tag.VendorName] > best.Odds[tag.VendorName] {
				best = u
			}
		}
		if of++; len(best.Text()) > 0 && (best.Text() == name || len(name) > len(best.Text())) {
			right++
		}
	}
	assert.True(t, of >= 30 && float64(right) >= 0.8*float64(of), right, "of", of)
}

// BenchmarkTag tags a one-page invoice.
func BenchmarkTag(b *testing.B) {
	doc := analyzed(synth.New(7, synth.Options{DocumentType: result.TypeInvoice, Language: "en"}).Document())
	network, err := tagger.Embedded()
	require.NoError(b, err)
	units := len(network.Tag(doc).Units)
	b.ReportAllocs()
	for b.Loop() {
		network.Tag(doc)
	}
	b.ReportMetric(float64(units), "units")
}
