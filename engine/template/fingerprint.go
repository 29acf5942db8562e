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

// Bounds of the marks that a template keeps.
const (
	MaxLabels = 40
	MaxBlocks = 32
)

// Marks are places on the first page, in thousandths of it. Keys find candidate templates; marks decide whether the
// page matches.
type Marks struct {
	// Labels hold a hash of each label's meaning and its left and right edge; at most MaxLabels.
	Labels [][3]int `json:"labels,omitempty"`
	// Blocks hold where blocks start in the head and foot of the page: left edge, right edge and center of the first
	// line from the top; at most MaxBlocks.
	Blocks [][3]int `json:"blocks,omitempty"`
}

// MinLikeness is the minimum likeness of a page to its template.
const MinLikeness = .5

// Likeness compares two pages, from 0 to 1. It is the mean of four equal parts, because designs rarely differ in only
// one of them: the similarity of keys, the common order of labels, the share of common labels at the same edge, and
// the share of blocks at the same place. The order stays when columns grow with their content or a logo shifts the
// page. Pages of one vendor with many common keys always match. Without marks on a page, the keys
// count and, if neither page has marks, a shared vendor.
func (f Fingerprint) Likeness(o Fingerprint) float64 {
	const (
		parts = 4
		alike = .4 // minimum similarity of keys that suffices alone
	)
	keys := f.Similarity(o)
	switch {
	case keys == 0:
		return 0
	case f.Marks == nil || o.Marks == nil:
		likeness := min(keys+MinLikeness-alike, 1)
		if f.Marks == nil && o.Marks == nil && keys >= MinSimilarity && f.SharesVendor(o) {
			return max(likeness, MinLikeness)
		}
		return likeness
	}
	labels, blocks := labelLikeness(f.Marks.Labels, o.Marks.Labels), blockLikeness(f.Marks.Blocks, o.Marks.Blocks)
	likeness := (keys + orderLikeness(f.Marks.Labels, o.Marks.Labels) + labels + blocks) / parts
	if keys >= alike && f.SharesVendor(o) {
		return max(likeness, MinLikeness)
	}
	return likeness
}

// Likeness is the likeness of a page to the most similar example.
func (l Template) Likeness(f Fingerprint) float64 {
	most := 0.0
	for i := range l.Examples {
		most = max(most, f.Likeness(l.Examples[i].Fingerprint))
	}
	return most
}

// orderLikeness is twice the length of the longest common subsequence of labels divided by the number of labels; 0 if
// none.
func orderLikeness(a, b [][3]int) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	longest := make([]int, len(b)+1) // longest common subsequence so far, by prefix of b
	for _, l := range a {
		before := 0 // value for both prefixes without their last label
		for i, o := range b {
			above := longest[i+1]
			if l[0] == o[0] {
				longest[i+1] = before + 1
			} else {
				longest[i+1] = max(above, longest[i])
			}
			before = above
		}
	}
	return 2 * float64(longest[len(b)]) / float64(len(a)+len(b))
}

// labelLikeness is the share of the common labels at the same edge.
func labelLikeness(a, b [][3]int) float64 {
	shared, inPlace := 0, 0
	used := make([]bool, len(b))
	for _, l := range a {
		best, near := -1, false
		for i, o := range b {
			if used[i] || o[0] != l[0] {
				continue
			}
			if at := edgeDistance(l[1], l[2], o[1], o[2]) <= toleranceMarkX; best < 0 || at && !near {
				best, near = i, at
			}
		}
		if best < 0 {
			continue
		}
		used[best] = true
		if shared++; near {
			inPlace++
		}
	}
	return float64(inPlace) / float64(max(shared, 1))
}

// blockLikeness is the share of the blocks with a counterpart at the same place.
func blockLikeness(a, b [][3]int) float64 {
	has := func(all [][3]int, p [3]int) bool {
		return slices.ContainsFunc(all, func(o [3]int) bool {
			return edgeDistance(p[0], p[1], o[0], o[1]) <= toleranceMarkX && distance(p[2], o[2]) <= toleranceMarkY
		})
	}
	n := 0
	for _, p := range a {
		if has(b, p) {
			n++
		}
	}
	for _, p := range b {
		if has(a, p) {
			n++
		}
	}
	return float64(n) / float64(max(len(a)+len(b), 1))
}

// Tolerances of marks, in thousandths of the page; lines may be shifted by about one line.
const (
	toleranceMarkX = 12
	toleranceMarkY = 15
)
