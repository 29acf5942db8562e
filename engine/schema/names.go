package schema

// definition holds the properties of a field in every type that has it.
type definition struct {
	path  string // "total", "lineItems.amount"
	form  Form
	group Group
	exact bool // compared exactly, whatever the form
}

// names lists all fields, each once. Similar fields are neighbors, because trained trees split between them. Trained
// files list the fields that they know, so new fields may be added anywhere.
func names() []definition { return append(scalarNames(), listNames()...) }

func scalarNames() []definition {
	return []definition{
		{"invoiceNumber", FormIdentifier, GroupNumber, false},
		{"purchaseOrderNumber", FormIdentifier, GroupNumber, false},
		{"receiptNumber", FormIdentifier, GroupNumber, false},
		{"deliveryNoteNumber", FormIdentifier, GroupNumber, false},
		{"customerId", FormIdentifier, GroupNumber, false},
		{"paymentReference", FormIdentifier, GroupNumber, false},
		{"accountNumber", FormIdentifier, GroupNumber, false},
		{"issueDate", FormDate, GroupDate, false},
		{"date", FormDate, GroupDate, false},
		{"dueDate", FormDate, GroupDate, false},
		{"deliveryDate", FormDate, GroupDate, false},
		{"servicePeriodStart", FormDate, GroupDate, false},
		{"servicePeriodEnd", FormDate, GroupDate, false},
		{"periodStart", FormDate, GroupDate, false},
		{"periodEnd", FormDate, GroupDate, false},
		{"time", FormTime, GroupDate, false},
		{"currency", FormCurrency, GroupCode, false},
		{"total", FormMoney, GroupMoney, false},
		{"amountDue", FormMoney, GroupMoney, false},
		{"subtotal", FormMoney, GroupMoney, false},
		{"taxTotal", FormMoney, GroupMoney, false},
		{"amountPaid", FormMoney, GroupMoney, false},
		{"discountTotal", FormMoney, GroupMoney, false},
		{"shippingTotal", FormMoney, GroupMoney, false},
		{"tip", FormMoney, GroupMoney, false},
		{"openingBalance", FormMoney, GroupMoney, false},
		{"closingBalance", FormMoney, GroupMoney, false},
		{"iban", FormIBAN, GroupCode, false},
		{"bic", FormBIC, GroupCode, false},
		{"vendorTaxId", FormTaxID, GroupCode, false},
		{"customerTaxId", FormTaxID, GroupCode, false},
		{"vendorName", FormName, GroupVendor, false},
		{"customerName", FormName, GroupParty, false},
		{"accountHolder", FormName, GroupParty, false},
		{"bankName", FormName, GroupVendor, false},
		{"vendorAddress", FormAddress, GroupParty, false},
		{"customerAddress", FormAddress, GroupParty, false},
		{"shippingAddress", FormAddress, GroupParty, false},
		{"vendorEmail", FormEmail, GroupOther, false},
		{"vendorPhone", FormPhone, GroupOther, false},
		{"vendorWebsite", FormWebsite, GroupOther, false},
		{"paymentTerms", FormText, GroupText, false},
		{"title", FormText, GroupOther, true},
		{"language", FormLanguage, GroupOther, false},
		{"text", FormText, GroupOther, true},
	}
}

func listNames() []definition {
	return []definition{
		{"taxes", FormList, GroupOther, false},
		{"taxes.rate", FormRate, GroupOther, false},
		{"taxes.base", FormMoney, GroupOther, false},
		{"taxes.amount", FormMoney, GroupOther, false},
		{"taxes.category", FormText, GroupOther, true},
		{"payments", FormList, GroupOther, false},
		{"payments.method", FormText, GroupOther, true},
		{"payments.amount", FormMoney, GroupOther, false},
		{"payments.cardLastFour", FormIdentifier, GroupOther, false},
		{"lineItems", FormList, GroupOther, false},
		{"lineItems.amount", FormMoney, GroupOther, false},
		{"lineItems.unitPrice", FormMoney, GroupOther, false},
		{"lineItems.quantity", FormQuantity, GroupOther, false},
		{"lineItems.taxRate", FormRate, GroupOther, false},
		{"lineItems.discount", FormMoney, GroupOther, false},
		{"lineItems.unit", FormText, GroupOther, false},
		{"lineItems.productCode", FormIdentifier, GroupOther, false},
		{"lineItems.description", FormText, GroupText, false},
		{"transactions", FormList, GroupOther, false},
		{"transactions.date", FormDate, GroupOther, false},
		{"transactions.amount", FormMoney, GroupOther, false},
		{"transactions.balance", FormMoney, GroupOther, false},
		{"transactions.description", FormText, GroupText, false},
		{"keyValues", FormList, GroupOther, false},
		{"keyValues.key", FormText, GroupOther, true},
		{"keyValues.value", FormText, GroupOther, true},
		{"tables", FormList, GroupOther, false},
		{"tables.page", FormCount, GroupOther, false},
		{"tables.rows", FormList, GroupOther, false},
	}
}

// shared returns the field with the properties of its name.
func (n *definition) shared() Field {
	f := Field{
		Name: lastStep(n.path), Path: n.path, Form: n.form, Group: n.group,
		Comparison: n.form.comparison(),
	}
	if n.exact {
		f.Comparison = CompareExactly
	}
	f.source()
	return f
}
