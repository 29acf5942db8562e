package fields

import (
	"strings"
	"sync"
)

// role is what a label announces: a field of the record, or something that is
// no field but must not be taken for one.
type role string

// Roles that are fields carry the field's name; the last group only blocks.
const (
	roleInvoiceNumber    role = "invoiceNumber"
	roleIssueDate        role = "issueDate"
	roleDueDate          role = "dueDate"
	roleDeliveryDate     role = "deliveryDate"
	rolePeriod           role = "period"
	rolePeriodStart      role = "periodStart"
	rolePeriodEnd        role = "periodEnd"
	roleOrderNumber      role = "purchaseOrderNumber"
	roleCustomerID       role = "customerId"
	roleCurrency         role = "currency"
	roleTaxID            role = "taxId"
	roleCustomerTaxID    role = "customerTaxId"
	roleIBAN             role = "iban"
	roleBIC              role = "bic"
	rolePaymentReference role = "paymentReference"
	rolePaymentTerms     role = "paymentTerms"
	rolePhone            role = "phone"
	roleReceiptNumber    role = "receiptNumber"
	roleAccountNumber    role = "accountNumber"
	roleSubtotal         role = "subtotal"
	roleTax              role = "tax"
	roleTaxTotal         role = "taxTotal"
	roleTotal            role = "total"
	roleAmountDue        role = "amountDue"
	roleAmountPaid       role = "amountPaid"
	roleDiscount         role = "discountTotal"
	roleShipping         role = "shippingTotal"
	roleTip              role = "tip"
	roleOpening          role = "openingBalance"
	roleClosing          role = "closingBalance"
	roleVendorName       role = "vendorName"
	roleCustomerName     role = "customerName"
	roleBankName         role = "bankName"
	roleHolder           role = "accountHolder"

	roleOtherDate   role = "-date"
	roleOtherNumber role = "-number"
	roleOtherAmount role = "-amount"
	roleCash        role = "-cash"
	roleChange      role = "-change"
	roleRounding    role = "-rounding"
)

// labelEntry lists folded phrases that announce a role, with the strength of
// the announcement between 0 and 1. Phrases are in English, German, French,
// Spanish, Italian, Dutch, Portuguese and Polish.
type labelEntry struct {
	role    role
	weight  float64
	phrases string
}

// term is one entry of the label index.
type term struct {
	role   role
	weight float64
}

// maxPhrase is the longest phrase of the lexicon, in folded words.
const maxPhrase = 6

// labelIndex maps a folded phrase to what it announces.
var labelIndex = sync.OnceValue(func() map[string][]term {
	index := map[string][]term{}
	for _, table := range [][]labelEntry{numberLabels, dateLabels, partyLabels, amountLabels} {
		for _, e := range table {
			for phrase := range strings.SplitSeq(e.phrases, "|") {
				index[phrase] = append(index[phrase], term{e.role, e.weight})
				if joined := strings.ReplaceAll(phrase, " ", ""); joined != phrase && len(joined) >= 6 {
					index[joined] = append(index[joined], term{e.role, e.weight}) // as OCR runs words together
				}
			}
		}
	}
	return index
})
