package block

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/text/recognize"
)

// The company's name over a block whose first line is none: larger print, and
// nearly in the same column.
func TestCompanyAboveABlock(t *testing.T) {
	t.Parallel()
	at := func(y float64, name string) string {
		s := sheettest.A4()
		s.Put(60, y, 14, name)
		s.Column(50, 60, 9, "Filiale Nord", "Hafenstr. 4", "20457 Hamburg")
		return writtenAll(Find(on(sheettest.Bind(s))))
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
		if got := asideLine(lineOf(row)); got != want {
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

// The heading of a block is the nearest over it or left of it; one on its right
// is another's.
func TestHeadingsOfBlocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		x, y float64
		want role.Role
	}{
		"over it":      {100, 180, role.Customer},
		"left of it":   {40, 200, role.Customer},
		"indented":     {110, 180, role.Customer},
		"on its right": {300, 180, role.Unknown},
		"far above":    {100, 100, role.Unknown},
		"under it":     {100, 214, role.Unknown},
	} {
		s := sheettest.A4()
		s.Put(c.x, c.y, 10, "Bill to:")
		s.Put(100, 200, 10, "Tully Brothers Ltd")
		f := on(sheettest.Bind(s))
		for _, top := range f.Layout.Segments {
			if got, heading := headingAbove(top); top.Text() == "Tully Brothers Ltd" && (got != c.want ||
				(heading != nil) != (c.want != role.Unknown)) {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
}
