package tagged

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/party/run"
	"github.com/docmill/docmill/engine/internal/sheettest"
)

// Names clash that are the same or share words.
func TestClash(t *testing.T) {
	t.Parallel()
	of := func(key string, units ...int) *taggedParty {
		return &taggedParty{name: &run.Run{Key: key, Units: units}}
	}
	nameless := &taggedParty{address: &run.Run{Key: "4quaystreet", Units: []int{1}}}
	for name, c := range map[string]struct {
		one, other *taggedParty
		want       bool
	}{
		"one name":      {of("marlow", 1), of("marlow", 7), true},
		"a shared unit": {of("marlow", 1, 2), of("hollis", 2, 3), true},
		"two names":     {of("marlow", 1), of("hollis", 2), false},
		"no name":       {of("marlow", 1), nameless, false},
		"neither":       {nameless, nameless, false},
	} {
		if clash(c.one, c.other) != c.want || clash(c.other, c.one) != c.want {
			t.Errorf("%s: not %v", name, c.want)
		}
	}
}

// An address is a line with a post code, a street, or several lines with a number.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		texts []string
		want  bool
	}{
		"a town":            {[]string{"Leeds LS1 4AP"}, true},
		"a street":          {[]string{"Quay Street"}, true},
		"lines of a number": {[]string{"Dock 4 at the Quay", "Leeds Harbour"}, true},
		"one such line":     {[]string{"Dock 4 at the Quay"}, false},
		"a register":        {[]string{"123456", "654321"}, false},
		"words":             {[]string{"Pumps and valves", "of all kinds"}, false},
	} {
		doc := sheettest.Tagged(t, sheettest.Down(50, 100, tag.VendorAddress, sure, c.texts...)...)
		chooser := &tagged{Document: doc, units: doc.Tags.Units}
		all := run.Find(doc, tag.VendorAddress)
		if len(all) == 0 || chooser.placeLike(&all[0]) != c.want {
			t.Errorf("%s: not %v, of %d runs", name, c.want, len(all))
		}
	}
}

// An address gains by how near it stands under its name.
func TestTogether(t *testing.T) {
	t.Parallel()
	const sameLine, farther, elsewhere = 1.0, 0.5, 0.0
	for name, c := range map[string]struct {
		x, y float64
		want float64
	}{
		"right below":    {50, 113, sameLine},
		"lines below":    {50, 160, farther},
		"far below":      {50, 300, elsewhere},
		"another column": {400, 113, elsewhere},
		"above":          {50, 60, elsewhere},
	} {
		doc := sheettest.Tagged(t, sheettest.One(50, 100, "Marlow Pumps", tag.VendorName, sure),
			sheettest.One(c.x, c.y, "Leeds LS1 4AP", tag.VendorAddress, sure))
		names, places := run.Find(doc, tag.VendorName), run.Find(doc, tag.VendorAddress)
		chooser := &tagged{Document: doc, units: doc.Tags.Units}
		if got := chooser.together(&names[0], &places[0]); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Of two addresses of which one ends with the other the one in full is the party's, though its
// name stands over the other.
func TestEntireAddresses(t *testing.T) {
	t.Parallel()
	at := func(texts ...string) []line { return sheettest.Down(50, 600, tag.VendorAddress, sure, texts...) }
	const whole = "4 Quay Street, Leeds LS1 4AP"
	for name, c := range map[string]struct {
		under []string
		foot  []line
		want  string
	}{
		"a town":             {[]string{"Leeds LS1 4AP"}, at("4 Quay Street", "Leeds LS1 4AP"), whole},
		"a house":            {[]string{"Leeds LS1 4AP"}, at("Quay House", "Leeds LS1 4AP"), "Quay House, Leeds LS1 4AP"},
		"other print":        {[]string{"LEEDS LS1 4AP"}, at("4 Quay Street", "Leeds LS1 4AP"), whole},
		"another town":       {[]string{"York YO1 7HH"}, at("4 Quay Street", "Leeds LS1 4AP"), "York YO1 7HH"},
		"another house's":    {[]string{"4 Quay Street", "Leeds LS1 4AP"}, at("Unit 2", "14 Quay Street", "Leeds LS1 4AP"), whole},
		"no street opens it": {[]string{"Leeds LS1 4AP"}, at("Pumps and valves", "Leeds LS1 4AP"), "Leeds LS1 4AP"},
		"the name over both": {[]string{"4 Quay Street", "Leeds LS1 4AP"}, at("Leeds LS1 4AP"), whole},
		"a street hardly seen": {
			[]string{"Leeds LS1 4AP"},
			append(sheettest.Down(50, 600, tag.VendorAddress, 0.012, "4 Quay Street"), sheettest.Down(50, 613, tag.VendorAddress, 0.51, "Leeds LS1 4AP.")...),
			"Leeds LS1 4AP",
		},
	} {
		got := Find(page(t, seller(50, 100, sure, append([]string{"Marlow Pumps Ltd"}, c.under...)...), c.foot))
		if got.Vendor.Address.Value != c.want {
			t.Errorf("%s: %q, want %q", name, got.Vendor.Address.Value, c.want)
		}
	}
	canal := sheettest.Down(50, 400, tag.VendorAddress, 0.8, "9 Canal Road", "Hull HU1 2AB")
	full := Find(page(t, seller(50, 100, sure, "Marlow Pumps Ltd"), sheettest.Down(320, 60, tag.VendorAddress, sure, "LEEDS LS1 4AP"),
		sheettest.Down(50, 600, tag.VendorAddress, 0.55, "4 Quay Street", "Leeds LS1 4AP"), canal))
	if got := full.Vendor.Address.Value; got != whole {
		t.Errorf("the address in full is as likely as its town, and %q is taken", got)
	}
}

// A name that a narrow logo cuts off inside a word is the name in full; one that ends with a word
// is whole.
func TestNamesCutOff(t *testing.T) {
	t.Parallel()
	for full, c := range map[string]struct {
		cut  string
		want bool
	}{
		"Maple Catering Services Ltd": {"Maple Catering Serv", true},
		"Maple Catering Service":      {"Maple Catering Serv", true},
		"Alder Catering Services":     {"Maple Catering Serv", false},
		"Maple Catering":              {"Maple Cat", true},
		"Maple Caterers":              {"Maple Ca", false}, // too little is left of the word
		"Maplewood Caterers":          {"Maple", false},
		"Maple Catering Ltd":          {"Maple Catering", false},
		"Maple CateringGroup":         {"Maple Catering", false},
		"Maple Catering2":             {"Maple Catering", false},
		"Maple":                       {"Maple Cat", false},
		"Maple Incomes Ltd":           {"Maple Inc", false}, // its legal form ends it
	} {
		foot := []line{sheettest.One(50, 600, full, tag.Other, 0.99)}
		want := c.cut
		if c.want {
			want = full
		}
		if got := Find(page(t, seller(50, 60, sure, c.cut), foot)).Vendor.Name.Value; got != want {
			t.Errorf("%q and %q: %q", c.cut, full, got)
		}
	}
	if got := Find(page(t, seller(50, 60, sure, "Maple Catering Serv"), buyer(320, 100, 0.6, "Maple Catering Services"),
		buyer(320, 300, 0.6, "Hollis Pumps"))).Vendor.Name.Value; got != "Maple Catering Services" {
		t.Errorf("two words and a half of what is taken for the customer's: %q", got)
	}
	sheettest.Expect(t, "the customer's name begins alike",
		scalars(Find(page(t, seller(50, 60, sure, "Maple Cat"), buyer(320, 100, sure, "Maple Catering")))),
		"vendorName=Maple Cat", "customerName=Maple Catering")
}

// Two addresses that stand each in the column of the other party's name are exchanged, if one
// of them is right under it.
func TestExchangedAddresses(t *testing.T) {
	t.Parallel()
	const quay, mill = "4 Quay Street, Leeds LS1 4AP", "12 Mill Lane, York YO1 7HH"
	type at struct{ x, y float64 }
	beside := at{320, 100}
	for name, c := range map[string]struct {
		buyer, quay, mill at // the first address is told to be of the vendor, whose name stands left
		want              string
	}{
		"under each other's names":        {beside, at{320, 113}, at{50, 113}, mill},
		"set in under them":               {beside, at{335, 113}, at{65, 113}, mill},
		"one of them lower":               {beside, at{320, 113}, at{50, 230}, mill},
		"both lower":                      {beside, at{320, 230}, at{50, 230}, quay},
		"the customer's in no column":     {beside, at{320, 113}, at{180, 113}, quay},
		"the vendor's in no column":       {beside, at{180, 113}, at{50, 113}, quay},
		"one of them far below":           {beside, at{320, 113}, at{50, 400}, quay},
		"one of them over the name":       {beside, at{320, 113}, at{50, 60}, quay},
		"the vendor's under its own name": {beside, at{50, 113}, at{320, 113}, quay},
		"all in one column":               {at{50, 140}, at{50, 153}, at{50, 190}, quay},
	} {
		got := Find(page(t, seller(50, 100, sure, "Marlow Pumps Ltd"), buyer(c.buyer.x, c.buyer.y, sure, "Hollis Joinery Ltd"),
			sheettest.Down(c.quay.x, c.quay.y, tag.VendorAddress, sure, "4 Quay Street", "Leeds LS1 4AP"),
			sheettest.Down(c.mill.x, c.mill.y, tag.CustomerAddress, sure, "12 Mill Lane", "York YO1 7HH")))
		other := map[string]string{quay: mill, mill: quay}[c.want]
		if got.Vendor.Address.Value != c.want || got.Customer.Address.Value != other {
			t.Errorf("%s: vendor at %q, customer at %q", name, got.Vendor.Address.Value, got.Customer.Address.Value)
		}
	}
}
