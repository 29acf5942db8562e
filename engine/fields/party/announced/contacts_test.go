package announced

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// An address without a heading is the sender's that can be reached there, where the customer's
// has a heading.
func TestAddressesWithContacts(t *testing.T) {
	t.Parallel()
	type lines = []sheettest.Line
	const wrong, none = tag.CustomerAddress, tag.Other
	block := func(texts ...string) lines { return sheettest.Down(300, 40, wrong, 0.9, texts...) }
	customer := append(sheettest.Down(50, 200, none, 0.9, "Invoice to:"),
		sheettest.Down(50, 213, tag.CustomerName, 0.9, "Hollis Joinery Ltd")...)
	customer = append(customer, sheettest.Down(50, 226, wrong, 0.9, "9 Canal Road", "Leeds LS1 9ZZ")...)
	const whole, theirs = "Brindle Yard, Quay Lane, Leeds, LS1 4AP", "9 Canal Road, Leeds LS1 9ZZ"
	for what, c := range map[string]struct {
		lines            lines
		vendor, customer string
	}{
		"contacts below": {
			append(block("Brindle Yard", "Quay Lane", "Leeds", "LS1 4AP", "Tel 0113 496 0000", "sales@brindle.test"), customer...), whole, theirs,
		},
		"a mail address and a tax number": {
			append(block("Brindle Yard", "Quay Lane", "Leeds", "LS1 4AP", "sales@brindle.test", "VAT No. GB 340 5612 07"), customer...), whole, theirs,
		},
		"a company over it": {
			append(block("Brindle Ltd", "4 Quay Lane", "LS1 4AP", "Tel 0113 496 0000", "sales@brindle.test"), customer...),
			"Brindle Ltd, 4 Quay Lane, LS1 4AP", theirs,
		},
		"no contacts, above the customer": {append(block("Brindle Yard", "LS1 4AP"), customer...), "Brindle Yard, LS1 4AP", theirs},
		"no customer with an address": {
			block("Brindle Yard", "LS1 4AP", "Tel 0113 496 0000", "sales@brindle.test"), "", "Brindle Yard, LS1 4AP",
		},
		"no customer with an address, and a mail address of the sender's name": {
			append(block("Brindle Yard", "LS1 4AP", "Tel 0113 496 0000", "sales@brindle.test"),
				sheettest.Down(50, 40, tag.VendorName, 0.9, "Brindle Pumps")...), "Brindle Yard, LS1 4AP", "",
		},
		"a mail address of another name": {
			append(block("Brindle Yard", "LS1 4AP", "Tel 0113 496 0000", "sales@brindle.test"),
				sheettest.Down(50, 40, tag.VendorName, 0.9, "Marlow Pumps")...), "", "Brindle Yard, LS1 4AP",
		},
		"a heading of its own": {
			append(block("Deliver to:", "Brindle Yard", "LS1 4AP", "Tel 0113 496 0000", "sales@brindle.test"), customer...),
			"", theirs,
		},
	} {
		tags := Correct(Input{Document: sheettest.Tagged(t, c.lines...), Kind: result.TypeInvoice})
		var vendor, customer []string
		for i := range tags.Units {
			switch u := &tags.Units[i]; {
			case strings.ContainsAny(u.Text(), "@:") || strings.Contains(u.Text(), "GB") || strings.Contains(u.Text(), "0113"):
			case u.Best() == tag.VendorAddress:
				vendor = append(vendor, u.Text())
			case u.Best() == wrong:
				customer = append(customer, u.Text())
			}
		}
		if got := strings.Join(vendor, ", "); got != c.vendor {
			t.Errorf("%s: vendor %q, want %q", what, got, c.vendor)
		}
		if got := strings.Join(customer, ", "); got != c.customer {
			t.Errorf("%s: customer %q, want %q", what, got, c.customer)
		}
	}
}

// Where the customer's address has a heading, that under "Ship to" is another.
func TestAddressesOfGoods(t *testing.T) {
	t.Parallel()
	const place, none = tag.CustomerAddress, tag.Other
	block := func(y float64, texts ...string) []sheettest.Line {
		return append(sheettest.Down(50, y, none, 0.9, texts[:2]...), sheettest.Down(50, y+26, place, 0.9, texts[2:]...)...)
	}
	to := block(100, "Bill to:", "Hollis Joinery Ltd", "9 Canal Road", "Leeds LS1 9ZZ")
	goods := block(200, "Ship to:", "Hollis Joinery Ltd", "Dock 4 Quay Lane", "Leeds LS1 4AP")
	for what, c := range map[string]struct {
		lines []sheettest.Line
		want  string
	}{
		"both":              {append(to, goods...), "9 Canal Road, Leeds LS1 9ZZ"},
		"that of the goods": {goods, "Dock 4 Quay Lane, Leeds LS1 4AP"},
	} {
		tags := Correct(Input{Document: sheettest.Tagged(t, c.lines...), Kind: result.TypeInvoice})
		var got []string
		for i := range tags.Units {
			if u := &tags.Units[i]; u.Best() == place {
				got = append(got, u.Text())
			}
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %q, want %q", what, text, c.want)
		}
	}
}

// A hotel that a company has is a part of the name behind a dash, and no street.
func TestNamesBehindDashes(t *testing.T) {
	t.Parallel()
	const name, place = tag.CustomerName, tag.CustomerAddress
	for text, want := range map[string]tag.Class{"Marlow Plaza": name, "4 Marlow Plaza": place} {
		lines := append(sheettest.Down(50, 100, tag.Other, 0.9, "Bill to:"), sheettest.Line{X: 50, Y: 113, Pieces: []sheettest.Piece{
			{Text: "Hollis Ltd", Class: name, Odds: 0.9}, {Text: "–", Class: tag.Other, Odds: 0.9}, {Text: text, Class: name, Odds: 0.9},
		}})
		lines = append(lines, sheettest.Down(50, 126, place, 0.9, "9 Canal Road", "Leeds LS1 9ZZ")...)
		tags := Correct(Input{Document: sheettest.Tagged(t, lines...), Kind: result.TypeInvoice})
		for i := range tags.Units {
			if u := &tags.Units[i]; u.Text() == text && u.Best() != want {
				t.Errorf("%q: %v", text, u.Best())
			}
		}
	}
}
