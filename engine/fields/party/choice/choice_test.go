package choice

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/block"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

func TestNamesThatStartAlike(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, other string
		want        bool
	}{
		{"tully", "tully", true},
		{"bruckneriggmbh", "brucknerigpumpen", true},
		{"tullyltd", "tullybrothers", false}, // too little in common
		{"marlow", "marlowltd", false},
		{"marlowp", "marlowpumps", true},
		{"marlow", "", false},
		{"", "marlow", false},
	} {
		if got := sharesFirstWord(c.name, c.other); got != c.want {
			t.Errorf("%q and %q: %v", c.name, c.other, got)
		}
	}
}

// named are parties of lines, without sides.
func named(lines ...string) []*block.Block {
	out := make([]*block.Block, len(lines))
	for i, line := range lines {
		s := sheettest.Rows(line).Segments[0]
		out[i] = &block.Block{Name: []layout.Part{{Segment: s, First: 0, Last: len(s.Words) - 1}}}
	}
	return out
}

// A name without a legal form gives way to the same name with one.
func TestFullNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, other, want string }{
		{"Marlow", "Marlow Pumps Ltd", "Marlow Pumps Ltd"},
		{"Marlow", "Marlow Pumps", ""},
		{"Marlow Ltd", "Marlow Ltd Holding Inc", ""},
		{"Marlow", "The Marlow Ltd", ""},
		{"MPL", "MPL Ltd", ""},
	} {
		all := named(c.name, c.other)
		got := ""
		if full := fullName(all, all[0]); full != nil {
			got = full.NameText()
		}
		if got != c.want {
			t.Errorf("%q beside %q: %q, want %q", c.name, c.other, got, c.want)
		}
	}
}

// The address under one mention of a name is that of the other.
func TestBorrowedAddresses(t *testing.T) {
	t.Parallel()
	all := named("Marlow Pumps Ltd", "MARLOW PUMPS LTD", "Tully Ltd")
	all[1].Address = named("4 Quay form.Street")[0].Name
	if got := textshape.AddressText(addressOf(all, all[0])); got != "4 Quay form.Street" {
		t.Errorf("%q", got)
	}
	if got := addressOf(all, all[2]); got != nil {
		t.Errorf("%v", got)
	}
}

// The first lines of the first page may name the vendor, the larger the better.
func TestLinesAtTheTop(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 40, 20, "Marlow")
	s.Column(50, 80, 9, "Pumps and Valves", "Invoice No.: A-1", "INVOICE", "Total 12.00 EUR", "Rose Field", "Too Late")
	f := on(sheettest.Bind(s))
	all := f.topLines()
	if got := written(all); got != "Marlow; Pumps and Valves; Rose Field" {
		t.Fatalf("%q", got)
	}
	if all[0].Score <= all[1].Score || all[1].Score <= all[2].Score {
		t.Errorf("scores %v, %v, %v", all[0].Score, all[1].Score, all[2].Score)
	}
	if got := on(&document.Document{}).topLines(); got != nil {
		t.Errorf("%v", got)
	}
}

// Segments with a legal form are companies, and who holds the account is the
// vendor.
func TestNamesOfCompanies(t *testing.T) {
	t.Parallel()
	f := onRows("Marlow Pumps Ltd", "Rose Field", "Invoice No.: Tully Ltd",
		"Account holder: Rosa Quay")
	if got := written(f.companyNames()); got != "Marlow Pumps Ltd; vendor: Rosa Quay" {
		t.Errorf("%q", got)
	}
}

// What stands behind a block's address tells its owner from those who are
// written to.
func TestMarksOfVendors(t *testing.T) {
	t.Parallel()
	for tail, want := range map[string]int{
		"": 0, "office@marlow.test": 1, "Tel.: +49 40 1234567": 1, "VAT No.: DE136695976": 1, "www.marlow.test|far away": 1,
		"We like pumps": 0,
	} {
		f := onRows("Marlow Pumps", "Hafenstr. 4", "20457 Hamburg", tail)
		if got := f.vendorMarks(f.Blocks[0]); got != want {
			t.Errorf("%q: %d", tail, got)
		}
	}
}

// Each of these makes a name rather the vendor's.
func TestOddsOfVendors(t *testing.T) {
	t.Parallel()
	odds := func(first string, tail ...string) float64 {
		f := onRows(append([]string{first}, tail...)...)
		p := &block.Block{Name: []layout.Part{{Segment: f.Layout.Segments[0], First: 0, Last: len(f.Layout.Segments[0].Words) - 1}}}
		return f.vendorOdds(p, "marlow", f.compactText())
	}
	plain := odds("Marlow")
	for name, better := range map[string]float64{
		"legal form":  odds("Marlow Ltd"),
		"mentioned":   odds("Marlow", "", "", "Marlow"),
		"its domain":  odds("Marlow", "", "", "", "", "x@marlow.test"),
		"its numbers": odds("Marlow", "www.tully.test"),
	} {
		if better <= plain {
			t.Errorf("%s: %v, no more than %v", name, better, plain)
		}
	}
	if low := odds(" |", "", "", "", "Marlow"); low >= plain {
		t.Errorf("low on the page: %v", low)
	}
	if many, more := odds("Marlow", "", "Marlow", "Marlow", "Marlow"), odds("Marlow", "", "Marlow", "Marlow", "Marlow",
		"Marlow"); more > many {
		t.Error("the fifth mention counts")
	}
}

// A name of a later page is less likely the vendor's.
func TestOddsOfLaterPages(t *testing.T) {
	t.Parallel()
	first, second := sheettest.A4(), sheettest.A4()
	first.Put(50, 300, 10, "Marlow")
	second.Put(50, 300, 10, "Marlow")
	f := on(sheettest.Bind(first, second))
	var odds []float64
	for _, s := range f.Layout.Segments {
		odds = append(odds, f.vendorOdds(&block.Block{Name: []layout.Part{{Segment: s}}}, "marlow", ""))
	}
	if len(odds) != 2 || odds[1] >= odds[0] {
		t.Errorf("%v", odds)
	}
}

// on is the input of a document read as an invoice.
func on(doc *document.Document) Input { return inputOf(sheettest.Read(doc, result.TypeInvoice)) }

// onRows is the input of a page with a row for each text, without scorers.
func onRows(rows ...string) Input { return inputOf(sheettest.Linker(result.TypeInvoice, rows...)) }

func inputOf(l *link.Linker) Input {
	return Input{Linker: l, Blocks: block.Find(block.Input{Document: l.Document, ItemRows: l.ItemRows})}
}

// written are the names of blocks, those of vendors marked.
func written(all []*block.Block) string {
	out := make([]string, len(all))
	for i, p := range all {
		out[i] = p.NameText()
		if p.Role == role.Vendor {
			out[i] = "vendor: " + out[i]
		}
	}
	return strings.Join(out, "; ")
}

// Rows that line items were read from hold no companies.
func TestItemsAreNoCompanies(t *testing.T) {
	t.Parallel()
	in := onRows("Brückner GmbH")
	in.ItemRows[in.Layout.Pages[0].Rows[0]] = true
	if got := written(in.companyNames()); got != "" {
		t.Errorf("%q", got)
	}
}
