package train

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/receipt"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/misread"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/result"
)

// Head trains the scorers of a receipt's head; held-out documents tell when to
// stop.
func Head(documents, heldOut []Labelled) (*receipt.Scorers, error) {
	names, addresses := headExamples(documents)
	heldNames, heldAddresses := headExamples(heldOut)
	name, err := boost.Train(receipt.FeatureNames(), names, heldNames, headOptions(120))
	if err != nil {
		return nil, err
	}
	address, err := boost.Train(receipt.FeatureNames(), addresses, heldAddresses, headOptions(120))
	if err != nil {
		return nil, err
	}
	return &receipt.Scorers{Name: name, Address: address}, nil
}

func headOptions(trees int) boost.Options {
	return boost.Options{Trees: trees, Depth: 4, Rate: 0.1, MinWeight: 4, L2: 3, Patience: 15}
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

// headExamples label the rows of receipts' heads by the truth. Rows that text
// recognition has got too wrong to tell are left out.
func headExamples(documents []Labelled) (names, addresses []boost.Example) {
	for i := range documents {
		l := &documents[i]
		if l.Kind != result.TypeReceipt {
			continue
		}
		name, address := recognize.Compact(l.Truth.Scalars["vendorName"]), recognize.Compact(l.Truth.Scalars["vendorAddress"])
		if l.Complete && strings.Contains(l.Origin, bothNames) {
			name = ""
		}
		weight := l.weight()
		rows := receipt.Observe(annotate.New(layout.Analyse(l.Document)))
		for _, row := range rows {
			text := recognize.Compact(row.Text)
			if name != "" {
				in := holds(name, text) || len(name) >= 5 && holds(text, name)
				names = append(names, boost.Example{X: row.X, Prior: namePrior, Yes: in, Weight: weight})
			}
			if address != "" && len(text) >= 3 {
				addresses = append(addresses, boost.Example{X: row.X, Prior: addressPrior, Yes: holds(address, text),
					Weight: weight})
			}
		}
	}
	return names, addresses
}

// misreadShare is how many of a row's letters text recognition may get wrong.
const misreadShare = 0.25

// holds reports whether part stands somewhere in whole, but for a share of its
// letters.
func holds(whole, part string) bool {
	if len(part) < 3 || len(part) > len(whole)+2 {
		return false
	}
	return float64(misread.Within(whole, part)) <= misreadShare*float64(len(part))
}
