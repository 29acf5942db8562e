package tagged

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/party/run"
	"github.com/docmill/docmill/engine/internal/sheettest"
)

// Who is paid on a slip is the vendor, though the slip looks like a letter to them: the letterhead
// and the foot say so, too.
func TestPartiesOnASlipToPay(t *testing.T) {
	t.Parallel()
	const vendor, customer = tag.VendorName, tag.CustomerName
	letterhead := seller(50, 60, sure, "Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP")
	foot := []line{sheettest.One(50, 600, "Marlow Pumps Ltd.", vendor, sure), sheettest.One(50, 613, "Marlow pumps Ltd", vendor, sure)}
	to := []line{sheettest.One(50, 200, "Hollis Joinery Ltd", vendor, 0.7),
		sheettest.One(50, 213, "9 Canal Road", tag.CustomerAddress, sure), sheettest.One(50, 226, "York YO1 7HH", tag.CustomerAddress, sure)}
	slip := []line{sheettest.One(50, 500, "MARLOW PUMPS LTD", customer, sure)}
	want := []string{"vendorName=Marlow Pumps Ltd", "vendorAddress=4 Quay Street, Leeds LS1 4AP",
		"customerName=Hollis Joinery Ltd", "customerAddress=9 Canal Road, York YO1 7HH"}
	sheettest.Expect(t, "a slip below the letter", scalars(Find(page(t, letterhead, to, slip, foot))), want...)
	told := Find(page(t, to, slip))
	if told.Vendor.Name.Value != "Hollis Joinery Ltd" || told.Customer.Name.Value != "MARLOW PUMPS LTD" {
		t.Errorf("no letterhead: %q and %q", told.Vendor.Name.Value, told.Customer.Name.Value)
	}
}

// A signature has the initials of the name in the letterhead.
func TestNamesWithInitials(t *testing.T) {
	t.Parallel()
	for short, long := range map[string]string{
		"A. Lowe": "Ada Lowe", "A. J. Lowe": "Ada Jane Lowe", "B. Lowe": "B. Lowe", "A. Hollis": "A. Hollis", "A Lowe": "A Lowe",
	} {
		doc := page(t, []line{sheettest.One(50, 60, "Ada Lowe", tag.VendorName, 0.5), sheettest.One(300, 60, "Ada Jane Lowe", tag.VendorName, 0.5)},
			[]line{sheettest.One(50, 600, short, tag.VendorName, 0.95)})
		if got := Find(doc).Vendor.Name.Value; got != long {
			t.Errorf("%s: %q, want %q", short, got, long)
		}
	}
}

// Of two blocks beside each other the one whose lines end at one edge is a letterhead's, unless
// a heading stands over either or both begin at one edge.
func TestBlocksThatFaceEachOther(t *testing.T) {
	t.Parallel()
	left := []string{"Hollis Joinery Ltd", "9 Canal Road", "York YO1 7HH"}
	right := []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP"}
	for name, c := range map[string]struct {
		heading string
		y       float64
		ends    bool
		want    bool
	}{
		"ends at one edge": {"", 60, true, true}, "begins at one edge": {"", 60, false, false},
		"much lower": {"", 260, true, false}, "under a heading": {"Delivered to", 60, true, false},
		"under a mark": {"◆", 60, true, true},
	} {
		var lines []line
		if c.heading != "" {
			lines = append(lines, sheettest.One(50, 47, c.heading, tag.Other, sure))
		}
		for i := range left {
			y, x := 13*float64(i), 350.0
			if c.ends {
				x = 540 - sheettest.LengthOf(right[i], 10)
			}
			lines = append(lines, sheettest.One(50, 60+y, left[i], tag.VendorName, sure),
				sheettest.One(x, c.y+y, right[i], tag.CustomerName, sure))
		}
		doc := page(t, lines)
		tags := &tagged{Document: doc, units: doc.Tags.Units}
		party := func(first string) *taggedParty {
			for i := range tags.units {
				if tags.units[i].Text() == first {
					return &taggedParty{name: &run.Run{Units: []int{i}}}
				}
			}
			t.Fatalf("%s: no unit %q", name, first)
			return nil
		}
		if got := tags.facing(party(left[0]), party(right[0])); got > 0 != c.want {
			t.Errorf("%s: %v", name, got)
		}
		if got := tags.facing(party(right[0]), party(left[0])); got != 0 {
			t.Errorf("%s, the other way round: %v", name, got)
		}
		tags.order = true // from the customer
		if got := tags.facing(party(right[0]), party(left[0])); got > 0 != c.want {
			t.Errorf("%s, of an order: %v", name, got)
		}
	}
}
