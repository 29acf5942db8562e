package client

// Document types for requests. TypeAuto detects the type.
const (
	TypeAuto          = "auto"
	TypeInvoice       = "invoice"
	TypeCreditNote    = "credit_note"
	TypeReceipt       = "receipt"
	TypePurchaseOrder = "purchase_order"
	TypeBankStatement = "bank_statement"
	TypeDeliveryNote  = "delivery_note"
	TypeGeneric       = "generic"
)

// The structs below are the data of each type. All values are normalized: money, quantities and rates are
// decimal strings, rates in percent, dates "2006-01-02", currencies ISO 4217. Missing values are "".

// Invoice is the data of an invoice or a credit note.
type Invoice struct {
	InvoiceNumber       string     `json:"invoiceNumber"`
	IssueDate           string     `json:"issueDate"`
	DueDate             string     `json:"dueDate"`
	DeliveryDate        string     `json:"deliveryDate"`
	Currency            string     `json:"currency"`
	VendorName          string     `json:"vendorName"`
	VendorAddress       string     `json:"vendorAddress"`
	VendorTaxID         string     `json:"vendorTaxId"`
	VendorEmail         string     `json:"vendorEmail"`
	VendorPhone         string     `json:"vendorPhone"`
	VendorWebsite       string     `json:"vendorWebsite"`
	CustomerName        string     `json:"customerName"`
	CustomerAddress     string     `json:"customerAddress"`
	CustomerTaxID       string     `json:"customerTaxId"`
	CustomerID          string     `json:"customerId"`
	PurchaseOrderNumber string     `json:"purchaseOrderNumber"`
	PaymentTerms        string     `json:"paymentTerms"`
	IBAN                string     `json:"iban"`
	BIC                 string     `json:"bic"`
	PaymentReference    string     `json:"paymentReference"`
	Subtotal            string     `json:"subtotal"`
	DiscountTotal       string     `json:"discountTotal"`
	ShippingTotal       string     `json:"shippingTotal"`
	TaxTotal            string     `json:"taxTotal"`
	Total               string     `json:"total"`
	AmountPaid          string     `json:"amountPaid"`
	AmountDue           string     `json:"amountDue"`
	ServicePeriodStart  string     `json:"servicePeriodStart"`
	ServicePeriodEnd    string     `json:"servicePeriodEnd"`
	Taxes               []Tax      `json:"taxes"`
	LineItems           []LineItem `json:"lineItems"`
	Tables              []Table    `json:"tables"`
}

// Receipt is the data of a receipt.
type Receipt struct {
	VendorName    string     `json:"vendorName"`
	VendorAddress string     `json:"vendorAddress"`
	VendorPhone   string     `json:"vendorPhone"`
	VendorTaxID   string     `json:"vendorTaxId"`
	ReceiptNumber string     `json:"receiptNumber"`
	Date          string     `json:"date"`
	Time          string     `json:"time"`
	Currency      string     `json:"currency"`
	Subtotal      string     `json:"subtotal"`
	TaxTotal      string     `json:"taxTotal"`
	Tip           string     `json:"tip"`
	Total         string     `json:"total"`
	Payments      []Payment  `json:"payments"`
	Taxes         []Tax      `json:"taxes"`
	LineItems     []LineItem `json:"lineItems"`
	Tables        []Table    `json:"tables"`
}

// PurchaseOrder is the data of an order, a change of one, or the answer to one.
type PurchaseOrder struct {
	PurchaseOrderNumber string     `json:"purchaseOrderNumber"`
	IssueDate           string     `json:"issueDate"`
	DeliveryDate        string     `json:"deliveryDate"`
	VendorName          string     `json:"vendorName"`
	VendorAddress       string     `json:"vendorAddress"`
	VendorTaxID         string     `json:"vendorTaxId"`
	CustomerName        string     `json:"customerName"`
	CustomerAddress     string     `json:"customerAddress"`
	CustomerTaxID       string     `json:"customerTaxId"`
	ShippingAddress     string     `json:"shippingAddress"`
	Currency            string     `json:"currency"`
	Subtotal            string     `json:"subtotal"`
	TaxTotal            string     `json:"taxTotal"`
	Total               string     `json:"total"`
	ServicePeriodStart  string     `json:"servicePeriodStart"`
	ServicePeriodEnd    string     `json:"servicePeriodEnd"`
	LineItems           []LineItem `json:"lineItems"`
	Tables              []Table    `json:"tables"`
}

// BankStatement is the data of a bank statement.
type BankStatement struct {
	BankName       string        `json:"bankName"`
	AccountHolder  string        `json:"accountHolder"`
	IBAN           string        `json:"iban"`
	AccountNumber  string        `json:"accountNumber"`
	PeriodStart    string        `json:"periodStart"`
	PeriodEnd      string        `json:"periodEnd"`
	OpeningBalance string        `json:"openingBalance"`
	ClosingBalance string        `json:"closingBalance"`
	Currency       string        `json:"currency"`
	Transactions   []Transaction `json:"transactions"`
	Tables         []Table       `json:"tables"`
}

// DeliveryNote is the data of a list of delivered goods.
type DeliveryNote struct {
	DeliveryNoteNumber  string     `json:"deliveryNoteNumber"`
	IssueDate           string     `json:"issueDate"`
	DeliveryDate        string     `json:"deliveryDate"`
	PurchaseOrderNumber string     `json:"purchaseOrderNumber"`
	VendorName          string     `json:"vendorName"`
	VendorAddress       string     `json:"vendorAddress"`
	CustomerName        string     `json:"customerName"`
	CustomerAddress     string     `json:"customerAddress"`
	ShippingAddress     string     `json:"shippingAddress"`
	LineItems           []LineItem `json:"lineItems"`
	Tables              []Table    `json:"tables"`
}

// Generic is the data of any other document.
type Generic struct {
	Title     string     `json:"title"`
	Language  string     `json:"language"`
	KeyValues []KeyValue `json:"keyValues"`
	Tables    []Table    `json:"tables"`
	Barcodes  []Barcode  `json:"barcodes"`
	Text      string     `json:"text"`
}

// Tax is the tax at one rate. Receipts have no category.
type Tax struct {
	Rate     string `json:"rate"`
	Base     string `json:"base"`
	Amount   string `json:"amount"`
	Category string `json:"category"`
}

// LineItem is a line of goods or services. Receipts have description, quantity, unit price and amount only.
type LineItem struct {
	Description string `json:"description"`
	ProductCode string `json:"productCode"`
	Quantity    string `json:"quantity"`
	Unit        string `json:"unit"`
	UnitPrice   string `json:"unitPrice"`
	Discount    string `json:"discount"`
	TaxRate     string `json:"taxRate"`
	Amount      string `json:"amount"`
}

// Payment is a means of payment of a receipt.
type Payment struct {
	Method       string `json:"method"`
	Amount       string `json:"amount"`
	CardLastFour string `json:"cardLastFour"`
}

// Transaction is a transaction of an account; its amount is negative for debits.
type Transaction struct {
	Date        string `json:"date"`
	Description string `json:"description"`
	Amount      string `json:"amount"`
	Balance     string `json:"balance"`
}

// KeyValue is a labeled value, or a check box with its option as the key and "true" or "false" as the value.
type KeyValue struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Group string `json:"group"` // the heading or question, or ""
}

// Table is a table of a page, which counts from 1.
type Table struct {
	Page       int        `json:"page"`
	HeaderRows int        `json:"headerRows"` // the number of first rows that are headings
	Rows       [][]string `json:"rows"`
	Spans      []Span     `json:"spans"` // of cells that cover several rows or columns
}

// Span is a cell that covers several rows or columns, which count from 0. Its text is in the first of these.
type Span struct {
	Row        int `json:"row"`
	Column     int `json:"column"`
	RowSpan    int `json:"rowSpan"`
	ColumnSpan int `json:"columnSpan"`
}

// Barcode is a barcode of a page, which counts from 1. Its format is "qr_code", "data_matrix", "code_128", "ean_13" or
// another one.
type Barcode struct {
	Format string     `json:"format"`
	Value  string     `json:"value"` // "" if the content is not text
	Page   int        `json:"page"`
	Box    [4]float64 `json:"box"` // x0, y0, x1, y1 in fractions of the page, origin top left
}
