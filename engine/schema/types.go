package schema

// The document types. TypeAuto is for requests only: the engine classifies the document. TypeGeneric is the type of
// documents of no other type.
const (
	TypeAuto          DocumentType = "auto"
	TypeInvoice       DocumentType = "invoice"
	TypeCreditNote    DocumentType = "credit_note"
	TypeReceipt       DocumentType = "receipt"
	TypePurchaseOrder DocumentType = "purchase_order"
	TypeBankStatement DocumentType = "bank_statement"
	TypeDeliveryNote  DocumentType = "delivery_note"
	TypeGeneric       DocumentType = "generic"
)

// allTypes lists the document types in display order.
func allTypes() []typeEntry {
	bill := Traits{Family: FamilyTrade, Number: "invoiceNumber", IsBill: true, HasCodes: true}
	invoice := bill
	invoice.HasDueDate = true
	return []typeEntry{
		{TypeAuto, "The service finds the type.", Traits{}, []entry{}},
		{TypeInvoice, "A request for payment.", invoice, invoiceFields()},
		{TypeCreditNote, "A correction of an invoice in the customer's favor.", bill, invoiceFields()},
		{TypeReceipt, "Proof of a payment made.",
			Traits{Family: FamilyReceipt, Number: "receiptNumber", HasCodes: true}, receiptFields()},
		{TypePurchaseOrder, "An order, a change of an order, or a response to an order.",
			Traits{Family: FamilyTrade, Number: "purchaseOrderNumber", FromCustomer: true}, orderFields()},
		{TypeBankStatement, "The movements of an account over a period.", Traits{Family: FamilyStatement},
			statementFields()},
		{TypeDeliveryNote, "A list of delivered goods.",
			Traits{Family: FamilyTrade, Number: "deliveryNoteNumber", NumberByTitle: true}, deliveryFields()},
		{TypeGeneric, "Any other document.", Traits{}, genericFields()},
	}
}

func invoiceFields() []entry {
	return []entry{
		field("invoiceNumber", "Number of the invoice.", expected("number of the invoice or credit note"),
			key("number"), summary(SummaryNumber)),
		field("issueDate", "Day of issue.", expected("day of issue"), key("date"), summary(SummaryDate)),
		field("dueDate", "Last day for payment, printed or computed from the issue date.", asked("day by which to pay")),
		deliveryDate(untrained),
		currency(),
		field("vendorName", "Name of the vendor.", expected("name of who sells and issues the document"), key("vendor"),
			summary(SummaryName)),
		field("vendorAddress", "Address of the vendor.", asked("postal address of the vendor")),
		field("vendorTaxId", "Tax number of the vendor.", asked("tax number of the vendor")),
		field("vendorEmail", "E-mail address of the vendor.", asked("e-mail address of the vendor")),
		field("vendorPhone", "Telephone number of the vendor.", asked("telephone number of the vendor")),
		field("vendorWebsite", "Website of the vendor."),
		field("customerName", "Name of the customer.", asked("name of who buys and is billed")),
		customerAddress(), customerTaxID(),
		field("customerId", "The vendor's number of the customer.", asked("the customer's number with the vendor")),
		field("purchaseOrderNumber", "Number of the order.", asked("number of the customer's order"),
			summary(SummaryNumber)),
		field("paymentTerms", "Terms of payment.", asked("terms of payment")),
		field("iban", "Account that receives the payment (ISO 13616).", asked("account to pay to"), summary(SummaryNumber)),
		field("bic", "Bank that receives the payment (ISO 9362).", asked("bank to pay to")),
		field("paymentReference", "Reference for the payment."),
		subtotal(),
		field("discountTotal", "Sum of discounts.", asked("sum of discounts")),
		field("shippingTotal", "Cost of shipping.", asked("cost of shipping")),
		taxTotal(), total(key("total")),
		field("amountPaid", "Amount already paid.", asked("what was paid already")),
		field("amountDue", "Amount to pay.", asked("what is still to be paid")),
		servicePeriodStart(), servicePeriodEnd(),
		list("taxes", "Tax by rate.", append(taxMembers(), field("category", "Category of the tax, as printed."))),
		tradeItems(),
	}
}

func receiptFields() []entry {
	return []entry{
		field("vendorName", "Name of the vendor.", expected("name of the shop or company"), key("vendor"),
			summary(SummaryName)),
		field("vendorAddress", "Address of the vendor.", asked("postal address of the shop")),
		field("vendorPhone", "Telephone number of the vendor.", asked("telephone number of the shop")),
		field("vendorTaxId", "Tax number of the vendor.", asked("tax number of the shop")),
		field("receiptNumber", "Number of the receipt.", asked("number of the receipt"), summary(SummaryNumber)),
		field("date", "Day of the purchase.", expected("day of the purchase"), key("date"), summary(SummaryDate)),
		field("time", "Time of the purchase.", asked("time of the purchase")),
		currency(), subtotal(), taxTotal(),
		field("tip", "Tip.", asked("tip")),
		total(key("total")),
		list("payments", "Payments by means of payment.", []entry{
			field("method", "Means of payment."), field("amount", "Amount paid with this means of payment."),
			field("cardLastFour", "Last four digits of the card."),
		}),
		list("taxes", "Tax by rate.", taxMembers()),
		list("lineItems", "Goods and services.", []entry{
			description(), quantity(), unitPrice("price of one"), amount(),
		}, asked(itemsQuestion)),
	}
}

func orderFields() []entry {
	return []entry{
		field("purchaseOrderNumber", "Number of the order.", expected("number of the order"), key("number"),
			summary(SummaryNumber)),
		field("issueDate", "Day of issue.", expected("day of issue"), key("date"), summary(SummaryDate)),
		deliveryDate(),
		field("vendorName", "Name of the vendor.", expected("name of who sells"), key("party"), summary(SummaryName)),
		field("vendorAddress", "Address of the vendor.", asked("postal address of the vendor")),
		field("vendorTaxId", "Tax number of the vendor.", asked("tax number of the vendor")),
		field("customerName", "Name of the customer.", asked("name of who orders"), key("party")),
		customerAddress(), customerTaxID(),
		field("shippingAddress", "Address of the delivery.", asked("where to deliver")),
		currency(), subtotal(), taxTotal(), total(), servicePeriodStart(), servicePeriodEnd(), tradeItems(),
	}
}

func statementFields() []entry {
	return []entry{
		field("bankName", "Name of the bank.", asked("the bank"), summary(SummaryName)),
		field("accountHolder", "Name of the account holder.", asked("whose account it is"), summary(SummaryName)),
		field("iban", "Account number (IBAN, ISO 13616).", asked("the account"), key("account"), summary(SummaryNumber)),
		field("accountNumber", "Account number, if the account has no IBAN.",
			asked("the account's number, where it has no IBAN"), key("account"), summary(SummaryNumber)),
		field("periodStart", "First day of the period.", expected("first day of the statement"), key("start")),
		field("periodEnd", "Last day of the period.", expected("last day of the statement"), key("end"),
			summary(SummaryDate)),
		field("openingBalance", "Balance at the start.", expected("balance at the start")),
		field("closingBalance", "Balance at the end.", expected("balance at the end"), key("balance"),
			summary(SummaryAmount)),
		currency(),
		list("transactions", "Movements.", []entry{
			field("date", "Day of the movement."), field("description", "Text of the movement."),
			field("amount", "Amount; negative if it leaves the account."), field("balance", "Balance after the movement."),
		}),
	}
}

func deliveryFields() []entry {
	return []entry{
		field("deliveryNoteNumber", "Number of the delivery note.", expected("number of the delivery note"), key("number"),
			summary(SummaryNumber)),
		field("issueDate", "Day of issue.", expected("day of issue"), key("date"), summary(SummaryDate)),
		deliveryDate(),
		field("purchaseOrderNumber", "Number of the order.", asked("number of the order"), summary(SummaryNumber)),
		field("vendorName", "Name of the vendor.", expected("name of who delivers"), key("party"), summary(SummaryName)),
		field("vendorAddress", "Address of the vendor.", asked("postal address of the vendor")),
		field("customerName", "Name of the customer.", asked("name of who receives the goods"), key("party")),
		customerAddress(),
		field("shippingAddress", "Address of the delivery.", asked("where to deliver")),
		list("lineItems", "Delivered goods.", []entry{
			description(), field("productCode", "Product code."), quantity(), field("unit", "Unit of the quantity."),
		}, asked(itemsQuestion)),
	}
}

func genericFields() []entry {
	return []entry{
		field("title", "Title of the document.", summary(SummaryName)),
		field("language", "Language (BCP 47)."),
		list("keyValues", "Labeled values and check boxes.", []entry{
			field("key", "Label, or option of a check box."), field("value", `Value; "true" or "false" of a check box.`),
			field("group", "Heading, or question of a check box."),
		}),
		tables("Tables."),
		list(Barcodes, "Barcodes, by page from top to bottom.", []entry{
			field("format", `Format, such as "qr_code", "data_matrix", "pdf417", "code_128" or "ean_13".`),
			field("value", "Content with its control characters; absent if it is not text."),
			field("page", "Page number, starting at 1."), field("box", "Position on the page: x0, y0, x1, y1."),
		}),
		field(WholeText, "The whole text; absent in lists and events.", onlyInRecord),
	}
}

// Fields with the same words in several types.

func tables(description string, say ...option) entry {
	return list(Tables, description, []entry{
		field("page", "Page number, starting at 1."), field("headerRows", "Number of first rows that are headings."),
		field("rows", "Rows, each an array of cells."),
		list("spans", "Cells that cover several rows or columns; their text is in the first of these.", []entry{
			field("row", "First row, starting at 0."), field("column", "First column, starting at 0."),
			field("rowSpan", "Number of rows."), field("columnSpan", "Number of columns."),
		}),
	}, say...)
}

// printedTables are the tables of types whose values are mostly in other fields.
func printedTables() entry {
	return tables("Tables as printed; absent in lists and events, and if the request has a schema.", onlyInRecord)
}

func currency() entry {
	return field("currency", "Currency of all amounts (ISO 4217).", asked("currency of the amounts, as printed"),
		summary(SummaryCurrency))
}

func deliveryDate(say ...option) entry {
	return field("deliveryDate", "Day of delivery.", append(say, asked("day of delivery"))...)
}

func customerAddress() entry {
	return field("customerAddress", "Address of the customer.", asked("postal address of the customer"))
}

func customerTaxID() entry {
	return field("customerTaxId", "Tax number of the customer.", asked("tax number of the customer"))
}

func subtotal() entry { return field("subtotal", "Sum before tax.", asked("sum before tax")) }

func taxTotal() entry { return field("taxTotal", "Sum of taxes.", asked("sum of taxes")) }

func total(say ...option) entry {
	return field("total", "Sum with tax.", append(say, expected("sum with tax"), summary(SummaryAmount))...)
}

func servicePeriodStart() entry { return field("servicePeriodStart", "First day of the service.") }

func servicePeriodEnd() entry { return field("servicePeriodEnd", "Last day of the service.") }

func taxMembers() []entry {
	return []entry{
		field("rate", "Rate in percent."), field("base", "Amount that the rate applies to."),
		field("amount", "Tax at this rate."),
	}
}

const itemsQuestion = "goods and services, one row for each"

func tradeItems() entry {
	return list("lineItems", "Goods and services.", []entry{
		description(), field("productCode", "Product code.", asked("code of the article")), quantity(),
		field("unit", "Unit of the quantity.", asked("unit of the quantity")), unitPrice("price of one unit"),
		field("discount", "Discount on the line."), field("taxRate", "Rate of tax in percent.", asked("rate of tax")),
		amount(),
	}, asked(itemsQuestion))
}

func description() entry { return field("description", "Description.", asked("what it is"), core) }

func quantity() entry { return field("quantity", "Quantity.", asked("how much of it"), core) }

func unitPrice(question string) entry {
	const meaning = "Price of one unit, or as printed for several (per 100); an e-invoice without pages has that of one."
	return field("unitPrice", meaning, asked(question), core)
}

func amount() entry { return field("amount", "Amount of the line.", asked("amount of the line"), core) }
