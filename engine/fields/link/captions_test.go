package link_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
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
			got, _ := numbers.Best(role)
			assert.Equal(t, got.Value.Text, want, name, role)
		}
		for role, want := range map[lexicon.Role]string{lexicon.IssueDate: "2031-05-03", lexicon.DueDate: "2031-06-02"} {
			got, _ := days.Best(role)
			assert.Equal(t, got.Value.Text, want, name, role)
		}
	}
}

func TestLabelsWithValuesNotCaptions(t *testing.T) {
	t.Parallel()
	l := drawn(result.TypeInvoice, put{50, 100, "Rechnung 2031-77"}, put{180, 100, "2031-77"},
		put{50, 113, "Kundennummer D10077"}, put{180, 113, "Bestellung B-119"})
	m := l.Link(l.IdentifierValues, lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID)
	for role, want := range map[lexicon.Role]string{lexicon.CustomerID: "D10077", lexicon.OrderNumber: "B-119"} {
		got, _ := m.Best(role)
		assert.Equal(t, got.Value.Text, want, role)
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
		assert.True(t, issued.Value.Text == "2031-05-03" && due.Value.Text == "2031-06-02",
			name, "issued", issued.Value.Text, "due", due.Value.Text)
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
		assert.Equal(t, k.Value.Text, "104482", "customer's number")
	}
}

// boxed returns the linker of a row of labels and a row below whose amounts end at the right edges of their boxes.
func boxed(labels, amounts map[float64]string) *link.Linker {
	s := sheettest.A4()
	for x, label := range labels {
		s.Put(x, 600, 8, label)
	}
	for right, amount := range amounts {
		s.End(right, 614, 8, amount)
	}
	s.End(540, 640, 8, "777.77")
	return sheettest.LinkerOf(result.TypeInvoice, sheettest.Read(sheettest.Bind(s), result.TypeInvoice).Layout)
}

func TestAmountsInBoxes(t *testing.T) {
	t.Parallel()
	l := boxed(map[float64]string{50: "Subtotal", 190: "Discount %", 310: "Shipping", 430: "Total"},
		map[float64]string{175: "480.00", 295: "2.00", 415: "12.50", 540: "492.50"})
	m := l.Link(l.AmountValues, lexicon.Subtotal, lexicon.Discount, lexicon.Shipping, lexicon.Total)
	for role, want := range map[lexicon.Role]string{
		lexicon.Subtotal: "480.00", lexicon.Shipping: "12.50", lexicon.Total: "492.50", lexicon.Discount: "",
	} {
		assert.Equal(t, best(l, m, role), want, role)
	}
}

// An empty box has no amount, and one with two amounts is ambiguous.
func TestEmptyBoxes(t *testing.T) {
	t.Parallel()
	l := boxed(map[float64]string{50: "Subtotal", 190: "Shipping", 430: "Total"},
		map[float64]string{130: "480.00", 182: "12.50", 540: "492.50"})
	m := l.Link(l.AmountValues, lexicon.Subtotal, lexicon.Shipping, lexicon.Total)
	for role, want := range map[lexicon.Role]string{lexicon.Subtotal: "", lexicon.Shipping: "", lexicon.Total: "492.50"} {
		assert.Equal(t, best(l, m, role), want, role)
	}
}

// The number of words of a rate in the heading does not matter.
func TestBoxedTaxesBelowRate(t *testing.T) {
	t.Parallel()
	for _, heading := range []string{"Moms 25 %", "Moms 25%", "VAT 0 %", "VAT 20,0 %"} {
		l := boxed(map[float64]string{50: "Subtotal", 190: heading, 430: "Total"},
			map[float64]string{175: "480.00", 295: "120.00", 540: "600.00"})
		m := l.Link(l.AmountValues, lexicon.Subtotal, lexicon.Tax, lexicon.Total)
		assert.Equal(t, best(l, m, lexicon.Tax), "120.00", heading)
	}
}

func TestNameValues(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Customer name: Rose Field,": "Rose Field", "Rose Field": "Rose Field", "Customer name:": "",
		"Customer name: 4711": "", "3 May 2031": "",
	} {
		l := sheettest.Linker(result.TypeInvoice, row)
		got := ""
		for _, c := range l.NameValues(l.Layout.Segments[0]) {
			got += c.Text
		}
		assert.Equal(t, got, want, row)
	}
}

// A title, a number or a sentence is not a name.
func TestNamesAfterLabels(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"in its segment":         {[]string{"Customer name: Rose Field"}, "Rose Field"},
		"beside it":              {[]string{"Customer name:|Rose Field"}, "Rose Field"},
		"below it":               {[]string{"Customer name", "Rose Field"}, "Rose Field"},
		"a number":               {[]string{"Customer name: 4711"}, ""},
		"a title":                {[]string{"Customer name:|INVOICE"}, ""},
		"a sentence":             {[]string{"Customer name: is needed for each of the orders"}, ""},
		"of another label":       {[]string{"Phone: Rose Field"}, ""},
		"the nearer of two":      {[]string{"Customer name", "Rose Field", "Ada Lowe"}, "Rose Field"},
		"nothing behind a label": {[]string{"Customer name:"}, ""},
	} {
		l := sheettest.Linker(result.TypeInvoice, c.rows...)
		assert.Equal(t, best(l, l.Link(l.NameValues, lexicon.CustomerName), lexicon.CustomerName), c.want, name)
	}
}

// Money has no cents if most of it is whole numbers with thousands separators.
func TestMoneyWithoutCents(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want bool
	}{
		"spaces":           {[]string{"Nettó|212 775", "Áfa|57 449", "Összesen|270 224 Ft"}, true},
		"points":           {[]string{"Neto|2.772.215", "IVA|526.721", "Total|3.298.936"}, true},
		"a version's":      {[]string{"Nettó|212 775", "Áfa|57 449", "Összesen|270 224 Ft", "v 7.14"}, true},
		"cents":            {[]string{"Net|2,000.00", "VAT|400.00", "Total|2,400.00", "Points|1 200"}, false},
		"numbers alone":    {[]string{"Order|20315", "Customer|88213", "Total|2400"}, false},
		"too few to say":   {[]string{"Total|2 400", "VAT|400"}, false},
		"amounts with few": {[]string{"A|2 400", "B|3 400", "C|4 400", "D|1.50", "E|2.50"}, false},
	} {
		assert.Equal(t, sheettest.Linker(result.TypeInvoice, c.rows...).WholeMoney(), c.want, name)
	}
}

func TestWrappedLabels(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want map[lexicon.Role]string
	}{
		"in headings": {
			[]string{"Invoice|Customer|Purchase", "Number|Number|Order No.", "A-1713|10472|PO-88"},
			map[lexicon.Role]string{lexicon.InvoiceNumber: "A-1713", lexicon.CustomerID: "10472", lexicon.OrderNumber: "PO-88"},
		},
		"beside values": {
			[]string{"Invoice number|A-1713", "Customer|10472", "Order number|88120"},
			map[lexicon.Role]string{lexicon.InvoiceNumber: "A-1713", lexicon.CustomerID: "10472", lexicon.OrderNumber: "88120"},
		},
		"with a day": {
			[]string{"Invoice No. / Date: A-1713 / 02.05.2031"}, map[lexicon.Role]string{lexicon.InvoiceNumber: "A-1713"},
		},
		"with a day, right": {
			[]string{"Rechnungs-Nr./Datum|A-1713 / 02.05.2031"}, map[lexicon.Role]string{lexicon.InvoiceNumber: "A-1713"},
		},
	} {
		l := sheettest.Linker(result.TypeInvoice, c.rows...)
		m := l.Link(l.IdentifierValues, lexicon.InvoiceNumber, lexicon.CustomerID, lexicon.OrderNumber)
		for role, want := range c.want {
			got, _ := m.Best(role)
			assert.Equal(t, got.Value.Text, want, name, role)
		}
	}
}
