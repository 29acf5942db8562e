package doctype

func text(name, description string) Field {
	return Field{Name: name, Kind: String, Description: description}
}

func money(name, description string) Field {
	return Field{Name: name, Kind: Money, Description: description}
}

func date(name, description string) Field {
	return Field{Name: name, Kind: Date, Description: description}
}

func array(name, description string, fields ...Field) Field {
	return Field{Name: name, Kind: Array, Description: description, Fields: fields}
}

func typed(name string, kind Kind, description string) Field {
	return Field{Name: name, Kind: kind, Description: description}
}

func currency() Field {
	return typed("currency", Currency, "Currency of all amounts (ISO 4217).")
}

func taxes() Field {
	return array("taxes", "Tax by rate.",
		typed("rate", Percent, "Rate in percent."), money("base", "Amount that the rate applies to."),
		money("amount", "Tax at this rate."), text("category", "Category of the tax, as printed."))
}

func tradeItems() Field {
	return array("lineItems", "Goods and services.",
		text("description", "What it is."), text("productCode", "Code of the article."),
		typed("quantity", Decimal, "How much of it."), text("unit", "Unit of the quantity."),
		money("unitPrice", "Price of a unit as the document states it; of several units where it says so (per 100)."), money("discount", "Discount on the line."),
		typed("taxRate", Percent, "Rate of tax in percent."), money("amount", "Amount of the line."))
}

func invoiceFields() []Field {
	return []Field{
		text("invoiceNumber", "Number of the invoice."), date("issueDate", "Day of issue."), date("dueDate", "Day by which to pay."), currency(),
		text("vendorName", "Who sells."), text("vendorAddress", "Address of the vendor."), text("vendorTaxId", "Tax number of the vendor."),
		text("vendorEmail", "E-mail address of the vendor."), text("vendorPhone", "Telephone number of the vendor."), text("vendorWebsite", "Website of the vendor."),
		text("customerName", "Who buys."), text("customerAddress", "Address of the customer."), text("customerTaxId", "Tax number of the customer."),
		text("customerId", "Customer's number with the vendor."), text("purchaseOrderNumber", "Number of the order."), text("paymentTerms", "Terms of payment."),
		text("iban", "Account to pay to (ISO 13616)."), text("bic", "Bank to pay to (ISO 9362)."), text("paymentReference", "What to state with the payment."),
		money("subtotal", "Sum before tax."), money("discountTotal", "Sum of discounts."), money("shippingTotal", "Cost of shipping."),
		money("taxTotal", "Sum of taxes."), money("total", "Sum with tax."), money("amountPaid", "What was paid already."), money("amountDue", "What is to be paid."),
		date("servicePeriodStart", "First day of the service."), date("servicePeriodEnd", "Last day of the service."),
		taxes(), tradeItems(),
	}
}

func receiptFields() []Field {
	return []Field{
		text("vendorName", "Who sells."), text("vendorAddress", "Address of the vendor."), text("vendorPhone", "Telephone number of the vendor."),
		text("vendorTaxId", "Tax number of the vendor."), text("receiptNumber", "Number of the receipt."), date("date", "Day of the purchase."),
		typed("time", Time, "Time of the purchase."), currency(), money("subtotal", "Sum before tax."), money("taxTotal", "Sum of taxes."),
		money("tip", "Tip."), money("total", "Sum with tax."),
		array("payments", "How it was paid.", text("method", "Means of payment."), money("amount", "Amount paid with it."),
			text("cardLastFour", "Last four digits of the card.")),
		array("taxes", "Tax by rate.", typed("rate", Percent, "Rate in percent."), money("base", "Amount that the rate applies to."),
			money("amount", "Tax at this rate.")),
		array("lineItems", "Goods and services.", text("description", "What it is."), typed("quantity", Decimal, "How much of it."),
			money("unitPrice", "Price of a unit as the document states it; of several units where it says so (per 100)."), money("amount", "Amount of the line.")),
	}
}

func orderFields() []Field {
	return []Field{
		text("purchaseOrderNumber", "Number of the order."), date("issueDate", "Day of issue."), date("deliveryDate", "Day of delivery."),
		text("vendorName", "Who sells."), text("vendorAddress", "Address of the vendor."), text("vendorTaxId", "Tax number of the vendor."),
		text("customerName", "Who buys."), text("customerAddress", "Address of the customer."), text("customerTaxId", "Tax number of the customer."),
		text("shippingAddress", "Where to deliver."), currency(), money("subtotal", "Sum before tax."), money("taxTotal", "Sum of taxes."),
		money("total", "Sum with tax."), tradeItems(),
	}
}

func statementFields() []Field {
	return []Field{
		text("bankName", "The bank."), text("accountHolder", "Whose account it is."), text("iban", "The account (ISO 13616)."),
		text("accountNumber", "The account, where it has no IBAN."), date("periodStart", "First day."), date("periodEnd", "Last day."),
		money("openingBalance", "Balance at the start."), money("closingBalance", "Balance at the end."), currency(),
		array("transactions", "Movements.", date("date", "Day of the movement."), text("description", "Its text."),
			money("amount", "Amount; negative when it leaves the account."), money("balance", "Balance after it.")),
	}
}

func genericFields() []Field {
	return []Field{
		text("title", "Title of the document."), text("language", "Language (BCP 47)."),
		array("keyValues", "Labelled values.", text("key", "Label."), text("value", "Value.")),
		array("tables", "Tables.", typed("page", Integer, "Page, counted from 1."), array("rows", "Rows, each an array of cells.")),
		text(Text, "The whole text; left out of lists and events."),
	}
}
