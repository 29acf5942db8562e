package match

import (
	"slices"

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

// spelledFields are the fields whose spelling comes from corrections: constants of a vendor that are not numbers.
func spelledFields() []string {
	return []string{"bankName", "vendorAddress", "vendorEmail", "vendorName"}
}

// isConstantField reports whether a field is the same on all documents of a vendor; accounts and numbers never are.
func isConstantField(name string) bool {
	return name == "vendorTaxId" || slices.Contains(spelledFields(), name)
}

func countSpelling(l *template.Template, name, constant string) int {
	n := 0
	for i := range l.Examples {
		if f := l.Examples[i].Field(name); f != nil && f.Constant == constant {
			n++
		}
	}
	return n
}

func misreadingHash(text string) uint32 { return hashOf("read", recognize.Compact(text)) }

// unanimousValue returns the value that all examples with a value share, the newest of them, and their number; 0 if
// none.
func unanimousValue[T comparable](
	cand *template.Template, valueOf func(*template.Example) *T,
) (value T, newest *template.Example, held int) {
	for i := range cand.Examples {
		l := &cand.Examples[i]
		v := valueOf(l)
		if v == nil {
			continue
		}
		if held > 0 && *v != value {
			return value, nil, 0
		}
		if held++; held == 1 {
			value, newest = *v, l
		}
	}
	return value, newest, held
}
