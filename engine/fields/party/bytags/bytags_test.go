package bytags_test

import (
	"math"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/bytags"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
)

type line = sheettest.Line

const (
	sure           = 0.9
	vendorAddress  = "4 Quay Street, Leeds LS1 4AP"
	otherAddress   = "12 Mill Lane, York YO1 7HH"
	withoutAddress = ""
)

// party is the lines of a party: its name, with the given probability, and its address.
func party(x, y float64, name, address tag.Class, odds float64, texts ...string) []line {
	return append([]line{sheettest.One(x, y, texts[0], name, odds)}, sheettest.Down(x, y+13, address, sure, texts[1:]...)...)
}

func seller(x, y, odds float64, texts ...string) []line {
	return party(x, y, tag.VendorName, tag.VendorAddress, odds, texts...)
}

func buyer(x, y, odds float64, texts ...string) []line {
	return party(x, y, tag.CustomerName, tag.CustomerAddress, odds, texts...)
}

// page is a document of tagged lines, above one line that is no party's.
func page(t *testing.T, groups ...[]line) *annotate.Document {
	t.Helper()
	lines := []line{sheettest.One(50, 700, "Thank you very much", tag.Other, 0.99)}
	for _, g := range groups {
		lines = append(lines, g...)
	}
	return sheettest.Tagged(t, lines...)
}

func scalars(p bytags.Parties) *value.Set {
	set := value.New()
	set.Put("vendorName", p.Vendor.Name)
	set.Put("vendorAddress", p.Vendor.Address)
	set.Put("customerName", p.Customer.Name)
	set.Put("customerAddress", p.Customer.Address)
	set.Put("shippingAddress", p.Shipping)
	return set
}

func TestFind(t *testing.T) {
	t.Parallel()
	marlow := []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP"}
	hollis := []string{"Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH"}
	both := []string{"vendorName=Marlow Pumps Ltd", "vendorAddress=" + vendorAddress, "customerName=Hollis Joinery Ltd",
		"customerAddress=" + otherAddress}
	for name, c := range map[string]struct {
		groups [][]line
		want   []string
	}{
		"both with addresses": {[][]line{seller(50, 100, sure, marlow...), buyer(320, 100, sure, hollis...)}, both},
		"names alone": {
			[][]line{seller(50, 100, sure, "Marlow Pumps Ltd"), buyer(320, 100, sure, "Hollis Joinery Ltd")},
			[]string{"vendorName=Marlow Pumps Ltd", "customerName=Hollis Joinery Ltd"},
		},
		"an address alone": {
			[][]line{sheettest.Down(50, 100, tag.CustomerAddress, sure, hollis[1:]...)}, []string{"customerAddress=" + otherAddress},
		},
		"an unlikely address alone": {[][]line{sheettest.Down(50, 100, tag.CustomerAddress, 0.2, hollis[1:]...)}, nil},
		"an unlikely name":          {[][]line{seller(50, 100, 0.1, "Marlow Pumps Ltd")}, nil},
		"the likelier of two": {
			[][]line{seller(50, 100, 0.5, "Marlow Pumps Ltd"), seller(50, 200, sure, "Hollis Joinery Ltd")},
			[]string{"vendorName=Hollis Joinery Ltd"},
		},
		"the one with an address of two": {
			[][]line{seller(50, 100, 0.8, marlow...), seller(50, 300, 0.85, "Hollis Joinery Ltd")},
			[]string{"vendorName=Marlow Pumps Ltd", "vendorAddress=" + vendorAddress},
		},
		"vendor and customer differ": {
			[][]line{seller(50, 100, sure, "Marlow Pumps Ltd"), buyer(320, 100, 0.8, "MARLOW PUMPS LTD"),
				buyer(320, 300, 0.4, "Hollis Joinery Ltd")},
			[]string{"vendorName=Marlow Pumps Ltd", "customerName=Hollis Joinery Ltd"},
		},
		"the nearer address": {
			[][]line{seller(50, 100, sure, marlow...), sheettest.Down(50, 400, tag.VendorAddress, sure, "9 Canal Road", "Hull HU1 2AB")},
			[]string{"vendorName=Marlow Pumps Ltd", "vendorAddress=" + vendorAddress},
		},
		"an address tagged as the customer's": {
			[][]line{party(50, 100, tag.VendorName, tag.CustomerAddress, sure, marlow...), buyer(320, 300, sure, hollis...)}, both,
		},
		"an address below the other name": {
			[][]line{{sheettest.One(50, 87, "Marlow Pumps Ltd", tag.VendorName, sure)}, buyer(50, 100, sure, hollis...)},
			[]string{"vendorName=Marlow Pumps Ltd", "customerName=Hollis Joinery Ltd", "customerAddress=" + otherAddress},
		},
		"a register number below a name": {
			[][]line{seller(50, 100, sure, "Marlow Pumps Ltd", "Registered 1234")}, []string{"vendorName=Marlow Pumps Ltd"},
		},
		"an attention line in an address": {
			[][]line{buyer(50, 100, sure, "Hollis Joinery Ltd", "Attn Ada Lowe", "12 Mill Lane", "York YO1 7HH")},
			[]string{"customerName=Hollis Joinery Ltd", "customerAddress=" + otherAddress},
		},
		"a delivery address": {
			[][]line{sheettest.Down(50, 100, tag.ShippingAddress, sure, "9 Canal Road", "Hull HU1 2AB")},
			[]string{"shippingAddress=9 Canal Road, Hull HU1 2AB"},
		},
		"a logo above the name": {
			[][]line{seller(50, 100, sure, "MARLOW"), seller(50, 113, 0.95, marlow...)},
			[]string{"vendorName=Marlow Pumps Ltd", "vendorAddress=" + vendorAddress},
		},
	} {
		sheettest.Expect(t, name, scalars(bytags.Find(page(t, c.groups...), false)), c.want...)
	}
}

// Names take one line, or two if they wrap.
func TestNames(t *testing.T) {
	t.Parallel()
	const name = tag.VendorName
	for what, c := range map[string]struct {
		lines []line
		want  string
	}{
		"two lines":            {sheettest.Down(50, 100, name, sure, "Hollis Joinery", "of York"), "Hollis Joinery of York"},
		"ended by a form":      {sheettest.Down(50, 100, name, sure, "Hollis Joinery Ltd", "Tully"), "Hollis Joinery Ltd"},
		"repeated":             {sheettest.Down(50, 100, name, sure, "Marlow", "Marlow"), "Marlow"},
		"in capitals above":    {sheettest.Down(50, 100, name, sure, "HOLLIS JOINERY", "Timber works"), "HOLLIS JOINERY"},
		"an unlikely line":     {append(sheettest.Down(50, 100, name, sure, "Hollis"), sheettest.Down(50, 113, name, 0.2, "Tully")...), "Hollis"},
		"the rest of an open":  {append(sheettest.Down(50, 100, name, sure, "Davies, Wade and"), sheettest.One(50, 113, "Daughters", name, 0.1)), "Davies, Wade and Daughters"},
		"the form below":       {append(sheettest.Down(50, 100, name, sure, "Hollis Joinery"), sheettest.One(50, 113, "GmbH", name, 0.1)), "Hollis Joinery GmbH"},
		"an ampersand below":   {append(sheettest.Down(50, 100, name, sure, "Hollis"), sheettest.One(50, 113, "& Daughters", name, 0.1)), "Hollis & Daughters"},
		"another column":       {append(sheettest.Down(50, 100, name, sure, "Hollis Joinery"), sheettest.One(400, 113, "Tully Pumps", name, 0.8)), "Hollis Joinery"},
		"a label":              {sheettest.Down(50, 100, name, 0.7, "Invoice number"), ""},
		"a title":              {sheettest.Down(50, 100, name, 0.95, "INVOICE"), ""},
		"a heading":            {sheettest.Down(50, 100, name, 0.7, "Bill to"), ""},
		"a copyright notice":   {sheettest.Down(50, 100, name, 0.95, "© Marlow Ltd"), ""},
		"before a colon":       {[]line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "Nummer", Class: name, Odds: 0.95}, {Text: ": 549910", Class: tag.Other, Odds: sure}}}}, ""},
		"beside a colon":       {[]line{sheettest.One(50, 100, "Nummer", name, 0.95), sheettest.One(200, 100, ": 549910", tag.Other, sure)}, ""},
		"a heading, surely":    {sheettest.Down(50, 100, name, sure, "Kunde"), "Kunde"},
		"two pieces of a line": {[]line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "Hollis Joinery", Class: name, Odds: sure}, {Text: "York", Class: name, Odds: 0.12}}}}, "Hollis Joinery York"},
	} {
		assert.Equal(t, bytags.Find(page(t, c.lines), false).Vendor.Name.Value, c.want, what)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	const class = tag.ShippingAddress
	below := func(x, y float64) []line {
		return append(sheettest.Down(50, 100, class, sure, "4 Quay Street"), sheettest.One(x, y, "Leeds LS1 4AP", class, 0.8))
	}
	for what, c := range map[string]struct {
		lines []line
		want  string
	}{
		"two lines": {below(50, 113), vendorAddress},
		"pieces of one line": {[]line{{X: 50, Y: 100, Pieces: []sheettest.Piece{{Text: "4 Quay Street,", Class: class, Odds: sure},
			{Text: "Leeds LS1 4AP", Class: class, Odds: sure}}}}, vendorAddress},
		"segments of a row": {[]line{sheettest.One(50, 100, "4 Quay Street,", class, sure), sheettest.One(145, 100, "Leeds LS1 4AP", class, sure)}, vendorAddress},
		"a heading between": {append(sheettest.Down(50, 100, class, sure, "4 Quay Street"), sheettest.One(50, 113, "Bill to:", tag.Other, sure),
			sheettest.One(50, 126, "York YO1 7HH", class, 0.8)), "4 Quay Street"},
		"another line between": {append(sheettest.Down(50, 100, class, sure, "4 Quay Street"), sheettest.One(50, 113, "Attn Ada Lowe", tag.Other, sure),
			sheettest.One(50, 126, "Leeds LS1 4AP", class, sure)), vendorAddress},
		"another line below the post code": {append(sheettest.Down(50, 100, class, sure, "4 Quay Street", "Leeds LS1 4AP"),
			sheettest.One(50, 126, "Telephone 0113", tag.Other, sure), sheettest.One(50, 139, "Unit 5", class, 0.8)), vendorAddress},
		"far below":                    {below(50, 160), "4 Quay Street"},
		"a wide gap, the same edge":    {below(50, 145), vendorAddress},
		"a wide gap, a different edge": {below(65, 145), "4 Quay Street"},
	} {
		assert.Equal(t, bytags.Find(page(t, c.lines), false).Shipping.Value, c.want, what)
	}
}

func TestRunsEndAtPageEnd(t *testing.T) {
	t.Parallel()
	first, second := sheettest.A4(), sheettest.A4()
	first.Put(50, 800, 10, "4 Quay Street")
	second.Put(50, 30, 10, "Leeds LS1 4AP")
	doc := annotate.New(layout.Analyze(sheettest.Bind(first, second)))
	var units []tag.Unit
	for _, s := range doc.Layout.Segments {
		u := tag.Unit{Part: annotate.Whole(s)}
		for c := range u.Odds {
			u.Odds[c] = -9
		}
		u.Odds[tag.ShippingAddress] = -0.1
		units = append(units, u)
	}
	doc.Tags = tag.New(units, tag.SenderUnknown)
	assert.Equal(t, bytags.Find(doc, false).Shipping.Value, "4 Quay Street")
}

// The lines below a name complete an address that the tags missed, or missed one line of.
func TestUntaggedLines(t *testing.T) {
	t.Parallel()
	at := func(y float64, text string, class tag.Class) []line {
		return []line{sheettest.One(50, y, text, class, sure)}
	}
	name := at(100, "Marlow Pumps Ltd", tag.VendorName)
	street, town := at(126, "4 Quay Street", tag.VendorAddress), at(139, "Leeds LS1 4AP", tag.VendorAddress)
	for what, c := range map[string]struct {
		lines [][]line
		want  string
	}{
		"all lines":      {[][]line{name, at(113, "4 Quay Street", tag.Other), at(126, "Leeds LS1 4AP", tag.Other)}, vendorAddress},
		"one line":       {[][]line{name, at(113, "Unit 7", tag.Other), street, town}, "Unit 7, " + vendorAddress},
		"a line of text": {[][]line{name, at(113, "Pumps and valves", tag.Other), street, town}, vendorAddress},
		"two lines": {[][]line{name, at(113, "Unit 7", tag.Other), at(126, "Dock 4", tag.Other), at(139, "4 Quay Street", tag.VendorAddress),
			at(152, "Leeds LS1 4AP", tag.VendorAddress)}, vendorAddress},
		"a third party":  {[][]line{name, at(113, "Hollis Joinery Ltd", tag.OtherParty), at(126, "Leeds LS1 4AP", tag.Other)}, withoutAddress},
		"nothing below":  {[][]line{name}, withoutAddress},
		"tagged address": {[][]line{name, street, town}, vendorAddress},
	} {
		got := bytags.Find(page(t, c.lines...), false).Vendor
		assert.True(t, got.Name.Value == "Marlow Pumps Ltd" && got.Address.Value == c.want,
			what, got.Name.Value, "at", got.Address.Value, "want", c.want)
	}
}

func TestScoresAndBoxes(t *testing.T) {
	t.Parallel()
	v := bytags.Find(page(t, seller(50, 100, 0.8, "Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP")), false).Vendor
	assert.True(t, math.Abs(v.Name.Score-0.8) <= 1e-6 && math.Abs(v.Address.Score-sure) <= 1e-6,
		"scores", v.Name.Score, "and", v.Address.Score)
	if v.Name.Page != 1 || v.Name.Box.Empty() || v.Address.Box.Y0 <= v.Name.Box.Y0 {
		t.Errorf("boxes %v and %v", v.Name.Box, v.Address.Box)
	}
}

// The letterhead and the foot outweigh a payment slip, which prints the payee like an addressee.
func TestPaymentSlip(t *testing.T) {
	t.Parallel()
	letterhead := seller(50, 60, sure, "Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP")
	to := party(50, 200, tag.VendorName, tag.CustomerAddress, 0.7, "Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH")
	slip := []line{sheettest.One(50, 500, "MARLOW PUMPS LTD", tag.CustomerName, sure)}
	foot := sheettest.Down(50, 600, tag.VendorName, sure, "Marlow Pumps Ltd.", "Marlow pumps Ltd")
	sheettest.Expect(t, "with a letterhead", scalars(bytags.Find(page(t, letterhead, to, slip, foot), false)),
		"vendorName=Marlow Pumps Ltd", "vendorAddress="+vendorAddress, "customerName=Hollis Joinery Ltd", "customerAddress="+otherAddress)
	found := bytags.Find(page(t, to, slip), false)
	assert.True(t, found.Vendor.Name.Value == "Hollis Joinery Ltd" && found.Customer.Name.Value == "MARLOW PUMPS LTD",
		"without a letterhead", found.Vendor.Name.Value, "and", found.Customer.Name.Value)
}

// If the tags hesitate, the one of two blocks side by side whose lines end at one edge is the
// issuer's, unless a heading is printed above the other.
func TestFacingBlocks(t *testing.T) {
	t.Parallel()
	left := []string{"Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH"}
	right := []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP"}
	for name, c := range map[string]struct {
		heading string
		y       float64
		ends    bool
		order   bool
		swapped bool
	}{
		"ends at one edge":   {"", 60, true, false, true},
		"begins at one edge": {"", 60, false, false, false},
		"much lower":         {"", 260, true, false, false},
		"below a heading":    {"Delivered to", 60, true, false, false},
		"below a mark":       {"◆", 60, true, false, true},
		"on an order":        {"", 60, true, true, false},
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
			classes := [2]tag.Class{tag.VendorAddress, tag.CustomerAddress}
			if i == 0 {
				classes = [2]tag.Class{tag.VendorName, tag.CustomerName}
			}
			lines = append(lines, sheettest.One(50, 60+y, left[i], classes[0], sure), sheettest.One(x, c.y+y, right[i], classes[1], sure))
		}
		doc := page(t, lines)
		const doubt = 0.5
		for i := range doc.Tags.Units {
			o := &doc.Tags.Units[i].Odds
			o[tag.VendorName] = max(o[tag.VendorName], o[tag.CustomerName]-doubt)
			o[tag.CustomerName] = max(o[tag.CustomerName], o[tag.VendorName]-doubt)
		}
		want := left[0]
		if c.swapped {
			want = right[0]
		}
		assert.Equal(t, bytags.Find(doc, c.order).Vendor.Name.Value, want, name)
	}
}

// The shop of a receipt is returned if the tags are sure and the receipt has a text layer.
func TestShop(t *testing.T) {
	t.Parallel()
	shop := func(odds float64) []line {
		return seller(50, 100, odds, "Marlow Deli", "4 Quay Street", "Leeds LS1 4AP")
	}
	got := bytags.Shop(page(t, shop(sure)))
	assert.True(t, got.Name.Value == "Marlow Deli" && got.Address.Value == vendorAddress, got)
	assert.Equal(t, bytags.Shop(page(t, shop(0.5))), (bytags.Party{}), "unsure")
	if got := bytags.Shop(page(t, sheettest.Down(50, 100, tag.VendorAddress, sure, "4 Quay Street", "Leeds LS1 4AP"))); got != (bytags.Party{}) {
		t.Errorf("without a name: %+v", got)
	}
	scan := page(t, shop(sure))
	for i := range scan.Tags.Units {
		scan.Tags.Units[i].Segment.Tokens[0].Source = document.SourceOCR
	}
	assert.Equal(t, bytags.Shop(scan), (bytags.Party{}), "recognized")
}

func TestWithoutTags(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker("invoice", "Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4AP")
	empty := page(t)
	empty.Tags = tag.New(nil, tag.SenderUnknown)
	for _, doc := range []*annotate.Document{l.Document, empty} {
		got := bytags.Find(doc, false)
		assert.True(t, got == (bytags.Parties{}) && bytags.Shop(doc) == (bytags.Party{}), got)
	}
	set := bytags.TaxIDs(l, value.Value{}, value.Value{})
	assert.Equal(t, len(set.Scalars), 0, set.Scalars)
}

// Numbers whose check digits are right.
const taxID, otherTaxID = "DE136695976", "ATU13585627"

func TestTaxIDs(t *testing.T) {
	t.Parallel()
	const vendor, customer = tag.VendorTaxID, tag.CustomerTaxID
	at := func(y float64, text string, class tag.Class, odds float64) line {
		return sheettest.One(50, y, text, class, odds)
	}
	for name, c := range map[string]struct {
		lines []line
		want  []string
	}{
		"one each": {
			[]line{at(100, taxID, vendor, sure), at(200, otherTaxID, customer, sure)},
			[]string{"vendorTaxId=" + taxID, "customerTaxId=" + otherTaxID},
		},
		"the same number twice": {
			[]line{at(100, taxID, vendor, sure), sheettest.One(300, 200, "again "+taxID, customer, 0.5)}, []string{"vendorTaxId=" + taxID},
		},
		"no known form":     {[]line{at(100, "22/456/78901", vendor, sure)}, []string{"vendorTaxId=22/456/78901"}},
		"too few digits":    {[]line{at(100, "22/45", vendor, sure)}, nil},
		"too long":          {[]line{at(100, "No 22 456 78901 22 456 78901 77", vendor, sure)}, nil},
		"an unlikely one":   {[]line{at(100, "4000001123", vendor, 0.02)}, nil},
		"a mail address":    {[]line{at(100, "a123456@marlow.test", vendor, sure)}, nil},
		"Swiss mark below":  {[]line{at(100, "CHE-123.456.788", vendor, sure), at(113, "MWST", tag.Other, sure)}, []string{"vendorTaxId=CHE123456788MWST"}},
		"Swiss, town below": {[]line{at(100, "CHE-123.456.788", vendor, sure), at(113, "Bern", tag.Other, sure)}, []string{"vendorTaxId=CHE123456788"}},
		"below the customer": {
			[]line{at(100, "Marlow Ltd", tag.VendorName, sure), sheettest.One(300, 100, "Weber OHG", tag.CustomerName, sure), sheettest.One(300, 126, taxID, vendor, sure)},
			[]string{"customerTaxId=" + taxID},
		},
		"far below the customer": {
			[]line{at(100, "Marlow Ltd", tag.VendorName, sure), sheettest.One(300, 100, "Weber OHG", tag.CustomerName, sure), sheettest.One(300, 400, taxID, vendor, sure)},
			[]string{"vendorTaxId=" + taxID},
		},
	} {
		l := link.New(page(t, c.lines), result.TypeInvoice, link.Scorer{})
		p := bytags.Find(l.Document, false)
		sheettest.Expect(t, name, bytags.TaxIDs(l, p.Vendor.Name, p.Customer.Name), c.want...)
	}
	l := link.New(page(t, []line{at(100, taxID, vendor, sure)}), result.TypeInvoice, link.Scorer{})
	sheettest.Expect(t, "without names", bytags.TaxIDs(l, value.Value{}, value.Value{}), "vendorTaxId="+taxID)
}
