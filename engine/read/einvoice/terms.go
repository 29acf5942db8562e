package einvoice

// DocumentType is the type of a document.
type DocumentType string

// The document types.
const (
	TypeInvoice       DocumentType = "invoice"
	TypeCreditNote    DocumentType = "credit_note"
	TypeOrder         DocumentType = "order"
	TypeOrderChange   DocumentType = "order_change"
	TypeOrderResponse DocumentType = "order_response"
)

// IsOrder reports whether the document is an order, a change or a response.
func (k DocumentType) IsOrder() bool {
	return k == TypeOrder || k == TypeOrderChange || k == TypeOrderResponse
}

// Invoice holds the business terms of EN 16931-1, or the corresponding terms of Order-X. Texts are trimmed;
// missing ones are empty.
type Invoice struct {
	Syntax  Syntax
	Type    DocumentType // by root element and BT-3
	Profile string       // BT-24: the specification that the document says it follows

	Number   string // BT-1
	Issued   Date   // BT-2
	TypeCode string // BT-3, code of UNTDID 1001
	Currency string // BT-5, ISO 4217
	Due      Date   // BT-9
	Terms    string // BT-20: payment terms, several joined by line breaks

	BuyerReference string   // BT-10: in Germany the Leitweg-ID
	Project        string   // BT-11
	Contract       string   // BT-12
	PurchaseOrder  string   // BT-13
	SalesOrder     string   // BT-14
	Preceding      []string // BT-25: numbers of preceding invoices
	Notes          []string // BT-22

	Seller Party // BG-4
	Buyer  Party // BG-7
	Payee  Party // BG-10
	ShipTo Party // BG-13, BG-15

	Delivered   Date   // BT-72: actual delivery; in orders the requested one
	Period      Period // BG-14: invoicing period; in orders the requested delivery period
	Payments    []PaymentMeans
	Adjustments []Adjustment // BG-20, BG-21
	Taxes       []Tax        // BG-23
	Totals      Totals       // BG-22
	Lines       []Line       // BG-25
}

// Party is a seller, buyer, payee or place of delivery.
type Party struct {
	Name        string   // BT-27, BT-44, BT-59, BT-70
	TradingName string   // BT-28, BT-45
	IDs         []string // BT-29, BT-46: numbers that the other side gave it
	LegalID     string   // BT-30, BT-47: registration number
	VATID       string   // BT-31, BT-48
	TaxNumber   string   // BT-32: local tax number
	Endpoint    string   // BT-34, BT-49: electronic address
	Scheme      string   // of the endpoint; "EM" is an e-mail address
	Website     string   // UBL alone has it
	Address     Address  // BG-5, BG-8, BG-15
	Contact     Contact  // BG-6, BG-9
}

// Address is a postal address.
type Address struct {
	Lines       []string // BT-35, BT-36, BT-162 …
	City        string   // BT-37
	PostCode    string   // BT-38
	Subdivision string   // BT-39: state, province
	Country     string   // BT-40, ISO 3166-1 alpha-2
}

// Contact is a person or department.
type Contact struct {
	Name  string // BT-41, BT-56
	Phone string // BT-42, BT-57
	Email string // BT-43, BT-58
}

// Period has at least one of its ends.
type Period struct {
	Start Date // BT-73, BT-134
	End   Date // BT-74, BT-135
}

// PaymentMeans is one way to pay (BG-16).
type PaymentMeans struct {
	Code      string // BT-81, code of UNTDID 4461: "30" and "58" are transfers, "59" is a direct debit
	Reference string // BT-83: what the payer is to quote
	Account   string // BT-84: IBAN or national number of the payee
	Holder    string // BT-85
	BIC       string // BT-86
	Debited   string // BT-91: account of the payer
}

// Adjustment is an allowance or a charge on the document (BG-20, BG-21) or on a line (BG-27, BG-28).
type Adjustment struct {
	Charge  bool    // otherwise an allowance
	Amount  Decimal // BT-92, BT-99, BT-136, BT-141
	Base    Decimal // BT-93, BT-100, BT-137, BT-142
	Percent Decimal // BT-94, BT-101, BT-138, BT-143
	TaxRate Decimal // BT-96, BT-103; documents alone
	Reason  string  // BT-97, BT-104, BT-139, BT-144
	Code    string  // BT-98, BT-105: UNTDID 5189 for allowances, 7161 for charges
}

// Tax is one entry of the VAT breakdown (BG-23).
type Tax struct {
	Base     Decimal // BT-116
	Amount   Decimal // BT-117
	Category string  // BT-118, code of UNTDID 5305: "S", "Z", "E", "AE", "K", "G", "O"
	Rate     Decimal // BT-119 in percent
	Reason   string  // BT-120: why exempt
}

// Totals are the sums of a document in its currency (BG-22).
type Totals struct {
	Lines      Decimal // BT-106: sum of the lines' net amounts
	Allowances Decimal // BT-107
	Charges    Decimal // BT-108
	Net        Decimal // BT-109 = BT-106 − BT-107 + BT-108
	Tax        Decimal // BT-110
	Gross      Decimal // BT-112 = BT-109 + BT-110
	Paid       Decimal // BT-113
	Rounding   Decimal // BT-114
	Due        Decimal // BT-115 = BT-112 − BT-113 + BT-114

	// IsRoundedGross: the rounding is part of Gross, not only of Due.
	// IsAdjustedAfterTax: allowances and charges change Due, not Net.
	IsRoundedGross, IsAdjustedAfterTax bool
}

// Line is a line of an invoice or order (BG-25).
type Line struct {
	ID string // BT-126
	// Parent is the ID of the parent line, and Status the role: "DETAIL", "GROUP" or "INFORMATION"
	// (Factur-X EXTENDED only).
	Parent, Status string
	Note           string       // BT-127
	Quantity       Quantity     // BT-129, BT-130; of orders and responses what was asked for
	Agreed         Quantity     // of order responses what will be delivered, and charged for
	Net            Decimal      // BT-131
	Period         Period       // BG-26
	Adjustments    []Adjustment // BG-27, BG-28
	Price          Decimal      // BT-146: net price of PriceBase units
	PriceDiscount  Decimal      // BT-147
	GrossPrice     Decimal      // BT-148
	PriceBase      Quantity     // BT-149, BT-150; absent: one
	Category       string       // BT-151
	TaxRate        Decimal      // BT-152
	Name           string       // BT-153
	Description    string       // BT-154
	SellerID       string       // BT-155
	BuyerID        string       // BT-156
	StandardID     string       // BT-157: GTIN or the like
}

// documentTypeOf reads the type code (UNTDID 1001). Credit notes are those of EN 16931's code lists. All
// other codes except orders count as invoices, such as partial, final and self-billed ones.
func documentTypeOf(code string) DocumentType {
	switch code {
	case "81", "83", "261", "262", "296", "308", "381", "396", "420", "458", "502", "503", "532":
		return TypeCreditNote
	case "220":
		return TypeOrder
	case "230":
		return TypeOrderChange
	case "231":
		return TypeOrderResponse
	}
	return TypeInvoice
}
