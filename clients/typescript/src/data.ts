// What data holds, by document type. Written from the service's own description of it.
//
// Money, quantities and rates are decimal strings, rates in percent, dates YYYY-MM-DD, currencies ISO 4217. What was
// not found is absent.

/** A row of taxes. */
export interface InvoiceTax {
  /** Rate in percent. (percent) */
  rate?: string;
  /** Amount that the rate applies to. (money) */
  base?: string;
  /** Tax at this rate. (money) */
  amount?: string;
  /** Category of the tax, as printed. */
  category?: string;
}

/** A row of lineItems. */
export interface InvoiceLineItem {
  /** Description. */
  description?: string;
  /** Product code. */
  productCode?: string;
  /** Quantity. (decimal) */
  quantity?: string;
  /** Unit of the quantity. */
  unit?: string;
  /** Price of one unit, or as printed for several (per 100); an e-invoice without pages has that of one. (money) */
  unitPrice?: string;
  /** Discount on the line. (money) */
  discount?: string;
  /** Rate of tax in percent. (percent) */
  taxRate?: string;
  /** Amount of the line. (money) */
  amount?: string;
}

/** A row of spans. */
export interface InvoiceSpan {
  /** First row, starting at 0. */
  row?: number;
  /** First column, starting at 0. */
  column?: number;
  /** Number of rows. */
  rowSpan?: number;
  /** Number of columns. */
  columnSpan?: number;
}

/** A row of tables. */
export interface InvoiceTable {
  /** Page number, starting at 1. */
  page?: number;
  /** Number of first rows that are headings. */
  headerRows?: number;
  /** Rows, each an array of cells. */
  rows?: string[][];
  /** Cells that cover several rows or columns; their text is in the first of these. */
  spans?: InvoiceSpan[];
}

/** Data of invoice and credit_note. */
export interface InvoiceData {
  /** Number of the invoice. */
  invoiceNumber?: string;
  /** Day of issue. (date) */
  issueDate?: string;
  /** Last day for payment, printed or computed from the issue date. (date) */
  dueDate?: string;
  /** Day of delivery. (date) */
  deliveryDate?: string;
  /** Currency of all amounts (ISO 4217). (currency) */
  currency?: string;
  /** Name of the vendor. */
  vendorName?: string;
  /** Address of the vendor. */
  vendorAddress?: string;
  /** Tax number of the vendor. */
  vendorTaxId?: string;
  /** E-mail address of the vendor. */
  vendorEmail?: string;
  /** Telephone number of the vendor. */
  vendorPhone?: string;
  /** Website of the vendor. */
  vendorWebsite?: string;
  /** Name of the customer. */
  customerName?: string;
  /** Address of the customer. */
  customerAddress?: string;
  /** Tax number of the customer. */
  customerTaxId?: string;
  /** The vendor's number of the customer. */
  customerId?: string;
  /** Number of the order. */
  purchaseOrderNumber?: string;
  /** Terms of payment. */
  paymentTerms?: string;
  /** Account that receives the payment (ISO 13616). */
  iban?: string;
  /** Bank that receives the payment (ISO 9362). */
  bic?: string;
  /** Reference for the payment. */
  paymentReference?: string;
  /** Sum before tax. (money) */
  subtotal?: string;
  /** Sum of discounts. (money) */
  discountTotal?: string;
  /** Cost of shipping. (money) */
  shippingTotal?: string;
  /** Sum of taxes. (money) */
  taxTotal?: string;
  /** Sum with tax. (money) */
  total?: string;
  /** Amount already paid. (money) */
  amountPaid?: string;
  /** Amount to pay. (money) */
  amountDue?: string;
  /** First day of the service. (date) */
  servicePeriodStart?: string;
  /** Last day of the service. (date) */
  servicePeriodEnd?: string;
  /** Tax by rate. */
  taxes?: InvoiceTax[];
  /** Goods and services. */
  lineItems?: InvoiceLineItem[];
  /** Tables as printed; absent in lists and events, and if the request has a schema. */
  tables?: InvoiceTable[];
}

/** A row of payments. */
export interface ReceiptPayment {
  /** Means of payment. */
  method?: string;
  /** Amount paid with this means of payment. (money) */
  amount?: string;
  /** Last four digits of the card. */
  cardLastFour?: string;
}

/** A row of taxes. */
export interface ReceiptTax {
  /** Rate in percent. (percent) */
  rate?: string;
  /** Amount that the rate applies to. (money) */
  base?: string;
  /** Tax at this rate. (money) */
  amount?: string;
}

/** A row of lineItems. */
export interface ReceiptLineItem {
  /** Description. */
  description?: string;
  /** Quantity. (decimal) */
  quantity?: string;
  /** Price of one unit, or as printed for several (per 100); an e-invoice without pages has that of one. (money) */
  unitPrice?: string;
  /** Amount of the line. (money) */
  amount?: string;
}

/** A row of spans. */
export interface ReceiptSpan {
  /** First row, starting at 0. */
  row?: number;
  /** First column, starting at 0. */
  column?: number;
  /** Number of rows. */
  rowSpan?: number;
  /** Number of columns. */
  columnSpan?: number;
}

/** A row of tables. */
export interface ReceiptTable {
  /** Page number, starting at 1. */
  page?: number;
  /** Number of first rows that are headings. */
  headerRows?: number;
  /** Rows, each an array of cells. */
  rows?: string[][];
  /** Cells that cover several rows or columns; their text is in the first of these. */
  spans?: ReceiptSpan[];
}

/** Data of receipt. */
export interface ReceiptData {
  /** Name of the vendor. */
  vendorName?: string;
  /** Address of the vendor. */
  vendorAddress?: string;
  /** Telephone number of the vendor. */
  vendorPhone?: string;
  /** Tax number of the vendor. */
  vendorTaxId?: string;
  /** Number of the receipt. */
  receiptNumber?: string;
  /** Day of the purchase. (date) */
  date?: string;
  /** Time of the purchase. (time) */
  time?: string;
  /** Currency of all amounts (ISO 4217). (currency) */
  currency?: string;
  /** Sum before tax. (money) */
  subtotal?: string;
  /** Sum of taxes. (money) */
  taxTotal?: string;
  /** Tip. (money) */
  tip?: string;
  /** Sum with tax. (money) */
  total?: string;
  /** Payments by means of payment. */
  payments?: ReceiptPayment[];
  /** Tax by rate. */
  taxes?: ReceiptTax[];
  /** Goods and services. */
  lineItems?: ReceiptLineItem[];
  /** Tables as printed; absent in lists and events, and if the request has a schema. */
  tables?: ReceiptTable[];
}

/** A row of lineItems. */
export interface PurchaseOrderLineItem {
  /** Description. */
  description?: string;
  /** Product code. */
  productCode?: string;
  /** Quantity. (decimal) */
  quantity?: string;
  /** Unit of the quantity. */
  unit?: string;
  /** Price of one unit, or as printed for several (per 100); an e-invoice without pages has that of one. (money) */
  unitPrice?: string;
  /** Discount on the line. (money) */
  discount?: string;
  /** Rate of tax in percent. (percent) */
  taxRate?: string;
  /** Amount of the line. (money) */
  amount?: string;
}

/** A row of spans. */
export interface PurchaseOrderSpan {
  /** First row, starting at 0. */
  row?: number;
  /** First column, starting at 0. */
  column?: number;
  /** Number of rows. */
  rowSpan?: number;
  /** Number of columns. */
  columnSpan?: number;
}

/** A row of tables. */
export interface PurchaseOrderTable {
  /** Page number, starting at 1. */
  page?: number;
  /** Number of first rows that are headings. */
  headerRows?: number;
  /** Rows, each an array of cells. */
  rows?: string[][];
  /** Cells that cover several rows or columns; their text is in the first of these. */
  spans?: PurchaseOrderSpan[];
}

/** Data of purchase_order. */
export interface PurchaseOrderData {
  /** Number of the order. */
  purchaseOrderNumber?: string;
  /** Day of issue. (date) */
  issueDate?: string;
  /** Day of delivery. (date) */
  deliveryDate?: string;
  /** Name of the vendor. */
  vendorName?: string;
  /** Address of the vendor. */
  vendorAddress?: string;
  /** Tax number of the vendor. */
  vendorTaxId?: string;
  /** Name of the customer. */
  customerName?: string;
  /** Address of the customer. */
  customerAddress?: string;
  /** Tax number of the customer. */
  customerTaxId?: string;
  /** Address of the delivery. */
  shippingAddress?: string;
  /** Currency of all amounts (ISO 4217). (currency) */
  currency?: string;
  /** Sum before tax. (money) */
  subtotal?: string;
  /** Sum of taxes. (money) */
  taxTotal?: string;
  /** Sum with tax. (money) */
  total?: string;
  /** First day of the service. (date) */
  servicePeriodStart?: string;
  /** Last day of the service. (date) */
  servicePeriodEnd?: string;
  /** Goods and services. */
  lineItems?: PurchaseOrderLineItem[];
  /** Tables as printed; absent in lists and events, and if the request has a schema. */
  tables?: PurchaseOrderTable[];
}

/** A row of transactions. */
export interface BankStatementTransaction {
  /** Day of the movement. (date) */
  date?: string;
  /** Text of the movement. */
  description?: string;
  /** Amount; negative if it leaves the account. (money) */
  amount?: string;
  /** Balance after the movement. (money) */
  balance?: string;
}

/** A row of spans. */
export interface BankStatementSpan {
  /** First row, starting at 0. */
  row?: number;
  /** First column, starting at 0. */
  column?: number;
  /** Number of rows. */
  rowSpan?: number;
  /** Number of columns. */
  columnSpan?: number;
}

/** A row of tables. */
export interface BankStatementTable {
  /** Page number, starting at 1. */
  page?: number;
  /** Number of first rows that are headings. */
  headerRows?: number;
  /** Rows, each an array of cells. */
  rows?: string[][];
  /** Cells that cover several rows or columns; their text is in the first of these. */
  spans?: BankStatementSpan[];
}

/** Data of bank_statement. */
export interface BankStatementData {
  /** Name of the bank. */
  bankName?: string;
  /** Name of the account holder. */
  accountHolder?: string;
  /** Account number (IBAN, ISO 13616). */
  iban?: string;
  /** Account number, if the account has no IBAN. */
  accountNumber?: string;
  /** First day of the period. (date) */
  periodStart?: string;
  /** Last day of the period. (date) */
  periodEnd?: string;
  /** Balance at the start. (money) */
  openingBalance?: string;
  /** Balance at the end. (money) */
  closingBalance?: string;
  /** Currency of all amounts (ISO 4217). (currency) */
  currency?: string;
  /** Movements. */
  transactions?: BankStatementTransaction[];
  /** Tables as printed; absent in lists and events, and if the request has a schema. */
  tables?: BankStatementTable[];
}

/** A row of lineItems. */
export interface DeliveryNoteLineItem {
  /** Description. */
  description?: string;
  /** Product code. */
  productCode?: string;
  /** Quantity. (decimal) */
  quantity?: string;
  /** Unit of the quantity. */
  unit?: string;
}

/** A row of spans. */
export interface DeliveryNoteSpan {
  /** First row, starting at 0. */
  row?: number;
  /** First column, starting at 0. */
  column?: number;
  /** Number of rows. */
  rowSpan?: number;
  /** Number of columns. */
  columnSpan?: number;
}

/** A row of tables. */
export interface DeliveryNoteTable {
  /** Page number, starting at 1. */
  page?: number;
  /** Number of first rows that are headings. */
  headerRows?: number;
  /** Rows, each an array of cells. */
  rows?: string[][];
  /** Cells that cover several rows or columns; their text is in the first of these. */
  spans?: DeliveryNoteSpan[];
}

/** Data of delivery_note. */
export interface DeliveryNoteData {
  /** Number of the delivery note. */
  deliveryNoteNumber?: string;
  /** Day of issue. (date) */
  issueDate?: string;
  /** Day of delivery. (date) */
  deliveryDate?: string;
  /** Number of the order. */
  purchaseOrderNumber?: string;
  /** Name of the vendor. */
  vendorName?: string;
  /** Address of the vendor. */
  vendorAddress?: string;
  /** Name of the customer. */
  customerName?: string;
  /** Address of the customer. */
  customerAddress?: string;
  /** Address of the delivery. */
  shippingAddress?: string;
  /** Delivered goods. */
  lineItems?: DeliveryNoteLineItem[];
  /** Tables as printed; absent in lists and events, and if the request has a schema. */
  tables?: DeliveryNoteTable[];
}

/** A row of keyValues. */
export interface GenericKeyValue {
  /** Label, or option of a check box. */
  key?: string;
  /** Value; "true" or "false" of a check box. */
  value?: string;
  /** Heading, or question of a check box. */
  group?: string;
}

/** A row of spans. */
export interface GenericSpan {
  /** First row, starting at 0. */
  row?: number;
  /** First column, starting at 0. */
  column?: number;
  /** Number of rows. */
  rowSpan?: number;
  /** Number of columns. */
  columnSpan?: number;
}

/** A row of tables. */
export interface GenericTable {
  /** Page number, starting at 1. */
  page?: number;
  /** Number of first rows that are headings. */
  headerRows?: number;
  /** Rows, each an array of cells. */
  rows?: string[][];
  /** Cells that cover several rows or columns; their text is in the first of these. */
  spans?: GenericSpan[];
}

/** A row of barcodes. */
export interface GenericBarcode {
  /** Format, such as "qr_code", "data_matrix", "pdf417", "code_128" or "ean_13". */
  format?: string;
  /** Content with its control characters; absent if it is not text. */
  value?: string;
  /** Page number, starting at 1. */
  page?: number;
  /** Position on the page: x0, y0, x1, y1. */
  box?: [number, number, number, number];
}

/** Data of generic. */
export interface GenericData {
  /** Title of the document. */
  title?: string;
  /** Language (BCP 47). */
  language?: string;
  /** Labeled values and check boxes. */
  keyValues?: GenericKeyValue[];
  /** Tables. */
  tables?: GenericTable[];
  /** Barcodes, by page from top to bottom. */
  barcodes?: GenericBarcode[];
  /** The whole text; absent in lists and events. */
  text?: string;
}

/** The form of data by documentType. */
export interface DataByType {
  invoice: InvoiceData;
  credit_note: InvoiceData;
  receipt: ReceiptData;
  purchase_order: PurchaseOrderData;
  bank_statement: BankStatementData;
  delivery_note: DeliveryNoteData;
  generic: GenericData;
}
