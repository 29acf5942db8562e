package match

import (
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Accounts returns the hashed bank accounts from corrected documents of a vendor with this name or tax ID; both may
// be "".
func Accounts(known []template.Template, name, taxID string) []string {
	var accounts []string
	for i := range known {
		for k := range known[i].Examples {
			if l := &known[i].Examples[k]; equalCompact(l.Vendor, name) || equalCompact(constantOf(l, "vendorTaxId"), taxID) {
				accounts = append(accounts, l.Accounts...)
			}
		}
	}
	return accounts
}

func constantOf(l *template.Example, field string) string {
	if t := l.Field(field); t != nil {
		return t.Constant
	}
	return ""
}

func equalCompact(a, b string) bool {
	return recognize.Compact(a) != "" && recognize.Compact(a) == recognize.Compact(b)
}
