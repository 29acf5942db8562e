package contact_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/party/contact"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// A thin letter that text recognition lost or doubled in a domain comes back from the name that the
// page prints.
func TestDomainsCorrectedByName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ name, mail, want string }{
		"one lost":               {"Marlow Fish & Ice Ltd", "office@marlowfsh.test", "office@marlowfish.test"},
		"one doubled":            {"Marlow Fish Ltd", "office@marlowfiish.test", "office@marlowfish.test"},
		"as it was read":         {"Marlow Fish Ltd", "office@marlowfish.test", "office@marlowfish.test"},
		"another letter":         {"Marlow Fish Ltd", "office@marlowfisch.test", "office@marlowfisch.test"},
		"short":                  {"Marl Ice", "office@marlce.test", "office@marlce.test"},
		"two names":              {"Marlow Fish Marlow Fsh", "office@marlowfsh.test", "office@marlowfsh.test"},
		"a name with other ends": {"Marlow Fishery Ltd", "office@marlowfsh.test", "office@marlowfsh.test"},
	} {
		for _, scanned := range []bool{true, false} {
			doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(c.name, c.mail)}}
			want := c.mail
			if scanned {
				doc, want = sheettest.Scanned(doc, 0.9), c.want
			}
			got := contact.Find(sheettest.Read(doc, result.TypeInvoice), value.Value{}).Text("vendorEmail")
			if got != want {
				t.Errorf("%s, scanned %v: %q, want %q", name, scanned, got, want)
			}
		}
	}
}
