// Package match makes templates from corrected pages and applies them to others. It computes the fingerprint of a
// page, the anchors that lead from labels and places of blocks to values, and the values that known anchors lead to
// on a new page.
//
// Anchors are short texts of hashes and numbers that are compared with the page; no part of a template is run as a
// pattern. Every proposed value consists of words on the page, except misread letters of a vendor's constants on
// scanned pages, and a currency that the vendor's pages do not spell out.
package match

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

type field struct {
	examples []*template.ExampleField
	// missed counts the examples with a wrong or missing value, doubted those of them without high confidence.
	missed, doubted, absent int
}

func fieldOf(l *template.Template, name string) field {
	var f field
	for i := range l.Examples {
		t := l.Examples[i].Field(name)
		if t == nil {
			continue
		}
		f.examples = append(f.examples, t)
		if t.Missed {
			f.missed++
		}
		if t.Missed && !t.Sure {
			f.doubted++
		}
		if t.Absent {
			f.absent++
		}
	}
	return f
}

// match is an anchor with the single value that it leads to on the page.
type match struct {
	template.Anchor
	quote llm.Quote
}

// matches follows the valid anchors of a field that lead to a single value, the most reliable first.
func (p *Page) matches(l *template.Template, t llm.Target, name string) []match {
	var all []match
	for _, a := range l.Anchors(name) {
		if led := p.valuesAt(t, a.Text); len(led) == 1 {
			all = append(all, match{a, led[0]})
		}
	}
	return all
}

func (d match) proposal(l *template.Template, name string) Proposal {
	return Proposal{
		Name: name, Quote: d.quote, Example: &l.Examples[d.Example], Held: d.Held, Contradicted: d.Contradicted,
	}
}

type rankedProposal struct {
	proposal Proposal
	weight   float64
}

// best returns the value with the most reliable anchors, or nil if equally reliable anchors lead elsewhere.
func (p *Page) best(
	l *template.Template, t llm.Target, name string, leads []match, vendors template.Fingerprint,
) *Proposal {
	var all []rankedProposal
	vote := func(d match, weight float64) *rankedProposal {
		i := slices.IndexFunc(all, func(c rankedProposal) bool { return t.Same(c.proposal.Quote.Value, d.quote.Value) })
		if i < 0 {
			i = len(all)
			all = append(all, rankedProposal{proposal: d.proposal(l, name)})
		}
		c := &all[i]
		c.weight += weight
		if d.Held-d.Contradicted > c.proposal.Held-c.proposal.Contradicted {
			c.proposal.Held, c.proposal.Contradicted = d.Held, d.Contradicted
		}
		return c
	}
	var flexible []template.Anchor // that led somewhere
	led := slices.ContainsFunc(leads, func(d match) bool { return !template.IsCounted(d.Text) })
	for _, d := range leads {
		if isSupplanted(d.Anchor, flexible) || led && template.IsCounted(d.Text) {
			continue
		}
		if !isFixed(d.Text) {
			flexible = append(flexible, d.Anchor)
		}
		sure := float64(d.Held - d.Contradicted)
		if template.IsLoose(d.Text) {
			sure /= 2
		}
		c := vote(d, sure*sure/float64(1+d.Rank))
		c.proposal.placed = c.proposal.placed || template.IsPlaced(d.Text) && !template.IsCounted(d.Text)
		c.proposal.labeled = c.proposal.labeled || !template.IsPlaced(d.Text)
	}
	for i := range l.Examples {
		f := l.Examples[i].Field(name)
		if f == nil || f.Constant == "" || !isConstantField(name) || !l.Examples[i].Fingerprint.SharesVendor(vendors) {
			continue
		}
		if found := p.quotes.Find(t, f.Constant); len(found) > 0 {
			const sure = 4
			vote(match{template.Anchor{Example: i, Held: countSpelling(l, name, f.Constant)}, found[0]}, sure)
		}
	}
	slices.SortStableFunc(all, func(a, b rankedProposal) int { return cmp.Compare(b.weight, a.weight) })
	if len(all) == 0 || len(all) > 1 && all[0].weight < 2*all[1].weight {
		return nil
	}
	return &all[0].proposal
}

// isFixed reports whether an anchor takes a fixed number of lines.
func isFixed(anchor string) bool {
	_, rest, _ := strings.Cut(anchor, "/")
	w, ok := parseOffset(rest)
	return ok && strings.HasPrefix(w.end, endLines)
}

// isSupplanted reports whether a fixed anchor has an alternative at its base that finds the end by form.
func isSupplanted(a template.Anchor, flexible []template.Anchor) bool {
	base, _, _ := strings.Cut(a.Text, "/")
	return isFixed(a.Text) && slices.ContainsFunc(flexible, func(f template.Anchor) bool {
		return f.Held >= a.Held && strings.HasPrefix(f.Text, base+"/")
	})
}

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
