package header_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

func find(kind result.DocumentType, rows ...string) *value.Set {
	return header.Find(sheettest.Linker(kind, rows...))
}

func TestNumbersAndDates(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind       result.DocumentType
		rows, want []string
	}{
		"beside their labels": {
			result.TypeInvoice,
			[]string{"Invoice No.: A-1713", "Invoice date: 3 May 2031", "Due date: 2 June 2031", "Customer no.: 40012", "PO number: 4500017"},
			[]string{
				"invoiceNumber=A-1713", "issueDate=2031-05-03", "dueDate=2031-06-02", "customerId=40012", "purchaseOrderNumber=4500017",
			},
		},
		"in a second column": {
			result.TypeInvoice,
			[]string{"Rechnungsnummer|RE-2031-77", "Rechnungsdatum|03.05.2031", "Fällig am|17.05.2031"},
			[]string{"invoiceNumber=RE-2031-77", "issueDate=2031-05-03", "dueDate=2031-05-17"},
		},
		"with their own marks": {
			result.TypeInvoice, []string{"Invoice number|#47110", "Order number|PO-2852", "Invoice date|3 May 2031"},
			[]string{"invoiceNumber=#47110", "purchaseOrderNumber=PO-2852", "issueDate=2031-05-03"},
		},
		"with a mark that is a label": {
			result.TypeInvoice, []string{"Invoice #47110", "Date: 3 May 2031"},
			[]string{"invoiceNumber=47110", "issueDate=2031-05-03"},
		},
		"of the form of a VAT number": {
			result.TypeInvoice, []string{"Invoice number: SI31064686", "Date: 3 May 2031", "VAT number: DE143593636"},
			[]string{"invoiceNumber=SI31064686", "issueDate=2031-05-03"},
		},
		"in the title": {
			result.TypeInvoice, []string{"Schlussrechnung Nr. 4711 vom 3. Mai 2031"}, []string{"invoiceNumber=4711", "issueDate=2031-05-03"},
		},
		"an order": {
			result.TypePurchaseOrder,
			[]string{"Purchase order no.: 4500017", "Order date: 3 May 2031", "Delivery date: 20 May 2031"},
			[]string{"purchaseOrderNumber=4500017", "issueDate=2031-05-03", "deliveryDate=2031-05-20"},
		},
		"a receipt": {
			result.TypeReceipt, []string{"Receipt no. 00871", "Date 03/05/2031"}, []string{"receiptNumber=00871", "issueDate=2031-05-03"},
		},
		"a date without a label is the first one": {
			result.TypeInvoice, []string{"Utrecht, 3 mei 2031", "Factuurnummer: 2031-0044"}, []string{"invoiceNumber=2031-0044", "issueDate=2031-05-03"},
		},
		"a due date before the issue date is none": {
			result.TypeInvoice, []string{"Invoice date: 3 May 2031", "Due: 3 May 2030"}, []string{"issueDate=2031-05-03"},
		},
		"the sentence about payment": {
			result.TypeInvoice, []string{"Invoice date: 3 May 2031", "Please pay the amount of 119.00 EUR until 17 May 2031"},
			[]string{"issueDate=2031-05-03", "dueDate=2031-05-17", "currency=EUR"},
		},
		"the day of payment behind the label of terms": {
			result.TypeInvoice, []string{"Invoice date: 3 May 2031", "Payment terms: due on 17 May 2031"},
			[]string{"issueDate=2031-05-03", "dueDate=2031-05-17", "paymentTerms=due on 17 May 2031"},
		},
		"another type": {result.TypeGeneric, []string{"Invoice No.: A-1713", "EUR 5.00"}, []string{"currency=EUR"}},
	} {
		sheettest.Expect(t, name, find(c.kind, c.rows...), c.want...)
	}
}

func TestPeriod(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]string{
		"behind its label":   "Leistungszeitraum: 01.05.2031 - 31.05.2031",
		"between two words":  "Service period 01.05.2031 to 31.05.2031",
		"without a label":    "01.05.2031 - 31.05.2031",
		"in another column":  "Billing period|01.05.2031 - 31.05.2031",
		"parted by the dash": "01.05.2031 bis 31.05.2031",
	} {
		got := find(result.TypeInvoice, "Rechnungsdatum: 02.06.2031", row)
		sheettest.Expect(t, name, got, "issueDate=2031-06-02", "servicePeriodStart=2031-05-01", "servicePeriodEnd=2031-05-31")
	}
	for name, row := range map[string]string{
		"backwards":        "31.05.2031 - 01.05.2031",
		"of several years": "01.05.2031 - 31.05.2034",
	} {
		got := find(result.TypeInvoice, "Rechnungsdatum: 02.06.2031", row)
		sheettest.Expect(t, name, got, "issueDate=2031-06-02")
	}
}

func TestCurrency(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ row, want string }{
		"sign":             {"Total|€ 12.00", "EUR"},
		"code":             {"Amount in CHF|12.00", "CHF"},
		"label":            {"Currency: SEK|12.00", "SEK"},
		"sign behind":      {"Suma|12,00 zł", "PLN"},
		"company's form":   {"Kedai Maju Sdn Bhd|12.00", ""},
		"no sign, no code": {"Total|12.00", ""},
	} {
		if got := find(result.TypeInvoice, c.row).Text("currency"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestLinkerCurrency(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Currency: JPY", "USD 3.00|USD 4.00")
	before := l.Currency
	sheettest.Expect(t, "label", header.Currency(l), "currency=JPY")
	if before != "USD" || l.Currency != "JPY" {
		t.Errorf("%q, then %q", before, l.Currency)
	}
}

func TestTerms(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Payment terms: Net 30":                "Net 30",
		"Zahlungsbedingungen|14 Tage netto":    "14 Tage netto",
		"Payable within 21 days":               "Payable within 21 days",
		"Claims within 8 days of receipt":      "",
		"Zahlung innerhalb von 30 Tagen":       "Zahlung innerhalb von 30 Tagen",
		"We thank you for your order and care": "",
		"Terms of delivery: on the quay":       "",
	} {
		if got := find(result.TypeInvoice, "Invoice No.: A-1713", row).Text("paymentTerms"); got != want {
			t.Errorf("%s: %q, want %q", row, got, want)
		}
	}
}
