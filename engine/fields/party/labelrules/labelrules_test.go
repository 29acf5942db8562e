package labelrules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/labelrules"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// read links a page whose tags are wrong: each unit is of no class, or surely of the class given.
func read(sheet *sheettest.Sheet, wrong map[string]tag.Class) *link.Linker {
	l := sheettest.Read(sheettest.Bind(sheet), result.TypeInvoice)
	l.Tags = mistagged(l, wrong)
	return l
}

func mistagged(l *link.Linker, wrong map[string]tag.Class) *tag.Tags {
	var units []tag.Unit
	for _, s := range l.Layout.Segments {
		cuts := []int{0, len(s.Words)}
		if _, after := role.Heading(s); after > 0 && after < len(s.Words) {
			cuts = []int{0, after, len(s.Words)}
		} else if k := 1 + slices.IndexFunc(s.Words, func(w string) bool { return strings.HasSuffix(w, ":") }); k > 0 && k < len(s.Words) {
			cuts = []int{0, k, len(s.Words)}
		}
		for i := range len(cuts) - 1 {
			u := tag.Unit{Part: layout.Part{Segment: s, First: cuts[i], Last: cuts[i+1] - 1}}
			for c := range u.Odds {
				u.Odds[c] = -6
			}
			u.Odds[wrong[u.Text()]] = -0.05
			units = append(units, u)
		}
	}
	return tag.New(units, tag.SenderUnknown)
}

// likely are the likeliest units of the classes of names and tax numbers that are likely at all.
func likely(tags *tag.Tags) *value.Set {
	set := value.New()
	for _, class := range []tag.Class{tag.VendorName, tag.CustomerName, tag.VendorTaxID, tag.CustomerTaxID} {
		top := float32(-1)
		for _, u := range tags.Units {
			if u.Odds[class] > top {
				top = u.Odds[class]
				set.Put(class.String(), value.Value{Value: u.Text()})
			}
		}
	}
	return set
}

func TestAdjust(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		draw  func(*sheettest.Sheet)
		wrong map[string]tag.Class
		want  []string
	}{
		"lists of labels": {
			func(s *sheettest.Sheet) {
				for i, row := range [][2]string{{"Seller"}, {"Number:", "4000001123452"}, {"Name:", "Marlow Timber Ltd"}, {"Contact:", "Ada Lowe"},
					{"Address:", "6 Quay Street"}, {"", "LS1 4AP Leeds"}, {"VAT No.:", "GB980780684"}, {"Buyer"}, {"Name:", "Hollis Joinery Ltd"}} {
					s.Put(50, 100+13*float64(i), 10, row[0])
					if row[1] != "" {
						s.Put(220, 100+13*float64(i), 10, row[1])
					}
				}
			},
			map[string]tag.Class{"Ada Lowe": tag.VendorName, "4000001123452": tag.VendorTaxID, "Hollis Joinery Ltd": tag.OtherParty},
			[]string{"vendorName=Marlow Timber Ltd", "customerName=Hollis Joinery Ltd", "vendorTaxId=GB980780684"},
		},
		"an indented block": {
			func(s *sheettest.Sheet) {
				s.Column(50, 100, 10, "Marlow Timber Ltd")
				s.Column(50, 150, 10, "Bill to:")
				s.Column(62, 163, 10, "Hollis Joinery Ltd", "12 Mill Lane")
			},
			map[string]tag.Class{"Marlow Timber Ltd": tag.VendorName, "12 Mill Lane": tag.CustomerAddress},
			[]string{"vendorName=Marlow Timber Ltd", "customerName=Hollis Joinery Ltd"},
		},
		"a name that begins like a label": {
			func(s *sheettest.Sheet) { s.Column(50, 150, 10, "Bill to:", "Customer Ltd York", "12 Mill Lane") }, nil,
			[]string{"customerName=Customer Ltd York"},
		},
		"behind the headings": {
			func(s *sheettest.Sheet) {
				s.Column(50, 100, 10, "SELLER: Marlow Timber", "VAT ID: GB980780684")
				s.Column(50, 200, 10, "BUYER: Hollis Joinery", "VAT ID: GB123456782")
			},
			map[string]tag.Class{"GB123456782": tag.VendorTaxID, "GB980780684": tag.CustomerTaxID},
			[]string{"vendorName=Marlow Timber", "customerName=Hollis Joinery", "vendorTaxId=GB980780684", "customerTaxId=GB123456782"},
		},
		"below a delivery heading": {
			func(s *sheettest.Sheet) {
				s.Column(50, 150, 10, "Ship to", "Dock Stores Ltd")
				s.Column(320, 150, 10, "Hollis Joinery Ltd")
			},
			map[string]tag.Class{"Dock Stores Ltd": tag.CustomerName, "Hollis Joinery Ltd": tag.CustomerName},
			[]string{"customerName=Hollis Joinery Ltd"},
		},
	} {
		sheet := sheettest.A4()
		c.draw(sheet)
		sheettest.Expect(t, name, likely(labelrules.Adjust(read(sheet, c.wrong).Document, false)), c.want...)
	}
}

// On an order, vendor and customer change places if the tags contradict the heading.
func TestContradictedOrder(t *testing.T) {
	t.Parallel()
	sheet := sheettest.A4()
	sheet.Column(50, 50, 10, "Marlow Timber Ltd", "6 Quay Street")
	sheet.Column(50, 150, 10, "Buyer", "Hollis Joinery Ltd", "12 Mill Lane")
	wrong := map[string]tag.Class{"Marlow Timber Ltd": tag.CustomerName, "Hollis Joinery Ltd": tag.VendorName, "12 Mill Lane": tag.VendorAddress}
	l := read(sheet, wrong)
	sheettest.Expect(t, "order", likely(labelrules.Adjust(l.Document, true)),
		"vendorName=Marlow Timber Ltd", "customerName=Hollis Joinery Ltd")
}

func TestNoNameBelowHeading(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"12 Mill Lane", "LS1 4AP Leeds", "INVOICE", "Tel: 0113 496 0000", "info@hollis.example", "Attn Ada Lowe"} {
		sheet := sheettest.A4()
		sheet.Column(50, 100, 10, "Bill to:", text)
		sheettest.Expect(t, text, likely(labelrules.Adjust(read(sheet, nil).Document, false)))
	}
}

// The name behind "Verkäufer" is the vendor's only beside an address, a legal form or a tax number.
func TestEmployee(t *testing.T) {
	t.Parallel()
	for rows, want := range map[string]bool{
		"Verkäufer: Ada Lowe": false, "Verkäufer: Ada Lowe|12 Mill Lane|LS1 4AP Leeds": true,
		"Verkäufer: Lowe GmbH": true, "Verkäufer: Ada Lowe|VAT No.: GB980780684": true,
	} {
		sheet := sheettest.A4()
		sheet.Column(50, 100, 10, strings.Split(rows, "|")...)
		assert.Equal(t, likely(labelrules.Adjust(read(sheet, nil).Document, false)).Has("vendorName"), want,
			rows, "a vendor's name")
	}
}

func TestTagsUnmodified(t *testing.T) {
	t.Parallel()
	sheet := sheettest.A4()
	sheet.Column(50, 100, 10, "Hollis Joinery Ltd", "12 Mill Lane")
	if l := read(sheet, nil); labelrules.Adjust(l.Document, false) != l.Tags {
		t.Error("no heading: changed")
	}
	sheet = sheettest.A4()
	sheet.Column(50, 100, 10, "Bill to:", "Hollis Joinery Ltd")
	l := read(sheet, nil)
	before := slices.Clone(l.Tags.Units)
	assert.True(t, labelrules.Adjust(l.Document, false) != l.Tags && slices.Equal(before, l.Tags.Units),
		"a heading: not a changed copy")
	l.Tags = nil
	got := labelrules.Adjust(l.Document, false)
	assert.True(t, got == nil, "no tags", got)
}

// FuzzAdjust checks that the units keep their words.
func FuzzAdjust(f *testing.F) {
	f.Add("Bill to:|SELLER: Marlow\nHollis|VAT No.: GB980780684\n12 Mill Lane\nYork YO1 7HH")
	f.Add("Seller\nName:|Marlow\nAddress:|Dock 4\n|LS1 4AP Leeds")
	f.Add(":\nTo")
	f.Fuzz(func(t *testing.T, text string) {
		l := sheettest.Linker(result.TypeInvoice, strings.Split(text, "\n")...)
		l.Tags = mistagged(l, map[string]tag.Class{"Hollis": tag.VendorName})
		out := labelrules.Adjust(l.Document, false)
		require.Equal(t, len(out.Units), len(l.Tags.Units), "units")
		for i := range out.Units {
			if out.Units[i].Part != l.Tags.Units[i].Part {
				t.Errorf("unit %d is %q", i, out.Units[i].Text())
			}
		}
	})
}
