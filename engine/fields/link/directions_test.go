package link_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
)

// put is a text with its left edge at x and its top at y.
type put struct {
	x, y float64
	text string
}

// drawn returns the linker of a page of texts.
func drawn(kind result.DocumentType, texts ...put) *link.Linker {
	s := sheettest.A4()
	for _, p := range texts {
		s.Put(p.x, p.y, 10, p.text)
	}
	return sheettest.LinkerOf(kind, sheettest.Read(sheettest.Bind(s), kind).Layout)
}

// total returns the amount of the best link of a total, and the link.
func total(l *link.Linker) (string, link.Link) {
	m := l.Link(l.AmountValues, lexicon.Total)
	b, _ := m.Best(lexicon.Total)
	return best(l, m, lexicon.Total), b
}

// The last of several values next to a label is the most likely, and the nearest of those below it.
func TestOneOfSeveral(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		texts []put
		want  string
	}{
		"the last in the row":          {[]put{{50, 100, "Total"}, {200, 100, "12.00"}, {300, 100, "99.00"}}, "99.00"},
		"the last in the segment":      {[]put{{50, 100, "Total 12.00 99.00"}}, "99.00"},
		"under it":                     {[]put{{50, 100, "Total"}, {50, 114, "12.00"}, {50, 128, "99.00"}}, "12.00"},
		"beside rather than under it":  {[]put{{50, 100, "Total"}, {200, 100, "12.00"}, {50, 114, "99.00"}}, "12.00"},
		"not over it":                  {[]put{{50, 86, "12.00"}, {50, 100, "Total"}}, ""},
		"not left of it":               {[]put{{50, 100, "12.00"}, {200, 100, "Total"}}, ""},
		"not far under it":             {[]put{{50, 100, "Total"}, {50, 180, "12.00"}}, ""},
		"not beyond the next label":    {[]put{{50, 100, "Total"}, {150, 100, "Subtotal"}, {300, 100, "12.00"}}, ""},
		"beyond a rate":                {[]put{{50, 100, "Total"}, {150, 100, "19% VAT"}, {300, 100, "12.00"}}, "12.00"},
		"not under another label":      {[]put{{50, 100, "Total"}, {50, 114, "Subtotal"}, {50, 128, "12.00"}}, ""},
		"not in another column":        {[]put{{50, 100, "Total"}, {300, 114, "for 12.00 or so"}}, ""},
		"alone under it, not in line":  {[]put{{200, 100, "Total"}, {190, 114, "12.00"}}, "12.00"},
		"not behind a label in a line": {[]put{{50, 100, "Total Subtotal: 12.00"}}, ""},
	} {
		got, _ := total(drawn(result.TypeInvoice, c.texts...))
		assert.Equal(t, got, c.want, name)
	}
}

// In a photo one line may become two rows: a value alone in the next row, right of the label, belongs to it.
func TestAskew(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		texts []put
		want  int // links
	}{
		"over it":                  {[]put{{50, 100, "Total"}, {200, 90, "12.00"}}, 1},
		"under it":                 {[]put{{50, 100, "Total"}, {200, 110, "12.00"}}, 1},
		"both":                     {[]put{{50, 100, "Total"}, {200, 90, "12.00"}, {200, 110, "13.00"}}, 2},
		"the nearer of both":       {[]put{{50, 100, "Total"}, {200, 91, "12.00"}, {200, 120, "13.00"}}, 1},
		"too far":                  {[]put{{50, 100, "Total"}, {200, 120, "12.00"}}, 0},
		"left of it":               {[]put{{300, 100, "Total"}, {200, 110, "12.00"}}, 0},
		"not alone in its row":     {[]put{{50, 100, "Total"}, {200, 110, "12.00"}, {400, 110, "Bonus"}}, 0},
		"two values":               {[]put{{50, 100, "Total"}, {200, 110, "12.00 13.00"}}, 0},
		"in a sentence":            {[]put{{50, 100, "Total"}, {200, 110, "we add 12.00 to that"}}, 0},
		"the label is not alone":   {[]put{{50, 100, "Total"}, {400, 100, "Bonus"}, {200, 110, "12.00"}}, 0},
		"a label without a number": {[]put{{50, 100, "Total"}}, 0},
	} {
		l := drawn(result.TypeInvoice, c.texts...)
		for _, h := range l.Labels {
			links := l.LinksAskew(h, link.Evidence{Label: 1}, l.AmountValues)
			assert.Equal(t, len(links), c.want, name, "links")
			for _, k := range links {
				assert.Equal(t, k.Evidence.Direction, link.Right, name, "direction")
			}
		}
	}
	both, one := drawn(result.TypeInvoice, put{50, 100, "Total"}, put{200, 90, "12.00"}, put{200, 110, "13.00"}),
		drawn(result.TypeInvoice, put{50, 100, "Total"}, put{200, 90, "12.00"})
	_, either := total(both)
	_, sure := total(one)
	assert.True(t, either.LogOdds < sure.LogOdds, "either could be meant", either.LogOdds, "one alone", sure.LogOdds)
}

// The values of a label among labels are below it.
func TestHeadings(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"Invoice date|Due date": true, "Total|Subtotal": true, "Total": false, "Total|12.00": false,
		"Invoice date|3 May 2031": false,
		"Total|Garden chair":      false, "Total|Tax 19%": true, "Total of all the goods|Subtotal": false,
	} {
		l := sheettest.Linker(result.TypeInvoice, row)
		if len(l.Labels) == 0 {
			t.Errorf("%q has no label", row)
			continue
		}
		assert.Equal(t, l.InHeading(l.Labels[0]), want, row)
	}
}

// The lead is 0 without another value.
func TestLead(t *testing.T) {
	t.Parallel()
	lead := func(rows ...string) float64 {
		l := sheettest.Linker(result.TypeInvoice, rows...)
		set := value.New()
		l.PutBest(set, l.Link(l.IdentifierValues, lexicon.InvoiceNumber), lexicon.InvoiceNumber, "invoiceNumber", 0)
		return set.Scalars["invoiceNumber"].Lead
	}
	assert.Equal(t, lead("Invoice No.: A-1713"), 0, "alone")
	assert.Equal(t, lead("Invoice No.: A-1713", "Invoice No.: A-1713"), 0, "printed twice")
	near, far := lead("Invoice No.: A-1713", "Invoice No.: B-2222"), lead("Invoice No.: A-1713",
		"see the Invoice No. B-2222")
	assert.True(t, near == 0 && far > 0, "as good", near, "better", far)
}

func TestLaterPages(t *testing.T) {
	t.Parallel()
	first, second := sheettest.A4(), sheettest.A4()
	first.Put(50, 100, 10, "Total: 12.00")
	second.Put(50, 100, 10, "Total: 13.00")
	l := sheettest.LinkerOf(result.TypeInvoice, sheettest.Read(sheettest.Bind(first, second), result.TypeInvoice).Layout)
	got, b := total(l)
	assert.True(t, got == "12.00" && !b.Evidence.Later, got)
}

// The linker copies the labels and has no item rows.
func TestNew(t *testing.T) {
	t.Parallel()
	plain := sheettest.Linker(result.TypeGeneric, "Teilrechnung 4711").Document
	n := len(plain.Labels)
	l := link.New(plain, result.TypeInvoice, link.Scorer{})
	if len(l.Labels) != n+1 || len(plain.Labels) != n || len(l.ItemRows) != 0 {
		t.Errorf("%d labels, %d in the document, %d rows", len(l.Labels), len(plain.Labels), len(l.ItemRows))
	}
	for kind, want := range map[result.DocumentType]int{
		result.TypeInvoice: 1, result.TypeCreditNote: 1, result.TypePurchaseOrder: 1, result.TypeReceipt: 1,
		result.TypeBankStatement: 0, result.TypeGeneric: 0,
	} {
		assert.Equal(t, len(link.New(plain, kind, link.Scorer{}).Labels)-n, want, kind, "titles")
	}
}

// Only titles on the first page are labels of the next number.
func TestTitles(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Factuur VF2031-20": "VF2031-20", "Facture n° 4711": "4711", "INVOICE A-1713": "A-1713", "Rechnung": "",
		"Invoice (380) No. 4711": "4711", "Facture (380) n° 4711": "4711",
	} {
		l := sheettest.Linker(result.TypeInvoice, row)
		assert.Equal(t, best(l, l.Link(l.IdentifierValues, lexicon.InvoiceNumber), lexicon.InvoiceNumber), want, row)
	}
	later := sheettest.A4()
	later.Put(50, 50, 10, "Schlussrechnung 4711")
	doc := sheettest.Bind(sheettest.A4(), later)
	assert.Equal(t, len(sheettest.Read(doc, result.TypeInvoice).Labels),
		len(sheettest.Read(doc, result.TypeGeneric).Labels), "a title of the second page")
}

// The last of several dates in a sentence about payment is the due date.
func TestSentences(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Bitte überweisen Sie 119,00 EUR bis 12.03.2031":                        "2031-03-12",
		"You may pay on 3 May 2031 less 2% or on 17 May 2031":                   "2031-05-17",
		"Wir haben die Zahlung von 119,00 EUR am 12.03.2031 dankend erhalten":   "",
		"The goods were sent to you on 3 May 2031":                              "",
		"Up to 17 May 2031 without deduction":                                   "2031-05-17",
		"Do 17.05.2031 bez potrąceń":                                            "2031-05-17",
		"Bis 12.03.2031 mit 2 % Skonto, bis 26.03.2031 ohne Abzug":              "2031-03-26",
		"Delivery without delay on 3 May 2031":                                  "",
		"pay 3 May 2031":                                                        "", // too short for a sentence
		"Le montant de CHF 21.50 sera à payer le 19.03.2031 sur notre compte":   "2031-03-19",
		"3 May 2031 is the day on which we like to see you pay all of your due": "",
	} {
		l := sheettest.Linker(result.TypeInvoice, row)
		assert.Equal(t, best(l, l.Link(l.DateValues, lexicon.DueDate), lexicon.DueDate), want, row)
		if l := sheettest.Linker(result.TypeReceipt, row); want != "" && best(l, l.Link(l.DateValues, lexicon.DueDate),
			lexicon.DueDate) == want {
			t.Errorf("%q on a receipt", row)
		}
	}
}

// The next line must open with a small letter and hold no date.
func TestTwoLineSentences(t *testing.T) {
	t.Parallel()
	const begun = "Der Betrag von 119,00 EUR wird am 12.03.2031 von Ihrem Konto"
	for name, c := range map[string]struct {
		texts []put
		want  string
	}{
		"it says how it is paid":   {[]put{{50, 100, begun}, {50, 114, "bei der Quaybank eingezogen."}}, "2031-03-12"},
		"past an abbreviation":     {[]put{{50, 100, begun}, {50, 114, "mit Mandat nr. 77 abgebucht."}}, "2031-03-12"},
		"nothing follows":          {[]put{{50, 100, begun}}, ""},
		"it says something else":   {[]put{{50, 100, begun}, {50, 114, "in unseren Büchern vermerkt."}}, ""},
		"it was paid":              {[]put{{50, 100, begun}, {50, 114, "per Überweisung dankend erhalten."}}, ""},
		"another sentence ends it": {[]put{{50, 100, begun}, {50, 114, "umgestellt. Rechnungen zahlen Sie wie immer."}}, ""},
		"a capital letter":         {[]put{{50, 100, begun}, {50, 114, "Eingezogen wird nur einmal."}}, ""},
		"a day of its own":         {[]put{{50, 100, begun}, {50, 114, "und am 17.04.2031 eingezogen."}}, ""},
		"a stop before":            {[]put{{50, 100, begun + "."}, {50, 114, "eingezogen wird nur einmal."}}, ""},
		"a colon before":           {[]put{{50, 100, begun + ":"}, {50, 114, "eingezogen wird nur einmal."}}, ""},
		"far below":                {[]put{{50, 100, begun}, {50, 150, "bei der Quaybank eingezogen."}}, ""},
	} {
		l := drawn(result.TypeInvoice, c.texts...)
		assert.Equal(t, best(l, l.Link(l.DateValues, lexicon.DueDate), lexicon.DueDate), c.want, name)
	}
}

func FuzzLink(f *testing.F) {
	f.Add("Total|12.00\nSubtotal: 10.00\nInvoice No.: A-17")
	f.Add("Rechnung Nr. 4711 vom\n3. Mai 2031|Due|IBAN DE89 3704 0044 0532 0130 00")
	f.Fuzz(func(t *testing.T, text string) {
		doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(strings.Split(text, "\n")...)}}
		l := sheettest.Read(doc, result.TypeInvoice)
		for _, m := range []*link.Set{
			l.Link(l.AmountValues, lexicon.Total, lexicon.Subtotal), l.Link(l.DateValues, lexicon.IssueDate, lexicon.DueDate),
			l.Link(l.IdentifierValues, lexicon.InvoiceNumber), l.Link(l.IbanValues, lexicon.IBAN), l.Link(l.TaxIDValues,
				lexicon.TaxID),
		} {
			for role, links := range m.Links {
				for _, k := range links {
					if _, ok := k.Label.As(role); !ok || k.Value.First < 0 || k.Value.Last >= len(k.Value.Segment.Words) ||
						k.Value.First > k.Value.Last {
						t.Errorf("%s: %+v", role, k.Value)
					}
				}
			}
		}
	})
}
