package trade

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/locale"
)

// AddresseeKey returns the key of the recipient's heading.
func (t *Document) AddresseeKey() string { return t.ByKind("billTo", "billTo", "orderVendor") }

// IssuerKey returns the key of the author's heading.
func (t *Document) IssuerKey() string { return t.ByKind("vendor", "vendor", "orderBuyer") }

// IssuerField returns the name of a field of the author. The author of an order is the customer.
func (t *Document) IssuerField(field string) string {
	return t.ByKind("vendor", "vendor", "customer") + field
}

// AddresseeField returns the name of a field of the recipient.
func (t *Document) AddresseeField(field string) string {
	return t.ByKind("customer", "customer", "vendor") + field
}

// Phone returns the author's telephone number.
func (t *Document) Phone() string { return strings.TrimPrefix(t.Issuer.Phone, "tel. ") }

// AddresseeTaxLabel returns the key of the recipient's tax number.
func (t *Document) AddresseeTaxLabel() string {
	if t.IsOrder() || t.Chance(0.2) {
		return "taxId"
	}
	return "customerTaxId"
}

// PrintedIBAN returns an account number, mostly in groups of four characters.
func (t *Document) PrintedIBAN(compact string) string {
	if t.Chance(0.3) {
		return compact
	}
	return locale.GroupInFours(compact)
}
