package tagged

import (
	"math"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/party/run"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result/value"
)

type line = sheettest.Line

const sure = 0.9

// party are the lines of a party at a place, its name likely by the odds.
func party(x, y float64, name, address tag.Class, odds float64, texts ...string) []line {
	return append([]line{sheettest.One(x, y, texts[0], name, odds)}, sheettest.Down(x, y+13, address, sure, texts[1:]...)...)
}

func seller(x, y, odds float64, texts ...string) []line {
	return party(x, y, tag.VendorName, tag.VendorAddress, odds, texts...)
}

func buyer(x, y, odds float64, texts ...string) []line {
	return party(x, y, tag.CustomerName, tag.CustomerAddress, odds, texts...)
}

// page is a document of some lines that are for something, above one that is not.
func page(t *testing.T, groups ...[]line) *annotate.Document {
	t.Helper()
	lines := []line{sheettest.One(50, 700, "Thank you very much", tag.Other, 0.99)}
	for _, g := range groups {
		lines = append(lines, g...)
	}
	return sheettest.Tagged(t, lines...)
}

// scalars are the parties as scalars.
func scalars(p Parties) *value.Set {
	set := value.New()
	set.Put("vendorName", p.Vendor.Name)
	set.Put("vendorAddress", p.Vendor.Address)
	set.Put("customerName", p.Customer.Name)
	set.Put("customerAddress", p.Customer.Address)
	set.Put("shippingAddress", p.Shipping)
	return set
}

func TestParties(t *testing.T) {
	t.Parallel()
	marlow := []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP"}
	hollis := []string{"Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH"}
	const quay, mill = "4 Quay Street, Leeds LS1 4AP", "12 Mill Lane, York YO1 7HH"
	for name, c := range map[string]struct {
		groups [][]line
		want   []string
	}{
		"both with addresses": {
			[][]line{seller(50, 100, sure, marlow...), buyer(320, 100, sure, hollis...)},
			[]string{"vendorName=Marlow Pumps Ltd", "vendorAddress=" + quay, "customerName=Hollis Joinery Ltd", "customerAddress=" + mill},
		},
		"an address whose lines begin with labels": {
			[][]line{seller(50, 100, sure, "Marlow Pumps Ltd", "Dirección Calle 7 Sur", "Ciudad Medellín"),
				buyer(320, 100, sure, "Hollis Joinery Ltd", "Calle Mayor 7", "Ciudad Real")},
			[]string{"vendorName=Marlow Pumps Ltd", "vendorAddress=Calle 7 Sur, Medellín", "customerName=Hollis Joinery Ltd",
				"customerAddress=Calle Mayor 7, Ciudad Real"},
		},
		"names alone": {
			[][]line{seller(50, 100, sure, "Marlow Pumps Ltd"), buyer(320, 100, sure, "Hollis Joinery Ltd")},
			[]string{"vendorName=Marlow Pumps Ltd", "customerName=Hollis Joinery Ltd"},
		},
		"names with the label of a tax number behind them": {
			[][]line{{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "Marlow Pumps Pty Ltd ABN", Class: tag.VendorName, Odds: sure},
				{Text: "53 004 085 616", Class: tag.VendorTaxID, Odds: sure}}}},
				buyer(320, 200, sure, "Hollis Joinery ABN")},
			[]string{"vendorName=Marlow Pumps Pty Ltd", "customerName=Hollis Joinery ABN"},
		},
		"an address alone": {
			[][]line{sheettest.Down(50, 100, tag.CustomerAddress, sure, hollis[1:]...)}, []string{"customerAddress=" + mill},
		},
		"an unlikely address alone": {
			[][]line{sheettest.Down(50, 100, tag.CustomerAddress, 0.2, hollis[1:]...)}, nil,
		},
		"an unlikely name": {[][]line{seller(50, 100, 0.13, "Marlow Pumps Ltd")}, nil},
		"the likelier of two": {
			[][]line{seller(50, 100, 0.5, "Marlow Pumps Ltd"), seller(50, 200, sure, "Hollis Joinery Ltd")},
			[]string{"vendorName=Hollis Joinery Ltd"},
		},
		"the one with an address of two": {
			[][]line{seller(50, 100, 0.8, marlow...), seller(50, 300, 0.85, "Hollis Joinery Ltd")},
			[]string{"vendorName=Marlow Pumps Ltd", "vendorAddress=" + quay},
		},
		"the one that is printed again": {
			[][]line{seller(50, 100, 0.8, "Marlow Pumps Ltd"), seller(50, 300, 0.85, "Hollis Joinery Ltd"),
				{sheettest.One(50, 400, "MARLOW PUMPS LTD", tag.Other, 0.99)}},
			[]string{"vendorName=Marlow Pumps Ltd"},
		},
		"nobody bills himself": {
			[][]line{seller(50, 100, sure, "Marlow Pumps Ltd"), buyer(320, 100, 0.8, "MARLOW PUMPS LTD"),
				buyer(320, 300, 0.4, "Hollis Joinery Ltd")},
			[]string{"vendorName=Marlow Pumps Ltd", "customerName=Hollis Joinery Ltd"},
		},
		"the address under the name of two": {
			[][]line{seller(50, 100, sure, marlow...), sheettest.Down(50, 400, tag.VendorAddress, sure, "9 Canal Road", "Hull HU1 2AB")},
			[]string{"vendorName=Marlow Pumps Ltd", "vendorAddress=" + quay},
		},
		"the address under the name that the network holds for the other's": {
			[][]line{party(50, 100, tag.VendorName, tag.CustomerAddress, sure, marlow...), buyer(320, 300, sure, hollis...)},
			[]string{"vendorName=Marlow Pumps Ltd", "vendorAddress=" + quay, "customerName=Hollis Joinery Ltd", "customerAddress=" + mill},
		},
		"the other's address under its own name": {
			[][]line{{sheettest.One(50, 87, "Marlow Pumps Ltd", tag.VendorName, sure)}, buyer(50, 100, sure, hollis...)},
			[]string{"vendorName=Marlow Pumps Ltd", "customerName=Hollis Joinery Ltd", "customerAddress=" + mill},
		},
		"the address under the name before one that stands elsewhere": {
			[][]line{seller(50, 100, sure, marlow...), party(320, 300, tag.CustomerName, tag.VendorAddress, 0.8, hollis...),
				sheettest.Down(50, 500, tag.CustomerAddress, 0.4, "9 Canal Road", "Hull HU1 2AB")},
			[]string{"vendorName=Marlow Pumps Ltd", "vendorAddress=" + quay, "customerName=Hollis Joinery Ltd", "customerAddress=" + mill},
		},
		"what is no address": {
			[][]line{seller(50, 100, sure, "Marlow Pumps Ltd", "Registered 1234")}, []string{"vendorName=Marlow Pumps Ltd"},
		},
		"where goods go": {
			[][]line{sheettest.Down(50, 100, tag.ShippingAddress, sure, "9 Canal Road", "Hull HU1 2AB")},
			[]string{"shippingAddress=9 Canal Road, Hull HU1 2AB"},
		},
		"a logo and the name": {
			[][]line{seller(50, 60, sure, "Marlow"), seller(50, 100, 0.5, marlow...)},
			[]string{"vendorName=Marlow Pumps Ltd", "vendorAddress=" + quay},
		},
		"a logo and a likely name without a legal form": {
			[][]line{seller(50, 60, sure, "Marlow"), seller(50, 100, 0.5, "Marlow Pumps")}, []string{"vendorName=Marlow Pumps"},
		},
		"a logo and an unlikely name": {
			[][]line{seller(50, 60, sure, "Marlow"), seller(50, 100, 0.2, "Marlow Pumps")}, []string{"vendorName=Marlow"},
		},
		"a name that is complete": {
			[][]line{seller(50, 60, sure, "Marlow Pumps Ltd"), seller(50, 300, 0.5, "Marlow Pumps Ltd Works Leeds")}, []string{"vendorName=Marlow Pumps Ltd"},
		},
		"a legal form and no name": {[][]line{seller(50, 60, sure, "Limited")}, nil},
		"a legal form over the street": {
			[][]line{{sheettest.One(50, 100, "Wade i Wspólnicy", tag.VendorName, sure)},
				sheettest.Down(50, 113, tag.VendorAddress, sure, "Spółka Jawna", "4 Quay Street", "Leeds LS1 4AP")},
			[]string{"vendorName=Wade i Wspólnicy", "vendorAddress=" + quay},
		},
		"a name of two lines": {
			[][]line{buyer(50, 100, sure, "Davies, Wade and"), {sheettest.One(50, 113, "Daughters", tag.CustomerName, sure)}},
			[]string{"customerName=Davies, Wade and Daughters"},
		},
	} {
		doc := page(t, c.groups...)
		got := Find(doc)
		sheettest.Expect(t, name, scalars(got), c.want...)
		set := scalars(got)
		if found := set.Has("vendorName") || set.Has("vendorAddress") || set.Has("customerName") || set.Has("customerAddress"); found != got.Found {
			t.Errorf("%s: found is %v", name, got.Found)
		}
	}
}

// Under a name stands an address, of which the tags may know nothing, or not all.
func TestAddressesThatTagsMiss(t *testing.T) {
	t.Parallel()
	at := func(y float64, text string, class tag.Class, odds float64) []line {
		return []line{sheettest.One(50, y, text, class, odds)}
	}
	name := at(100, "Marlow Pumps Ltd", tag.VendorName, sure)
	for what, c := range map[string]struct {
		lines [][]line
		want  string
	}{
		"all of it": {
			[][]line{name, at(113, "4 Quay Street", tag.Other, sure), at(126, "Leeds LS1 4AP", tag.Other, sure)}, "4 Quay Street, Leeds LS1 4AP",
		},
		"a line of three": {
			[][]line{name, at(113, "Unit 7", tag.Other, 0.99), at(126, "4 Quay Street", tag.VendorAddress, sure), at(139, "Leeds LS1 4AP", tag.VendorAddress, sure)},
			"Unit 7, 4 Quay Street, Leeds LS1 4AP",
		},
		"a line of words": {
			[][]line{name, at(113, "Pumps and valves", tag.Other, 0.99), at(126, "4 Quay Street", tag.VendorAddress, sure), at(139, "Leeds LS1 4AP", tag.VendorAddress, sure)},
			"4 Quay Street, Leeds LS1 4AP",
		},
		"two lines of four": {
			[][]line{name, at(113, "Unit 7", tag.Other, 0.99), at(126, "Dock 4", tag.Other, 0.99),
				at(139, "4 Quay Street", tag.VendorAddress, sure), at(152, "Leeds LS1 4AP", tag.VendorAddress, sure)},
			"4 Quay Street, Leeds LS1 4AP",
		},
		"another's name between": {
			[][]line{name, at(113, "Hollis Joinery Ltd", tag.OtherParty, sure), at(126, "Leeds LS1 4AP", tag.Other, sure)}, "",
		},
		"nothing but a name": {[][]line{name}, ""},
	} {
		got := Find(page(t, c.lines...)).Vendor
		if got.Name.Value != "Marlow Pumps Ltd" || got.Address.Value != c.want {
			t.Errorf("%s: %q at %q, want %q", what, got.Name.Value, got.Address.Value, c.want)
		}
	}
	told := Find(page(t, seller(50, 100, sure, "Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP"))).Vendor.Address.Score
	guessed := Find(page(t, name, at(113, "4 Quay Street", tag.Other, sure), at(126, "Leeds LS1 4AP", tag.Other, sure))).Vendor.Address.Score
	if guessed >= told {
		t.Errorf("without tags %v, with them %v", guessed, told)
	}
}

// A value is worth what its tags are, and stands where its words do.
func TestValues(t *testing.T) {
	t.Parallel()
	doc := page(t, seller(50, 100, 0.8, "Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP"))
	v := Find(doc).Vendor
	if math.Abs(v.Name.Score-0.8) > 1e-6 || math.Abs(v.Address.Score-sure) > 1e-6 {
		t.Errorf("scores %v and %v", v.Name.Score, v.Address.Score)
	}
	if v.Name.Page != 1 || v.Name.Box.Empty() || v.Address.Box.Y0 <= v.Name.Box.Y0 {
		t.Errorf("boxes %v and %v", v.Name.Box, v.Address.Box)
	}
}

// The shop of a receipt is told where the tags are sure and a program wrote it.
func TestShop(t *testing.T) {
	t.Parallel()
	shop := func(odds float64) []line {
		return seller(50, 100, odds, "Marlow Deli", "4 Quay Street", "Leeds LS1 4AP")
	}
	if got := Shop(page(t, shop(sure))); got.Name.Value != "Marlow Deli" || got.Address.Value != "4 Quay Street, Leeds LS1 4AP" {
		t.Errorf("%+v", got)
	}
	if got := Shop(page(t, shop(0.5))); got != (Party{}) {
		t.Errorf("of an unsure tag: %+v", got)
	}
	if got := Shop(page(t, sheettest.Down(50, 100, tag.VendorAddress, sure, "4 Quay Street", "Leeds LS1 4AP"))); got != (Party{}) {
		t.Errorf("without a name: %+v", got)
	}
	scan := page(t, shop(sure))
	for i := range scan.Tags.Units {
		scan.Tags.Units[i].Segment.Tokens[0].Source = document.SourceOCR
	}
	if got := Shop(scan); got != (Party{}) {
		t.Errorf("of a photograph: %+v", got)
	}
}

func TestWithoutTags(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker("invoice", "Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP")
	empty := page(t)
	empty.Tags = tag.New(nil, [6]float32{})
	for _, doc := range []*annotate.Document{l.Document, empty} {
		if Known(doc) || Find(doc) != (Parties{}) || Shop(doc) != (Party{}) {
			t.Errorf("%+v", Find(doc))
		}
	}
}

// The dash between two pieces of a name is of it, unless a legal form has ended the name.
func TestNamesWithDashes(t *testing.T) {
	t.Parallel()
	for whole, want := range map[string]string{
		"Quay Pumps - Marine Ltd": "Quay Pumps - Marine Ltd", "Quay Ltd - Marine House": "Quay Ltd Marine House",
		"Quay Pumps · Marine Ltd": "Quay Pumps Marine Ltd",
	} {
		doc := sheettest.Tagged(t, sheettest.One(50, 100, whole, tag.VendorName, sure))
		first, second := doc.Tags.Units[0], doc.Tags.Units[0]
		first.Last, second.First = 1, 3
		chooser := &tagged{Document: doc, units: []tag.Unit{first, second}}
		if got := chooser.cite(run.Run{Units: []int{0, 1}}, false).Value; got != want {
			t.Errorf("%q: %q, want %q", whole, got, want)
		}
	}
}
