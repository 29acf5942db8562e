package lexicon

// Role is what a label announces: a field of the record, or something that is
// no field but must not be taken for one.
type Role string

// Roles that are fields carry the field's name; the last group only blocks. Of
// labels that announce several as strongly, the role listed first comes first.
const (
	InvoiceNumber    Role = "invoiceNumber"
	IssueDate        Role = "issueDate"
	DueDate          Role = "dueDate"
	DeliveryDate     Role = "deliveryDate"
	Period           Role = "period"
	PeriodStart      Role = "periodStart"
	PeriodEnd        Role = "periodEnd"
	OrderNumber      Role = "purchaseOrderNumber"
	CustomerID       Role = "customerId"
	ReceiptNumber    Role = "receiptNumber"
	AccountNumber    Role = "accountNumber"
	TaxID            Role = "taxId"
	CustomerTaxID    Role = "customerTaxId"
	IBAN             Role = "iban"
	BIC              Role = "bic"
	PaymentReference Role = "paymentReference"
	PaymentTerms     Role = "paymentTerms"
	Phone            Role = "phone"
	Subtotal         Role = "subtotal"
	Tax              Role = "tax"
	TaxTotal         Role = "taxTotal"
	Total            Role = "total"
	AmountDue        Role = "amountDue"
	AmountPaid       Role = "amountPaid"
	Discount         Role = "discountTotal"
	Shipping         Role = "shippingTotal"
	Tip              Role = "tip"
	Opening          Role = "openingBalance"
	Closing          Role = "closingBalance"
	VendorName       Role = "vendorName"
	CustomerName     Role = "customerName"
	BankName         Role = "bankName"
	Holder           Role = "accountHolder"
	Currency         Role = "currency"

	OtherNumber Role = "-number"
	OtherDate   Role = "-date"
	OtherAmount Role = "-amount"
	Cash        Role = "-cash"
	Change      Role = "-change"
	Rounding    Role = "-rounding"
)

// roles lists all of them in their order.
func roles() []Role {
	return []Role{
		InvoiceNumber, IssueDate, DueDate, DeliveryDate, Period, PeriodStart, PeriodEnd, OrderNumber, CustomerID,
		ReceiptNumber, AccountNumber, TaxID, CustomerTaxID, IBAN, BIC, PaymentReference, PaymentTerms, Phone,
		Subtotal, Tax, TaxTotal, Total, AmountDue, AmountPaid, Discount, Shipping, Tip, Opening, Closing, VendorName,
		CustomerName, BankName, Holder, OtherNumber, OtherDate, OtherAmount, Cash, Change, Rounding, Currency,
	}
}
