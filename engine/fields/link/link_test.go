package link_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// best returns the text of the value of a role's strongest link.
func best(l *link.Linker, m *link.Set, role lexicon.Role) string {
	b, ok := m.Best(role)
	if !ok {
		return ""
	}
	if b.Value.Text != "" {
		return b.Value.Text
	}
	return l.Amount(b.Value).Money(l.Style, l.Currency)
}

func TestDirections(t *testing.T) {
	t.Parallel()
	for name, rows := range map[string][]string{
		"in the same words":    {"Invoice No.: A-1713"},
		"to the right":         {"Invoice No.|A-1713"},
		"under the label":      {"Invoice No.", "A-1713"},
		"under one of several": {"Invoice No.|Customer No.", "A-1713|K-77"},
	} {
		l := sheettest.Linker(result.TypeInvoice, rows...)
		m := l.Link(l.IdentifierValues, lexicon.InvoiceNumber, lexicon.CustomerID)
		assert.Equal(t, best(l, m, lexicon.InvoiceNumber), "A-1713", name)
	}
}

// A value belongs to the label that claims it more strongly.
func TestCompetingRoles(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Invoice date|Due date", "03.05.2031|02.06.2031")
	m := l.Link(l.DateValues, lexicon.IssueDate, lexicon.DueDate)
	issue, due := best(l, m, lexicon.IssueDate), best(l, m, lexicon.DueDate)
	assert.True(t, issue == "2031-05-03" && due == "2031-06-02", "issued", issue, "due", due)
	for _, weak := range m.Links[lexicon.IssueDate] {
		if weak.Value.Text == "2031-06-02" && weak.LogOdds >= m.Links[lexicon.DueDate][0].LogOdds {
			t.Errorf("the due date is claimed as the issue date with %v", weak.LogOdds)
		}
	}
}

func TestReach(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Invoice No.: Due date: 02.06.2031 Customer No.: 4711")
	m := l.Link(l.IdentifierValues, lexicon.InvoiceNumber, lexicon.CustomerID)
	assert.NotEqual(t, best(l, m, lexicon.InvoiceNumber), "4711", "the customer's number is taken for the invoice's")
	assert.Equal(t, best(l, m, lexicon.CustomerID), "4711", "customer")
}

func TestValuesInSegment(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		row, want string
		find      func(*link.Linker) link.Values
	}{
		"numbers": {"No. A-17 of 03.05.2031 and B-18", "A-17 B-18", func(l *link.Linker) link.Values {
			return l.IdentifierValues
		}},
		"dates": {"03.05.2031 to 2031-05-31", "2031-05-03 2031-05-31", func(l *link.Linker) link.Values {
			return l.DateValues
		}},
		"codes of banks": {"BIC: COBADEFFXXX", "COBADEFFXXX", func(l *link.Linker) link.Values { return l.BicValues }},
		"accounts": {"DE89 3704 0044 0532 0130 00", "DE89370400440532013000", func(l *link.Linker) link.Values {
			return l.IbanValues
		}},
		"tax numbers": {"VAT No.: DE136695976", "DE136695976", func(l *link.Linker) link.Values {
			return l.TaxIDValues
		}},
		"no number in a sum": {"Total 1,234.50 EUR", "", func(l *link.Linker) link.Values { return l.IdentifierValues }},
	} {
		l := sheettest.Linker(result.TypeInvoice, c.row)
		var got []string
		for _, s := range l.Layout.Segments {
			for _, v := range c.find(l)(s) {
				got = append(got, v.Text)
			}
		}
		assert.Equal(t, strings.Join(got, " "), c.want, name)
	}
}

func TestPutBest(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Invoice No.: A-1713", "Invoice No.: B-2")
	m := l.Link(l.IdentifierValues, lexicon.InvoiceNumber)
	set := value.New()
	l.PutBest(set, m, lexicon.InvoiceNumber, "invoiceNumber", 0.2)
	v := set.Scalars["invoiceNumber"]
	assert.True(t, v.Value == "A-1713" && v.Score > 0.5 && v.Raw == "A-1713", v)
	none := value.New()
	l.PutBest(none, m, lexicon.InvoiceNumber, "invoiceNumber", 0.9999)
	assert.False(t, none.Has("invoiceNumber"), "a value is stored that is not certain enough")
}

func TestItemRowsWithoutSums(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Desk|900.00", "Total|900.00")
	row := l.Layout.Pages[0].Rows[0]
	l.ItemRows[row] = true
	for _, s := range row.Segments {
		assert.Empty(t, l.MoneyOutsideItems(s))
	}
	if c, ok := l.Printed(l.Amount(l.AmountValues(row.Segments[1])[0]).Value(l.Style)); !ok || c.Segment.Row != 1 {
		t.Errorf("printed in row %d", c.Segment.Row)
	}
}

// The labels of titles and sentences are only in the linker's copy.
func TestTitlesAndSentences(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Schlussrechnung Nr. 4711 vom 3. Mai 2031",
		"Please pay 119.00 EUR until 17 May 2031 to our account")
	assert.Equal(t, best(l, l.Link(l.IdentifierValues, lexicon.InvoiceNumber), lexicon.InvoiceNumber), "4711", "number")
	assert.Equal(t, best(l, l.Link(l.DateValues, lexicon.IssueDate, lexicon.DueDate), lexicon.DueDate), "2031-05-17",
		"due")
	paid := sheettest.Linker(result.TypeInvoice, "We received your payment of 119.00 EUR on 17 May 2031 with thanks")
	assert.Equal(t, best(paid, paid.Link(paid.DateValues, lexicon.DueDate), lexicon.DueDate), "",
		"what was paid is due on")
}

// The scorer sees every link of its roles with all features, and its correction is limited.
func TestScorer(t *testing.T) {
	t.Parallel()
	lay := sheettest.Rows("Invoice No.: A-1713", "Total|119.00")
	seen := map[string]string{}
	trees, err := link.Trained()
	require.NoError(t, err)
	scorer := link.Scorer{Links: trees, Watch: func(o link.Observation) {
		seen[o.Field] = o.Text
		assert.Equal(t, len(o.X), len(link.FeatureNames()), "features")
	}}
	plain := sheettest.LinkerOf(result.TypeInvoice, lay)
	l := link.New(plain.Document, result.TypeInvoice, scorer)
	prior, _ := plain.Link(plain.IdentifierValues, lexicon.InvoiceNumber).Best(lexicon.InvoiceNumber)
	trained, _ := l.Link(l.IdentifierValues, lexicon.InvoiceNumber).Best(lexicon.InvoiceNumber)
	d := trained.LogOdds - prior.LogOdds
	assert.True(t, d >= -2 && d <= 3.5, "a plainly labelled number is changed by", d)
	l.Link(l.AmountValues, lexicon.Total)
	assert.True(t, seen["invoiceNumber"] == "A-1713" && seen["total"] == "119.00", seen)
}

var _ link.Values = func(*layout.Segment) []link.Candidate { return nil }
