// Package recall teaches a memory of layouts and reads documents by it: it makes
// the fingerprint of a page, the anchors that lead from labels and places of
// blocks to values, and the values to which known anchors lead on a new page.
//
// Anchors are short texts of hashes and numbers, with which the page is compared;
// nothing of a memory is ever run as a pattern. Every value that comes out of it
// is made of the words of the page at hand, but for letters of a vendor's name and
// address that were misread on pages of pixels, and for a currency that its pages do
// not spell out.
package match

import (
	"hash/fnv"
	"slices"
	"strconv"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Page is a document as the memory looks at it.
type Page struct {
	doc    *annotate.Document
	quotes llm.Quotes
	labels map[uint32][]occurrence
	blocks []block
	words  map[*layout.Segment][]string // without spaces and signs, as far as they were asked for
	issued string                       // when the document was issued (ISO 8601), "" where that is not known
}

// occurrence is a place at which a label stands.
type occurrence struct {
	segment *layout.Segment
	last    int // token
}

// View prepares a document of that currency, "" where it is not known.
func View(doc *annotate.Document, currency string) *Page {
	p := &Page{doc: doc, quotes: llm.NewQuotes(doc.Layout, currency), labels: map[uint32][]occurrence{},
		words: map[*layout.Segment][]string{}}
	for _, s := range doc.Layout.Segments {
		for _, l := range p.labelsOf(s) {
			p.labels[l.hash] = append(p.labels[l.hash], occurrence{s, l.last})
		}
		if s.PreviousInBlock() == nil {
			p.addBlock(s)
		}
	}
	return p
}

// label is the hash of a label's words, or of what they announce in any language.
type label struct {
	hash uint32
	last int // token
}

// mostWords bounds the words of a label that the lexicon does not know.
const mostWords = 6

// labelsOf returns the labels at the start of a segment: what the lexicon knows,
// the words to the first colon, those before the first digit, or all.
func (p *Page) labelsOf(s *layout.Segment) []label {
	var found []label
	for _, l := range p.doc.LabelsIn[s] {
		if len(l.Terms) > 0 {
			found = append(found, label{hashOf("role", string(l.Terms[0].Role)), l.Last})
		}
	}
	colon, digit := -1, len(s.Words)
	for i, w := range s.Words {
		if colon < 0 && w != "" && w[len(w)-1] == ':' {
			colon = i
		}
		if recognize.CountDigits(w) > 0 {
			digit = i
			break
		}
	}
	for _, last := range slices.Compact([]int{colon, digit - 1}) {
		if last < 0 || last >= mostWords {
			continue
		}
		if text := recognize.Compact(recognize.Span{First: 0, Last: last}.Raw(s.Words)); len(text) > 1 {
			found = append(found, label{hashOf("text", text), last})
		}
	}
	return found
}

// hashOf is FNV-1a of texts with a mark between them.
func hashOf(texts ...string) uint32 { return uint32(longHash(texts...)) }

func longHash(texts ...string) int64 {
	h := fnv.New64a()
	for _, t := range texts {
		_, _ = h.Write([]byte(t)) // never fails
		_, _ = h.Write([]byte{0})
	}
	const positive = 1<<63 - 1
	return int64(h.Sum64() & positive)
}

func base36(hash uint32) string { return strconv.FormatUint(uint64(hash), 36) }
