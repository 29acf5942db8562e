package fields

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/lexicon"
)

//go:embed links.json
var linksJSON []byte

// Trained gives the extractor with the scorer that is part of the program;
// package train makes it.
func Trained() Extractor {
	return Extractor{Links: trained(), Head: trainedHead(), Parties: trainedParties()}
}

//go:embed head.json
var headJSON []byte

//nolint:gochecknoglobals // read once, never changed
var trainedHead = sync.OnceValue(func() *HeadScorers {
	h, err := ParseHead(headJSON)
	if err != nil {
		return nil // a test proves that the embedded file is good
	}
	return h
})

//go:embed parties.json
var partiesJSON []byte

//nolint:gochecknoglobals // read once, never changed
var trainedParties = sync.OnceValue(func() *PartyScorers {
	pair, err := parsePair(partiesJSON, "vendor", "customer", len(PartyFeatures()))
	if err != nil {
		return nil // a test proves that the embedded file is good
	}
	return &PartyScorers{Vendor: pair[0], Customer: pair[1]}
})

// ParseHead reads the scorers of a receipt's head that were written as JSON.
func ParseHead(data []byte) (*HeadScorers, error) {
	pair, err := parsePair(data, "name", "address", len(HeadFeatures()))
	if err != nil {
		return nil, err
	}
	return &HeadScorers{Name: pair[0], Address: pair[1]}, nil
}

// parsePair reads two ensembles of a JSON object, each of n features.
func parsePair(data []byte, first, second string, n int) ([2]*boost.Ensemble, error) {
	var raw map[string]json.RawMessage
	var pair [2]*boost.Ensemble
	if err := json.Unmarshal(data, &raw); err != nil {
		return pair, fmt.Errorf("fields: %w", err)
	}
	for i, name := range []string{first, second} {
		e, err := boost.Parse(raw[name])
		if err != nil {
			return pair, fmt.Errorf("fields: %s: %w", name, err)
		}
		if len(e.Features) != n {
			return pair, fmt.Errorf("fields: %s: %d features, not %d", name, len(e.Features), n)
		}
		pair[i] = e
	}
	return pair, nil
}

//nolint:gochecknoglobals // read once, never changed
var trained = sync.OnceValue(func() *boost.Ensemble {
	e, err := boost.Parse(linksJSON)
	if err != nil || len(e.Features) != len(LinkFeatures()) {
		return &boost.Ensemble{} // a test proves that the embedded file is good
	}
	return e
})

// Observation is a link between a label and a value as the scorer sees it.
type Observation struct {
	// Field is the name in the record that the label announces.
	Field string
	// Text is the value as it would stand in the record.
	Text string
	// Prior is the log-odds by the weights set by hand.
	Prior float64
	// X are the features; see LinkFeatures.
	X []float32
}

// mostCorrected is the most that the trained scorer may add to or take from the
// log-odds of a link: no single model is that sure.
const mostCorrected = 3.5

// mostAgainst is the most that it may take from a link of the given log-odds. A
// plainly labelled number is kept, if with less certainty: numbers of documents
// have more forms than any training has seen.
func mostAgainst(want lexicon.Role, prior float64) float64 {
	switch want {
	case lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID, lexicon.ReceiptNumber:
		if prior > 1 {
			return 2
		}
	}
	return mostCorrected
}

// weigh lets the trained scorer correct the log-odds of all links.
func (r *reading) weigh(m *market) {
	trees, watch := r.scorer.Links, r.scorer.Watch
	if (trees == nil || len(trees.Trees) == 0) && watch == nil {
		return
	}
	sight := r.sightOf(m)
	x := make([]float32, 0, len(LinkFeatures()))
	for _, want := range slices.Sorted(maps.Keys(m.links)) {
		links := m.links[want]
		order, trained := rank(want)
		if !trained {
			continue
		}
		for i := range links {
			l := &links[i]
			x = sight.vector(x[:0], order, want, i)
			if watch != nil {
				watch(Observation{Field: string(want), Text: r.textOf(l.value), Prior: l.z, X: append([]float32{}, x...)})
			}
			if trees != nil {
				l.corrected = min(max(trees.Margin(x), -mostAgainst(want, l.z)), mostCorrected)
			}
		}
	}
	for _, links := range m.links { // only now: the vectors look at each other's log-odds
		for i := range links {
			links[i].z += links[i].corrected
		}
	}
}

// rank numbers the roles whose links are trained.
func rank(want lexicon.Role) (float32, bool) {
	for i, r := range []lexicon.Role{
		lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID, lexicon.PaymentReference, lexicon.ReceiptNumber, lexicon.AccountNumber,
		lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate,
		lexicon.Total, lexicon.AmountDue, lexicon.Subtotal, lexicon.TaxTotal, lexicon.Tax, lexicon.AmountPaid, lexicon.Discount, lexicon.Shipping, lexicon.Tip,
		lexicon.Opening, lexicon.Closing, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.IBAN, lexicon.BIC, lexicon.Phone,
	} {
		if r == want {
			return float32(i), true
		}
	}
	return 0, false
}

// textOf gives the value of a candidate as the record would have it.
func (r *reading) textOf(c candidate) string {
	if c.text != "" {
		return c.text
	}
	if a := r.found[c.seg].amounts; c.index < len(a) && a[c.index].First == c.first {
		return a[c.index].Money(r.style, r.currency)
	}
	return ""
}
