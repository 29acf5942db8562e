package announced

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// sellers are the units that are still held for the vendor's name.
func sellers(t *testing.T, lines ...sheettest.Line) (out []string) {
	t.Helper()
	tags := Correct(Input{Document: sheettest.Tagged(t, lines...), Kind: result.TypeInvoice})
	for i := range tags.Units {
		if u := &tags.Units[i]; u.Best() == tag.VendorName && u.Odds[tag.VendorName] > contraryOdds {
			out = append(out, u.Text())
		}
	}
	return out
}

// The initials in a logo are none of the name, where that is printed without them, too.
func TestInitialsBesideNames(t *testing.T) {
	t.Parallel()
	const name = tag.VendorName
	for what, c := range map[string]struct {
		lines []sheettest.Line
		want  string
	}{
		"in the line": {[]sheettest.Line{sheettest.One(50, 60, "MF MARLOW FORK", name, 0.95),
			sheettest.One(50, 600, "Pay Marlow Fork Ltd", tag.Other, 0.9)}, "MARLOW FORK"},
		"a name that begins so": {[]sheettest.Line{sheettest.One(50, 60, "MF Marlow Fork", name, 0.95),
			sheettest.One(50, 600, "Pay MF Marlow Fork", tag.Other, 0.9)}, "MF Marlow Fork"},
		"over the name": {[]sheettest.Line{sheettest.One(50, 60, "M&H", name, 0.95),
			sheettest.One(50, 73, "Marlow & Hollis Ltd", name, 0.95)}, "Marlow & Hollis Ltd"},
		"with a slash": {[]sheettest.Line{sheettest.One(50, 60, "MH/D", name, 0.95),
			sheettest.One(50, 73, "Marlow Hollis & Dunn Ltd", name, 0.95)}, "Marlow Hollis & Dunn Ltd"},
		"other letters": {[]sheettest.Line{sheettest.One(50, 60, "BBT", name, 0.95),
			sheettest.One(50, 73, "Marlow & Hollis Ltd", name, 0.95)}, "BBT; Marlow & Hollis Ltd"},
	} {
		if got := strings.Join(sellers(t, c.lines...), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// A name ends with its legal form where a sentence follows in its line.
func TestSentencesBehindNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Marlow Pumps Ltd trading as Quay Works since 1950":   {"Marlow Pumps Ltd"},
		"Marlow Pumps Ltd. Invoices are due within ten days":  {"Marlow Pumps Ltd."},
		"Hollis Sp. z o.o. Sp. k. oddział w Gdyni":            {"Hollis Sp. z o.o. Sp. k. oddział w Gdyni"},
		"Marlow GmbH und Hollis Co KG":                        {"Marlow GmbH und Hollis Co KG"},
		"Marlow Pumps are sold with a warranty of two years.": {"Marlow Pumps are sold with a warranty of two years."},
	} {
		if got := sellers(t, sheettest.One(50, 600, text, tag.VendorName, 0.9)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
