package link_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
)

func TestNameValues(t *testing.T) {
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

// A title, a number or a sentence is not a name.
func TestNamesAfterLabels(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"in its segment":         {[]string{"Customer name: Rose Field"}, "Rose Field"},
		"beside it":              {[]string{"Customer name:|Rose Field"}, "Rose Field"},
		"below it":               {[]string{"Customer name", "Rose Field"}, "Rose Field"},
		"a number":               {[]string{"Customer name: 4711"}, ""},
		"a title":                {[]string{"Customer name:|INVOICE"}, ""},
		"a sentence":             {[]string{"Customer name: is needed for each of the orders"}, ""},
		"of another label":       {[]string{"Phone: Rose Field"}, ""},
		"the nearer of two":      {[]string{"Customer name", "Rose Field", "Ada Lowe"}, "Rose Field"},
		"nothing behind a label": {[]string{"Customer name:"}, ""},
	} {
		l := sheettest.Linker(result.TypeInvoice, c.rows...)
		if got := best(l, l.Link(l.NameValues, lexicon.CustomerName), lexicon.CustomerName); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
