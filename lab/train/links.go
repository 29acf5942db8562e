package train

import (
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
)

func fitLinks(seen []observation) (*boost.Ensemble, error) {
	e, err := boost.Train(link.FeatureNames(), gather(seen, func(o *observation) []boost.Example { return o.links }), nil,
		boost.Options{
			Trees: 160, Depth: 5, Rate: 0.1, MinWeight: 8, L2: 4,
			Rising: []string{"label", "legibility"},
		})
	if err != nil {
		return nil, err
	}
	e.Categories = link.Categories()
	return e, nil
}

func gather(seen []observation, examples func(*observation) []boost.Example) []boost.Example {
	var out []boost.Example
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
