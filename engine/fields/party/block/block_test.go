package block

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/recognize"
)

// written is a party as "side: name / address".
func written(p *Block) string {
	if p == nil {
		return ""
	}
	names := map[role.Role]string{role.Unknown: "", role.Vendor: "vendor: ", role.Customer: "customer: ",
		role.Shipping: "shipping: ", role.Other: "other: "}
	out := names[p.Role] + p.NameText()
	if len(p.Address) > 0 {
		out += " / " + textshape.AddressText(p.Address)
	}
	return out
}

func writtenAll(all []*Block) string {
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
		"a province below the town": {[]string{"Bodega Olmo", "Calle Olmo, 4", "26300 Nájera", "La Rioja"},
			"Bodega Olmo / Calle Olmo, 4, 26300 Nájera, La Rioja"},
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
		"a name with the number of its house": {
			[]string{"Eigentümer Erlenhof 7", "Erlenhof 7", "80333 München"}, "Eigentümer Erlenhof 7 / Erlenhof 7, 80333 München",
		},
		"a post code alone in its line": {
			[]string{"Tully Farm Partnership", "Tully House", "Co. Clare", "V95 K7RW"}, "Tully Farm Partnership / Tully House, Co. Clare, V95 K7RW",
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
		f := onRows(c.rows...)
		got := Find(f)
		var kept []*Block // a block under a heading is found twice
		seen := map[string]bool{}
		for _, p := range got {
			if key := recognize.Compact(p.NameText()); !seen[key] {
				seen[key] = true
				kept = append(kept, p)
			}
		}
		if got := writtenAll(kept); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestUpperHalf(t *testing.T) {
	t.Parallel()
	first, second := sheettest.A4(), sheettest.A4()
	first.Put(50, 100, 10, "high")
	first.Put(50, 700, 10, "low")
	second.Put(50, 100, 10, "later")
	for _, s := range layout.Analyze(sheettest.Bind(first, second)).Segments {
		p := &Block{Name: []layout.Part{{Segment: s}}}
		if got := p.UpperHalf(); got != (s.Text() == "high") {
			t.Errorf("%q: %v", s.Text(), got)
		}
	}
}

// Rows that line items were read from hold no parties.
func TestItemsAreNoParties(t *testing.T) {
	t.Parallel()
	f := onRows("Weber OHG", "Lindenallee 27", "80333 München")
	f.ItemRows[f.Layout.Pages[0].Rows[2]] = true
	if got := writtenAll(Find(f)); got != "" {
		t.Errorf("%q", got)
	}
}

// Blocks with addresses come in the order of the page.
func TestBlocksInOrder(t *testing.T) {
	t.Parallel()
	in := onRows(
		"Nordbank AG · Hafenstr. 4 · 20457 Hamburg", "", "", "", "Anna Weber", "Lindenallee 27", "80333 München", "", "",
		"Bill to:", "Rose Field")
	want := []string{"Nordbank AG", "Anna Weber", "Rose Field"}
	blocks := Find(in)
	if len(blocks) != len(want) {
		t.Fatalf("%d blocks", len(blocks))
	}
	for i, p := range blocks {
		if got := textshape.JoinParts(p.Name, " "); got != want[i] {
			t.Errorf("%q, want %q", got, want[i])
		}
	}
	if blocks[0].Role != role.Vendor || blocks[2].Role != role.Customer {
		t.Errorf("sides %d and %d", blocks[0].Role, blocks[2].Role)
	}
}

// on is the input of a document read as an invoice.
func on(doc *document.Document) Input {
	l := sheettest.Read(doc, result.TypeInvoice)
	return Input{Document: l.Document, ItemRows: l.ItemRows}
}

// onRows is the input of a page with a row for each text.
func onRows(rows ...string) Input {
	l := sheettest.Linker(result.TypeInvoice, rows...)
	return Input{Document: l.Document, ItemRows: l.ItemRows}
}

// lineOf is a segment of words on a page of its own.
func lineOf(text string) *layout.Segment { return sheettest.Rows(text).Segments[0] }

// tried compares a predicate with what is wanted of each text.
func tried(t *testing.T, what string, of func(string) bool, want map[string]bool) {
	t.Helper()
	for text, w := range want {
		if got := of(text); got != w {
			t.Errorf("%s of %q is %v", what, text, got)
		}
	}
}
