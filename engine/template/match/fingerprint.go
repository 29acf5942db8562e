package match

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Parts of a page that keys distinguish.
const (
	zones = 16 // horizontally and vertically
	head  = 0.35
	foot  = 0.9
	// maxRollRatio is the maximum width-to-height ratio of a receipt roll, on which places mean little.
	maxRollRatio = 0.6
)

// Fingerprint computes the fingerprint of a document from its first page: places and meanings of labels in any
// language, places of blocks in the head and foot, columns of tables, and frequent left edges. Values, logos and the
// number of item lines do not count.
func Fingerprint(doc *annotate.Document) template.Fingerprint {
	keys := map[int64]bool{}
	labels := onFirstPage(doc)
	for i, l := range labels {
		role, box := string(l.Terms[0].Role), l.Box()
		page := l.Segment.Page
		keys[longHash("left", role, zone(box.X0/page.Width))] = true
		keys[longHash("right", role, zone(box.X1/page.Width))] = true
		if below := belowOf(labels, i); below != nil {
			keys[longHash("below", role, string(below.Terms[0].Role))] = true
		}
	}
	addBlocks(doc.Layout, keys)
	addTables(doc, keys)
	addEdges(doc.Layout, keys)
	f := template.Fingerprint{Keys: []int64{}, Vendors: Vendors(doc)}
	for k := range keys {
		f.Keys = append(f.Keys, k)
	}
	slices.Sort(f.Keys)
	f.Keys = f.Keys[:min(len(f.Keys), template.MaxKeys)]
	if len(f.Keys) > 0 && !isRoll(doc.Layout) {
		f.Marks = marks(doc, labels)
	}
	return f
}

func marks(doc *annotate.Document, labels []*annotate.Label) *template.Marks {
	m := &template.Marks{}
	page := doc.Layout.Pages[0]
	across := func(x float64) int { return min(max(int(thousand*x/page.Width), 0), thousand) }
	label := func(box layout.Box, said ...string) {
		if len(m.Labels) < template.MaxLabels {
			const bits = 1<<24 - 1 // enough to distinguish labels, and short
			m.Labels = append(m.Labels, [3]int{int(hashOf(said...) & bits), across(box.X0), across(box.X1)})
		}
	}
	for _, t := range firstTables(doc) {
		for _, h := range t.Headings {
			label(h.Box, "column", strconv.Itoa(int(h.Column)))
		}
	}
	for _, l := range labels {
		label(l.Box(), "label", string(l.Terms[0].Role))
	}
	for _, s := range blocks(doc.Layout) {
		if len(m.Blocks) < template.MaxBlocks {
			m.Blocks = append(m.Blocks, [3]int{across(s.Box.X0), across(s.Box.X1), int(thousand * s.RelativeY())})
		}
	}
	return m
}

func addBlocks(lay *layout.Layout, keys map[int64]bool) {
	for _, s := range blocks(lay) {
		keys[longHash("block", zone(s.Box.X0/s.Page.Width), zone(s.RelativeY()))] = true
	}
}

// blocks returns the first lines of the blocks in the head and foot of the first page.
func blocks(lay *layout.Layout) []*layout.Segment {
	var all []*layout.Segment
	for _, s := range lay.Segments {
		if s.Page != lay.Pages[0] || s.Page.Width <= 0 || s.PreviousInBlock() != nil {
			continue
		}
		if y := s.RelativeY(); y <= head || y >= foot {
			all = append(all, s)
		}
	}
	return all
}

func addTables(doc *annotate.Document, keys map[int64]bool) {
	for _, t := range firstTables(doc) {
		for i, h := range t.Headings {
			column := strconv.Itoa(int(h.Column))
			keys[longHash("column left", column, zone(h.Box.X0/t.Page.Width))] = true
			keys[longHash("column right", column, zone(h.Box.X1/t.Page.Width))] = true
			if i > 0 {
				keys[longHash("columns", strconv.Itoa(int(t.Headings[i-1].Column)), column)] = true
			}
		}
	}
}

func firstTables(doc *annotate.Document) []*layout.Table {
	const most = 2
	var first []*layout.Table
	for _, t := range doc.Tables {
		if t.Page == doc.Layout.Pages[0] && t.Page.Width > 0 && len(first) < most {
			first = append(first, t)
		}
	}
	return first
}

// addEdges adds frequent left edges in two grids shifted by half a cell, so that one of them has no border there.
func addEdges(lay *layout.Layout, keys map[int64]bool) {
	const (
		fine     = 200 // steps across the page for counting edges
		grid     = 40  // steps that keys distinguish
		segments = 3   // minimum for an edge
	)
	var counts [fine + 2]int
	for _, s := range lay.Segments {
		if s.Page == lay.Pages[0] && s.Page.Width > 0 {
			counts[1+min(max(int(s.Box.X0/s.Page.Width*fine), 0), fine-1)]++
		}
	}
	for i := 1; i <= fine; i++ {
		before, at, after := counts[i-1], counts[i], counts[i+1]
		if at == 0 || before+at+after < segments || at < max(before, after) {
			continue
		}
		share := float64(i-1) / fine * grid
		keys[longHash("edge", strconv.Itoa(int(share)))] = true
		keys[longHash("edge beside", strconv.Itoa(int(share+0.5)))] = true
	}
}

func onFirstPage(doc *annotate.Document) []*annotate.Label {
	var labels []*annotate.Label
	for _, l := range doc.Labels {
		if l.Segment.Page == doc.Layout.Pages[0] && len(l.Terms) > 0 && l.Opens && l.Segment.Page.Width > 0 {
			labels = append(labels, l)
		}
	}
	return labels
}

// belowOf returns the next label below at the same edge.
func belowOf(labels []*annotate.Label, i int) *annotate.Label {
	const apart = 0.02 // of the page width
	at := labels[i].Box()
	for _, o := range labels[i+1:] {
		if b := o.Box(); b.Y0 > at.CenterY() && absolute(b.X0-at.X0) < apart*o.Segment.Page.Width {
			return o
		}
	}
	return nil
}

func absolute(x float64) float64 { return max(x, -x) }

// zone names the part of the page for a share of its width or height.
func zone(share float64) string { return string(rune('a' + min(max(int(share*zones), 0), zones-1))) }

// Vendors returns the hashed identifiers on the pages: tax IDs, accounts and domains. Phone numbers count only on
// receipts from a roll, which have no customer's number.
func Vendors(doc *annotate.Document) []string {
	found := map[string]bool{}
	for _, s := range doc.Layout.Segments {
		for _, codes := range [][]recognize.Code{s.VATIDs(), s.IBANs()} {
			for _, c := range codes {
				found[Identifier(c.Value)] = true
			}
		}
		for _, d := range domains(s) {
			found[Identifier(d)] = true
		}
	}
	for _, n := range announcedNumbers(doc) {
		found[Identifier(n)] = true
	}
	ids := make([]string, 0, len(found))
	for id := range found {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids[:min(len(ids), template.MaxVendors)]
}

func isRoll(lay *layout.Layout) bool { return lay.Pages[0].Width <= maxRollRatio*lay.Pages[0].Height }

// announcedNumbers returns labeled tax IDs of unknown format, and phone numbers on receipts.
func announcedNumbers(doc *annotate.Document) []string {
	var found []string
	till := isRoll(doc.Layout)
	for _, l := range doc.Labels {
		_, tax := l.As(lexicon.TaxID)
		if _, phone := l.As(lexicon.Phone); !tax && (!phone || !till) {
			continue
		}
		behind := l.Segment.Words[l.Last+1:]
		if right := l.Segment.Right(); len(behind) == 0 && len(right) > 0 {
			behind = right[0].Words
		}
		if n := numberIn(behind); n != "" {
			found = append(found, n)
		}
	}
	return found
}

// numberIn returns the leading number of words without signs; "" if it is too short to identify a company.
func numberIn(words []string) string {
	const least = 7 // digits
	number := ""
	for _, w := range words {
		compact := recognize.Compact(w)
		if recognize.CountDigits(compact) == 0 && compact != "" {
			break
		}
		number += compact
	}
	if recognize.CountDigits(number) < least {
		return ""
	}
	return number
}

func domains(s *layout.Segment) []string {
	var found []string
	for _, c := range s.Emails() {
		if _, domain, ok := strings.Cut(c.Value, "@"); ok {
			found = append(found, domain)
		}
	}
	for _, c := range s.URLs() {
		domain := strings.TrimPrefix(strings.TrimPrefix(c.Value, "https://"), "http://")
		domain, _, _ = strings.Cut(domain, "/")
		found = append(found, strings.TrimPrefix(domain, "www."))
	}
	return found
}

// Identifier is the hash of an identifier in templates.
func Identifier(text string) string {
	sum := sha256.Sum256([]byte(recognize.Compact(text)))
	const bytes = 16
	return hex.EncodeToString(sum[:bytes])
}
