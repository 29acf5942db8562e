package train

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/synth"
)

// observation is the features of one document for the scorers. No trained model changes them, so all trainings share
// it.
type observation struct {
	of               *Labeled
	docType          []float32 // see classify.Features
	links            []boost.Example
	names, addresses []boost.Example
}

// observe extracts features by the rules alone, and by the tags of a network trained without the document.
func observe(l *Labeled, network *tagger.Network) observation {
	o := observation{of: l}
	lay := layout.Analyze(l.Document)
	annotated := annotate.New(lay)
	annotated.Tags = network.Tag(annotated)
	o.docType = classify.Observe(annotated, synth.Types())
	x := fields.Extractor{Watch: func(seen link.Observation) {
		o.addLink(seen)
	}}
	x.Extract(annotated, l.DocumentType, classify.Language(lay))
	if schema.Of(l.DocumentType).Family == schema.FamilyReceipt {
		o.addHead(annotated)
	}
	return o
}

// addLink adds a link whose truth is known.
func (o *observation) addLink(seen link.Observation) {
	if len(seen.X) != len(link.FeatureNames()) {
		return
	}
	for _, field := range fieldsOf(seen.Field) {
		right, known := o.of.accepts(field, seen.Text)
		if known {
			o.links = append(o.links, boost.Example{X: seen.X, Prior: seen.Prior, Yes: right, Weight: o.of.weight()})
		}
		if right {
			return
		}
	}
}
