package choice

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/party/block"
	"github.com/docmill/docmill/engine/result/value"
)

// chosen are the parties as scalars.
func chosen(p Parties) *value.Set {
	set := value.New()
	put := func(name string, b *block.Block) {
		if b != nil {
			set.Put(name, value.Value{Value: b.NameText()})
		}
	}
	put("vendor", p.Vendor)
	put("customer", p.Customer)
	set.Put("labelled", p.CustomerName)
	return set
}

func space(rows int) []string { return make([]string, rows) }

func concat(parts ...[]string) (rows []string) {
	for _, p := range parts {
		rows = append(rows, p...)
	}
	return rows
}

func TestFind(t *testing.T) {
	t.Parallel()
	marlow := []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4DY"}
	rose := []string{"Rose Field", "27 Orchard Lane", "York YO1 7HH"}
	for name, c := range map[string]struct {
		rows []string
		want []string
	}{
		"headings of both": {
			[]string{"From:|To:", "Marlow Pumps Ltd|Tully Brothers", "4 Quay Street|27 Orchard Lane", "Leeds LS1 4DY|York YO1 7HH"},
			[]string{"vendor=Marlow Pumps Ltd", "customer=Tully Brothers"},
		},
		"a letterhead and an address": {
			concat(marlow, space(5), rose), []string{"vendor=Marlow Pumps Ltd", "customer=Rose Field"},
		},
		"the only party is the author": {marlow, []string{"vendor=Marlow Pumps Ltd"}},
		"a label for the customer": {
			concat(marlow, space(5), []string{"Customer name: Ada Lowe"}), []string{"vendor=Marlow Pumps Ltd", "labelled=Ada Lowe"},
		},
		"who holds the account sells": {
			concat([]string{"Order of May"}, space(4), []string{"Account holder: Rosa Quay"}), []string{"vendor=Rosa Quay"},
		},
		"nobody": {[]string{"12.00", "3 May 2031"}, nil},
	} {
		got := chosen(Find(onRows(c.rows...)))
		found := map[string]bool{}
		for _, w := range c.want {
			found[w] = true
		}
		for field, v := range got.Scalars {
			if !found[field+"="+v.Value] {
				t.Errorf("%s: %s=%s", name, field, v.Value)
			}
			delete(found, field+"="+v.Value)
		}
		for w := range found {
			t.Errorf("%s: %s is missing", name, w)
		}
	}
}

// The customer is who stands under a heading, else who is written to at the window.
func TestCustomer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"a heading goes before a window": {
			concat(space(10), []string{"Rose Field", "27 Orchard Lane", "York YO1 7HH"}, space(3), []string{"Bill to:", "Ada Lowe", "9 Canal Road", "Hull HU1 2AB"}),
			"Ada Lowe",
		},
		"a letterhead is none": {[]string{"Rose Field|x", "27 Orchard Lane", "York YO1 7HH", "rose@rosefield.test"}, ""},
		"who has a telephone is rather the vendor": {
			concat(space(10), []string{"Rose Field", "27 Orchard Lane", "York YO1 7HH", "Tel.: +44 113 496 0000", "www.rosefield.test"}), "",
		},
		"a window": {concat(space(12), []string{"Rose Field", "27 Orchard Lane", "York YO1 7HH"}), "Rose Field"},
	} {
		got := ""
		if p := Customer(onRows(c.rows...)); p != nil {
			got = p.NameText()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The vendor is none whose name, or whose first letters, are the customer's.
func TestVendorIsNotTheCustomer(t *testing.T) {
	t.Parallel()
	rows := []string{"Marlow Pumps Ltd", "Hafenstr. 4", "20457 Hamburg"}
	for customer, want := range map[string]bool{"": true, "Rose Field": true, "Marlow Pumps Ltd": false, "MARLOW PUMPS Limited": false} {
		if got := Vendor(onRows(rows...), nil, customer); (got != nil) != want {
			t.Errorf("beside %q there is %v", customer, got)
		}
	}
	in := onRows(rows...)
	if got := Vendor(in, in.Blocks[0], ""); got != nil {
		t.Errorf("the customer's own block: %q", got.NameText())
	}
}

// Goods go to the first block of a delivery that has an address.
func TestShipping(t *testing.T) {
	t.Parallel()
	in := onRows("Ship to:", "Tully Depot", "9 Canal Road", "Hull HU1 2AB")
	if p := Shipping(in.Blocks); p == nil || p.NameText() != "Tully Depot" {
		t.Errorf("%+v", p)
	}
	if p := Shipping(onRows("Ship to:", "Tully Depot").Blocks); p != nil {
		t.Errorf("without an address: %q", p.NameText())
	}
	if p := Shipping(onRows("Bill to:", "Tully Depot", "9 Canal Road", "Hull HU1 2AB").Blocks); p != nil {
		t.Errorf("of a customer: %q", p.NameText())
	}
}

// A letter goes to the one address that is not its author's.
func TestAddressee(t *testing.T) {
	t.Parallel()
	marlow := []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4DY"}
	rose, ada := []string{"Rose Field", "27 Orchard Lane", "York YO1 7HH"}, []string{"Ada Lowe", "9 Canal Road", "Hull HU1 2AB"}
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"beside the author's":            {concat(marlow, space(3), rose), "Rose Field"},
		"the author's alone":             {marlow, ""},
		"two others":                     {concat(marlow, space(3), rose, space(3), ada), ""},
		"the author's house":             {concat([]string{"Marlow House"}, marlow[1:]), ""},
		"another's who has a telephone":  {concat(marlow, space(3), rose, []string{"Tel.: 0113 496 0000"}), ""},
		"the foot of a page, not letter": {concat(marlow, space(40), rose), ""},
	} {
		got := ""
		if p := Addressee(onRows(c.rows...), "Marlow Pumps Ltd", "4 Quay Street, Leeds LS1 4DY"); p != nil {
			got = p.NameText()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
