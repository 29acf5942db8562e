package einvoicefields

import (
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/result/value"
)

// Supplement adds to the structured data what the page alone tells: contacts,
// numbers, terms, and the items where the data has none (Factur-X MINIMUM and
// BASIC WL). Sums are never mixed: what the data does not state is none. An
// account from which the amount will be collected is not the vendor's.
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

// isPartOf reports whether a field belongs to a group of which the data has
// another one: the page's bank is not that of the data's account.
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
