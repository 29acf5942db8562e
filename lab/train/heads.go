package train

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/receipt"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

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
			o.names = append(o.names, boost.Example{X: row.X, Prior: namePrior, Yes: in, Weight: l.weight()})
		}
		if address != "" && len(text) >= 3 {
			o.addresses = append(o.addresses, boost.Example{X: row.X, Prior: addressPrior, Yes: holds(address, text),
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
