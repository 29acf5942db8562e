package party

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func TestDomainsWithoutWWW(t *testing.T) {
	t.Parallel()
	tried(t, "bare domain", bareDomain, map[string]bool{
		"marlow.example": false, "marlow.test": true, "pumps.co.uk": true, "Marlow.COM": true, "m3.org": true,
		"a.de": false, "marlow.d": false, "marlow.": false, "marlow": false, "123.50": false, "12.net": false,
		"x@marlow.test": false,
		"marlow.test/a": false, "1.000,de": false, "(co.uk)": false, "": false, "marlow.c0m": false,
	})
}

func TestWordsForWebAddresses(t *testing.T) {
	t.Parallel()
	tried(t, "web label", webLabel, map[string]bool{"Web:": true, "Homepage": true, "INTERNET": true, "Website:": true,
		"Mail:": false, "": false})
}

// A candidate belongs to the name that it stands a few lines under, in the same
// column of the same page.
func TestNearBelow(t *testing.T) {
	t.Parallel()
	rows := []string{"Tully Brothers Ltd|Marlow", "close", "", "", "", "", "", "", "", "far"}
	l := sheettest.LinkerOf(result.TypeInvoice, sheettest.Rows(rows...))
	name := value.Cite("Tully", l.Layout.Segments[0], 0, 2, 1)
	at := map[string]link.Candidate{}
	for _, s := range l.Layout.Segments {
		at[s.Text()] = link.Candidate{Segment: s}
	}
	for text, want := range map[string]bool{"close": true, "far": false, "Marlow": false, "Tully Brothers Ltd": false} {
		if got := nearBelow(name, at[text]); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if nearBelow(value.Value{}, at["close"]) {
		t.Error("near a value without a place")
	}
	name.Page = 2
	if nearBelow(name, at["close"]) {
		t.Error("near a value of another page")
	}
}

func TestUnderHeadings(t *testing.T) {
	t.Parallel()
	f := finderOf(
		result.TypeInvoice, "Bill to:|Supplier:", "Tully|Marlow", "York|Leeds", "", "", "", "", "", "", "", "", "", "", "",
		"", "", "", "", "", "", "", "far",
	)
	want := map[string]Role{
		"Bill to:": RoleCustomer, "Tully": RoleCustomer, "York": RoleCustomer, "Supplier:": RoleVendor, "Marlow": RoleVendor,
		"Leeds": RoleVendor,
	}
	for _, s := range f.Layout.Segments {
		for _, one := range []Role{RoleCustomer, RoleVendor, roleShipping} {
			if got := f.underHeading(s, one); got != (one == want[s.Text()]) {
				t.Errorf("%q under a heading of side %d: %v", s.Text(), one, got)
			}
		}
	}
}

// finderOf is the finder of parties of a page with a row for each text.
func finderOf(kind result.DocumentType, rows ...string) *finder {
	return &finder{Input{Linker: sheettest.Linker(kind, rows...)}}
}

// finderIn is that of a document.
func finderIn(kind result.DocumentType, doc *document.Document) *finder {
	return &finder{Input{Linker: sheettest.Read(doc, kind)}}
}
