package schema

import "slices"

// Sources besides the page: QR codes for payment and tax, and the XML of e-invoices. The lists are in processing
// order, because a value affects later ones: the currency precedes amounts, and the total precedes the tax.

// codeNames lists the fields that codes may give.
func codeNames() []string {
	return []string{
		"iban", "bic", "currency", "total", "taxTotal", "paymentReference", "vendorName", "vendorAddress", "vendorTaxId",
		"customerName", "customerAddress", "customerId", "invoiceNumber", "issueDate", "dueDate",
		"servicePeriodStart", "servicePeriodEnd", "date", "time",
	}
}

// xmlNames lists the fields in which a page must agree with its XML. Names and addresses vary too much.
func xmlNames() []string {
	return []string{
		"invoiceNumber", "purchaseOrderNumber", "issueDate", "dueDate", "currency", "subtotal", "taxTotal", "total",
		"amountDue", "iban",
	}
}

// CodeFields returns the fields of the type that QR codes for payment and tax may give, in processing order. It
// returns none for types without such codes.
func (t Type) CodeFields() []Field {
	if !t.HasCodes {
		return nil
	}
	return fieldsNamed(codeNames(), t.Fields)
}

// XMLFields returns the fields in which a page must agree with the XML of its e-invoice, in the order of
// comparison.
func XMLFields() []Field { return fieldsNamed(xmlNames(), Scalars()) }

// fieldsNamed returns the fields with the given names, in the same order.
func fieldsNamed(names []string, fields []Field) []Field {
	var out []Field
	for _, name := range names {
		if f, ok := find(fields, name); ok {
			out = append(out, f)
		}
	}
	return out
}

// source sets the sources of a field besides the page.
func (f *Field) source() {
	f.InCodes, f.InXML = slices.Contains(codeNames(), f.Path), slices.Contains(xmlNames(), f.Path)
}
