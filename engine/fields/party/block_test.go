package party

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/result"
)

// written is a party as "side: name / address".
func written(p *Party) string {
	if p == nil {
		return ""
	}
	names := map[Role]string{roleUnknown: "", RoleVendor: "vendor: ", RoleCustomer: "customer: ",
		roleShipping: "shipping: ", roleOther: "other: "}
	out := names[p.Role] + p.nameText()
	if len(p.Address) > 0 {
		out += " / " + AddressText(p.Address)
	}
	return out
}

func writtenAll(all []*Party) string {
	out := make([]string, len(all))
	for i, p := range all {
		out[i] = written(p)
	}
	return strings.Join(out, "; ")
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"a name over a postal line": {[]string{"Weber OHG", "Lindenallee 27", "80333 München"},
			"Weber OHG / Lindenallee 27, 80333 München"},
		"without a street": {[]string{"Weber OHG", "80333 München"}, "Weber OHG / 80333 München"},
		"two side by side": {
			[]string{"Weber OHG|Brückner GmbH", "Lindenallee 27|Hafenstr. 4", "80333 München|20457 Hamburg"},
			"Weber OHG / Lindenallee 27, 80333 München; Brückner GmbH / Hafenstr. 4, 20457 Hamburg",
		},
		"a person's line is left out": {
			[]string{"Weber OHG", "z. Hd. Frau Anna Lutz", "Lindenallee 27", "80333 München"},
			"Weber OHG / Lindenallee 27, 80333 München",
		},
		"two lines of a name": {
			[]string{"Weber OHG", "Abteilung Einkauf", "Lindenallee 27", "80333 München"},
			"Weber OHG / Lindenallee 27, 80333 München",
		},
		"a postal line alone": {[]string{"80333 München"}, ""},
		"no name over it":     {[]string{"Lindenallee 27", "80333 München"}, ""},
		"a title is no name":  {[]string{"Rechnung", "80333 München"}, ""},
		"a date ends the block": {[]string{"Weber OHG", "3 May 2031", "Lutz & Co", "80333 München"},
			"Lutz & Co / 80333 München"},
		"a mail address ends it": {[]string{"Weber OHG", "a@weber.test", "Lutz & Co", "80333 München"},
			"Lutz & Co / 80333 München"},
		"many digits end it": {[]string{"Weber OHG", "Konto 123456 78901234", "Lutz & Co", "80333 München"},
			"Lutz & Co / 80333 München"},
		"a street that looks like a postal line": {
			[]string{"Maple Tools Inc.", "2558 Maple Avenue", "Austin, TX 78701"},
			"Maple Tools Inc. / 2558 Maple Avenue, Austin, TX 78701",
		},
		"a sender's line": {
			[]string{"Brückner GmbH · Hafenstr. 4 · 20457 Hamburg"}, "vendor: Brückner GmbH / Hafenstr. 4, 20457 Hamburg",
		},
		"a sender's line with commas": {
			[]string{"Brückner GmbH, Hafenstr. 4, 20457 Hamburg"}, "vendor: Brückner GmbH / Hafenstr. 4, 20457 Hamburg",
		},
		"an address with commas": {[]string{"Hafenstr., 4, 20457 Hamburg"}, ""},
		"parts that are none":    {[]string{"Pumpen · Ventile · Dichtungen"}, ""},
		"too few parts":          {[]string{"Brückner GmbH · 20457 Hamburg"}, ""},
		"too many parts":         {[]string{"Brückner · a · b · c · d · e · f · 20457 Hamburg"}, ""},
		"a heading with its name": {
			[]string{"Bill to: Tully Ltd", "27 Orchard Lane", "near York"}, "customer: Tully Ltd",
		},
		"a heading without a block": {[]string{"Bill to:", "Tully Ltd"}, "customer: Tully Ltd"},
		"a heading over no name":    {[]string{"Bill to:", "12.00", "3 May 2031", "4711", "Tully Ltd"}, ""},
		"a heading of others":       {[]string{"Bank details:", "Nordbank AG"}, ""},
		"a label for the name": {
			[]string{"Customer", "Name:|Tully Ltd"}, "customer: Tully Ltd",
		},
	} {
		f := finderOf(result.TypeInvoice, c.rows...)
		got := f.parties()
		var kept []*Party // a block under a heading is found twice
		seen := map[string]bool{}
		for _, p := range got {
			if key := recognize.Compact(p.nameText()); !seen[key] {
				seen[key] = true
				kept = append(kept, p)
			}
		}
		if got := writtenAll(kept); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A sender's line may come apart into segments, where a separator stands at an end.
func TestSendersLinesInParts(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Brückner GmbH ·|Hafenstr. 4 · 20457 Hamburg":     "vendor: Brückner GmbH / Hafenstr. 4, 20457 Hamburg",
		"Brückner GmbH|· Hafenstr. 4 · 20457 Hamburg":     "vendor: Brückner GmbH / Hafenstr. 4, 20457 Hamburg",
		"Brückner GmbH|Hafenstr. 4 · 20457 Hamburg":       "",
		"Brückner GmbH · Hafenstr. 4 ·|20457 Hamburg":     "vendor: Brückner GmbH / Hafenstr. 4, 20457 Hamburg",
		"3 May 2031 · Hafenstr. 4 · 20457 Hamburg":        "",
		"Brückner GmbH · Hafenstr. 4 · 20457 Hamburg · x": "vendor: Brückner GmbH / Hafenstr. 4, 20457 Hamburg",
	} {
		if got := written(senderLine(sheettest.Rows(row).Segments[0])); got != want {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}

// Rows that line items were read from hold no parties.
func TestItemsAreNoParties(t *testing.T) {
	t.Parallel()
	f := finderOf(result.TypeInvoice, "Weber OHG", "Lindenallee 27", "80333 München")
	f.ItemRows[f.Layout.Pages[0].Rows[2]] = true
	if got := writtenAll(f.parties()); got != "" {
		t.Errorf("%q", got)
	}
	f = finderOf(result.TypeInvoice, "Brückner GmbH")
	f.ItemRows[f.Layout.Pages[0].Rows[0]] = true
	if got := writtenAll(f.companyNames()); got != "" {
		t.Errorf("%q", got)
	}
}

// The company's name over a block whose first line is none: larger print, and
// nearly in the same column.
func TestCompanyAboveABlock(t *testing.T) {
	t.Parallel()
	at := func(y float64, name string) string {
		s := sheettest.A4()
		s.Put(60, y, 14, name)
		s.Column(50, 60, 9, "Filiale Nord", "Hafenstr. 4", "20457 Hamburg")
		return writtenAll(finderIn(result.TypeInvoice, sheettest.Bind(s)).parties())
	}
	if got := at(40, "Brückner Pumpen GmbH"); got != "Brückner Pumpen GmbH / Filiale Nord, Hafenstr. 4, 20457 Hamburg" {
		t.Errorf("%q", got)
	}
	for _, other := range []string{at(5, "Brückner Pumpen GmbH"), at(40, "Pumpen und Ventile aller Art"), at(40,
		"Brückner")} {
		if other != "Filiale Nord / Hafenstr. 4, 20457 Hamburg" {
			t.Errorf("%q", other)
		}
	}
}

func TestPersonsInBlocks(t *testing.T) {
	t.Parallel()
	tried(t, "person", func(text string) bool { return personal(recognize.FoldWords(text)) }, map[string]bool{
		"Mrs Rose Field": true, "Herrn Anton Lutz": true, "z. Hd. Anna Lutz": true, "Madame Vernay": true,
		"À l'attention de Mme Vernay": true,
		"Rose Field":                  false, "Mrs": false, "Frau Anna 4": false,
		"Herr An Der Langen Alten Brücke Lutz": false, "": false,
	})
}

func TestLinesAsideOfAddresses(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"Attn Rose Field": true, "Abteilung Einkauf": true, "Mrs Rose Field": true, "HRB 12345": true,
		"27 Orchard Lane": false, "York": false,
	} {
		if got := asideLine(segment(row)); got != want {
			t.Errorf("%q: %v", row, got)
		}
	}
	for row, want := range map[string]bool{"Contact:|Rose Field": true, "Kontakt|Rose Field": true,
		"Tully Ltd|Rose Field": false, "Contact us by mail|Rose": false} {
		if got := asideLine(sheettest.Rows(row).Segments[1]); got != want {
			t.Errorf("%q: %v", row, got)
		}
	}
}

func TestLinesThatStopAddresses(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"a@weber.test": true, "www.weber.test": true, "3 May 2031": true, "DE89370400440532013000": true, "DE136695976": true,
		"Bill to:":       true,
		"Invoice No.: 7": true, "one two three four five six seven eight nine ten": true, "Lindenallee 27": false,
		"Hafen 4, 20457 Hamburg": false,
	} {
		l := sheettest.Linker(result.TypeInvoice, row)
		if got := StopsAddress(l.Document, l.Layout.Segments[0]); got != want {
			t.Errorf("%q: %v", row, got)
		}
	}
}

// The heading of a block is the nearest over it or left of it; one on its right
// is another's.
func TestHeadingsOfBlocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		x, y float64
		want Role
	}{
		"over it":      {100, 180, RoleCustomer},
		"left of it":   {40, 200, RoleCustomer},
		"indented":     {110, 180, RoleCustomer},
		"on its right": {300, 180, roleUnknown},
		"far above":    {100, 100, roleUnknown},
		"under it":     {100, 214, roleUnknown},
	} {
		s := sheettest.A4()
		s.Put(c.x, c.y, 10, "Bill to:")
		s.Put(100, 200, 10, "Tully Brothers Ltd")
		f := finderIn(result.TypeInvoice, sheettest.Bind(s))
		for _, top := range f.Layout.Segments {
			if got, heading := f.headingAbove(top); top.Text() == "Tully Brothers Ltd" && (got != c.want ||
				(heading != nil) != (c.want != roleUnknown)) {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
}

func TestSidesOfHeadings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		side  Role
		after int
	}{
		"Bill to:": {RoleCustomer, 2}, "Bill to: Tully Ltd": {RoleCustomer, 2}, "Rechnungsempfänger": {RoleCustomer, 1},
		"Fournisseur:": {RoleVendor, 1},
		"Ship to":      {roleShipping, 2}, "Bank details:": {roleOther, 2}, "Bill to Tully Ltd": {roleUnknown, 0},
		"Tully: Bill to":        {roleUnknown, 0},
		"Customer service team": {roleUnknown, 0}, "Sprzedawca:": {RoleVendor, 1}, "Afleveradres": {roleShipping, 1},
	} {
		got, after := roleOf(segment(text))
		if got != want.side || after != want.after {
			t.Errorf("%q: side %d, then word %d", text, got, after)
		}
	}
	for name, want := range map[string]Role{"vendor": RoleVendor, "customer": RoleCustomer, "shipping": roleShipping,
		"other": roleOther, "": roleOther} {
		if got := roleNamed(name); got != want {
			t.Errorf("%q: %d", name, got)
		}
	}
}

// The text behind a label, or a whole line, may be a name.
func TestValuesOfNames(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Customer name: Rose Field,": "Rose Field", "Rose Field": "Rose Field", "Customer name:": "",
		"Customer name: 4711": "", "3 May 2031": "",
	} {
		l := sheettest.Linker(result.TypeInvoice, row)
		got := ""
		for _, c := range NameValues(l.Document, l.Layout.Segments[0]) {
			got += c.Text
		}
		if got != want {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}
