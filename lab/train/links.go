package train

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
)

// Links trains the scorer of links; held-out documents tell when to stop.
func Links(documents, heldOut []Labelled) (*boost.Ensemble, error) {
	return boost.Train(link.FeatureNames(), linkExamples(documents), linkExamples(heldOut), linkOptions(160))
}

func linkOptions(trees int) boost.Options {
	return boost.Options{
		Trees: trees, Depth: 5, Rate: 0.1, MinWeight: 8, L2: 4, Patience: 15,
		Rising: []string{"label", "legibility"},
	}
}

// linkExamples are the links of the documents whose truth is known.
func linkExamples(documents []Labelled) []boost.Example {
	var out []boost.Example
	for i := range documents {
		l := &documents[i]
		var found []boost.Example
		x := fields.Extractor{Watch: func(o link.Observation) {
			if len(o.X) != len(link.FeatureNames()) || strings.HasSuffix(o.Field, "Name") {
				return
			}
			for _, field := range fieldsOf(o.Field) {
				right, known := l.accepts(field, o.Text)
				if known {
					found = append(found, boost.Example{X: o.X, Prior: o.Prior, Yes: right, Weight: l.weight()})
				}
				if right {
					return
				}
			}
		}}
		lay := layout.Analyse(l.Document)
		x.Extract(annotate.New(lay), l.Kind, classify.Language(lay))
		out = append(out, found...)
	}
	return out
}

// fieldsOf gives the record's fields for which a role's link is right.
func fieldsOf(role string) []string {
	switch role {
	case "amountDue":
		return []string{"amountDue", "total"}
	case "tax":
		return []string{"taxTotal"}
	case "taxId":
		return []string{"vendorTaxId", "customerTaxId"}
	case "phone":
		return []string{"vendorPhone"}
	case "issueDate":
		return []string{"date", "issueDate"}
	}
	return []string{role}
}
