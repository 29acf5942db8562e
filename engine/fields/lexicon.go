package fields

import (
	"maps"
	"slices"
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
//
//nolint:gochecknoglobals // built once, then only read
var labelIndex = sync.OnceValue(func() map[string][]term {
	index := map[string][]term{}
	for _, table := range [][]labelEntry{
		numberLabels(), accountLabels(), dateLabels(), partyLabels(), sumLabels(), extraLabels(), balanceLabels(), moreNumbers(), moreAccounts(), moreSums(), moreSettlements(), morePayments(),
		moreDates(),
	} {
		for _, e := range table {
			for phrase := range strings.SplitSeq(e.phrases, "|") {
				addLabel(index, phrase, term{e.role, e.weight})
			}
		}
	}
	listed := maps.Clone(index)
	for _, p := range products() {
		p.pairings(func(phrase string) {
			if _, ok := listed[phrase]; !ok {
				addLabel(index, phrase, term{p.role, p.weight})
			}
		})
	}
	return index
})

// addLabel adds a phrase as it is and, if it is long enough, as OCR runs its
// words together.
func addLabel(index map[string][]term, phrase string, t term) {
	add := func(key string) {
		if !slices.ContainsFunc(index[key], func(o term) bool { return o.role == t.role }) {
			index[key] = append(index[key], t)
		}
	}
	add(phrase)
	if joined := strings.ReplaceAll(phrase, " ", ""); len(joined) >= 6 {
		add(joined)
	}
}
