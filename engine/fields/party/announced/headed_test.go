package announced

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

// mistagged tags each segment as a unit: those with a seller's name as a customer's, and
// the other way round.
func mistagged(l *link.Linker) *tag.Tags {
	var units []tag.Unit
	for _, s := range l.Layout.Segments {
		u := tag.Unit{Part: layout.Part{Segment: s, Last: len(s.Words) - 1}}
		if _, after := role.Heading(s); after > 0 && after < len(s.Words) {
			head := u
			head.Last = after - 1
			units = append(units, head)
			u.First = after
		}
		for c := range u.Odds {
			u.Odds[c] = -9
		}
		switch {
		case strings.Contains(s.Text(), "Marlow"):
			u.Odds[tag.CustomerName] = -0.1
		case strings.Contains(s.Text(), "Hollis"):
			u.Odds[tag.VendorName] = -0.1
		default:
			u.Odds[tag.Other] = -0.1
		}
		units = append(units, u)
	}
	return tag.New(units, [6]float32{})
}

func TestHeadingsSayWhoseABlockIs(t *testing.T) {
	t.Parallel()
	listing := func(s *sheettest.Sheet) {
		for i, row := range [][2]string{{"Seller", ""}, {"Number:", "4711"}, {"Name:", "Marlow Timber Ltd"}, {"Address:", "6 Quay form.Street"},
			{"Buyer", ""}, {"Name:", "Hollis Joinery Ltd"}} {
			y := 100 + 13*float64(i)
			s.Put(50, y, 10, row[0])
			if row[1] != "" {
				s.Put(200, y, 10, row[1])
			}
		}
	}
	indented := func(s *sheettest.Sheet) {
		s.Put(50, 100, 10, "SELLER: Marlow Timber Ltd")
		s.Column(70, 113, 10, "6 Quay form.Street", "Leeds LS1 4AP")
		s.Put(50, 200, 10, "BUYER: Hollis Joinery Ltd")
	}
	under := func(s *sheettest.Sheet) {
		s.Column(50, 100, 10, "From", "Marlow Timber Ltd", "6 Quay form.Street")
		s.Column(300, 100, 10, "To", "Hollis Joinery Ltd", "12 Mill Lane")
	}
	one := func(s *sheettest.Sheet) {
		s.Column(50, 40, 10, "Marlow Timber Ltd", "6 Quay form.Street")
		s.Column(50, 100, 10, "Buyer", "Hollis Joinery Ltd", "12 Mill Lane")
	}
	for name, c := range map[string]struct {
		draw func(*sheettest.Sheet)
		kind result.DocumentType
		obey bool
	}{
		"labels with values":      {listing, result.TypeInvoice, true},
		"indented below the name": {indented, result.TypeInvoice, true},
		"in columns":              {under, result.TypeInvoice, true},
		"an order that says both": {indented, result.TypePurchaseOrder, true},
		"an order to somebody":    {under, result.TypePurchaseOrder, false},
		"an order that says one":  {one, result.TypePurchaseOrder, true},
	} {
		sheet := sheettest.A4()
		c.draw(sheet)
		l := sheettest.Read(sheettest.Bind(sheet), c.kind)
		l.Tags = mistagged(l)
		for _, u := range Correct(Input{l.Document, c.kind}).Units {
			want := map[bool]tag.Class{true: tag.VendorName, false: tag.CustomerName}
			switch text := u.Text(); {
			case strings.Contains(text, "Marlow") && u.Best() != want[c.obey]:
				t.Errorf("%s: %s is %v", name, text, u.Best())
			case strings.Contains(text, "Hollis") && u.Best() != want[!c.obey]:
				t.Errorf("%s: %s is %v", name, text, u.Best())
			}
		}
	}
}
