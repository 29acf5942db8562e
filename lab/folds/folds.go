// Package folds splits labeled documents into folds of similar size so that similar documents share a fold: all
// documents of a vendor, of a family of templates or of a program that renders e-invoices, and all copies of a file.
// Models trained without a fold then read its documents as unseen ones.
package folds

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Count is the number of folds.
const Count = 5

// Options selects the documents to train on.
type Options struct {
	// Collections are the ones to train on. Documents of others are in no fold.
	Collections []string
	// Aside are families of templates that are reserved: neither trained on nor inspected.
	Aside []string
	// Known are existing folds, such as those of the tagger networks. Documents keep these folds, and others of their
	// group join them. It may be nil.
	Known *eval.Folds
}

// errParted is returned if documents of one group are in several known folds.
var errParted = errors.New("documents that belong together are in different folds already")

// Make returns the folds of the documents of some folders with manifests (see package eval). It does not depend on the
// order of documents.
func Make(folders []string, opt Options) (*eval.Folds, error) {
	var members []member
	for _, folder := range folders {
		cases, err := eval.Load(folder)
		if err != nil {
			return nil, err
		}
		for i := range cases {
			data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(cases[i].File)))
			if err != nil {
				return nil, err
			}
			sum := sha256.Sum256(data)
			members = append(members, memberOf(&cases[i], hex.EncodeToString(sum[:]), opt))
		}
	}
	return assign(members, opt.Known)
}

// Write writes the file of folds into a folder.
func Write(folder string, f *eval.Folds) error {
	data, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, eval.FoldsFile), append(data, '\n'), 0o600)
}

// Trains reports whether the case may be trained on.
func (o Options) Trains(c *eval.Case) bool {
	return slices.Contains(o.Collections, c.Collection) && !o.IsAside(c)
}

// IsAside reports whether the case is of a reserved family.
func (o Options) IsAside(c *eval.Case) bool {
	return c.Template != "" && slices.Contains(o.Aside, family(c.Template))
}

// family returns the part of a template's name before the first hyphen.
func family(template string) string {
	name, _, _ := strings.Cut(template, "-")
	return name
}

type member struct {
	eval.Folded
	collection string
	keys       []string // members that share a key share a fold
	trains     bool     // counts in balancing the folds
	folded     bool     // some document of its kind may be trained on
}

// drawn marks e-invoices whose pages one program renders from their data. They look alike for all vendors.
const drawn = "xml-visualisation"

func memberOf(c *eval.Case, sum string, opt Options) member {
	m := member{Folded: eval.Folded{File: c.File, SHA256: sum, Aside: opt.IsAside(c)}, collection: c.Collection,
		keys: []string{"file " + sum}, trains: opt.Trains(c)}
	switch vendor := vendorKey(c.Truth.Scalars["vendorName"]); {
	case c.Template != "": // its companies are invented, and the same in all families
		m.keys = append(m.keys, "template "+family(c.Template))
		m.folded = !m.Aside
		m.Origin = family(c.Template)
		return m
	case vendor != "":
		m.keys = append(m.keys, "vendor "+vendor)
		m.Origin = vendor
	default:
		m.Origin = c.File
	}
	if c.Layout == drawn {
		m.keys = append(m.keys, "program "+drawn)
	}
	m.folded = m.trains
	return m
}

// vendorWords is the number of words that identify a vendor. Later words are the legal form, the branch and
// recognition errors.
const vendorWords = 2

func vendorKey(name string) string {
	words := recognize.FoldWords(name)
	return recognize.Compact(strings.Join(words[:min(vendorWords, len(words))], ""))
}

// assign assigns groups of members to folds, the largest group first. It chooses the fold with the fewest documents of
// the group's main collection, then the one with the fewest documents.
func assign(members []member, known *eval.Folds) (*eval.Folds, error) {
	slices.SortFunc(members, func(a, b member) int {
		return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.SHA256, b.SHA256))
	})
	out := &eval.Folds{Count: Count}
	b := balance{inCollection: map[string]*[Count]int{}}
	all := groups(members)
	fixed, err := fixedFolds(members, all, known)
	if err != nil {
		return nil, err
	}
	for i, group := range all {
		if fixed[i] > 0 {
			b.put(members, group, fixed[i]-1)
		}
	}
	for i, group := range all {
		best := fixed[i] - 1
		if best < 0 {
			best = b.lightest(members, group)
			b.put(members, group, best)
		}
		origin := members[group[0]].Origin
		for _, i := range group {
			members[i].Origin = origin
			if members[i].folded {
				members[i].Fold = best + 1
			}
		}
	}
	for i := range members {
		out.Documents = append(out.Documents, members[i].Folded)
	}
	return out, nil
}

type balance struct {
	documents    [Count]int
	inCollection map[string]*[Count]int
}

func (b *balance) counts(collection string) *[Count]int {
	if b.inCollection[collection] == nil {
		b.inCollection[collection] = &[Count]int{}
	}
	return b.inCollection[collection]
}

func (b *balance) put(members []member, group []int, fold int) {
	name, n := mainCollection(members, group)
	b.documents[fold] += n
	b.counts(name)[fold] += n
}

// lightest returns the fold, from 0, for a group.
func (b *balance) lightest(members []member, group []int) int {
	name, _ := mainCollection(members, group)
	have, best := b.counts(name), 0
	for fold := range Count {
		if cmp.Or(cmp.Compare(have[fold], have[best]), cmp.Compare(b.documents[fold], b.documents[best])) < 0 {
			best = fold
		}
	}
	return best
}

// fixedFolds returns the known fold, from 1, of each group, or 0.
func fixedFolds(members []member, groups [][]int, known *eval.Folds) ([]int, error) {
	fixed := make([]int, len(groups))
	if known == nil {
		return fixed, nil
	}
	at := map[string]int{}
	for _, d := range known.Documents {
		at[d.SHA256] = d.Fold
	}
	for g, group := range groups {
		for _, i := range group {
			fold := at[members[i].SHA256]
			if fold > 0 && fixed[g] > 0 && fold != fixed[g] {
				return nil, fmt.Errorf("%w: %s in %d, others in %d", errParted, members[i].File, fold, fixed[g])
			}
			fixed[g] = max(fixed[g], fold)
		}
	}
	return fixed, nil
}

// mainCollection returns the most frequent collection of a group's training documents, and their number in all
// collections.
func mainCollection(members []member, group []int) (name string, documents int) {
	count := map[string]int{}
	for _, i := range group {
		if members[i].trains {
			count[members[i].collection]++
			documents++
		}
	}
	for _, i := range group {
		c := members[i].collection
		if name == "" || cmp.Or(cmp.Compare(count[c], count[name]), strings.Compare(name, c)) > 0 {
			name = c
		}
	}
	return name, documents
}

// groups joins members that share a key. Groups with the most training documents come first.
func groups(members []member) [][]int {
	parent := make([]int, len(members))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	first := map[string]int{}
	for i := range members {
		for _, key := range members[i].keys {
			if other, ok := first[key]; ok {
				a, b := root(other), root(i)
				parent[max(a, b)] = min(a, b)
			} else {
				first[key] = i
			}
		}
	}
	by := map[int][]int{}
	for i := range members {
		by[root(i)] = append(by[root(i)], i)
	}
	out := make([][]int, 0, len(by))
	for i := range members {
		if group := by[i]; group != nil {
			out = append(out, group)
		}
	}
	slices.SortStableFunc(out, func(a, b []int) int { return trained(members, b) - trained(members, a) })
	return out
}

func trained(members []member, group []int) int {
	n := 0
	for _, i := range group {
		if members[i].trains {
			n++
		}
	}
	return n
}
