package schema

import "slices"

// What else than its page tells of a document: QR codes for payment and tax, and the
// XML of e-invoices. Both lists are in the order in which their fields are looked at, as
// what is taken over from the one counts for the next: the currency goes before amounts,
// the total before the tax.

// codeNames are the fields that codes speak of.
func codeNames() []string {
	return []string{
		"iban", "bic", "currency", "total", "taxTotal", "paymentReference", "vendorName", "vendorAddress", "vendorTaxId",
		"customerName", "customerAddress", "customerId", "invoiceNumber", "issueDate", "dueDate",
		"servicePeriodStart", "servicePeriodEnd", "date", "time",
	}
}

// xmlNames are the fields in which a page must not differ from its XML. Names and
// addresses are left out: pages write them in many ways.
func xmlNames() []string {
	return []string{
		"invoiceNumber", "purchaseOrderNumber", "issueDate", "dueDate", "currency", "subtotal", "taxTotal", "total",
		"amountDue", "iban",
	}
}

// CodeFields returns the fields of the type that QR codes for payment and tax may speak
// of, in the order in which these are taken over; none of types that carry no such codes.
func (t Type) CodeFields() []Field {
	if !t.Codes {
		return nil
	}
	return named(codeNames(), t.Fields)
}

// XMLFields returns the fields in which a page must not differ from the XML of its
// e-invoice, in the order in which they are compared.
func XMLFields() []Field { return named(xmlNames(), Scalars()) }

// named returns the fields of some names, in the order of these.
func named(names []string, fields []Field) []Field {
	var out []Field
	for _, name := range names {
		if f, ok := find(fields, name); ok {
			out = append(out, f)
		}
	}
	return out
}

// source is what else tells a field.
func (f *Field) source() {
	f.InCodes, f.InXML = slices.Contains(codeNames(), f.Path), slices.Contains(xmlNames(), f.Path)
}
