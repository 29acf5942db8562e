package statement

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
)

// rowsOf formats the rows of a ledger as "day: text | amounts", with a '+' before those without a date.
func rowsOf(rows []ledgerRow) string {
	var out []string
	for _, l := range rows {
		var line []string
		for _, part := range l.text {
			line = append(line, part.Text())
		}
		line = append(line, "|")
		for _, s := range l.sums {
			line = append(line, s.value.StringFixed(2))
		}
		day := l.day.Text
		if l.undated {
			day = "+" + day
		}
		out = append(out, day+": "+strings.Join(line, " "))
	}
	return strings.Join(out, "; ")
}

func TestRowsOfTheLedger(t *testing.T) {
	t.Parallel()
	march := period{"2031-03-01", "2031-03-31"}
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"a day, a text and amounts": {
			[]string{"03.03.2031|Miete|650,00||550,00"}, "2031-03-03: Miete | 650.00 550.00",
		},
		"two days": {
			[]string{"03.03.2031 05.03.2031|Miete||-650,00|"}, "2031-03-03: Miete | -650.00",
		},
		"a day without a year": {[]string{"03.03.|Miete||-650,00|"}, "2031-03-03: Miete | -650.00"},
		"a day beyond the period": {
			[]string{"03.07.|Miete||-650,00|"}, "",
		},
		"rows before the first day are none": {
			[]string{"|Verfügt||-20,00|", "03.03.2031|Miete||-650,00|"}, "2031-03-03: Miete | -650.00",
		},
		"rows of the day above": {
			[]string{"03.03.2031|Miete||-650,00|", "|Gas||-50,00|"}, "2031-03-03: Miete | -650.00; +2031-03-03: Gas | -50.00",
		},
		"a row that opens with a number has no day": {
			[]string{"03.03.2031|Miete||-650,00|", "4711|Gas||-50,00|"}, "2031-03-03: Miete | -650.00; +: Gas | -50.00",
		},
		"balances and sums are no movements": {
			[]string{"01.03.2031|Alter Saldo|||100,00", "03.03.2031|Miete||-650,00|", "31.03.2031|Neuer Saldo EUR|||12,00"},
			"2031-03-03: Miete | -650.00",
		},
		"rows over the heads": {
			[]string{"03.03.2031|Kredit|||100,00", "Datum|Text||Betrag|Saldo", "05.03.2031|Miete||-650,00|"},
			"2031-03-05: Miete | -650.00",
		},
		"amounts without cents": {[]string{"03.03.2031|Miete||650|"}, ""},
		"an amount within the text": {
			[]string{"03.03.2031|Kauf 12,00 USD Umtausch|-9,10"}, "2031-03-03: Kauf 12,00 USD Umtausch | -9.10",
		},
		"a text that goes on": {
			[]string{"03.03.2031|Miete||-650,00|", "|Haus Nord|||"}, "2031-03-03: Miete | -650.00",
		},
		"more amounts than a ledger's": {[]string{"03.03.2031|1,00 2,00 3,00|4,00|5,00|6,00"}, ""},
		"a movement without any text":  {[]string{"03.03.2031||650,00||550,00"}, "2031-03-03: | 650.00 550.00"},
		"an amount at the text's end":  {[]string{"03.03.2031|Miete 650,00|||550,00"}, "2031-03-03: Miete | 650.00 550.00"},
		"signs and marks of the amount": {
			[]string{"03.03.2031|Miete||650,00 S|550,00+"}, "2031-03-03: Miete | -650.00 550.00",
		},
	} {
		if got := rowsOf(ledger(c.rows...).ledgerRows(march)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Headings of a ledger count only with movements below.
func TestWhereALedgerStarts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want int
	}{
		"under its heads":  {[]string{"Volksbank", "Datum|Text|Soll|Haben|", "03.03.2031|Miete|||650,00"}, 2},
		"without heads":    {[]string{"Volksbank", "03.03.2031|Miete|||650,00"}, 0},
		"heads of another": {[]string{"Volksbank", "Datum|Text|Soll|Haben|", "Miete"}, 0},
		"the first of several": {[]string{"Datum|Text|Soll|Haben|", "03.03.2031|Miete|||650,00", "Datum|Text|Soll|Haben|",
			"04.03.2031|Gas|||5,00"}, 1},
	} {
		r := ledger(c.rows...)
		if got := r.ledgerStart(r.Layout.Pages[0]); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// A label of a balance or sum may have dates, currencies and joining words next to it.
func TestTextsOfSums(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Alter Saldo": true, "Alter Saldo EUR": true, "Saldo per 31.03.2031": true, "Neuer Saldo zum 31. März": true,
		"Summe Haben":     true,
		"Closing balance": true, "Balance as of 31 March 2031": true, "Solde au 31/03/2031": true, "Suma uznań": true,
		"Alter Saldo Übertrag Konto": false, "Miete": false, "Miete Alter Saldo": false, "Total Logistics": false, "": false,
	} {
		r := ledger("03.03.2031|Miete|||1,00", "|"+text)
		var parts []layout.Part
		if text != "" {
			s := r.row(1).Segments[0]
			parts = []layout.Part{{Segment: s, First: 0, Last: len(s.Words) - 1}}
		}
		if got := r.sumsOnly(parts); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestMonthsAndCurrencies(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"März": true, "mars": true, "Apr": true, "EUR": true, "€": true, "zł": true, "Miete": false, "Haus": false, "": false,
	} {
		if got := monthOrCurrency(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

// Rows without a date count if the balances agree better with them.
func TestRowsWithoutADay(t *testing.T) {
	t.Parallel()
	march := period{"2031-03-01", "2031-03-31"}
	head := "Datum|Text||Betrag|Saldo"
	for name, c := range map[string]struct {
		rows []string
		ends balanceEnds
		want string
	}{
		"the balances need them": {
			[]string{head, "03.03.2031|Miete||-650,00|550,00", "|Gas||-50,00|500,00", "05.03.2031|Lohn||2.000,00|2.500,00"},
			balanceEnds{openings: linksTo("1200 1")},
			"2031-03-03 -650.00 550.00; 2031-03-03 -50.00 500.00; 2031-03-05 2000.00 2500.00",
		},
		"the balances do without": {
			[]string{head, "03.03.2031|Miete||-650,00|550,00", "|davon Steuer||-50,00|", "05.03.2031|Lohn||2.000,00|2.550,00"},
			balanceEnds{openings: linksTo("1200 1")}, "2031-03-03 -650.00 550.00; 2031-03-05 2000.00 2550.00",
		},
		"nothing tells": {
			[]string{head, "03.03.2031|Miete||-650,00|", "|davon Steuer||-50,00|"}, balanceEnds{}, "2031-03-03 -650.00",
		},
	} {
		r := ledger(c.rows...)
		if got := printed(r.understandRows(r.ledgerRows(march), c.ends)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if p := ledger(head).understandRows([]ledgerRow{{undated: true}}, balanceEnds{}); len(p.moves) > 0 {
		t.Error("a ledger without a single day is read")
	}
}

// A balance that agrees raises the certainty of its movements; only printed values are stored.
func TestMovementsAsRowsOfTheRecord(t *testing.T) {
	t.Parallel()
	march := period{"2031-03-01", "2031-03-31"}
	r := ledger("Datum|Text||Betrag|Saldo", "03.03.|Miete||650,00|", "|Gas März||50,00 S|500,00",
		"05.03.|||2.000,00|2.500,00")
	rows := r.ledgerRows(march)
	p := r.understandRows(rows, balanceEnds{openings: linksTo("1200 1")})
	for balanced, score := range map[bool]float64{true: 0.92, false: 0.75} {
		p.balanced = balanced
		got := r.transactions(p)
		if len(got) != 3 {
			t.Fatalf("%d rows", len(got))
		}
		if v := got[1]["amount"]; v.Value != "-50.00" || v.Raw != "50,00 S" || v.Score != score {
			t.Errorf("%+v", v)
		}
		if v := got[0]["date"]; v.Value != "2031-03-03" || v.Raw != "03.03." || v.Score != max(0.85, score) {
			t.Errorf("%+v", v)
		}
		if v := got[1]["description"]; v.Value != "Gas März" {
			t.Errorf("%+v", v)
		}
		if _, ok := got[0]["balance"]; ok || got[2]["balance"].Value != "2500.00" {
			t.Errorf("balances %v, %v", got[0]["balance"], got[2]["balance"])
		}
		if _, ok := got[2]["description"]; ok {
			t.Error("a text where none is printed")
		}
	}
	if got := r.transactions(ledgerPlan{}); len(got) != 0 {
		t.Errorf("%d rows of nothing", len(got))
	}
}

func TestGroupsOfDigits(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"123": true, "12-34": true, "12/34": true, "4": true, "123456789012": true,
		"1234567890123": false, "-": false, "": false, "12.34": false, "A12": false, "12,": false,
	} {
		if got := digitGroup(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

// Adjacent digit groups are one account number, sums of money are not.
func TestAccountNumbers(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Konto 123 305 7341":   "123 305 7341",
		"Konto 12-34-56 78901": "12-34-56 78901",
		"Konto 31926819":       "31926819",
		"Konto 1.234,50":       "",
		"Konto EUR 1.234,50":   "",
		"Konto Ada Finch":      "",
	} {
		r := lines(row)
		var got []string
		for _, c := range r.accountValues(r.first()) {
			got = append(got, c.Text)
		}
		if g := strings.Join(got, "; "); g != want {
			t.Errorf("%q: %q, want %q", row, g, want)
		}
	}
}

func TestACurrencyInASentenceIsDropped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ row, raw, want string }{
		"a word of a sentence":   {"Os depósitos estão garantidos nos limites da lei.", "lei.", ""},
		"beside an amount":       {"Soldul contului este acum de 12,50 lei", "lei", "RON"},
		"not lower case":         {"All sums of this statement are in EUR as always", "EUR", "RON"},
		"a word of another line": {"Os depósitos estão garantidos nos limites", "lei", "RON"},
	} {
		set := value.New()
		set.Scalars["currency"] = value.Value{Value: "RON", Raw: c.raw}
		r := lines(c.row)
		r.dropProse(set)
		if got := set.Text("currency"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
