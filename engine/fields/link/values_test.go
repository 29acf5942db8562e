package link_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
	"github.com/shopspring/decimal"
)

// found returns the values of a row: their texts, or the words of amounts.
func found(row string, find func(*link.Linker) link.Values) (texts string, fits []float64) {
	l := sheettest.Linker(result.TypeInvoice, row)
	var out []string
	for _, s := range l.Layout.Segments {
		for _, c := range find(l)(s) {
			text := c.Text
			if text == "" {
				text = strings.Join(s.Words[c.First:c.Last+1], " ")
			}
			out, fits = append(out, text), append(fits, c.Fit)
		}
	}
	return strings.Join(out, "; "), fits
}

func check(t *testing.T, find func(*link.Linker) link.Values, want map[string]string) {
	t.Helper()
	for row, w := range want {
		got, _ := found(row, find)
		assert.Equal(t, got, w, row)
	}
}

func TestIdentifiers(t *testing.T) {
	t.Parallel()
	check(t, func(l *link.Linker) link.Values { return l.IdentifierValues }, map[string]string{
		"RE 10234":              "RE 10234", // a series and its number
		"FV 12/2031":            "FV 12/2031",
		"ΤΙΜ 12/2031":           "ΤΙΜ 12/2031", // of other scripts
		"ТЕЛ 10234":             "10234",
		"№ ТПУ-417":             "ТПУ-417",
		"EUR 10234":             "10234", // a currency is not a series
		"VF-2031-20":            "VF-2031-20",
		"Re 10234":              "10234",
		"INVOICE 10234":         "10234",
		"R 10234":               "10234",
		"IBAN 10234":            "10234", // a label is not a series
		"3 May 2031":            "",
		"DE136695976":           "",
		"19% 7,00 %":            "",
		"word only":             "",
		"A-17, B-18":            "A-17; B-18",
		"Order 4500017 Desk 12": "4500017; 12",
		// in groups of digits, as utilities and banks print them
		"Invoice no. 6 318 407 522":      "6 318 407 522",
		"Customer no. 418 225.7":         "418 225.7",
		"418 225-7":                      "418 225-7",
		"Invoice 6 318 407 – page 2":     "6 318 407",
		"Invoice no. 6 318 407 of Leeds": "318; 407",
		"Customer no. 4711 815":          "4711; 815", // two numbers
		"Customer no. 41 82 517":         "41; 82; 517",
		"Customer no. 41 825.50":         "41",
		"Customer no. 41 825 EUR":        "41; 825",
		"Customer no. 041 825 517":       "041; 825; 517", // a telephone number
	})
}

func TestIdentifierFit(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]float64{"No. 10234": 0, "No. 123": -1, "No. 500 EUR": -2,
		"No. 64279D1F-4C1E-4B7A-9F02-86504A9230A8": -3, "No. 64279D1F-4C1E-4B7A-9F02-86504A9230A": 0} {
		_, fits := found(row, func(l *link.Linker) link.Values { return l.IdentifierValues })
		assert.True(t, len(fits) == 1 && fits[0] == want, row, fits, "want", want)
	}
}

func TestAmountsOfMoney(t *testing.T) {
	t.Parallel()
	check(t, func(l *link.Linker) link.Values { return l.AmountValues }, map[string]string{
		"Total 1,234.50 EUR": "1,234.50 EUR", "19% of 100.00": "100.00", "12345678": "", "0012": "", "1234567": "1234567",
		"0":          "0",
		"3 May 2031": "", "12.00 13.00": "12.00; 13.00",
	})
	order := []string{"€ 12.00", "12.00", "€ 12", "12.5", "12"} // the most certain first
	last := 1.0
	for _, row := range order {
		_, fits := found(row, func(l *link.Linker) link.Values { return l.AmountValues })
		if len(fits) != 1 || fits[0] >= last {
			t.Errorf("%q: %v, not below %v", row, fits, last)
			continue
		}
		last = fits[0]
	}
}

// Dates higher on the page fit better, and eight bare digits are weak.
func TestDateFit(t *testing.T) {
	t.Parallel()
	find := func(l *link.Linker) link.Values { return l.DateValues }
	texts, fits := found("03.05.2031|20310503", find)
	assert.True(t, texts == "2031-05-03; 2031-05-03" && fits[0]-fits[1] == 1, texts, fits)
	l := sheettest.Linker(result.TypeInvoice, "03.05.2031", "", "", "", "", "", "", "", "03.05.2031")
	high, low := l.DateValues(l.Layout.Segments[0]), l.DateValues(l.Layout.Segments[1])
	assert.True(t, high[0].Fit > low[0].Fit, high[0].Fit, "over", low[0].Fit)
}

func TestAccountNumbers(t *testing.T) {
	t.Parallel()
	check(t, func(l *link.Linker) link.Values { return l.IbanValues }, map[string]string{
		"DE89 3704 0044 0532 0130 00": "DE89370400440532013000",
		"DE89 3704 0044 0532 0130 0":  "DE8937040044053201300", // too short for the country
		"DE89 3704":                   "",
		"AB12CDEFGHIJKLMN":            "",
		"12DE370400440532013000":      "",
		"DE89370400440532013000 and AB12345678901234567890123": "DE89370400440532013000",
		"DE8937040044053201300000000000000000000":              "",
		"DE89-3704-0044-0532":                                  "",
	})
	_, right := found("DE89370400440532013000", func(l *link.Linker) link.Values { return l.IbanValues })
	_, wrong := found("DE88370400440532013000", func(l *link.Linker) link.Values { return l.IbanValues })
	_, short := found("DE8837040044053201300", func(l *link.Linker) link.Values { return l.IbanValues })
	if len(right) != 1 || len(wrong) != 1 || len(short) != 1 || right[0] <= wrong[0] || wrong[0] <= short[0] {
		t.Errorf("right %v, wrong %v, short %v", right, wrong, short)
	}
}

func TestTaxNumbersAndTelephones(t *testing.T) {
	t.Parallel()
	check(t, func(l *link.Linker) link.Values { return l.TaxIDValues }, map[string]string{
		"VAT DE136695976 of 4500017": "DE136695976", // a VAT number excludes the others
		"Steuernummer 22/456/78901":  "22/456/78901",
		"No. 123456":                 "", // too short
		"No. 1234567":                "1234567",
	})
	check(t, func(l *link.Linker) link.Values { return l.PhoneValues }, map[string]string{
		"Tel. +44 113 496 0000": "+44 113 496 0000", "word": "",
	})
	check(t, func(l *link.Linker) link.Values { return l.BicValues }, map[string]string{
		"BIC COBADEFFXXX": "COBADEFFXXX", "BIC COBA": "",
	})
}

func TestCents(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"0": 0, "0.01": 1, "-0.05": 5, "1.234": 124, "12": 1200} {
		assert.Equal(t, link.Cents(decimal.RequireFromString(text)), want, text)
	}
}

func TestPrintedAmounts(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "Desk|900.00", "Subtotal|900.00", "Total|1,080.00")
	l.ItemRows[l.Layout.Pages[0].Rows[0]] = true
	for text, row := range map[string]int{"900": 1, "1080.00": 2} {
		c, ok := l.Printed(decimal.RequireFromString(text))
		assert.True(t, ok && c.Segment.Row == row, text, "is not found in row", row)
	}
	_, ok := l.Printed(decimal.RequireFromString("900.01"))
	assert.False(t, ok, "an amount that is not printed")
}

func TestSettle(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "1.00|2.00")
	one := l.AmountValues(l.Layout.Segments[0])[0]
	two := l.AmountValues(l.Layout.Segments[1])[0]
	m := &link.Set{Links: map[lexicon.Role][]link.Link{
		lexicon.Total:    {{Value: one, LogOdds: 3}, {Value: two, LogOdds: 1}},
		lexicon.Subtotal: {{Value: one, LogOdds: 2}, {Value: two, LogOdds: -9}},
		lexicon.Tax:      {{Value: one, LogOdds: 3}},
	}}
	m.Settle()
	for _, c := range []struct {
		role lexicon.Role
		i    int
		want float64
	}{{lexicon.Total, 0, 3}, {lexicon.Total, 1, 1}, {lexicon.Tax, 0, 3}, {lexicon.Subtotal, 0, 0.8}, {lexicon.Subtotal, 1,
		-12}} {
		got := m.Links[c.role][c.i].LogOdds
		assert.True(t, got >= c.want-1e-9 && got <= c.want+1e-9, c.role, c.i, got, "want", c.want)
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	l := sheettest.Linker(result.TypeInvoice, "03.05.2031|04.05.2031")
	first, second := l.DateValues(l.Layout.Segments[0])[0], l.DateValues(l.Layout.Segments[1])[0]
	m := &link.Set{Links: map[lexicon.Role][]link.Link{
		lexicon.IssueDate: {{Value: second, LogOdds: 5}},
		lexicon.DueDate:   {{Value: first, LogOdds: 0.1}, {Value: second, LogOdds: -0.1}},
	}}
	if !m.Claims(first) || m.Claims(second) {
		t.Errorf("%v, %v", m.Claims(first), m.Claims(second))
	}
	assert.True(t, !first.SameAs(second) && first.SameAs(first), "the same place")
}

// Best returns the first of equal links.
func TestBest(t *testing.T) {
	t.Parallel()
	m := &link.Set{Links: map[lexicon.Role][]link.Link{
		lexicon.Total: {{LogOdds: 1}, {LogOdds: 2, Value: link.Candidate{Text: "a"}}, {LogOdds: 2,
			Value: link.Candidate{Text: "b"}}},
	}}
	l, ok := m.Best(lexicon.Total)
	assert.True(t, ok && l.Value.Text == "a", l)
	_, ok = m.Best(lexicon.Tax)
	assert.False(t, ok, "a link of no role")
}
