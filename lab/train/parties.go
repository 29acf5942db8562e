package train

import (
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/party"
)

// fitParties trains the scorers of vendor and customer.
func fitParties(seen []observation) (*party.Scorers, error) {
	opt := boost.Options{Trees: 120, Depth: 4, Rate: 0.12, MinWeight: 6, L2: 4}
	v, err := boost.Train(party.FeatureNames(), gather(seen, func(o *observation) []boost.Example { return o.vendor }),
		nil, opt)
	if err != nil {
		return nil, err
	}
	c, err := boost.Train(party.FeatureNames(), gather(seen, func(o *observation) []boost.Example { return o.customer }),
		nil, opt)
	if err != nil {
		return nil, err
	}
	return &party.Scorers{Vendor: v, Customer: c}, nil
}
