package einvoicefields

import (
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/result/value"
)

// Supplement adds values that only the page has: contacts, numbers, terms, and items if the data has none (Factur-X
// MINIMUM and BASIC WL). It never adds sums, because a sum that the data omits does not exist. It does not add an
// account that will be debited, because that is not the vendor's.
func (p *Page) Supplement(d *einvoice.Invoice, set *value.Set) {
	for name, v := range p.read.Scalars {
		_, has := set.Scalars[name]
		if has || isMoney(name) || isPartOf(set, name) || name == "iban" && isDebited(d, v.Value) {
			continue
		}
		set.Scalars[name] = v
	}
	for _, list := range []string{"lineItems", "taxes"} {
		if rows := p.read.Lists[list]; len(set.Lists[list]) == 0 && len(rows) > 0 {
			set.Lists[list] = rows
		}
	}
}

// isPartOf reports whether the data has another field of the group: the page's bank may be another than the data's.
func isPartOf(set *value.Set, name string) bool {
	other := ""
	switch name {
	case "bic":
		other = "iban"
	case "servicePeriodStart":
		other = "servicePeriodEnd"
	case "servicePeriodEnd":
		other = "servicePeriodStart"
	}
	v, ok := set.Scalars[other]
	return ok && v.Source == document.SourceXML
}

func isDebited(d *einvoice.Invoice, iban string) bool {
	for _, p := range d.Payments {
		if strings.EqualFold(compact(p.Debited), iban) {
			return true
		}
	}
	return false
}
