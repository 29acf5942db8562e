// Package memory holds what people's corrections taught about the layouts of
// documents: plain data and the arithmetic over it. What a page teaches and how
// it serves later pages is package recall's affair.
//
// It imports nothing of the engine, so that services may store, compare and
// fold what they never read themselves. Everything in it is deterministic.
package template

import "slices"

// Bounds of a memory.
const (
	// MinSimilarity is the similarity of keys below which a layout is not looked at.
	MinSimilarity = .3
	// MaxCandidates is how many layouts, those of the most similar keys, are compared
	// by their marks.
	MaxCandidates = 10
	// MaxLayouts is how many layouts answer a request at most.
	MaxLayouts = 5
	// MaxAnswer bounds the JSON of the layouts of one answer, in bytes.
	MaxAnswer = 64 << 10
	// MaxLessons is how many lessons make a layout; the newest count.
	MaxLessons = 6
	// MaxLesson bounds the JSON of a lesson, in bytes.
	MaxLesson = 8 << 10
	// MaxKeys and MaxVendors bound a fingerprint.
	MaxKeys    = 96
	MaxVendors = 16
)

// Fingerprint tells a layout: what stays the same from one document to the next.
type Fingerprint struct {
	// Keys are hashes of the page's labels with their rough place and neighbours,
	// ascending and distinct, MaxKeys at most.
	Keys []int64 `json:"keys"`
	// Vendors are identifiers that stand on the page (tax numbers, IBANs, domains
	// of web and mail), normalised and hashed, in hex; MaxVendors at most.
	Vendors []string `json:"vendors"`
	// Marks are nil of layouts as a whole, and of what earlier releases made.
	Marks *Marks `json:"marks,omitempty"`
}

// Similarity is how much two layouts are alike, between 0 and 1: twice the number
// of shared keys by the number of all (the coefficient of Dice, 1945). Vendors do
// not count: invoice software gives many vendors one layout. Without keys it is 0.
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

// SharesVendor reports whether both pages show an identifier of one vendor.
func (f Fingerprint) SharesVendor(o Fingerprint) bool {
	return slices.ContainsFunc(f.Vendors, func(v string) bool { return slices.Contains(o.Vendors, v) })
}

// common is the fingerprint of a layout: the keys that most of its lessons have,
// and the vendors of all, those of most lessons first.
func common(lessons []Lesson) Fingerprint {
	keys, vendors := map[int64]int{}, map[string]int{}
	for i := range lessons {
		for _, k := range lessons[i].Fingerprint.Keys {
			keys[k]++
		}
		for _, v := range lessons[i].Fingerprint.Vendors {
			vendors[v]++
		}
	}
	f := Fingerprint{Keys: []int64{}, Vendors: most(vendors, MaxVendors)}
	for _, k := range most(keys, len(keys)) {
		if 2*keys[k] > len(lessons) && len(f.Keys) < MaxKeys {
			f.Keys = append(f.Keys, k)
		}
	}
	slices.Sort(f.Keys)
	slices.Sort(f.Vendors)
	return f
}
