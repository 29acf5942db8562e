package httpapi

import (
	"github.com/gofiber/fiber/v2"
)

// documentType describes what a type's data may hold.
type documentType struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Fields      []documentField `json:"fields"`
}

// documentField describes one member of data. Types: string, money, decimal,
// percent, date, time, currency, integer, array.
type documentField struct {
	Name        string          `json:"name"`
	Type        string          `json:"type"`
	Description string          `json:"description"`
	Fields      []documentField `json:"fields,omitempty"` // of an array's elements
}

func (s *Server) getDocumentTypes(c *fiber.Ctx, _ *call) error {
	if _, err := query(c); err != nil {
		return err
	}
	return answerTagged(c, struct {
		Items      []documentType `json:"items"`
		NextCursor *string        `json:"nextCursor"`
	}{Items: documentTypes()})
}

func documentTypes() []documentType {
	return []documentType{
		{"auto", "The service finds the type.", []documentField{}},
		{"invoice", "A request for payment.", invoiceFields()},
		{"credit_note", "A correction of an invoice in the customer's favour.", invoiceFields()},
		{"receipt", "Proof of a payment made.", receiptFields()},
		{"purchase_order", "An order, a change of an order, or the answer to one.", orderFields()},
		{"bank_statement", "The movements of an account over a period.", statementFields()},
		{"generic", "Any other document.", genericFields()},
	}
}

func text(name, description string) documentField {
	return documentField{Name: name, Type: "string", Description: description}
}

func money(name, description string) documentField {
	return documentField{Name: name, Type: "money", Description: description}
}

func date(name, description string) documentField {
	return documentField{Name: name, Type: "date", Description: description}
}

func array(name, description string, fields ...documentField) documentField {
	return documentField{Name: name, Type: "array", Description: description, Fields: fields}
}

func typed(name, typ, description string) documentField {
	return documentField{Name: name, Type: typ, Description: description}
}

func currency() documentField {
	return typed("currency", "currency", "Currency of all amounts (ISO 4217).")
}

func taxes() documentField {
	return array("taxes", "Tax by rate.",
		typed("rate", "percent", "Rate in percent."), money("base", "Amount that the rate applies to."),
		money("amount", "Tax at this rate."), text("category", "Category of the tax, as printed."))
}

func tradeItems() documentField {
	return array("lineItems", "Goods and services.",
		text("description", "What it is."), text("productCode", "Code of the article."),
		typed("quantity", "decimal", "How much of it."), text("unit", "Unit of the quantity."),
		money("unitPrice", "Price of one unit."), money("discount", "Discount on the line."),
		typed("taxRate", "percent", "Rate of tax in percent."), money("amount", "Amount of the line."))
}

func invoiceFields() []documentField {
	return []documentField{
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

func receiptFields() []documentField {
	return []documentField{
		text("vendorName", "Who sells."), text("vendorAddress", "Address of the vendor."), text("vendorPhone", "Telephone number of the vendor."),
		text("vendorTaxId", "Tax number of the vendor."), text("receiptNumber", "Number of the receipt."), date("date", "Day of the purchase."),
		typed("time", "time", "Time of the purchase."), currency(), money("subtotal", "Sum before tax."), money("taxTotal", "Sum of taxes."),
		money("tip", "Tip."), money("total", "Sum with tax."),
		array("payments", "How it was paid.", text("method", "Means of payment."), money("amount", "Amount paid with it."),
			text("cardLastFour", "Last four digits of the card.")),
		array("taxes", "Tax by rate.", typed("rate", "percent", "Rate in percent."), money("base", "Amount that the rate applies to."),
			money("amount", "Tax at this rate.")),
		array("lineItems", "Goods and services.", text("description", "What it is."), typed("quantity", "decimal", "How much of it."),
			money("unitPrice", "Price of one unit."), money("amount", "Amount of the line.")),
	}
}

func orderFields() []documentField {
	return []documentField{
		text("purchaseOrderNumber", "Number of the order."), date("issueDate", "Day of issue."), date("deliveryDate", "Day of delivery."),
		text("vendorName", "Who sells."), text("vendorAddress", "Address of the vendor."), text("vendorTaxId", "Tax number of the vendor."),
		text("customerName", "Who buys."), text("customerAddress", "Address of the customer."), text("customerTaxId", "Tax number of the customer."),
		text("shippingAddress", "Where to deliver."), currency(), money("subtotal", "Sum before tax."), money("taxTotal", "Sum of taxes."),
		money("total", "Sum with tax."), tradeItems(),
	}
}

func statementFields() []documentField {
	return []documentField{
		text("bankName", "The bank."), text("accountHolder", "Whose account it is."), text("iban", "The account (ISO 13616)."),
		text("accountNumber", "The account, where it has no IBAN."), date("periodStart", "First day."), date("periodEnd", "Last day."),
		money("openingBalance", "Balance at the start."), money("closingBalance", "Balance at the end."), currency(),
		array("transactions", "Movements.", date("date", "Day of the movement."), text("description", "Its text."),
			money("amount", "Amount; negative when it leaves the account."), money("balance", "Balance after it.")),
	}
}

func genericFields() []documentField {
	return []documentField{
		text("title", "Title of the document."), text("language", "Language (BCP 47)."),
		array("keyValues", "Labelled values.", text("key", "Label."), text("value", "Value.")),
		array("tables", "Tables.", typed("page", "integer", "Page, counted from 1."), array("rows", "Rows, each an array of cells.")),
		text("text", "The whole text; left out of lists and events."),
	}
}
