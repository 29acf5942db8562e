package recognize_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/shopspring/decimal"
)

func TestDates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		order recognize.Order
		want  string // ISO dates joined by spaces
	}{
		{"2024-03-31", 0, "2024-03-31"},
		{"Datum: 31.03.2024", 0, "2024-03-31"},
		{"1. 3. 2024", 0, "2024-03-01"},
		{"08-9-2022", 0, "2022-09-08"},
		{"12/25/2023", 0, "2023-12-25"},
		{"03/04/2024", recognize.OrderMDY, "2024-03-04"},
		{"03/04/2024", recognize.OrderDMY, "2024-04-03"},
		{"03/04/24", 0, "2024-04-03"},
		{"01/02/71", recognize.OrderDMY, "1971-02-01"},
		{"18. Februar 2025", 0, "2025-02-18"},
		{"18 févr. 2025", 0, "2025-02-18"},
		{"3 de marzo de 2024", 0, "2024-03-03"},
		{"9 settembre 2024", 0, "2024-09-09"},
		{"4 maart 2024", 0, "2024-03-04"},
		{"7 de março de 2024", 0, "2024-03-07"},
		{"5 grudnia 2024", 0, "2024-12-05"},
		{"March 3, 2026", 0, "2026-03-03"},
		{"Sept 3rd, 2026", 0, "2026-09-03"},
		{"August 3 , 2014", 0, "2014-08-03"},
		{"03-Mar-24", 0, "2024-03-03"},
		{"2031.03.01.", 0, "2031-03-01"},
		{"2031. 03. 01. - 2031. 03. 31.", 0, "2031-03-01 2031-03-31"},
		{"2031. március 1.", 0, "2031-03-01"},
		{"2031. márc. 15-ig", 0, "2031-03-15"},
		{"2031 december 24", 0, "2031-12-24"},
		{"2031. február 30.", 0, ""},
		{"2031. március 100 Ft", 0, ""},
		{"1. maaliskuuta 2031", 0, "2031-03-01"},
		{"1. desember 2031", 0, "2031-12-01"},
		{"11MAR2024", 0, "2024-03-11"},
		{"01.10.2024 bis 31.10.2024", 0, "2024-10-01 2024-10-31"},
		{"07/10/2024-08/10/2024", 0, ""},
		{"2024-02-30", 0, ""},
		{"99.99.9999", 0, ""},
		{"1.234,56", 0, ""},
		{"192.168.10.24", 0, ""},
		{"Version 2.6", 0, ""},
		{"RE-2024-03-31-7", 0, ""},
		{"19/10/2018#01", 0, "2018-10-19"},
		{"2024-03-31T10:15:00", 0, "2024-03-31"},
		{"01.03.2031г.", 0, "2031-03-01"},
		{"01.03.2031 г.", 0, "2031-03-01"},
		{"1 март 2031 г.", 0, "2031-03-01"},
		{"15 МАЙ 2031", 0, "2031-05-15"},
		{"15 Μαΐου 2031", 0, "2031-05-15"},
		{"3 ΙΟΥΝΙΟΥ 2031", 0, "2031-06-03"},
		{"15-Ιαν-31", 0, "2031-01-15"},
		{"15 ianuarie 2031", 0, "2031-01-15"},
		{"4 noiembrie 2031", 0, "2031-11-04"},
	} {
		var got []string
		for _, d := range recognize.Dates(strings.Fields(c.text)) {
			got = append(got, d.ISO(c.order))
		}
		assert.Equal(t, strings.Join(got, " "), c.want, c.text)
	}
}

func TestDateRoundTrip(t *testing.T) {
	t.Parallel()
	for day := time.Date(1999, 12, 25, 0, 0, 0, 0, time.UTC); day.Year() < 2032; day = day.AddDate(0, 0, 11) {
		want := day.Format("2006-01-02")
		for _, layout := range []string{"2006-01-02", "02.01.2006", "2.1.2006", "2 January 2006", "Jan 2, 2006",
			"02-Jan-2006"} {
			text := day.Format(layout)
			d := recognize.Dates(strings.Fields(text))
			require.True(t, len(d) == 1 && d[0].ISO(recognize.OrderUnknown) == want, text, d, "want", want)
		}
		d := recognize.Dates([]string{day.Format("01/02/2006")})
		require.True(t, len(d) == 1 && d[0].ISO(recognize.OrderMDY) == want, want, "month first", d)
	}
}

func TestDominantOrder(t *testing.T) {
	t.Parallel()
	dates := recognize.Dates(strings.Fields("03/04/2024 and 12/25/2023 and 01.02.2024"))
	assert.Equal(t, recognize.DominantOrder(dates), recognize.OrderMDY, "order")
}

func TestTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"20:49:59": "20:49:59", "8:49 PM": "20:49", "12:05am": "00:05", "25:00": "", "1:2": "", "urn:cen.eu": "",
		"07:30": "07:30",
	} {
		got := ""
		if found := recognize.Times(strings.Fields(text)); len(found) > 0 {
			got = found[0].Value
		}
		assert.Equal(t, got, want, text)
	}
}

func TestAmounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string // value currency %
	}{
		{"1.234,56 €", "1234.56 EUR"},
		{"€1,234.56", "1234.56 EUR"},
		{"1 234,56 EUR", "1234.56 EUR"},
		{"1 056 500,00 CZK", "1056500.00 CZK"},
		{"1 003 000", "1003000.00"},
		{"CHF 1'234.50", "1234.50 CHF"},
		{"$ -12.00", "-12.00 USD"},
		{"-$12.00", "-12.00 USD"},
		{"EUR-12.50", "-12.50 EUR"},
		{"Pallet EUR-1", ""},
		{"12,00-", "-12.00"},
		{"1 500,00-", "-1500.00"},
		{"(12.00)", "-12.00"},
		{"(-)12.00", "-12.00"},
		{"5,-", "5.00"},
		{"RM60.30", "60.30 MYR"},
		{"R1 234.56", "1234.56 ZAR"},
		{"R 1 234,56", "1234.56 ZAR"},
		{"-R12.50", "-12.50 ZAR"},
		{"(R12.50)", "-12.50 ZAR"},
		{"R2.00 R8 450.00", "2.00 ZAR; 8450.00 ZAR"},
		{"R 450", "450.00"},
		{"Version R2.5", ""},
		{"S/. 120.00", "120.00 PEN"},
		{"60.30 SR", "60.30"},
		{"9.90T", "9.90"},
		{"19,00%", "19 %"},
		{"19 %", "19 %"},
		{"1,00,000.00", "100000.00"},
		{"12 345 678,90", "12345678.90"},
		{"0,025", "0.025"},
		{"¥ 1,200", "1200 JPY"},
		{".50", "0.50"},
		{". 50", "0.50"},
		{",40", "0.40"},
		{"RM . 20", "0.20 MYR"},
		{"No . 20 A", "20.00"},
		{"(21%)", "21 %"},
		{"62. 80", "62.80"},
		{"20%: 519,95 €", "20 %; 519.95 EUR"},
		{"A4", ""},
		{"1.2.3", ""},
		{"12,34,5", ""},
		{"2 100,00", "2100.00"},
		{"US$ 7.25", "7.25 USD"},
		{"zł 10,00", "10.00 PLN"},
		{"10,00 zł", "10.00 PLN"},
		{"1 234,56 лв.", "1234.56 BGN"},
		{"12,50лв.", "12.50 BGN"},
		{"1.234,56 lei", "1234.56 RON"},
		{"1.234,56 ευρώ", "1234.56 EUR"},
	} {
		var got []string
		for _, a := range recognize.Amounts(strings.Fields(c.text)) {
			s := a.Money(recognize.StyleUnknown, a.Currency)
			if a.Percent {
				s = recognize.FormatQuantity(a.Value(recognize.StyleUnknown)) + " %"
			}
			got = append(got, strings.TrimSpace(s+" "+a.Currency))
		}
		assert.Equal(t, strings.Join(got, "; "), c.want, c.text)
	}
}

func TestAmbiguousAmount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		style recognize.Style
		want  string
	}{
		{"1.234", recognize.StyleComma, "1234"}, {"1.234", recognize.StylePoint, "1.234"},
		{"1.234", recognize.StyleUnknown, "1234"},
		{"5,000", recognize.StyleComma, "5"}, {"5,000", recognize.StylePoint, "5000"},
	} {
		n, ok := recognize.ParseNumber(c.text)
		if !ok || !n.Ambiguous || !n.Resolve(c.style).Equal(decimal.RequireFromString(c.want)) {
			t.Errorf("%q in style %d: %v", c.text, c.style, n.Resolve(c.style))
		}
	}
}

// Money printed in any style is read back as the same value.
func TestMoneyRoundTrip(t *testing.T) {
	t.Parallel()
	for cents := int64(1); cents < 1_000_000_000; cents = cents*3 + 7 {
		value := decimal.New(cents, -2)
		whole, frac := fmt.Sprint(cents/100), fmt.Sprintf("%02d", cents%100)
		for _, style := range [][2]string{{"", "."}, {"", ","}, {".", ","}, {",", "."}, {"'", "."}, {" ", ","}} {
			text := group(whole, style[0]) + style[1] + frac
			a := recognize.Amounts(strings.Fields(text))
			require.True(t, len(a) == 1 && a[0].Value(recognize.StyleUnknown).Equal(value), text, a, "want", value)
		}
	}
}

func group(s, sep string) string {
	for i := len(s) - 3; i > 0 && sep != ""; i -= 3 {
		s = s[:i] + sep + s[i:]
	}
	return s
}

func TestFormatMoney(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"12", "EUR", "12.00"}, {"12.5", "", "12.50"}, {"0.025", "EUR", "0.025"}, {"1200", "JPY", "1200"},
		{"12.3400", "EUR", "12.34"},
		{"-0.00", "EUR", "0.00"}, {"3", "KWD", "3.000"},
	} {
		assert.Equal(t, recognize.FormatMoney(decimal.RequireFromString(c[0]), c[1]), c[2], c[0], c[1])
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Rechnungs-Nr.:": "rechnungs nr", "Fälligkeit": "falligkeit", "Straße": "strasse", "d'échéance": "decheance",
		"Invoice #": "invoice no", "Wartość  Łącznie": "wartosc lacznie", "nº 12": "n 12", "": "", "…": "",
	} {
		assert.Equal(t, recognize.Fold(text), want, text)
	}
}

func TestIdentifier(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"RE-2024/001": "RE-2024/001", "#INV03051": "INV03051", "471102,": "471102", "31.03.2024": "", "1.234,56": "",
		"Total": "",
		"7":     "", "20240331": "20240331", "ΤΠΥ-000123": "ΤΠΥ-000123", "Ф-204/31": "Ф-204/31", "01.03.2031г.": "",
		"12лв": "", "Α´12": "",
	} {
		got, _ := recognize.Identifier(word)
		assert.Equal(t, got, want, word)
	}
}
