package annotate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/libs/assert"
)

func TestRegionsBeforePostCodes(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"Seattle, WA 98109-5210": true, "Washington, D.C. 20530": true, "Austin, TX, 78701.": true,
		"Seattle, WA": false, "Seattle 98109": false,
		"Seattle, XX 98109": false,
		"WA 981":            false, "": false,
	} {
		c := annotate.CodeOfRegion(strings.Fields(line))
		if (c != nil) != want || c != nil && !c.MonthFirst {
			t.Errorf("%q: %v", line, c)
		}
	}
}

func TestWordClasses(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][3]bool{ // only digits, only small letters, two letters
		"123": {true, false, false}, "abc": {false, true, true}, "a": {false, true, false}, "A1": {false, false, false},
		"Été": {false, false, true},
		"":    {true, true, false}, "12a": {false, false, false},
	} {
		got := [3]bool{annotate.AllDigitsWord(word), annotate.AllLetters(word), annotate.HasLetters([]string{word})}
		assert.Equal(t, got, want, word)
	}
	for b, want := range map[byte][2]bool{'0': {true, false}, '9': {true, false}, 'A': {false, true}, 'Z': {false, true},
		'a': {}, '/': {}, ':': {}, '@': {}, '[': {}} {
		assert.Equal(t, [2]bool{annotate.IsDigitByte(b), annotate.IsUpperByte(b)}, want, b)
	}
	assert.True(t, annotate.HasLetters([]string{"a", "1", "b"}) && !annotate.HasLetters(nil), "letters of several words")
}

func TestShapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"12/05/2031": "2/2/4", "1,234.50": "1,3.2", "": "", "abc": "abc", "A12": "A2", "12345678901": "9", "٣.5": "٣.1",
	} {
		assert.Equal(t, annotate.ShapeOf(text), want, text)
	}
}

// A legal form in the spelling of a currency is a currency only next to an amount.
func TestLegalFormCurrencies(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Total EUR 5.00": "EUR", "Kedai Maju Sdn Bhd": "", "Kedai Maju BHD": "", "Total BHD 5.000": "BHD", "5.000 BHD": "BHD",
		"Kedai Sdn. Bhd 12": "",
		"12,00 zł":          "PLN", "word": "",
	} {
		words := strings.Fields(row)
		got := ""
		for i := range words {
			if c, ok := annotate.CurrencyAt(words, i); ok {
				got += c
			}
		}
		assert.Equal(t, got, want, row)
	}
}

// The most frequent currency wins; a single sign from text recognition does not count.
func TestDocumentCurrency(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		doc  *annotate.Document
		want string
	}{
		"most often":          {of("EUR 5.00", "USD 6.00", "USD 7.00"), "USD"},
		"the first of two":    {of("USD 5.00", "EUR 6.00"), "EUR"},
		"a lone sign":         {of("€ page", "Total 5.00"), "EUR"},
		"a lone sign, read":   {scanned(0.9, "$ page", "Total 5.00"), ""},
		"a longer one, read":  {scanned(0.9, "€ page", "Total 5.00"), ""},
		"with cents, read":    {scanned(0.9, "Total € 5.00"), "EUR"},
		"whole, read":         {scanned(0.9, "Total $ 5"), ""},
		"left of money, read": {scanned(0.9, "Total|$|2,605.00"), "USD"},
		"left of a number":    {scanned(0.9, "Total|$|26"), ""},
		"a code, read":        {scanned(0.9, "EUR page"), "EUR"},
		"none":                {of("Total 5.00"), ""},
	} {
		assert.Equal(t, c.doc.Currency, c.want, name)
	}
}

// Prices with cents, or several prices, are evidence; a decimal comma is evidence against.
func TestMonthFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want recognize.Order
	}{
		"a price with cents":     {[]string{"05/06/2031", "$5.00"}, recognize.OrderMDY},
		"one whole price":        {[]string{"05/06/2031", "$5"}, recognize.OrderUnknown},
		"three whole prices":     {[]string{"05/06/2031", "$5", "$6", "$7"}, recognize.OrderMDY},
		"comma before the cents": {[]string{"05/06/2031", "$5,00", "$6,00"}, recognize.OrderUnknown},
		"another currency":       {[]string{"05/06/2031", "€ 5.00"}, recognize.OrderUnknown},
		"mostly another":         {[]string{"05/06/2031", "€ 5.00", "€ 6.00", "$5.00"}, recognize.OrderUnknown},
		"a date says otherwise":  {[]string{"25/06/2031", "$5.00"}, recognize.OrderDMY},
	} {
		assert.Equal(t, of(c.rows...).Order, c.want, name)
	}
}

func TestDomains(t *testing.T) {
	t.Parallel()
	got := of("Mail: A.B@Marlow.test www.tully.test tully.org").Domains
	assert.Equal(t, strings.Join(got, " "), "abmarlowtest wwwtullytest", got)
	var rows []string
	for i := range 60 {
		rows = append(rows, fmt.Sprintf("a%d@marlow.test", i))
	}
	assert.Equal(t, len(of(rows...).Domains), 50, "domains")
}

// FuzzNew checks that spans and labels are within their segments, and that digital text is unchanged.
func FuzzNew(f *testing.F) {
	f.Add("Total|12.00\nlnvoice Nunber: A-17\nO1/12/2O18 l2.5O", true)
	f.Add("Change (Cash) 5.00|19% VAT\nSeattle, WA 98109", false)
	f.Fuzz(func(t *testing.T, text string, read bool) {
		doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(strings.Split(text, "\n")...)}}
		if read {
			sheettest.Scanned(doc, 0.5)
		}
		d := annotate.New(layout.Analyze(doc))
		for s, spans := range d.Spans {
			for _, a := range spans.Amounts {
				if a.First < 0 || a.Last >= len(s.Words) || annotate.Taken(a.Span, spans) {
					t.Errorf("%q: amount at %d to %d", s.Text(), a.First, a.Last)
				}
			}
			if words := annotate.Digitized(s); len(words) != len(s.Words) || !read && len(words) > 0 && strings.Join(words,
				" ") != s.Text() {
				t.Errorf("%q became %q", s.Text(), words)
			}
		}
		for _, h := range d.Labels {
			if h.First < 0 || h.First > h.Last || h.Last >= len(h.Segment.Words) || len(h.Terms) == 0 || h.Box().Width() <= 0 {
				t.Errorf("%+v", h)
			}
		}
	})
}

// A slash is restored only after the label of a date, because a number may look like a date without one.
func TestDatesWithLostSlash(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Date 07107/2031": 1, "Invoice date|07107/2031": 1, "Due date: 07/0712031": 1, "Number 07107/2031": 0, "07107/2031": 0,
		"Invoice no.|07107/2031": 0,
	} {
		doc, days := scanned(0.9, text), 0
		for _, s := range doc.Layout.Segments {
			days += len(doc.Spans[s].Dates)
		}
		assert.Equal(t, days, want, text, "days")
	}
}
