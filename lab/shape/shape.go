// Package shape measures layout features that the models use: the division of rows, the positions of parties and their
// surroundings. Synthetic documents vary enough if their figures cover those of real ones.
package shape

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Of returns the figures of a document by name. Figures of a field are missing if its truth is unknown or not found on
// the page. Positions are fractions of the page.
func Of(doc *document.Document, scalars map[string]string, items int) map[string]float64 {
	out := map[string]float64{"pages": float64(len(doc.Pages)), "lineItems": float64(items)}
	pages := layout.Analyze(doc).Pages
	if len(pages) == 0 || len(pages[0].Rows) == 0 {
		return out
	}
	p := pages[0]
	rows(p, out)
	for _, field := range []string{"vendorName", "vendorAddress", "customerName", "customerAddress", "total", "issueDate",
		"invoiceNumber", "vendorTaxId", "customerTaxId", "iban"} {
		want := scalars[field]
		if want == "" {
			continue
		}
		found := find(pages, field, want)
		truth := 0.0
		if found != nil {
			truth = 1
			addPosition(found, field, out)
		}
		out[field+" in one piece"] = truth
	}
	parties(p, scalars, out)
	return out
}

func rows(p *layout.Page, out map[string]float64) {
	segments, words, bold, wide := 0.0, 0.0, 0.0, 0.0
	sizes, edges := map[int]bool{}, map[int]bool{}
	for _, r := range p.Rows {
		segments += float64(len(r.Segments))
		if len(r.Segments) > 2 {
			wide++
		}
		for _, s := range r.Segments {
			words += float64(len(s.Words))
			sizes[int(2*s.Tokens[0].Size)] = true
			edges[int(s.Box.X0/8)] = true
			if s.Bold() {
				bold++
			}
		}
	}
	n := float64(len(p.Rows))
	out["rows"], out["segments a row"], out["words a segment"] = n, segments/n, words/segments
	out["bold segments"], out["rows of three and more"] = bold/segments, wide/n
	out["sizes"], out["left edges"] = float64(len(sizes)), float64(len(edges))
	last := p.Rows[len(p.Rows)-1]
	out["lowest row"] = last.Box.Y1 / p.Height
}

func find(pages []*layout.Page, field, want string) *layout.Segment {
	wants := []string{recognize.Compact(want)}
	if field == "total" {
		wants = []string{strings.NewReplacer(".", "", "-", "").Replace(want)}
	}
	if strings.HasSuffix(field, "Address") {
		first, _, _ := strings.Cut(want, ",")
		wants = []string{recognize.Compact(first)}
	}
	for _, p := range pages {
		for _, r := range p.Rows {
			for _, s := range r.Segments {
				text := recognize.Compact(s.Text())
				if field == "issueDate" {
					if saysDay(s, want) {
						return s
					}
				} else if strings.Contains(text, wants[0]) {
					return s
				}
			}
		}
	}
	return nil
}

func saysDay(s *layout.Segment, want string) bool {
	return slices.ContainsFunc(s.Dates(), func(d recognize.Date) bool {
		return d.ISO(recognize.OrderDMY) == want || d.ISO(recognize.OrderMDY) == want
	})
}

// addPosition measures the position of a value and the content before, left of and above it.
func addPosition(s *layout.Segment, field string, out map[string]float64) {
	out[field+" x"], out[field+" y"] = s.Box.CenterX()/s.Page.Width, s.RelativeY()
	out[field+" words in its segment"] = float64(len(s.Words))
	left, above := s.Left(), s.PreviousInBlock()
	known := knows(s)
	if known {
		out[field+" known label inside"] = 1
	} else {
		out[field+" known label inside"] = 0
	}
	for _, o := range []struct {
		name string
		at   *layout.Segment
	}{{"left", left}, {"above", above}} {
		out[field+" known label "+o.name] = 0
		if o.at != nil && knows(o.at) {
			out[field+" known label "+o.name], known = 1, true
		}
	}
	out[field+" label known"] = 0
	if known {
		out[field+" label known"] = 1
	}
}

// knows reports whether a segment opens with a label or heading of the lexicon.
func knows(s *layout.Segment) bool {
	words, tokens := s.Folded()
	_, _, n := lexicon.Labels().Longest(words, tokens)
	_, _, m := lexicon.PartyHeadings().Longest(words, tokens)
	return n > 0 || m > 0
}

// parties measures the relative position of vendor and customer.
func parties(p *layout.Page, scalars map[string]string, out map[string]float64) {
	if scalars["vendorName"] == "" || scalars["customerName"] == "" {
		return
	}
	pages := []*layout.Page{p}
	vendor := find(pages, "vendorName", scalars["vendorName"])
	customer := find(pages, "customerName", scalars["customerName"])
	if vendor == nil || customer == nil {
		return
	}
	out["customer below vendor"] = (customer.Box.Y0 - vendor.Box.Y0) / p.Height
	out["customer right of vendor"] = (customer.Box.X0 - vendor.Box.X0) / p.Width
	beside := 0.0
	if d := customer.Box.Y0 - vendor.Box.Y0; d > -30 && d < 30 {
		beside = 1
	}
	out["parties side by side"] = beside
}
