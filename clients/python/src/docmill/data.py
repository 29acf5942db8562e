"""What data holds, by document type. Written from the service's own description of it.

Money, quantities and rates are decimal strings, rates in percent, dates YYYY-MM-DD, currencies ISO
4217. What was not found is absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict


class InvoiceTax(TypedDict, total=False):
    """A row of taxes."""

    rate: str
    """Rate in percent. (percent)"""
    base: str
    """Amount that the rate applies to. (money)"""
    amount: str
    """Tax at this rate. (money)"""
    category: str
    """Category of the tax, as printed."""


class InvoiceLineItem(TypedDict, total=False):
    """A row of lineItems."""

    description: str
    """Description."""
    productCode: str
    """Product code."""
    quantity: str
    """Quantity. (decimal)"""
    unit: str
    """Unit of the quantity."""
    unitPrice: str
    """Price of one unit, or as printed for several (per 100); an e-invoice without pages has that of one. (money)"""
    discount: str
    """Discount on the line. (money)"""
    taxRate: str
    """Rate of tax in percent. (percent)"""
    amount: str
    """Amount of the line. (money)"""


class InvoiceSpan(TypedDict, total=False):
    """A row of spans."""

    row: int
    """First row, starting at 0."""
    column: int
    """First column, starting at 0."""
    rowSpan: int
    """Number of rows."""
    columnSpan: int
    """Number of columns."""


class InvoiceTable(TypedDict, total=False):
    """A row of tables."""

    page: int
    """Page number, starting at 1."""
    headerRows: int
    """Number of first rows that are headings."""
    rows: list[list[str]]
    """Rows, each an array of cells."""
    spans: list[InvoiceSpan]
    """Cells that cover several rows or columns; their text is in the first of these."""


class InvoiceData(TypedDict, total=False):
    """Data of invoice and credit_note."""

    invoiceNumber: str
    """Number of the invoice."""
    issueDate: str
    """Day of issue. (date)"""
    dueDate: str
    """Last day for payment, printed or computed from the issue date. (date)"""
    deliveryDate: str
    """Day of delivery. (date)"""
    currency: str
    """Currency of all amounts (ISO 4217). (currency)"""
    vendorName: str
    """Name of the vendor."""
    vendorAddress: str
    """Address of the vendor."""
    vendorTaxId: str
    """Tax number of the vendor."""
    vendorEmail: str
    """E-mail address of the vendor."""
    vendorPhone: str
    """Telephone number of the vendor."""
    vendorWebsite: str
    """Website of the vendor."""
    customerName: str
    """Name of the customer."""
    customerAddress: str
    """Address of the customer."""
    customerTaxId: str
    """Tax number of the customer."""
    customerId: str
    """The vendor's number of the customer."""
    purchaseOrderNumber: str
    """Number of the order."""
    paymentTerms: str
    """Terms of payment."""
    iban: str
    """Account that receives the payment (ISO 13616)."""
    bic: str
    """Bank that receives the payment (ISO 9362)."""
    paymentReference: str
    """Reference for the payment."""
    subtotal: str
    """Sum before tax. (money)"""
    discountTotal: str
    """Sum of discounts. (money)"""
    shippingTotal: str
    """Cost of shipping. (money)"""
    taxTotal: str
    """Sum of taxes. (money)"""
    total: str
    """Sum with tax. (money)"""
    amountPaid: str
    """Amount already paid. (money)"""
    amountDue: str
    """Amount to pay. (money)"""
    servicePeriodStart: str
    """First day of the service. (date)"""
    servicePeriodEnd: str
    """Last day of the service. (date)"""
    taxes: list[InvoiceTax]
    """Tax by rate."""
    lineItems: list[InvoiceLineItem]
    """Goods and services."""
    tables: list[InvoiceTable]
    """Tables as printed; absent in lists and events, and if the request has a schema."""


class ReceiptPayment(TypedDict, total=False):
    """A row of payments."""

    method: str
    """Means of payment."""
    amount: str
    """Amount paid with this means of payment. (money)"""
    cardLastFour: str
    """Last four digits of the card."""


class ReceiptTax(TypedDict, total=False):
    """A row of taxes."""

    rate: str
    """Rate in percent. (percent)"""
    base: str
    """Amount that the rate applies to. (money)"""
    amount: str
    """Tax at this rate. (money)"""


class ReceiptLineItem(TypedDict, total=False):
    """A row of lineItems."""

    description: str
    """Description."""
    quantity: str
    """Quantity. (decimal)"""
    unitPrice: str
    """Price of one unit, or as printed for several (per 100); an e-invoice without pages has that of one. (money)"""
    amount: str
    """Amount of the line. (money)"""


class ReceiptSpan(TypedDict, total=False):
    """A row of spans."""

    row: int
    """First row, starting at 0."""
    column: int
    """First column, starting at 0."""
    rowSpan: int
    """Number of rows."""
    columnSpan: int
    """Number of columns."""


class ReceiptTable(TypedDict, total=False):
    """A row of tables."""

    page: int
    """Page number, starting at 1."""
    headerRows: int
    """Number of first rows that are headings."""
    rows: list[list[str]]
    """Rows, each an array of cells."""
    spans: list[ReceiptSpan]
    """Cells that cover several rows or columns; their text is in the first of these."""


class ReceiptData(TypedDict, total=False):
    """Data of receipt."""

    vendorName: str
    """Name of the vendor."""
    vendorAddress: str
    """Address of the vendor."""
    vendorPhone: str
    """Telephone number of the vendor."""
    vendorTaxId: str
    """Tax number of the vendor."""
    receiptNumber: str
    """Number of the receipt."""
    date: str
    """Day of the purchase. (date)"""
    time: str
    """Time of the purchase. (time)"""
    currency: str
    """Currency of all amounts (ISO 4217). (currency)"""
    subtotal: str
    """Sum before tax. (money)"""
    taxTotal: str
    """Sum of taxes. (money)"""
    tip: str
    """Tip. (money)"""
    total: str
    """Sum with tax. (money)"""
    payments: list[ReceiptPayment]
    """Payments by means of payment."""
    taxes: list[ReceiptTax]
    """Tax by rate."""
    lineItems: list[ReceiptLineItem]
    """Goods and services."""
    tables: list[ReceiptTable]
    """Tables as printed; absent in lists and events, and if the request has a schema."""


class PurchaseOrderLineItem(TypedDict, total=False):
    """A row of lineItems."""

    description: str
    """Description."""
    productCode: str
    """Product code."""
    quantity: str
    """Quantity. (decimal)"""
    unit: str
    """Unit of the quantity."""
    unitPrice: str
    """Price of one unit, or as printed for several (per 100); an e-invoice without pages has that of one. (money)"""
    discount: str
    """Discount on the line. (money)"""
    taxRate: str
    """Rate of tax in percent. (percent)"""
    amount: str
    """Amount of the line. (money)"""


class PurchaseOrderSpan(TypedDict, total=False):
    """A row of spans."""

    row: int
    """First row, starting at 0."""
    column: int
    """First column, starting at 0."""
    rowSpan: int
    """Number of rows."""
    columnSpan: int
    """Number of columns."""


class PurchaseOrderTable(TypedDict, total=False):
    """A row of tables."""

    page: int
    """Page number, starting at 1."""
    headerRows: int
    """Number of first rows that are headings."""
    rows: list[list[str]]
    """Rows, each an array of cells."""
    spans: list[PurchaseOrderSpan]
    """Cells that cover several rows or columns; their text is in the first of these."""


class PurchaseOrderData(TypedDict, total=False):
    """Data of purchase_order."""

    purchaseOrderNumber: str
    """Number of the order."""
    issueDate: str
    """Day of issue. (date)"""
    deliveryDate: str
    """Day of delivery. (date)"""
    vendorName: str
    """Name of the vendor."""
    vendorAddress: str
    """Address of the vendor."""
    vendorTaxId: str
    """Tax number of the vendor."""
    customerName: str
    """Name of the customer."""
    customerAddress: str
    """Address of the customer."""
    customerTaxId: str
    """Tax number of the customer."""
    shippingAddress: str
    """Address of the delivery."""
    currency: str
    """Currency of all amounts (ISO 4217). (currency)"""
    subtotal: str
    """Sum before tax. (money)"""
    taxTotal: str
    """Sum of taxes. (money)"""
    total: str
    """Sum with tax. (money)"""
    servicePeriodStart: str
    """First day of the service. (date)"""
    servicePeriodEnd: str
    """Last day of the service. (date)"""
    lineItems: list[PurchaseOrderLineItem]
    """Goods and services."""
    tables: list[PurchaseOrderTable]
    """Tables as printed; absent in lists and events, and if the request has a schema."""


class BankStatementTransaction(TypedDict, total=False):
    """A row of transactions."""

    date: str
    """Day of the movement. (date)"""
    description: str
    """Text of the movement."""
    amount: str
    """Amount; negative if it leaves the account. (money)"""
    balance: str
    """Balance after the movement. (money)"""


class BankStatementSpan(TypedDict, total=False):
    """A row of spans."""

    row: int
    """First row, starting at 0."""
    column: int
    """First column, starting at 0."""
    rowSpan: int
    """Number of rows."""
    columnSpan: int
    """Number of columns."""


class BankStatementTable(TypedDict, total=False):
    """A row of tables."""

    page: int
    """Page number, starting at 1."""
    headerRows: int
    """Number of first rows that are headings."""
    rows: list[list[str]]
    """Rows, each an array of cells."""
    spans: list[BankStatementSpan]
    """Cells that cover several rows or columns; their text is in the first of these."""


class BankStatementData(TypedDict, total=False):
    """Data of bank_statement."""

    bankName: str
    """Name of the bank."""
    accountHolder: str
    """Name of the account holder."""
    iban: str
    """Account number (IBAN, ISO 13616)."""
    accountNumber: str
    """Account number, if the account has no IBAN."""
    periodStart: str
    """First day of the period. (date)"""
    periodEnd: str
    """Last day of the period. (date)"""
    openingBalance: str
    """Balance at the start. (money)"""
    closingBalance: str
    """Balance at the end. (money)"""
    currency: str
    """Currency of all amounts (ISO 4217). (currency)"""
    transactions: list[BankStatementTransaction]
    """Movements."""
    tables: list[BankStatementTable]
    """Tables as printed; absent in lists and events, and if the request has a schema."""


class DeliveryNoteLineItem(TypedDict, total=False):
    """A row of lineItems."""

    description: str
    """Description."""
    productCode: str
    """Product code."""
    quantity: str
    """Quantity. (decimal)"""
    unit: str
    """Unit of the quantity."""


class DeliveryNoteSpan(TypedDict, total=False):
    """A row of spans."""

    row: int
    """First row, starting at 0."""
    column: int
    """First column, starting at 0."""
    rowSpan: int
    """Number of rows."""
    columnSpan: int
    """Number of columns."""


class DeliveryNoteTable(TypedDict, total=False):
    """A row of tables."""

    page: int
    """Page number, starting at 1."""
    headerRows: int
    """Number of first rows that are headings."""
    rows: list[list[str]]
    """Rows, each an array of cells."""
    spans: list[DeliveryNoteSpan]
    """Cells that cover several rows or columns; their text is in the first of these."""


class DeliveryNoteData(TypedDict, total=False):
    """Data of delivery_note."""

    deliveryNoteNumber: str
    """Number of the delivery note."""
    issueDate: str
    """Day of issue. (date)"""
    deliveryDate: str
    """Day of delivery. (date)"""
    purchaseOrderNumber: str
    """Number of the order."""
    vendorName: str
    """Name of the vendor."""
    vendorAddress: str
    """Address of the vendor."""
    customerName: str
    """Name of the customer."""
    customerAddress: str
    """Address of the customer."""
    shippingAddress: str
    """Address of the delivery."""
    lineItems: list[DeliveryNoteLineItem]
    """Delivered goods."""
    tables: list[DeliveryNoteTable]
    """Tables as printed; absent in lists and events, and if the request has a schema."""


class GenericKeyValue(TypedDict, total=False):
    """A row of keyValues."""

    key: str
    """Label, or option of a check box."""
    value: str
    """Value; "true" or "false" of a check box."""
    group: str
    """Heading, or question of a check box."""


class GenericSpan(TypedDict, total=False):
    """A row of spans."""

    row: int
    """First row, starting at 0."""
    column: int
    """First column, starting at 0."""
    rowSpan: int
    """Number of rows."""
    columnSpan: int
    """Number of columns."""


class GenericTable(TypedDict, total=False):
    """A row of tables."""

    page: int
    """Page number, starting at 1."""
    headerRows: int
    """Number of first rows that are headings."""
    rows: list[list[str]]
    """Rows, each an array of cells."""
    spans: list[GenericSpan]
    """Cells that cover several rows or columns; their text is in the first of these."""


class GenericBarcode(TypedDict, total=False):
    """A row of barcodes."""

    format: str
    """Format, such as "qr_code", "data_matrix", "pdf417", "code_128" or "ean_13"."""
    value: str
    """Content with its control characters; absent if it is not text."""
    page: int
    """Page number, starting at 1."""
    box: list[float]
    """Position on the page: x0, y0, x1, y1."""


class GenericData(TypedDict, total=False):
    """Data of generic."""

    title: str
    """Title of the document."""
    language: str
    """Language (BCP 47)."""
    keyValues: list[GenericKeyValue]
    """Labeled values and check boxes."""
    tables: list[GenericTable]
    """Tables."""
    barcodes: list[GenericBarcode]
    """Barcodes, by page from top to bottom."""
    text: str
    """The whole text; absent in lists and events."""


NOTATIONS: Mapping[str, Mapping[str, str]] = {
    "invoice": {
        "invoiceNumber": "string",
        "issueDate": "date",
        "dueDate": "date",
        "deliveryDate": "date",
        "currency": "currency",
        "vendorName": "string",
        "vendorAddress": "string",
        "vendorTaxId": "string",
        "vendorEmail": "string",
        "vendorPhone": "string",
        "vendorWebsite": "string",
        "customerName": "string",
        "customerAddress": "string",
        "customerTaxId": "string",
        "customerId": "string",
        "purchaseOrderNumber": "string",
        "paymentTerms": "string",
        "iban": "string",
        "bic": "string",
        "paymentReference": "string",
        "subtotal": "money",
        "discountTotal": "money",
        "shippingTotal": "money",
        "taxTotal": "money",
        "total": "money",
        "amountPaid": "money",
        "amountDue": "money",
        "servicePeriodStart": "date",
        "servicePeriodEnd": "date",
        "taxes": "array",
        "taxes.rate": "percent",
        "taxes.base": "money",
        "taxes.amount": "money",
        "taxes.category": "string",
        "lineItems": "array",
        "lineItems.description": "string",
        "lineItems.productCode": "string",
        "lineItems.quantity": "decimal",
        "lineItems.unit": "string",
        "lineItems.unitPrice": "money",
        "lineItems.discount": "money",
        "lineItems.taxRate": "percent",
        "lineItems.amount": "money",
        "tables": "array",
        "tables.page": "integer",
        "tables.headerRows": "integer",
        "tables.rows": "array",
        "tables.spans": "array",
    },
    "credit_note": {
        "invoiceNumber": "string",
        "issueDate": "date",
        "dueDate": "date",
        "deliveryDate": "date",
        "currency": "currency",
        "vendorName": "string",
        "vendorAddress": "string",
        "vendorTaxId": "string",
        "vendorEmail": "string",
        "vendorPhone": "string",
        "vendorWebsite": "string",
        "customerName": "string",
        "customerAddress": "string",
        "customerTaxId": "string",
        "customerId": "string",
        "purchaseOrderNumber": "string",
        "paymentTerms": "string",
        "iban": "string",
        "bic": "string",
        "paymentReference": "string",
        "subtotal": "money",
        "discountTotal": "money",
        "shippingTotal": "money",
        "taxTotal": "money",
        "total": "money",
        "amountPaid": "money",
        "amountDue": "money",
        "servicePeriodStart": "date",
        "servicePeriodEnd": "date",
        "taxes": "array",
        "taxes.rate": "percent",
        "taxes.base": "money",
        "taxes.amount": "money",
        "taxes.category": "string",
        "lineItems": "array",
        "lineItems.description": "string",
        "lineItems.productCode": "string",
        "lineItems.quantity": "decimal",
        "lineItems.unit": "string",
        "lineItems.unitPrice": "money",
        "lineItems.discount": "money",
        "lineItems.taxRate": "percent",
        "lineItems.amount": "money",
        "tables": "array",
        "tables.page": "integer",
        "tables.headerRows": "integer",
        "tables.rows": "array",
        "tables.spans": "array",
    },
    "receipt": {
        "vendorName": "string",
        "vendorAddress": "string",
        "vendorPhone": "string",
        "vendorTaxId": "string",
        "receiptNumber": "string",
        "date": "date",
        "time": "time",
        "currency": "currency",
        "subtotal": "money",
        "taxTotal": "money",
        "tip": "money",
        "total": "money",
        "payments": "array",
        "payments.method": "string",
        "payments.amount": "money",
        "payments.cardLastFour": "string",
        "taxes": "array",
        "taxes.rate": "percent",
        "taxes.base": "money",
        "taxes.amount": "money",
        "lineItems": "array",
        "lineItems.description": "string",
        "lineItems.quantity": "decimal",
        "lineItems.unitPrice": "money",
        "lineItems.amount": "money",
        "tables": "array",
        "tables.page": "integer",
        "tables.headerRows": "integer",
        "tables.rows": "array",
        "tables.spans": "array",
    },
    "purchase_order": {
        "purchaseOrderNumber": "string",
        "issueDate": "date",
        "deliveryDate": "date",
        "vendorName": "string",
        "vendorAddress": "string",
        "vendorTaxId": "string",
        "customerName": "string",
        "customerAddress": "string",
        "customerTaxId": "string",
        "shippingAddress": "string",
        "currency": "currency",
        "subtotal": "money",
        "taxTotal": "money",
        "total": "money",
        "servicePeriodStart": "date",
        "servicePeriodEnd": "date",
        "lineItems": "array",
        "lineItems.description": "string",
        "lineItems.productCode": "string",
        "lineItems.quantity": "decimal",
        "lineItems.unit": "string",
        "lineItems.unitPrice": "money",
        "lineItems.discount": "money",
        "lineItems.taxRate": "percent",
        "lineItems.amount": "money",
        "tables": "array",
        "tables.page": "integer",
        "tables.headerRows": "integer",
        "tables.rows": "array",
        "tables.spans": "array",
    },
    "bank_statement": {
        "bankName": "string",
        "accountHolder": "string",
        "iban": "string",
        "accountNumber": "string",
        "periodStart": "date",
        "periodEnd": "date",
        "openingBalance": "money",
        "closingBalance": "money",
        "currency": "currency",
        "transactions": "array",
        "transactions.date": "date",
        "transactions.description": "string",
        "transactions.amount": "money",
        "transactions.balance": "money",
        "tables": "array",
        "tables.page": "integer",
        "tables.headerRows": "integer",
        "tables.rows": "array",
        "tables.spans": "array",
    },
    "delivery_note": {
        "deliveryNoteNumber": "string",
        "issueDate": "date",
        "deliveryDate": "date",
        "purchaseOrderNumber": "string",
        "vendorName": "string",
        "vendorAddress": "string",
        "customerName": "string",
        "customerAddress": "string",
        "shippingAddress": "string",
        "lineItems": "array",
        "lineItems.description": "string",
        "lineItems.productCode": "string",
        "lineItems.quantity": "decimal",
        "lineItems.unit": "string",
        "tables": "array",
        "tables.page": "integer",
        "tables.headerRows": "integer",
        "tables.rows": "array",
        "tables.spans": "array",
    },
    "generic": {
        "title": "string",
        "language": "string",
        "keyValues": "array",
        "keyValues.key": "string",
        "keyValues.value": "string",
        "keyValues.group": "string",
        "tables": "array",
        "tables.page": "integer",
        "tables.headerRows": "integer",
        "tables.rows": "array",
        "tables.spans": "array",
        "barcodes": "array",
        "barcodes.format": "string",
        "barcodes.value": "string",
        "barcodes.page": "integer",
        "barcodes.box": "array",
        "text": "string",
    },
}
"""How values are written, by document type and name (lineItems.amount)."""
