package announced

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// misled tags the units of a page that the network makes nothing of: each is nothing,
// but those named, which it is sure are what they are not.
func misled(l *link.Linker, wrong map[string]tag.Class) *tag.Tags {
	var units []tag.Unit
	for _, s := range l.Layout.Segments {
		cuts := []int{0, len(s.Words)}
		if _, after := role.Heading(s); after > 0 && after < len(s.Words) {
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

// told are the names and tax numbers of parties that tags are rather sure of: of each
// class the likeliest unit.
func told(tags *tag.Tags) *value.Set {
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
					[2]string{"Contact:", "Ada Lowe"}, [2]string{"Address:", "6 Quay form.Street"}, [2]string{"", "LS1 4AP Leeds"},
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
		"who ordered": {
			func(s *sheettest.Sheet) {
				s.Column(50, 100, 10, "Marlow Timber Ltd")
				s.Column(50, 150, 10, "Bill to:", "Hollis Joinery", "12 Mill Lane", "York YO1 7HH")
				s.Put(320, 250, 10, "Ordered by: Ada Lowe")
			},
			result.TypeInvoice,
			map[string]tag.Class{"Marlow Timber Ltd": tag.VendorName, "Hollis Joinery": tag.Other},
			[]string{"vendorName=Marlow Timber Ltd", "customerName=Hollis Joinery"},
		},
		"what a letter is about": {
			func(s *sheettest.Sheet) {
				s.Column(50, 100, 10, "Marlow Timber Ltd")
				s.Column(50, 150, 10, "Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH")
				s.Put(50, 250, 10, "Betreff: Erweiterung Lagerhalle")
			},
			result.TypeInvoice,
			map[string]tag.Class{"Marlow Timber Ltd": tag.VendorName, "Erweiterung Lagerhalle": tag.CustomerName},
			[]string{"vendorName=Marlow Timber Ltd"},
		},
		"a name that begins like a label": {
			func(s *sheettest.Sheet) {
				s.Column(50, 100, 10, "Marlow Timber Ltd")
				s.Column(50, 150, 10, "Bill to:", "Customer Ltd York", "Ada Lowe", "12 Mill Lane", "York YO1 7HH")
			},
			result.TypeInvoice,
			map[string]tag.Class{"Marlow Timber Ltd": tag.VendorName, "Ada Lowe": tag.CustomerName},
			[]string{"vendorName=Marlow Timber Ltd", "customerName=Customer Ltd York"},
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
		sheettest.Expect(t, name, told(Correct(Input{l.Document, c.kind})), c.want...)
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
		for _, u := range Correct(Input{l.Document, l.Kind}).Units {
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
		for _, u := range Correct(Input{l.Document, l.Kind}).Units {
			got = got || u.Odds[tag.VendorName] > -1
		}
		if got != want {
			t.Errorf("%q: a vendor's name is %v, not %v", rows, got, want)
		}
	}
}

// An address below the announced name is the party's down to its post code, whatever the
// tags make of its lines.
func TestAnnouncedAddresses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want []string // the lines that become the customer's address
	}{
		"below the name":        {[]string{"Bill to:", "Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH"}, []string{"12 Mill Lane", "York YO1 7HH"}},
		"a person between":      {[]string{"Bill to:", "Hollis Joinery Ltd", "Ada Lowe", "12 Mill Lane", "York YO1 7HH"}, []string{"12 Mill Lane", "York YO1 7HH"}},
		"nothing below it":      {[]string{"Bill to:", "Hollis Joinery Ltd", "12 Mill Lane"}, nil},
		"what is below it ends": {[]string{"Bill to:", "Hollis Joinery Ltd", "York YO1 7HH", "Dock 4"}, []string{"York YO1 7HH"}},
		"of no heading":         {[]string{"Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH"}, nil},
		"of a delivery":         {[]string{"Ship to:", "Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH"}, nil},
	} {
		sheet := sheettest.A4()
		sheet.Column(50, 100, 10, c.rows...)
		l := sheettest.Read(sheettest.Bind(sheet), result.TypeInvoice)
		l.Tags = misled(l, nil)
		var got []string
		for _, u := range Correct(Input{l.Document, l.Kind}).Units {
			if u.Odds[tag.CustomerAddress] > -1 {
				got = append(got, u.Text())
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// What the network takes for a name or an address is none where the page says in words
// that it is something else: a person behind "Contact:", a street below the name.
func TestDeniedTags(t *testing.T) {
	t.Parallel()
	sheet := sheettest.A4()
	for i, row := range [][2]string{{"Seller"}, {"Name:", "Marlow Timber Ltd"}, {"Contact:", "Ada Lowe"},
		{"Address:", "6 Quay Street"}, {"", "LS1 4AP Leeds"}} {
		sheet.Put(50, 100+13*float64(i), 10, row[0])
		if row[1] != "" {
			sheet.Put(220, 100+13*float64(i), 10, row[1])
		}
	}
	l := sheettest.Read(sheettest.Bind(sheet), result.TypeInvoice)
	l.Tags = misled(l, map[string]tag.Class{"Ada Lowe": tag.VendorAddress, "6 Quay Street": tag.VendorName})
	for _, u := range Correct(Input{l.Document, l.Kind}).Units {
		switch text := u.Text(); {
		case text == "Ada Lowe" && u.Odds[tag.VendorAddress] > -3, text == "6 Quay Street" && u.Odds[tag.VendorName] > -3:
			t.Errorf("%q stays what the network takes it for: %v", text, u.Odds)
		case text == "6 Quay Street" && u.Odds[tag.VendorAddress] < -1:
			t.Errorf("%q is no address: %v", text, u.Odds)
		}
	}
}

// Tags against which the page says nothing stay what they are, and those that are
// corrected are a copy.
func TestTagsStay(t *testing.T) {
	t.Parallel()
	read := func(rows ...string) Input {
		sheet := sheettest.A4()
		sheet.Column(50, 100, 10, rows...)
		l := sheettest.Read(sheettest.Bind(sheet), result.TypeInvoice)
		l.Tags = misled(l, nil)
		return Input{l.Document, l.Kind}
	}
	if in := read("Hollis Joinery Ltd", "12 Mill Lane"); Correct(in) != in.Tags {
		t.Error("without a heading tags were changed")
	}
	in := read("Bill to:", "Hollis Joinery Ltd")
	before := slices.Clone(in.Tags.Units)
	if Correct(in) == in.Tags {
		t.Error("a heading changed nothing")
	}
	if !slices.Equal(before, in.Tags.Units) {
		t.Error("the document's own tags were changed")
	}
	in.Tags = nil
	if got := Correct(in); got != nil {
		t.Errorf("without tags: %v", got)
	}
	empty := tag.New(nil, [6]float32{})
	if in.Tags = empty; Correct(in) != empty {
		t.Error("no units became some")
	}
}

// FuzzCorrect corrects the tags of any rows: there are as many units as before, and each
// is the same words.
func FuzzCorrect(f *testing.F) {
	f.Add("Bill to:|SELLER: Marlow\nHollis|VAT No.: GB980780684\n12 Mill Lane\nYork YO1 7HH", true)
	f.Add("Seller\nName:|Marlow\nAddress:|Dock 4\n|LS1 4AP Leeds", false)
	f.Add(":\nTo", true)
	f.Fuzz(func(t *testing.T, text string, order bool) {
		l := sheettest.Linker(map[bool]result.DocumentType{true: result.TypePurchaseOrder, false: result.TypeInvoice}[order],
			strings.Split(text, "\n")...)
		in := Input{l.Document, l.Kind}
		in.Tags = misled(l, map[string]tag.Class{"Hollis": tag.VendorName})
		out := Correct(in)
		if len(out.Units) != len(in.Tags.Units) {
			t.Fatalf("%d units, then %d", len(in.Tags.Units), len(out.Units))
		}
		for i := range out.Units {
			if out.Units[i].Part != in.Tags.Units[i].Part {
				t.Errorf("unit %d is %q", i, out.Units[i].Text())
			}
		}
	})
}
