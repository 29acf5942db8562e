package eval

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Selection says which documents of a folder are measured, and how.
type Selection struct {
	Collections []string // all if empty
	Languages   []string // of the manifest's lang; all if empty
	Split       string   // SplitA or SplitB, both if empty
	Limit       int      // at most so many of each collection; all if 0
	Workers     int      // documents at a time; one if 0

	Boxes bool // reference boxes instead of OCR
	XML   bool // embedded e-invoices count; without, the pages alone are measured
	// Photos and Scans are the collections whose pictures are such, where the
	// manifest does not say so itself.
	Photos, Scans []string
	// Models understand the documents; nil are those that are part of the program.
	Models *extract.Models
	// Folds have documents that were trained on read by models which were trained
	// without them; nil reads these with Models, too. Documents that are put aside
	// are not measured.
	Folds *LeftOut
	// Seen reads all with Models in spite of Folds, to compare.
	Seen bool
	// Aside measures the documents that Folds put aside, and no others.
	Aside bool

	// Progress, if set, is told after each document how many are done, several
	// workers at a time.
	Progress func(done, of int)
}

// Halves of a folder. All documents of an issuer are in the same one, so that
// what was made with one half in view is measured on issuers that it has not
// seen with the other.
const (
	SplitA = "a"
	SplitB = "b"
)

// choose gives the cases that are measured, in their order.
func (s Selection) choose(cases []Case) []Case {
	taken := map[string]int{}
	out := slices.DeleteFunc(slices.Clone(cases), func(c Case) bool {
		if !among(s.Collections, c.Collection) || !among(s.Languages, c.Language) || s.Split != "" && s.Split != c.half() ||
			s.Folds != nil && s.Folds.isAside(&c) != s.Aside {
			return true
		}
		taken[c.Collection]++
		return s.Limit > 0 && taken[c.Collection] > s.Limit
	})
	for i := range out {
		switch c := &out[i]; {
		case c.Capture != "":
		case slices.Contains(s.Photos, c.Collection):
			c.Capture = CapturePhoto
		case slices.Contains(s.Scans, c.Collection):
			c.Capture = CaptureScan
		}
	}
	return out
}

func among(wanted []string, value string) bool {
	return len(wanted) == 0 || slices.Contains(wanted, value)
}

// half gives SplitA or SplitB by a hash of the issuer's name, of the file's
// where there is none.
func (c *Case) half() string {
	key := recognize.Compact(c.Truth.Scalars["vendorName"])
	if key == "" {
		key = c.File
	}
	h := fnv.New32a()
	fmt.Fprint(h, key)
	if h.Sum32()%2 == 0 {
		return SplitA
	}
	return SplitB
}
