package eval

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Selection selects the documents to measure and the options.
type Selection struct {
	Collections []string // all if empty
	Languages   []string // of the manifest's lang; all if empty
	Split       string   // SplitA or SplitB, both if empty
	Limit       int      // maximum documents of each collection; all if 0
	Workers     int      // documents at a time; one if 0

	Boxes bool // reference boxes instead of OCR
	XML   bool // use embedded e-invoices; otherwise only pages are read
	// Photos and Scans are collections of photos and scans, for manifests that do not specify it.
	Photos, Scans []string
	// Models extracts the documents; nil means the embedded models.
	Models *extract.Models
	// Folds selects, for documents that were trained on, models trained without them; nil reads all documents with
	// Models. Reserved documents are not measured.
	Folds *LeftOut
	// Seen reads all documents with Models despite Folds, for comparison.
	Seen bool
	// Aside measures only the documents that Folds reserves.
	Aside bool

	// Progress, if set, is called after each document, concurrently by several workers.
	Progress func(done, of int)
}

// Halves of a folder. All documents of an issuer are in the same half, so work based on one half is measured on unseen
// issuers of the other.
const (
	SplitA = "a"
	SplitB = "b"
)

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

// half returns SplitA or SplitB by a hash of the issuer's name, or of the file's name if there is no issuer.
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
