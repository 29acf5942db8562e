package schema

// Form is the kind of a value. Its text is used in questions to a language model.
type Form string

// The forms. FormIdentifier (a number or code that names something) is not a quantity.
const (
	FormText       Form = "text"
	FormName       Form = "name" // of a person, a company, a bank
	FormAddress    Form = "address"
	FormIdentifier Form = "number or code"
	FormMoney      Form = "money"
	FormQuantity   Form = "quantity"
	FormRate       Form = "percent"
	FormDate       Form = "date"
	FormTime       Form = "time"
	FormCurrency   Form = "currency"
	FormIBAN       Form = "IBAN"
	FormBIC        Form = "BIC"
	FormTaxID      Form = "tax number"
	FormEmail      Form = "e-mail address"
	FormPhone      Form = "telephone number"
	FormWebsite    Form = "website"
	FormLanguage   Form = "language"
	FormCount      Form = "whole number"
	FormList       Form = "list"
	FormBox        Form = "box" // on a page
)

// Notation is the format of a value in records. All values but those of NotationInteger and NotationArray are JSON
// strings. Its text is the one in the list of document types for clients.
type Notation string

// The notations.
const (
	NotationString   Notation = "string"
	NotationMoney    Notation = "money"    // decimal, with the minor digits of the currency or more: "1234.50"
	NotationDecimal  Notation = "decimal"  // decimal without trailing zeros: "2.5"
	NotationPercent  Notation = "percent"  // as NotationDecimal: "19"
	NotationDate     Notation = "date"     // ISO 8601: "2026-10-01"
	NotationTime     Notation = "time"     // ISO 8601: "18:05" or "18:05:59"
	NotationCurrency Notation = "currency" // ISO 4217: "EUR"
	NotationInteger  Notation = "integer"
	// NotationArray holds objects of the field's members or, without members, rows: arrays of strings. A box is an
	// array of four numbers.
	NotationArray Notation = "array"
)

// Notation returns the format of the form's values in records.
func (f Form) Notation() Notation {
	switch f {
	case FormMoney:
		return NotationMoney
	case FormQuantity:
		return NotationDecimal
	case FormRate:
		return NotationPercent
	case FormDate:
		return NotationDate
	case FormTime:
		return NotationTime
	case FormCurrency:
		return NotationCurrency
	case FormCount:
		return NotationInteger
	case FormList, FormBox:
		return NotationArray
	case FormText, FormName, FormAddress, FormIdentifier, FormIBAN, FormBIC, FormTaxID, FormEmail, FormPhone, FormWebsite,
		FormLanguage:
	}
	return NotationString
}

// Comparison is the method to compare an extracted value with the true one.
type Comparison string

// The comparisons.
const (
	CompareExactly  Comparison = "exact"   // character by character
	CompareDecimals Comparison = "decimal" // by value
	CompareLetters  Comparison = "letters" // without case, accents, spaces and punctuation
	CompareDigits   Comparison = "digits"  // by the digits alone
)

// comparison returns the default comparison of the form's values.
func (f Form) comparison() Comparison {
	switch f {
	case FormMoney, FormQuantity, FormRate:
		return CompareDecimals
	case FormText, FormName, FormAddress, FormIBAN, FormBIC, FormTaxID, FormEmail, FormWebsite:
		return CompareLetters
	case FormPhone:
		return CompareDigits
	case FormIdentifier, FormDate, FormTime, FormCurrency, FormLanguage, FormCount, FormList, FormBox:
	}
	return CompareExactly
}

// Group names a calibration curve. Trained files use these names.
type Group string

// The groups. Free text has a separate group, because no check covers it. Other list members are in GroupOther.
const (
	GroupNumber Group = "number"
	GroupDate   Group = "date"
	GroupMoney  Group = "money"
	GroupVendor Group = "vendor"
	GroupParty  Group = "party"
	GroupCode   Group = "code"
	GroupText   Group = "text"
	GroupOther  Group = "other"
)

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
		{"keyValues.group", FormText, GroupOther, true},
		{Tables, FormList, GroupOther, false},
		{"tables.page", FormCount, GroupOther, false},
		{"tables.headerRows", FormCount, GroupOther, false},
		{"tables.rows", FormList, GroupOther, false},
		{"tables.spans", FormList, GroupOther, false},
		{"tables.spans.row", FormCount, GroupOther, false},
		{"tables.spans.column", FormCount, GroupOther, false},
		{"tables.spans.rowSpan", FormCount, GroupOther, false},
		{"tables.spans.columnSpan", FormCount, GroupOther, false},
		{Barcodes, FormList, GroupOther, false},
		{"barcodes.format", FormText, GroupOther, true},
		{"barcodes.value", FormText, GroupOther, true},
		{"barcodes.page", FormCount, GroupOther, false},
		{"barcodes.box", FormBox, GroupOther, false},
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
