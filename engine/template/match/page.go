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

// Page is a document prepared for matching.
type Page struct {
	doc    *annotate.Document
	quotes llm.Quotes
	labels map[uint32][]occurrence
	blocks []block
	words  map[*layout.Segment][]string // cache of words without spaces and signs
	issued string                       // issue date (ISO 8601), "" if unknown
}

type occurrence struct {
	segment *layout.Segment
	last    int // token
}

// NewPage prepares a document; currency is "" if unknown.
func NewPage(doc *annotate.Document, currency string) *Page {
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

// label is the hash of a label's words, or of their meaning in any language.
type label struct {
	hash uint32
	last int // token
}

// maxLabelWords is the maximum number of words in a label that the lexicon does not know.
const maxLabelWords = 6

// labelsOf returns the labels at the start of a segment: from the lexicon, to the colon, and before the first digit.
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
		if last < 0 || last >= maxLabelWords {
			continue
		}
		if text := recognize.Compact(recognize.Span{First: 0, Last: last}.Raw(s.Words)); len(text) > 1 {
			found = append(found, label{hashOf("text", text), last})
		}
	}
	return found
}

// hashOf is FNV-1a of texts with a separator.
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

// isRecognized reports whether parts come from OCR.
func isRecognized(parts []layout.Part) bool {
	return len(parts) > 0 && parts[0].Recognized()
}
