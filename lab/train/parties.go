package train

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

// Parties trains the scorers of vendor and customer; held-out documents tell
// when to stop.
func Parties(documents, heldOut []Labelled) (*party.Scorers, error) {
	vendor, customer := partyExamples(documents)
	heldVendor, heldCustomer := partyExamples(heldOut)
	v, err := boost.Train(party.FeatureNames(), vendor, heldVendor, partyOptions())
	if err != nil {
		return nil, err
	}
	c, err := boost.Train(party.FeatureNames(), customer, heldCustomer, partyOptions())
	if err != nil {
		return nil, err
	}
	return &party.Scorers{Vendor: v, Customer: c}, nil
}

func partyOptions() boost.Options {
	return boost.Options{Trees: 120, Depth: 4, Rate: 0.12, MinWeight: 6, L2: 4, Patience: 15}
}

// partyExamples are the names of trade documents whose parties are known.
func partyExamples(documents []Labelled) (vendor, customer []boost.Example) {
	for i := range documents {
		l := &documents[i]
		if l.Kind != result.TypeInvoice && l.Kind != result.TypeCreditNote && l.Kind != result.TypePurchaseOrder {
			continue
		}
		weight := l.weight()
		x := fields.Extractor{Watch: func(o link.Observation) {
			if !strings.HasSuffix(o.Field, "Name") || len(o.X) != len(party.FeatureNames()) {
				return
			}
			right, known := l.accepts(o.Field, o.Text)
			if !known {
				return
			}
			e := boost.Example{X: o.X, Prior: o.Prior, Yes: right, Weight: weight}
			if o.Field == "vendorName" {
				vendor = append(vendor, e)
			} else {
				customer = append(customer, e)
			}
		}}
		lay := layout.Analyse(l.Document)
		x.Extract(annotate.New(lay), l.Kind, classify.Language(lay))
	}
	return vendor, customer
}
