package train

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/receipt"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// fitHead trains the scorers of a receipt's header.
func fitHead(seen []observation) (*receipt.Scorers, error) {
	opt := boost.Options{Trees: 120, Depth: 4, Rate: 0.1, MinWeight: 4, L2: 3}
	name, err := boost.Train(receipt.FeatureNames(), gather(seen, func(o *observation) []boost.Example { return o.names }),
		nil, opt)
	if err != nil {
		return nil, err
	}
	address, err := boost.Train(receipt.FeatureNames(),
		gather(seen, func(o *observation) []boost.Example { return o.addresses }), nil, opt)
	if err != nil {
		return nil, err
	}
	return &receipt.Scorers{Name: name, Address: address}, nil
}

// Log-odds of a row before anything is seen of it: two of sixteen rows hold the
// name or a part of it, three the address.
const (
	namePrior    = -2.0
	addressPrior = -1.3
)

// bothNames marks the layouts of made receipts that show a shop's name over its
// company's: which one is meant is a matter of taste.
const bothNames = "-both-"

// addHead labels the rows of a receipt's header by the truth. Rows that text
// recognition has got too wrong to tell are left out.
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
			o.names = append(o.names, boost.Example{X: row.X, Prior: namePrior, Yes: in, Weight: l.weight()})
		}
		if address != "" && len(text) >= 3 {
			o.addresses = append(o.addresses, boost.Example{X: row.X, Prior: addressPrior, Yes: holds(address, text),
				Weight: l.weight()})
		}
	}
}

// misreadShare is how many of a row's letters text recognition may get wrong.
const misreadShare = 0.25

// holds reports whether part stands somewhere in whole, but for a share of its
// letters.
func holds(whole, part string) bool {
	if len(part) < 3 || len(part) > len(whole)+2 {
		return false
	}
	return float64(ocrconfusion.Within(whole, part)) <= misreadShare*float64(len(part))
}
