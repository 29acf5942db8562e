package link_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// The text behind a label, or a whole line, may be a name.
func TestValuesOfNames(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Customer name: Rose Field,": "Rose Field", "Rose Field": "Rose Field", "Customer name:": "",
		"Customer name: 4711": "", "3 May 2031": "",
	} {
		l := sheettest.Linker(result.TypeInvoice, row)
		got := ""
		for _, c := range l.NameValues(l.Layout.Segments[0]) {
			got += c.Text
		}
		if got != want {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}
