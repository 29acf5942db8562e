package schema

// definition holds the properties of a field in every type that has it.
type definition struct {
	path    string // "total", "lineItems.amount"
	form    Form
	group   Group
	modelID int
	exact   bool // compared exactly, whatever the form
}

// names lists all fields, each once, in the order of their model IDs.
//
// A model ID is a feature value of trained trees, so it is never changed. Similar fields have adjacent IDs, because
// trees split between numbers. A new field gets the next free number, or none until the models are trained again.
func names() []definition { return append(scalarNames(), listNames()...) }

func scalarNames() []definition {
	const none = NoModelID
	return []definition{
		{"invoiceNumber", FormIdentifier, GroupNumber, 0, false},
		{"purchaseOrderNumber", FormIdentifier, GroupNumber, 1, false},
		{"receiptNumber", FormIdentifier, GroupNumber, 2, false},
		{"customerId", FormIdentifier, GroupNumber, 3, false},
		{"paymentReference", FormIdentifier, GroupNumber, 4, false},
		{"accountNumber", FormIdentifier, GroupNumber, 5, false},
		{"issueDate", FormDate, GroupDate, 6, false},
		{"date", FormDate, GroupDate, 7, false},
		{"dueDate", FormDate, GroupDate, 8, false},
		{"deliveryDate", FormDate, GroupDate, 9, false},
		{"servicePeriodStart", FormDate, GroupDate, 10, false},
		{"servicePeriodEnd", FormDate, GroupDate, 11, false},
		{"periodStart", FormDate, GroupDate, 12, false},
		{"periodEnd", FormDate, GroupDate, 13, false},
		{"time", FormTime, GroupDate, 14, false},
		{"currency", FormCurrency, GroupCode, 15, false},
		{"total", FormMoney, GroupMoney, 16, false},
		{"amountDue", FormMoney, GroupMoney, 17, false},
		{"subtotal", FormMoney, GroupMoney, 18, false},
		{"taxTotal", FormMoney, GroupMoney, 19, false},
		{"amountPaid", FormMoney, GroupMoney, 20, false},
		{"discountTotal", FormMoney, GroupMoney, 21, false},
		{"shippingTotal", FormMoney, GroupMoney, 22, false},
		{"tip", FormMoney, GroupMoney, 23, false},
		{"openingBalance", FormMoney, GroupMoney, 24, false},
		{"closingBalance", FormMoney, GroupMoney, 25, false},
		{"iban", FormIBAN, GroupCode, 26, false},
		{"bic", FormBIC, GroupCode, 27, false},
		{"vendorTaxId", FormTaxID, GroupCode, 28, false},
		{"customerTaxId", FormTaxID, GroupCode, 29, false},
		{"vendorName", FormName, GroupVendor, 30, false},
		{"customerName", FormName, GroupParty, 31, false},
		{"accountHolder", FormName, GroupParty, 32, false},
		{"bankName", FormName, GroupVendor, 33, false},
		{"vendorAddress", FormAddress, GroupParty, 34, false},
		{"customerAddress", FormAddress, GroupParty, 35, false},
		{"shippingAddress", FormAddress, GroupParty, 36, false},
		{"vendorEmail", FormEmail, GroupOther, 37, false},
		{"vendorPhone", FormPhone, GroupOther, 38, false},
		{"vendorWebsite", FormWebsite, GroupOther, 39, false},
		{"paymentTerms", FormText, GroupText, 40, false},
		{"title", FormText, GroupOther, none, true},
		{"language", FormLanguage, GroupOther, none, false},
		{"text", FormText, GroupOther, none, true},
	}
}

func listNames() []definition {
	const none = NoModelID
	return []definition{
		{"taxes", FormList, GroupOther, none, false},
		{"taxes.rate", FormRate, GroupOther, 41, false},
		{"taxes.base", FormMoney, GroupOther, 42, false},
		{"taxes.amount", FormMoney, GroupOther, 43, false},
		{"taxes.category", FormText, GroupOther, none, true},
		{"payments", FormList, GroupOther, none, false},
		{"payments.method", FormText, GroupOther, 44, true},
		{"payments.amount", FormMoney, GroupOther, 45, false},
		{"payments.cardLastFour", FormIdentifier, GroupOther, none, false},
		{"lineItems", FormList, GroupOther, none, false},
		{"lineItems.amount", FormMoney, GroupOther, 46, false},
		{"lineItems.unitPrice", FormMoney, GroupOther, 47, false},
		{"lineItems.quantity", FormQuantity, GroupOther, 48, false},
		{"lineItems.taxRate", FormRate, GroupOther, 49, false},
		{"lineItems.discount", FormMoney, GroupOther, 50, false},
		{"lineItems.unit", FormText, GroupOther, 51, false},
		{"lineItems.productCode", FormIdentifier, GroupOther, 52, false},
		{"lineItems.description", FormText, GroupText, 53, false},
		{"transactions", FormList, GroupOther, none, false},
		{"transactions.date", FormDate, GroupOther, 54, false},
		{"transactions.amount", FormMoney, GroupOther, 55, false},
		{"transactions.balance", FormMoney, GroupOther, 56, false},
		{"transactions.description", FormText, GroupText, 57, false},
		{"keyValues", FormList, GroupOther, none, false},
		{"keyValues.key", FormText, GroupOther, none, true},
		{"keyValues.value", FormText, GroupOther, none, true},
		{"tables", FormList, GroupOther, none, false},
		{"tables.page", FormCount, GroupOther, none, false},
		{"tables.rows", FormList, GroupOther, none, false},
	}
}

// shared returns the field with the properties of its name.
func (n *definition) shared() Field {
	f := Field{
		Name: lastStep(n.path), Path: n.path, Form: n.form, Group: n.group, ModelID: n.modelID,
		Comparison: n.form.comparison(),
	}
	if n.exact {
		f.Comparison = CompareExactly
	}
	f.source()
	return f
}
