package header

import (
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
)

func TestWithin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second string
		want          bool
	}{
		{"2031-05-01", "2031-05-31", true},
		{"2031-05-01", "2032-06-04", true},  // 400 days
		{"2031-05-01", "2032-06-05", false}, // 401
		{"2031-05-01", "2031-05-01", false},
		{"2031-05-02", "2031-05-01", false},
		{"2031-05-01", "", false},
		{"1 May", "2031-05-01", false},
	} {
		if got := within(c.first, c.second, longestSpan); got != c.want {
			t.Errorf("%s to %s: %v", c.first, c.second, got)
		}
	}
	if within("2031-05-01", "2031-05-03", 24*time.Hour) {
		t.Error("two days within one")
	}
}

func TestWordsOfSpans(t *testing.T) {
	t.Parallel()
	for w, want := range map[string]bool{"-": true, "–": true, "—": true, "to": true, "bis": true, "au": true,
		"and": false, "x": false, ":": false} {
		if got := spanWord(w); got != want {
			t.Errorf("%q: %v", w, got)
		}
	}
}

func TestTextOfTerms(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"Net 30": "Net 30", "Terms: Net 30": "Net 30", "net net 30": "net 30", "Terms: 30": "Terms: 30",
		"Payable: now or never": "now or never",
		": Net 30 :":            "Net 30", "30 30": "30 30",
	} {
		if got := termsText(strings.Fields(words)); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

// Terms follow their label, as text with a number or a word about payment.
func TestValuesOfTerms(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Payment terms: Net 30": "Net 30", "Payment terms: 3 May 2031": "", "Payment terms: kindly": "", "Payment terms:": "",
		"Payment terms: 30": "",
		"Total: 30 days":    "", "14 Tage netto": "14 Tage netto",
		"Payment terms: " + strings.Repeat("30 days ", 26): "",
	} {
		f := &finder{Linker: sheettest.Linker(result.TypeInvoice, row)}
		got := ""
		for _, c := range f.termsValues(f.Layout.Segments[0]) {
			got += c.Text
		}
		if got != want {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}

func TestDatesOfOthers(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{"Due date 3 May 2031": true, "Arrival 3 May 2031": true,
		"Invoice date 3 May 2031": false, "May 2031": false} {
		f := &finder{Linker: sheettest.Linker(result.TypeInvoice, row)}
		if got := f.namesOtherDate(f.Layout.Segments[0]); got != want {
			t.Errorf("%q: %v", row, got)
		}
	}
}

func TestDatesBesideNumbers(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Invoice No.: A-17 of 3 May 2031": "2031-05-03", "Invoice No.: A-17 3 May 2031": "2031-05-03",
		"3 May 2031 Invoice No.: A-17":                      "",
		"Invoice No.: A-17 as sent to you again 3 May 2031": "", "3 May 2031": "",
	} {
		f := &finder{Linker: sheettest.Linker(result.TypeInvoice, row)}
		v, ok := f.besideNumber(f.Link(f.IdentifierValues, lexicon.InvoiceNumber), lexicon.InvoiceNumber)
		if ok != (want != "") || v.Value != want {
			t.Errorf("%q: %q %v, want %q", row, v.Value, ok, want)
		}
	}
}

func TestNumbersOfTypes(t *testing.T) {
	t.Parallel()
	for kind, want := range map[result.DocumentType]string{
		result.TypeInvoice:       "invoiceNumber purchaseOrderNumber customerId paymentReference",
		result.TypeCreditNote:    "invoiceNumber purchaseOrderNumber customerId paymentReference",
		result.TypePurchaseOrder: "purchaseOrderNumber",
		result.TypeReceipt:       "receiptNumber",
		result.TypeBankStatement: "",
		result.TypeGeneric:       "",
	} {
		var fields []string
		own := map[lexicon.Role]bool{}
		for _, n := range numbersOf(kind) {
			fields, own[n.role] = append(fields, n.field), true
		}
		if got := strings.Join(fields, " "); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
		if others := otherNumbers(kind); len(others) == 0 || own[others[0]] {
			t.Errorf("%s competes with itself", kind)
		}
	}
}

// Without a label the issue date is the first unclaimed date on the first page, outside items.
func TestFirstDates(t *testing.T) {
	t.Parallel()
	f := &finder{Linker: sheettest.Linker(result.TypeInvoice, "1 May 2031 Desk", "Due date: 2 May 2031", "3 May 2031")}
	f.ItemRows[f.Layout.Pages[0].Rows[0]] = true
	m := f.Link(f.DateValues, lexicon.IssueDate, lexicon.DueDate)
	if got := f.firstDate(m).Value; got != "2031-05-03" {
		t.Errorf("%q", got)
	}
	if got := f.firstDate(&link.Set{}).Value; got != "2031-05-02" {
		t.Errorf("%q where nothing claims any", got)
	}
}

// A letter's date follows its place, and may be below dates in the text.
func TestPlacedDates(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Leeds, 3 May 2031": "2031-05-03", "Paris, le 3 mai 2031": "2031-05-03", "Bad Aibling, den 3. Mai 2031": "2031-05-03",
		"Leeds, 3 May 2031 to Bath": "2031-05-01", "4 Quay Street, 3 May 2031": "2031-05-01", "on 3 May 2031": "2031-05-01",
	} {
		f := &finder{Linker: sheettest.Linker(result.TypeInvoice, "1 May 2031", row)}
		if got := f.firstDate(&link.Set{}).Value; got != want {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}

// An unlabeled due date is ignored if it is the issue date and the terms state days.
func TestDaysToPayWithoutALabel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unlabelled       bool
		due, terms, want string
	}{
		{true, "2031-05-02", "30 Days", "2031-06-01"},
		{false, "2031-05-02", "30 Days", "2031-05-02"},
		{true, "2031-05-02", "at once", "2031-05-02"},
		{true, "2031-05-09", "30 Days", "2031-05-09"},
	} {
		f := &finder{Linker: sheettest.Linker(result.TypeInvoice, "Desk"), dueUnlabelled: c.unlabelled}
		set := value.New()
		for field, text := range map[string]string{"issueDate": "2031-05-02", "dueDate": c.due, "paymentTerms": c.terms} {
			set.Put(field, value.Value{Value: text, Score: 1})
		}
		f.putCounted(set)
		if got := set.Text("dueDate"); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
