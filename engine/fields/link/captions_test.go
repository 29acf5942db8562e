package link_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Small labels below a row of values belong to it, in any number of such rows; labels above a row of values do not.
func TestCaptions(t *testing.T) {
	t.Parallel()
	facts := func(y float64) []put {
		return []put{{50, y, "A-1713"}, {180, y, "3 May 2031"}, {310, y, "2 June 2031"}, {440, y, "80411"}}
	}
	labels := func(y float64) []put {
		return []put{{50, y, "Invoice number"}, {180, y, "Issue date"}, {310, y, "Due date (30 days net)"}, {440, y, "Customer no."}}
	}
	more := []put{{50, 150, "PO 4471/B"}, {180, 150, "30 April 2031"}}
	ordered := []put{{50, 163, "Your order"}}
	other := []put{{50, 86, "55 Mill Lane"}, {180, 86, "1 April 2031"}, {310, 86, "9 July 2031"}}
	for name, c := range map[string]struct {
		texts [][]put
		order string
	}{
		"under their values":    {[][]put{facts(100), labels(113)}, ""},
		"two rows of each":      {[][]put{facts(120), labels(133), more, ordered}, "4471/B"},
		"over their values":     {[][]put{labels(100), facts(113)}, ""},
		"over, near other days": {[][]put{other, labels(102), facts(115)}, ""},
		"over, and again over others": {[][]put{labels(100), facts(113), {{50, 126, "Your order"}, {180, 126, "Delivery date"}},
			{{50, 139, "PO 4471/B"}, {180, 139, "30 April 2031"}}}, "4471/B"},
		"under, before a row of items": {[][]put{facts(100), labels(113), {{50, 160, "Work of 5 May 2031"}, {440, 160, "12.00"}}}, ""},
	} {
		var texts []put
		for _, row := range c.texts {
			texts = append(texts, row...)
		}
		l := drawn(result.TypeInvoice, texts...)
		numbers := l.Link(l.IdentifierValues, lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID)
		days := l.Link(l.DateValues, lexicon.IssueDate, lexicon.DueDate)
		for role, want := range map[lexicon.Role]string{lexicon.InvoiceNumber: "A-1713", lexicon.CustomerID: "80411",
			lexicon.OrderNumber: c.order} {
			if got, _ := numbers.Best(role); got.Value.Text != want {
				t.Errorf("%s: %s is %q, want %q", name, role, got.Value.Text, want)
			}
		}
		for role, want := range map[lexicon.Role]string{lexicon.IssueDate: "2031-05-03", lexicon.DueDate: "2031-06-02"} {
			if got, _ := days.Best(role); got.Value.Text != want {
				t.Errorf("%s: %s is %q, want %q", name, role, got.Value.Text, want)
			}
		}
	}
}

func TestLabelsWithValuesNotCaptions(t *testing.T) {
	t.Parallel()
	l := drawn(result.TypeInvoice, put{50, 100, "Rechnung 2031-77"}, put{180, 100, "2031-77"},
		put{50, 113, "Kundennummer D10077"}, put{180, 113, "Bestellung B-119"})
	m := l.Link(l.IdentifierValues, lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID)
	for role, want := range map[lexicon.Role]string{lexicon.CustomerID: "D10077", lexicon.OrderNumber: "B-119"} {
		if got, _ := m.Best(role); got.Value.Text != want {
			t.Errorf("%s is %q, want %q", role, got.Value.Text, want)
		}
	}
}

// In a column of alternating values and labels a label belongs to the closer value.
func TestStackedCaptions(t *testing.T) {
	t.Parallel()
	stack := func(first, second float64, labelFirst bool) []put {
		var texts []put
		for i, pair := range [][2]string{{"A-1713", "Invoice number"}, {"3 May 2031", "Issue date"}, {"2 June 2031", "Due date"}} {
			value, label := pair[0], pair[1]
			if labelFirst {
				value, label = label, value
			}
			y := 100 + float64(i)*(first+second)
			texts = append(texts, put{400, y, value}, put{400, y + first, label})
		}
		return texts
	}
	for name, texts := range map[string][]put{
		"under":            stack(12, 24, false),
		"over":             stack(12, 24, true),
		"over, evenly":     stack(14, 14, true),
		"beside the items": append(stack(12, 24, false), put{50, 100, "Work of 5 May 2031"}, put{50, 112, "Fitting"}),
	} {
		l := drawn(result.TypeInvoice, texts...)
		days := l.Link(l.DateValues, lexicon.IssueDate, lexicon.DueDate)
		issued, _ := days.Best(lexicon.IssueDate)
		due, _ := days.Best(lexicon.DueDate)
		if issued.Value.Text != "2031-05-03" || due.Value.Text != "2031-06-02" {
			t.Errorf("%s: issued %q, due %q", name, issued.Value.Text, due.Value.Text)
		}
	}
}

func TestOrderNumberOnInvoice(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Invoice No. A-1713", "Bestellung 7731")
	m := l.Link(l.IdentifierValues, lexicon.InvoiceNumber, lexicon.OrderNumber)
	for _, k := range m.Links[lexicon.InvoiceNumber] {
		if k.Value.Text == "7731" {
			t.Errorf("the order's number is a document's by %q", k.Label.Phrase)
		}
	}
}

func TestNumberNextToOtherBlock(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Invoice number: 3071184",
		"Customer ID: 104482|Remit to: Box 88671, Marlow,|WI 53288-0671")
	for _, k := range l.Link(l.IdentifierValues, lexicon.CustomerID).Links[lexicon.CustomerID] {
		if k.Value.Text != "104482" {
			t.Errorf("the customer's number may be %q", k.Value.Text)
		}
	}
}
