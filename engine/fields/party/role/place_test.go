package role

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

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
		if got := NearBelow(name, at[text]); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if NearBelow(value.Value{}, at["close"]) {
		t.Error("near a value without a place")
	}
	name.Page = 2
	if NearBelow(name, at["close"]) {
		t.Error("near a value of another page")
	}
}

func TestUnderHeadings(t *testing.T) {
	t.Parallel()
	lay := sheettest.Rows(
		"Bill to:|Supplier:", "Tully|Marlow", "York|Leeds", "", "", "", "", "", "", "", "", "", "", "",
		"", "", "", "", "", "", "", "far",
	)
	want := map[string]Role{
		"Bill to:": Customer, "Tully": Customer, "York": Customer, "Supplier:": Vendor, "Marlow": Vendor,
		"Leeds": Vendor,
	}
	for _, s := range lay.Segments {
		for _, one := range []Role{Customer, Vendor, Shipping} {
			if got := Governs(one, s); got != (one == want[s.Text()]) {
				t.Errorf("%q under a heading of side %d: %v", s.Text(), one, got)
			}
		}
	}
}

// Of two adjacent headings the one whose column contains a line governs it, however close they are.
func TestHeadingsOfNearColumns(t *testing.T) {
	t.Parallel()
	sheet := sheettest.A4()
	for x, texts := range map[float64][]string{57: {"Facturé à", "Tully", "tully@example.com"},
		300: {"Émise par", "Marlow", "marlow@example.com"}} {
		sheet.Column(x, 100, 10, texts...)
	}
	for _, s := range sheettest.Read(sheettest.Bind(sheet), result.TypeInvoice).Layout.Segments {
		want := Vendor
		if s.Box.X0 < 200 {
			want = Customer
		}
		if s.Row > 0 && !Governs(want, s) {
			t.Errorf("%q is not of %d", s.Text(), want)
		}
	}
}
