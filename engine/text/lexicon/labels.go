package lexicon

import (
	"slices"
	"strings"
	"sync"
)

// Role is the meaning of a label: a field of the record, or a value that is no field and must not be read as one.
type Role string

// Roles of fields have the field's name; the last group only blocks. If a label has several roles of equal weight, the
// role listed first wins.
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

func roles() []Role {
	return []Role{
		InvoiceNumber, IssueDate, DueDate, DeliveryDate, Period, PeriodStart, PeriodEnd, OrderNumber, CustomerID,
		ReceiptNumber, AccountNumber, TaxID, CustomerTaxID, IBAN, BIC, PaymentReference, PaymentTerms, Phone,
		Subtotal, Tax, TaxTotal, Total, AmountDue, AmountPaid, Discount, Shipping, Tip, Opening, Closing, VendorName,
		CustomerName, BankName, Holder, OtherNumber, OtherDate, OtherAmount, Cash, Change, Rounding, Currency,
	}
}

// Term is one meaning of a label: a role and its weight, above 0 and at most 1.
type Term struct {
	Role   Role
	Weight float64
}

// Labels returns the labels of all documents.
func Labels() *LabelPhrases { return labels() }

// StatementLabels returns labels that only bank statements have. Many are too plain ("Name", "Konto", "from") to be
// labels on other documents, so they are separate.
func StatementLabels() *Phrases[Term] { return statementLabels() }

// Both are read once and then not changed.
//
//nolint:gochecknoglobals // see above
var (
	labels = sync.OnceValue(func() *LabelPhrases {
		r := section(sectionLabels)
		return &LabelPhrases{readPhrases(r, r.term), readPairs(section(sectionPairs))}
	})
	statementLabels = sync.OnceValue(func() *Phrases[Term] {
		r := section(sectionStatements)
		return readPhrases(r, r.term)
	})
)

// minJoinedLetters is the minimum length of a phrase that is also recognized if text recognition runs its words
// together.
const minJoinedLetters = 6

func join(phrase string) (string, bool) {
	if len(phrase) <= minJoinedLetters || strings.IndexByte(phrase, ' ') < 0 {
		return "", false
	}
	joined := strings.ReplaceAll(phrase, " ", "")
	return joined, len(joined) >= minJoinedLetters
}

func announces(terms []Term, r Role) bool {
	return slices.ContainsFunc(terms, func(t Term) bool { return t.Role == r })
}
