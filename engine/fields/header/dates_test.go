package header_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// 03/04 is 3 April, or 4 March if other dates, the currency or an address show it.
func TestAmbiguousDates(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"day first by default":              {[]string{"Invoice Date: 03/04/2031"}, "2031-04-03"},
		"another date settles day first":    {[]string{"Invoice Date: 03/04/2031", "Due Date: 25/04/2031"}, "2031-04-03"},
		"another date settles month first":  {[]string{"Invoice Date: 03/04/2031", "Due Date: 04/25/2031"}, "2031-03-04"},
		"dollars settle month first":        {[]string{"Invoice Date: 03/04/2031", "Total: $1,234.50"}, "2031-03-04"},
		"euros do not":                      {[]string{"Invoice Date: 03/04/2031", "Total: 1.234,50 €"}, "2031-04-03"},
		"a state and ZIP code do":           {[]string{"Acme Pumps, Inc.", "12 Hill Street", "Austin, TX 78701", "Invoice Date: 03/04/2031"}, "2031-03-04"},
		"dots are day first":                {[]string{"Invoice Date: 03.04.2031", "Total: $1,234.50"}, "2031-04-03"},
		"ISO is never ambiguous":            {[]string{"Invoice Date: 2031-03-04", "Due Date: 25/04/2031"}, "2031-03-04"},
		"a month's name is never ambiguous": {[]string{"Invoice Date: 3 April 2031", "Total: $1,234.50"}, "2031-04-03"},
		"the number of the document is no date": {[]string{"Poznań, 14 maja 2031 r.", "FAKTURA nr 7/05/2031",
			"Data wykonania usługi: 10.05.2031"}, "2031-05-14"},
		"no such day": {[]string{"Invoice Date: 31/31/2031"}, ""},
	} {
		s := sheettest.A4()
		s.Column(50, 50, 10, c.lines...)
		doc := sheettest.Bind(s)
		set := header.Find(sheettest.Read(doc, result.TypeInvoice))
		if got := set.Text("issueDate"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		sheettest.Cites(t, doc, set)
	}
}
