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
  /** What it is. */
  description?: string;
  /** Code of the article. */
  productCode?: string;
  /** How much of it. (decimal) */
  quantity?: string;
  /** Unit of the quantity. */
  unit?: string;
  /** Price of a unit as the document states it; of several units where it says so (per 100). (money) */
  unitPrice?: string;
  /** Discount on the line. (money) */
  discount?: string;
  /** Rate of tax in percent. (percent) */
  taxRate?: string;
  /** Amount of the line. (money) */
  amount?: string;
}

/** Data of invoice and credit_note. */
export interface InvoiceData {
  /** Number of the invoice. */
  invoiceNumber?: string;
  /** Day of issue. (date) */
  issueDate?: string;
  /** Day by which to pay, as printed or counted from the day of issue. (date) */
  dueDate?: string;
  /** Day of delivery. (date) */
  deliveryDate?: string;
  /** Currency of all amounts (ISO 4217). (currency) */
  currency?: string;
  /** Who sells. */
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
  /** Who buys. */
  customerName?: string;
  /** Address of the customer. */
  customerAddress?: string;
  /** Tax number of the customer. */
  customerTaxId?: string;
  /** Customer's number with the vendor. */
  customerId?: string;
  /** Number of the order. */
  purchaseOrderNumber?: string;
  /** Terms of payment. */
  paymentTerms?: string;
  /** Account to pay to (ISO 13616). */
  iban?: string;
  /** Bank to pay to (ISO 9362). */
  bic?: string;
  /** What to state with the payment. */
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
  /** What was paid already. (money) */
  amountPaid?: string;
  /** What is to be paid. (money) */
  amountDue?: string;
  /** First day of the service. (date) */
  servicePeriodStart?: string;
  /** Last day of the service. (date) */
  servicePeriodEnd?: string;
  /** Tax by rate. */
  taxes?: InvoiceTax[];
  /** Goods and services. */
  lineItems?: InvoiceLineItem[];
}

/** A row of payments. */
export interface ReceiptPayment {
  /** Means of payment. */
  method?: string;
  /** Amount paid with it. (money) */
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
  /** What it is. */
  description?: string;
  /** How much of it. (decimal) */
  quantity?: string;
  /** Price of a unit as the document states it; of several units where it says so (per 100). (money) */
  unitPrice?: string;
  /** Amount of the line. (money) */
  amount?: string;
}

/** Data of receipt. */
export interface ReceiptData {
  /** Who sells. */
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
  /** How it was paid. */
  payments?: ReceiptPayment[];
  /** Tax by rate. */
  taxes?: ReceiptTax[];
  /** Goods and services. */
  lineItems?: ReceiptLineItem[];
}

/** A row of lineItems. */
export interface PurchaseOrderLineItem {
  /** What it is. */
  description?: string;
  /** Code of the article. */
  productCode?: string;
  /** How much of it. (decimal) */
  quantity?: string;
  /** Unit of the quantity. */
  unit?: string;
  /** Price of a unit as the document states it; of several units where it says so (per 100). (money) */
  unitPrice?: string;
  /** Discount on the line. (money) */
  discount?: string;
  /** Rate of tax in percent. (percent) */
  taxRate?: string;
  /** Amount of the line. (money) */
  amount?: string;
}

/** Data of purchase_order. */
export interface PurchaseOrderData {
  /** Number of the order. */
  purchaseOrderNumber?: string;
  /** Day of issue. (date) */
  issueDate?: string;
  /** Day of delivery. (date) */
  deliveryDate?: string;
  /** Who sells. */
  vendorName?: string;
  /** Address of the vendor. */
  vendorAddress?: string;
  /** Tax number of the vendor. */
  vendorTaxId?: string;
  /** Who buys. */
  customerName?: string;
  /** Address of the customer. */
  customerAddress?: string;
  /** Tax number of the customer. */
  customerTaxId?: string;
  /** Where to deliver. */
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
}

/** A row of transactions. */
export interface BankStatementTransaction {
  /** Day of the movement. (date) */
  date?: string;
  /** Its text. */
  description?: string;
  /** Amount; negative when it leaves the account. (money) */
  amount?: string;
  /** Balance after it. (money) */
  balance?: string;
}

/** Data of bank_statement. */
export interface BankStatementData {
  /** The bank. */
  bankName?: string;
  /** Whose account it is. */
  accountHolder?: string;
  /** The account (ISO 13616). */
  iban?: string;
  /** The account number, if there is no IBAN. */
  accountNumber?: string;
  /** First day. (date) */
  periodStart?: string;
  /** Last day. (date) */
  periodEnd?: string;
  /** Balance at the start. (money) */
  openingBalance?: string;
  /** Balance at the end. (money) */
  closingBalance?: string;
  /** Currency of all amounts (ISO 4217). (currency) */
  currency?: string;
  /** Movements. */
  transactions?: BankStatementTransaction[];
}

/** A row of lineItems. */
export interface DeliveryNoteLineItem {
  /** What it is. */
  description?: string;
  /** Code of the product. */
  productCode?: string;
  /** How much of it. (decimal) */
  quantity?: string;
  /** Unit of the quantity. */
  unit?: string;
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
  /** Who sells. */
  vendorName?: string;
  /** Address of the vendor. */
  vendorAddress?: string;
  /** Who buys. */
  customerName?: string;
  /** Address of the customer. */
  customerAddress?: string;
  /** Where to deliver. */
  shippingAddress?: string;
  /** Goods. */
  lineItems?: DeliveryNoteLineItem[];
}

/** A row of keyValues. */
export interface GenericKeyValue {
  /** Label. */
  key?: string;
  /** Value. */
  value?: string;
}

/** A row of tables. */
export interface GenericTable {
  /** Page, counted from 1. */
  page?: number;
  /** Rows, each an array of cells. */
  rows?: string[][];
}

/** Data of generic. */
export interface GenericData {
  /** Title of the document. */
  title?: string;
  /** Language (BCP 47). */
  language?: string;
  /** Labelled values. */
  keyValues?: GenericKeyValue[];
  /** Tables. */
  tables?: GenericTable[];
  /** The whole text; left out of lists and events. */
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
