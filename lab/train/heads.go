package train

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/receipt"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/lab/boosting"
	"github.com/docmill/docmill/lab/synth"
)

func fitHead(seen []observation) (*receipt.Scorers, error) {
	opt := boosting.Options{Trees: 120, Depth: 4, Rate: 0.1, MinWeight: 4, L2: 3}
	name, err := boosting.Train(receipt.FeatureNames(),
		gather(seen, func(o *observation) []boosting.Example { return o.names }), nil, opt)
	if err != nil {
		return nil, err
	}
	address, err := boosting.Train(receipt.FeatureNames(),
		gather(seen, func(o *observation) []boosting.Example { return o.addresses }), nil, opt)
	if err != nil {
		return nil, err
	}
	return &receipt.Scorers{Name: name, Address: address}, nil
}

// Prior log-odds of a row: two of sixteen rows hold the name or a part of it, three the address.
const (
	namePrior    = -2.0
	addressPrior = -1.3
)

// bothNames marks the layouts of synthetic receipts that show a shop's name over its company's. Either could be the
// vendor.
const bothNames = "-both-"

// addHead labels the rows of a receipt's header by the truth. It skips rows with too many recognition errors.
func (o *observation) addHead(doc *annotate.Document) {
	l := o.of
	name, address := recognize.Compact(l.Truth.Scalars["vendorName"]), recognize.Compact(l.Truth.Scalars["vendorAddress"])
	if l.Complete && strings.Contains(l.Origin, bothNames) {
		name = ""
	}
	for _, row := range receipt.Observe(doc) {
		text := recognize.Compact(row.Text)
		if name != "" {
			in := holds(name, text) || len(name) >= 5 && holds(text, name)
			o.names = append(o.names, boosting.Example{X: row.X, Prior: namePrior, Yes: in, Weight: l.weight()})
		}
		if address != "" && len(text) >= 3 {
			o.addresses = append(o.addresses, boosting.Example{X: row.X, Prior: addressPrior, Yes: holds(address, text),
				Weight: l.weight()})
		}
	}
}

// misreadShare is the maximum share of misread letters in a row.
const misreadShare = 0.25

// holds reports whether whole contains part, except for a share of its letters.
func holds(whole, part string) bool {
	if len(part) < 3 || len(part) > len(whole)+2 {
		return false
	}
	return float64(ocrconfusion.Within(whole, part)) <= misreadShare*float64(len(part))
}

func fitDocumentTypes(seen []observation) (classify.Scorers, error) {
	types := synth.Types()
	scorers := classify.Scorers{Types: types, Trees: map[result.DocumentType]*boost.Ensemble{}}
	for _, kind := range types {
		e, err := boosting.Train(classify.Features(types), documentTypeExamples(seen, kind), nil,
			boosting.Options{Trees: 120, Depth: 4, Rate: 0.15, MinWeight: 3, L2: 3})
		if err != nil {
			return classify.Scorers{}, err
		}
		e.Categories = classify.Categories(types)
		scorers.Trees[kind] = e
	}
	return scorers, nil
}

const rarePrior = -1.5

func documentTypeExamples(seen []observation, kind result.DocumentType) []boosting.Example {
	out := make([]boosting.Example, len(seen))
	for i := range seen {
		o := &seen[i]
		out[i] = boosting.Example{X: o.docType, Prior: rarePrior, Yes: o.of.DocumentType == kind, Weight: o.of.weight()}
	}
	return out
}

func fitLinks(seen []observation) (*boost.Ensemble, error) {
	e, err := boosting.Train(link.FeatureNames(),
		gather(seen, func(o *observation) []boosting.Example { return o.links }), nil, boosting.Options{
			Trees: 160, Depth: 5, Rate: 0.1, MinWeight: 8, L2: 4,
			Rising: []string{"label", "legibility"},
		})
	if err != nil {
		return nil, err
	}
	e.Categories = link.Categories()
	return e, nil
}

func gather(seen []observation, examples func(*observation) []boosting.Example) []boosting.Example {
	var out []boosting.Example
	for i := range seen {
		out = append(out, examples(&seen[i])...)
	}
	return out
}

// fieldsOf returns the record's fields that a role's link may fill.
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

// observation is the features of one document for the scorers. No trained model changes them, so all trainings share
// it.
type observation struct {
	of               *Labeled
	docType          []float32 // see classify.Features
	links            []boosting.Example
	names, addresses []boosting.Example
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
	x.Extract(formrole.New(annotated), l.DocumentType, classify.Language(lay))
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
			o.links = append(o.links, boosting.Example{X: seen.X, Prior: seen.Prior, Yes: right, Weight: o.of.weight()})
		}
		if right {
			return
		}
	}
}
