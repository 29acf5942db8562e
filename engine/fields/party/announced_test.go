package party

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tag"
)

// misled tags the units of a page that the network makes nothing of: each is nothing,
// but those named, which it is sure are what they are not.
func misled(l *link.Linker, wrong map[string]tag.Class) *tag.Tags {
	var units []tag.Unit
	for _, s := range l.Layout.Segments {
		cuts := []int{0, len(s.Words)}
		if _, after := roleOf(s); after > 0 && after < len(s.Words) {
			cuts = []int{0, after, len(s.Words)}
		} else if k := colon(s); k < len(s.Words) {
			cuts = []int{0, k, len(s.Words)}
		}
		for i := range len(cuts) - 1 {
			u := tag.Unit{Part: layout.Part{Segment: s, First: cuts[i], Last: cuts[i+1] - 1}}
			for c := range u.Odds {
				u.Odds[c] = -6
			}
			u.Odds[tag.VendorTaxID] = -5    // of the two parties rather the vendor's
			u.Odds[wrong[u.Text()]] = -0.05 // Other, unless named
			units = append(units, u)
		}
	}
	return tag.New(units, [6]float32{})
}

// colon returns the word behind the first that ends in a colon.
func colon(s *layout.Segment) int {
	for i, w := range s.Words {
		if w[len(w)-1] == ':' {
			return i + 1
		}
	}
	return len(s.Words)
}

// What a page says in words goes before what the network makes of it.
func TestAnnouncedParties(t *testing.T) {
	t.Parallel()
	rows := func(s *sheettest.Sheet, list ...[2]string) {
		for i, row := range list {
			y := 100 + 13*float64(i)
			s.Put(50, y, 10, row[0])
			if row[1] != "" {
				s.Put(220, y, 10, row[1])
			}
		}
	}
	for name, c := range map[string]struct {
		draw  func(*sheettest.Sheet)
		kind  result.DocumentType
		wrong map[string]tag.Class
		want  []string
	}{
		"a list of labels": {
			func(s *sheettest.Sheet) {
				rows(s, [2]string{"Seller"}, [2]string{"Number:", "4000001123452"}, [2]string{"Name:", "Marlow Timber Ltd"},
					[2]string{"Contact:", "Ada Lowe"}, [2]string{"Address:", "6 Quay Street"}, [2]string{"", "LS1 4AP Leeds"},
					[2]string{"VAT No.:", "GB980780684"}, [2]string{"Buyer"}, [2]string{"Name:", "Hollis Joinery Ltd"})
			},
			result.TypeInvoice,
			map[string]tag.Class{"Ada Lowe": tag.VendorName, "4000001123452": tag.VendorTaxID,
				"Hollis Joinery Ltd": tag.OtherParty},
			[]string{"vendorName=Marlow Timber Ltd", "customerName=Hollis Joinery Ltd", "vendorTaxId=GB980780684"},
		},
		"a person at the company, indented": {
			func(s *sheettest.Sheet) {
				s.Column(50, 100, 10, "Marlow Timber Ltd")
				s.Column(50, 150, 10, "Bill to:")
				s.Column(62, 163, 10, "Hollis Joinery Ltd", "Ada Lowe", "12 Mill Lane")
			},
			result.TypeInvoice,
			map[string]tag.Class{"Marlow Timber Ltd": tag.VendorName, "Ada Lowe": tag.CustomerName,
				"12 Mill Lane": tag.CustomerAddress},
			[]string{"vendorName=Marlow Timber Ltd", "customerName=Hollis Joinery Ltd"},
		},
		"numbers that say whose they are": {
			func(s *sheettest.Sheet) {
				s.Column(50, 100, 10, "SELLER: Marlow Timber", "", "Seller VAT ID: GB980780684")
				s.Column(50, 200, 10, "BUYER: Hollis Joinery", "", "", "", "Buyer VAT ID: GB123456782")
			},
			result.TypePurchaseOrder,
			map[string]tag.Class{"GB123456782": tag.VendorTaxID, "GB980780684": tag.CustomerTaxID},
			[]string{"vendorName=Marlow Timber", "customerName=Hollis Joinery", "vendorTaxId=GB980780684",
				"customerTaxId=GB123456782"},
		},
		"a number by its form": {
			func(s *sheettest.Sheet) {
				s.Column(50, 100, 10, "Marlow Timber Ltd", "4000001123", "69-1592354")
				s.Column(320, 100, 10, "Bill to:", "Hollis Joinery Ltd")
			},
			result.TypeInvoice,
			map[string]tag.Class{"Marlow Timber Ltd": tag.VendorName},
			[]string{"vendorName=Marlow Timber Ltd", "customerName=Hollis Joinery Ltd", "vendorTaxId=69-1592354"},
		},
		"where the goods go": {
			func(s *sheettest.Sheet) {
				s.Column(50, 100, 10, "Marlow Timber Ltd")
				s.Column(50, 150, 10, "Ship to", "Dock Stores Ltd")
				s.Column(320, 150, 10, "Hollis Joinery Ltd")
			},
			result.TypeInvoice,
			map[string]tag.Class{"Marlow Timber Ltd": tag.VendorName, "Dock Stores Ltd": tag.CustomerName,
				"Hollis Joinery Ltd": tag.CustomerName},
			[]string{"vendorName=Marlow Timber Ltd", "customerName=Hollis Joinery Ltd"},
		},
	} {
		sheet := sheettest.A4()
		c.draw(sheet)
		l := sheettest.Read(sheettest.Bind(sheet), c.kind)
		l.Tags = misled(l, c.wrong)
		got := value.New()
		for field, v := range Find(Input{Linker: l}).Scalars {
			switch field {
			case "vendorName", "customerName", "vendorTaxId", "customerTaxId":
				got.Put(field, v)
			}
		}
		sheettest.Expect(t, name, got, c.want...)
	}
}

// What stands below a heading and is no name is not taken for one.
func TestNoNameAnnounced(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"12 Mill Lane", "LS1 4AP Leeds", "INVOICE", "Tel: 0113 496 0000",
		"info@hollis.example", "Attn Ada Lowe"} {
		sheet := sheettest.A4()
		sheet.Column(50, 100, 10, "Bill to:", text)
		l := sheettest.Read(sheettest.Bind(sheet), result.TypeInvoice)
		l.Tags = misled(l, nil)
		for _, u := range announced(l).Tags.Units {
			if u.Odds[tag.CustomerName] > -1 {
				t.Errorf("%q is a name", u.Text())
			}
		}
	}
}

// Who is called the seller alone in a line may be who served the customer; with an address,
// a legal form or a VAT number it is the vendor.
func TestTheSellerOfAShop(t *testing.T) {
	t.Parallel()
	for rows, want := range map[string]bool{
		"Verkäufer: Ada Lowe": false, "Verkäufer: Ada Lowe|12 Mill Lane|LS1 4AP Leeds": true,
		"Verkäufer: Lowe GmbH": true, "Verkäufer: Ada Lowe|VAT No.: GB980780684": true,
	} {
		sheet := sheettest.A4()
		sheet.Column(50, 100, 10, strings.Split(rows, "|")...)
		l := sheettest.Read(sheettest.Bind(sheet), result.TypeInvoice)
		l.Tags = misled(l, nil)
		got := false
		for _, u := range announced(l).Tags.Units {
			got = got || u.Odds[tag.VendorName] > -1
		}
		if got != want {
			t.Errorf("%q: a vendor's name is %v, not %v", rows, got, want)
		}
	}
}
