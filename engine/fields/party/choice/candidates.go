package choice

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/block"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// companyNames are the segments that end in a legal form.
func (in Input) companyNames() []*block.Block {
	var out []*block.Block
	for _, s := range in.Layout.Segments {
		if s.Page.Number > 2 || len(out) >= block.Most {
			break
		}
		if in.ItemRows[s.Page.Rows[s.Row]] || !textshape.NameLike(s.Words) || !textshape.HasLegalForm(s.Words) || in.Labelled(s) {
			continue
		}
		out = append(out, &block.Block{Name: []layout.Part{annotate.Whole(s)}, Score: -0.3,
			Address: block.AddressUnder(in.Document, s)})
	}
	for _, l := range in.Link(in.NameValues, lexicon.Holder).Links[lexicon.Holder] {
		// Who holds the account to pay to is the vendor.
		out = append(out, &block.Block{Role: role.Vendor,
			Name: []layout.Part{{Segment: l.Value.Segment, First: l.Value.First, Last: l.Value.Last}}, Score: 1.6})
	}
	return out
}

// topLines are the first few lines of the first page; the larger the letters
// the better.
func (in Input) topLines() []*block.Block {
	if len(in.Layout.Pages) == 0 {
		return nil
	}
	page := in.Layout.Pages[0]
	height := annotate.TypicalHeight(page)
	var out []*block.Block
	for _, row := range page.Rows[:min(6, len(page.Rows))] {
		for _, s := range row.Segments {
			if !textshape.NameLike(s.Words) || in.Labelled(s) || len(s.Words) > 6 || lexicon.TownLabel.Has(recognize.Fold(s.Text())) {
				continue
			}
			p := &block.Block{Name: []layout.Part{annotate.Whole(s)}, Score: -0.9 - 0.15*float64(s.Row)}
			if s.Height() > 1.25*height {
				p.Score += 0.7
			}
			p.Address = block.AddressUnder(in.Document, s)
			out = append(out, p)
		}
	}
	return out
}
