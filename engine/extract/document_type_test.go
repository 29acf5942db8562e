package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// extractRows extracts a page of rows as any type.
func extractRows(rows ...string) *result.Result {
	doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
	return models().Document(doc, result.TypeAuto)
}

// A labeled sum of a generic document is among its key-value pairs.
func TestDocumentTypeSynonyms(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/types.txt") {
		res := extractRows(c.Rows...)
		if want := result.DocumentType(c.Options["type"]); res.DocumentType != want {
			t.Errorf("%s: is read as %s, not %s", c.Name, res.DocumentType, want)
		}
		for _, want := range c.Want {
			if name, text, _ := strings.Cut(want, "="); res.Fields[name].Value != text {
				t.Errorf("%s: %s is %q, not %q", c.Name, name, res.Fields[name].Value, text)
			}
		}
		if res.DocumentType != result.TypeGeneric {
			continue
		}
		for _, row := range c.Rows {
			label, sum, two := strings.Cut(row, "|")
			pair := func(row map[string]string) bool { return row["key"] == label && row["value"] == sum }
			if two && slices.Contains([]string{"Total", "Gesamtbetrag", "Totaal", "Total TTC"}, label) &&
				!slices.ContainsFunc(rows(res, "keyValues"), pair) {
				t.Errorf("%s: %s %s is not in the record", c.Name, label, sum)
			}
		}
	}
}
