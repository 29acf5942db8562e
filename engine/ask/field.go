package ask

import (
	"strings"

	"github.com/docmill/docmill/engine/custom"
	"github.com/docmill/docmill/engine/result"
)

// kind is the form of a value.
type kind string

const (
	kindText     kind = "text"
	kindCode     kind = "number or code"
	kindMoney    kind = "money"
	kindQuantity kind = "quantity"
	kindPercent  kind = "percent"
	kindDate     kind = "date"
	kindTime     kind = "time"
	kindCurrency kind = "currency"
	kindIBAN     kind = "IBAN"
	kindBIC      kind = "BIC"
	kindTaxID    kind = "tax number"
	kindAddress  kind = "address"
	kindMail     kind = "e-mail address"
	kindPhone    kind = "telephone number"
	kindNumber   kind = "number"
	kindBoolean  kind = "yes or no"
)

// field is one that can be asked for.
type field struct {
	name, description string
	kind              kind
	expected          bool             // documents of the type have it
	property          *custom.Property // of a caller's own field
	list              bool
	members           []field // of a list's rows
}

func (f *field) question() result.Question {
	q := result.Question{Name: f.name, Description: f.description, Form: string(f.kind), List: f.list}
	if f.property != nil {
		q.Values = f.property.Enum
	}
	for i := range f.members {
		q.Members = append(q.Members, f.members[i].question())
	}
	return q
}

func must(name string, k kind, description string) field {
	return field{name: name, kind: k, description: description, expected: true}
}

func may(name string, k kind, description string) field {
	return field{name: name, kind: k, description: description}
}

// fieldsOf lists the fields of a type that can be asked for.
func fieldsOf(kind result.DocumentType) []field {
	switch kind {
	case result.TypeInvoice, result.TypeCreditNote:
		return invoiceFields()
	case result.TypeReceipt:
		return receiptFields()
	case result.TypePurchaseOrder:
		return orderFields()
	case result.TypeBankStatement:
		return statementFields()
	case result.TypeAuto, result.TypeGeneric:
	}
	return nil
}

func invoiceFields() []field {
	return append([]field{
		must("invoiceNumber", kindCode, "number of the invoice or credit note"),
		must("issueDate", kindDate, "day of issue"),
		may("dueDate", kindDate, "day by which to pay"),
		must("vendorName", kindText, "name of who sells and issues the document"),
		may("vendorAddress", kindAddress, "postal address of the vendor"),
		may("vendorTaxId", kindTaxID, "tax number of the vendor"),
		may("vendorEmail", kindMail, "e-mail address of the vendor"),
		may("vendorPhone", kindPhone, "telephone number of the vendor"),
		may("customerName", kindText, "name of who buys and is billed"),
		may("customerAddress", kindAddress, "postal address of the customer"),
		may("customerTaxId", kindTaxID, "tax number of the customer"),
		may("customerId", kindCode, "the customer's number with the vendor"),
		may("purchaseOrderNumber", kindCode, "number of the customer's order"),
		may("paymentTerms", kindText, "terms of payment"),
		may("iban", kindIBAN, "account to pay to"),
		may("bic", kindBIC, "bank to pay to"),
		may("discountTotal", kindMoney, "sum of discounts"),
		may("shippingTotal", kindMoney, "cost of shipping"),
		may("amountPaid", kindMoney, "what was paid already"),
		may("amountDue", kindMoney, "what is still to be paid"),
	}, sums(tradeItems())...)
}

func receiptFields() []field {
	items := rowsOf("lineItems", "goods and services, one row for each",
		may("description", kindText, "what it is"), may("quantity", kindQuantity, "how much of it"),
		may("unitPrice", kindMoney, "price of one"), may("amount", kindMoney, "amount of the line"))
	return append([]field{
		must("vendorName", kindText, "name of the shop or company"),
		must("date", kindDate, "day of the purchase"),
		may("vendorAddress", kindAddress, "postal address of the shop"),
		may("vendorPhone", kindPhone, "telephone number of the shop"),
		may("vendorTaxId", kindTaxID, "tax number of the shop"),
		may("receiptNumber", kindCode, "number of the receipt"),
		may("time", kindTime, "time of the purchase"),
		may("tip", kindMoney, "tip"),
	}, sums(items)...)
}

func orderFields() []field {
	return append([]field{
		must("purchaseOrderNumber", kindCode, "number of the order"),
		must("issueDate", kindDate, "day of issue"),
		may("deliveryDate", kindDate, "day of delivery"),
		must("vendorName", kindText, "name of who sells"),
		may("vendorAddress", kindAddress, "postal address of the vendor"),
		may("vendorTaxId", kindTaxID, "tax number of the vendor"),
		may("customerName", kindText, "name of who orders"),
		may("customerAddress", kindAddress, "postal address of the customer"),
		may("customerTaxId", kindTaxID, "tax number of the customer"),
		may("shippingAddress", kindAddress, "where to deliver"),
	}, sums(tradeItems())...)
}

func statementFields() []field {
	return []field{
		may("bankName", kindText, "the bank"),
		may("accountHolder", kindText, "whose account it is"),
		may("iban", kindIBAN, "the account"),
		may("accountNumber", kindCode, "the account's number, where it has no IBAN"),
		must("periodStart", kindDate, "first day of the statement"),
		must("periodEnd", kindDate, "last day of the statement"),
		may("currency", kindCurrency, "currency of the amounts, as printed"),
		must("openingBalance", kindMoney, "balance at the start"),
		must("closingBalance", kindMoney, "balance at the end"),
	}
}

// sums are the fields of all documents of trade.
func sums(items field) []field {
	return []field{
		may("currency", kindCurrency, "currency of the amounts, as printed"),
		may("subtotal", kindMoney, "sum before tax"),
		may("taxTotal", kindMoney, "sum of taxes"),
		must("total", kindMoney, "sum with tax"),
		items,
	}
}

func tradeItems() field {
	return rowsOf("lineItems", "goods and services, one row for each",
		may("description", kindText, "what it is"), may("productCode", kindCode, "code of the article"),
		may("quantity", kindQuantity, "how much of it"), may("unit", kindText, "unit of the quantity"),
		may("unitPrice", kindMoney, "price of one unit"), may("taxRate", kindPercent, "rate of tax"),
		may("amount", kindMoney, "amount of the line"))
}

func rowsOf(name, description string, members ...field) field {
	return field{name: name, description: description, list: true, members: members}
}

// customFields gives the caller's own fields.
func customFields(schema *custom.Schema) []field {
	all := make([]field, len(schema.Properties))
	for i := range schema.Properties {
		all[i] = customField(&schema.Properties[i])
	}
	return all
}

func customField(p *custom.Property) field {
	f := field{name: p.Name, description: describe(p), kind: customKind(p), property: p}
	switch {
	case p.Members != nil:
		f.list, f.kind, f.property = true, "", nil
		for i := range p.Members {
			f.members = append(f.members, customField(&p.Members[i]))
		}
	case p.Item != nil:
		f.list, f.kind, f.property = true, customKind(p.Item), p.Item
	}
	return f
}

// describe joins the caller's own words. They are short: a schema has at most
// 64 KiB.
func describe(p *custom.Property) string {
	return strings.Trim(p.Title+": "+p.Description, ": ")
}

func customKind(p *custom.Property) kind {
	switch {
	case p.Type == custom.TypeNumber, p.Type == custom.TypeInteger:
		return kindNumber
	case p.Type == custom.TypeBoolean:
		return kindBoolean
	case p.Format == custom.FormatDate:
		return kindDate
	case p.Format == custom.FormatTime:
		return kindTime
	}
	return kindText
}
