package tagger_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/synth"
)

// BenchmarkTag tags a one-page invoice.
func BenchmarkTag(b *testing.B) {
	doc := annotate.New(layout.Analyze(synth.New(7, synth.Options{DocumentType: result.TypeInvoice, Language: "en"}).Document()))
	network, err := tagger.Embedded()
	if err != nil {
		b.Fatal(err)
	}
	units := len(network.Tag(doc).Units)
	b.ReportAllocs()
	for b.Loop() {
		network.Tag(doc)
	}
	b.ReportMetric(float64(units), "units")
}

// BenchmarkDescribe measures describing the units.
func BenchmarkDescribe(b *testing.B) {
	doc := annotate.New(layout.Analyze(synth.New(7, synth.Options{DocumentType: result.TypeInvoice,
		Language: "en"}).Document()))
	for b.Loop() {
		tagger.Observe(doc)
	}
}
