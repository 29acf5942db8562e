package block

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/internal/sheettest"
)

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

func TestPartsOfALine(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"Marlow Ltd · 4 Quay · Leeds": "Marlow Ltd|4 Quay|Leeds",
		"· Marlow Ltd · · Leeds ·":    "Marlow Ltd|Leeds",
		"Marlow Ltd":                  "Marlow Ltd",
		"· ·":                         "",
	} {
		if got := textshape.JoinParts(splitParts(lineOf(line), textshape.IsSeparator), "|"); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	for line, want := range map[string]string{
		"Marlow Ltd, 4 Quay, Leeds": "Marlow Ltd|4 Quay|Leeds",
		"Marlow Ltd":                "Marlow Ltd",
		"Marlow Ltd,":               "Marlow Ltd",
	} {
		if got := textshape.JoinParts(splitAfterComma(lineOf(line)), "|"); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
