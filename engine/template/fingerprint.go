// Package template holds what corrections teach about the layouts of documents: plain data and arithmetic on it.
// Package match learns templates from pages and applies them.
//
// It imports no other package of the engine, so that services can store, compare and fold templates without reading
// documents. All its functions are deterministic.
package template

import "slices"

// Limits of templates.
const (
	// MinSimilarity is the minimum similarity of keys for a template to be compared further.
	MinSimilarity = .3
	// MaxCandidates is the number of templates with the most similar keys whose marks are compared.
	MaxCandidates = 10
	// MaxTemplates is the maximum number of templates in an answer.
	MaxTemplates = 5
	// MaxAnswerBytes is the maximum JSON size of the templates in an answer, in bytes.
	MaxAnswerBytes = 64 << 10
	// MaxExamples is the maximum number of examples in a template; the newest are kept.
	MaxExamples = 6
	// MaxExampleBytes is the maximum JSON size of an example, in bytes.
	MaxExampleBytes = 8 << 10
	// MaxKeys and MaxVendors limit a fingerprint.
	MaxKeys    = 96
	MaxVendors = 16
)

// Fingerprint identifies a layout by what does not change between its documents.
type Fingerprint struct {
	// Keys are hashes of the page's labels with their rough place and neighbors, ascending and distinct, at most
	// MaxKeys.
	Keys []int64 `json:"keys"`
	// Vendors are identifiers on the page (tax IDs, IBANs, web and mail domains), normalized and hashed, in hex; at
	// most MaxVendors.
	Vendors []string `json:"vendors"`
	// Marks is nil for whole templates and for data of earlier releases.
	Marks *Marks `json:"marks,omitempty"`
}

// Similarity compares the keys of two layouts, from 0 to 1: twice the number of shared keys divided by the number of
// all (coefficient of Dice, 1945). Vendors do not count, because invoice software gives many vendors one layout.
// Without keys it is 0.
func (f Fingerprint) Similarity(o Fingerprint) float64 {
	all := len(f.Keys) + len(o.Keys)
	if len(f.Keys) == 0 || len(o.Keys) == 0 {
		return 0
	}
	shared := 0
	for i, j := 0, 0; i < len(f.Keys) && j < len(o.Keys); {
		switch a, b := f.Keys[i], o.Keys[j]; {
		case a == b:
			shared, i, j = shared+1, i+1, j+1
		case a < b:
			i++
		default:
			j++
		}
	}
	return 2 * float64(shared) / float64(all)
}

// SharesVendor reports whether both pages have an identifier of the same vendor.
func (f Fingerprint) SharesVendor(o Fingerprint) bool {
	return slices.ContainsFunc(f.Vendors, func(v string) bool { return slices.Contains(o.Vendors, v) })
}

// commonFingerprint returns the keys in most of the examples, and all their vendors, the most frequent first.
func commonFingerprint(examples []Example) Fingerprint {
	keys, vendors := map[int64]int{}, map[string]int{}
	for i := range examples {
		for _, k := range examples[i].Fingerprint.Keys {
			keys[k]++
		}
		for _, v := range examples[i].Fingerprint.Vendors {
			vendors[v]++
		}
	}
	f := Fingerprint{Keys: []int64{}, Vendors: mostFrequent(vendors, MaxVendors)}
	for _, k := range mostFrequent(keys, len(keys)) {
		if 2*keys[k] > len(examples) && len(f.Keys) < MaxKeys {
			f.Keys = append(f.Keys, k)
		}
	}
	slices.Sort(f.Keys)
	slices.Sort(f.Vendors)
	return f
}
