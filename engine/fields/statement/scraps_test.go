package statement_test

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/shopspring/decimal"
)

// scraps are pieces of statements for random pages.
func scraps() []string {
	return []string{
		"03.03.2031", "28.02.2031", "3 Mar", "04.03.", "to", "bis", "–", "Miete", "Salary", "Volksbank Auetal", "Ada Finch",
		"12 High Road", "York YO1 7HH",
		"650,00", "-650.00", "1.200,00-", "550,00 S", "2.850,00", "12", "EUR", "€", "+", "-", "Soll", "Haben", "Saldo",
		"Betrag", "Datum", "Date", "Balance",
		"Paid out", "Alter Saldo", "Closing balance:", "Solde au", "Zeitraum", "From", "Konto 4711", "IBAN",
		"DE89 3704 0044 0532 0130 00", "Kontoinhaber:",
	}
}

// scrapSheets draws pages of random scraps, in up to five columns.
func scrapSheets(random *rand.Rand) *document.Document {
	pieces := scraps()
	var sheets []*sheettest.Sheet
	for range 1 + random.IntN(2) {
		s := sheettest.A4()
		for row := range 6 + random.IntN(14) {
			for _, x := range []float64{50, 130, 310, 400, 490}[:1+random.IntN(5)] {
				piece := pieces[random.IntN(len(pieces))]
				switch {
				case x == 50 && random.IntN(2) == 0:
					piece = pieces[random.IntN(4)] // a date opens every other row
				case x > 300 && random.IntN(3) > 0:
					piece = decimal.New(random.Int64N(9000), -2).StringFixed(2)
				}
				s.Put(x, 40+15*float64(row), 9, piece)
			}
		}
		sheets = append(sheets, s)
	}
	return sheettest.Bind(sheets...)
}

// holdsTogether checks that values are on the page, well-formed, and the period is in order.
func holdsTogether(t *testing.T, doc *document.Document, set *value.Set) {
	t.Helper()
	sheettest.Cites(t, doc, set)
	if set.Has("periodStart") != set.Has("periodEnd") || set.Text("periodStart") > set.Text("periodEnd") {
		t.Errorf("period %q to %q", set.Text("periodStart"), set.Text("periodEnd"))
	}
	for i, row := range set.Lists["transactions"] {
		_, ok := row["amount"]
		assert.True(t, ok, "movement", i, "without an amount", row)
		for _, name := range []string{"amount", "balance"} {
			if v, ok := row[name]; ok {
				_, err := decimal.NewFromString(v.Value)
				assert.NoError(t, err, "movement", i, name, v.Value)
			}
		}
		if d, ok := row["date"]; ok && len(d.Value) != len("2031-03-03") {
			t.Errorf("movement %d: day %q", i, d.Value)
		}
	}
}

func TestRandomText(t *testing.T) {
	t.Parallel()
	movements := 0
	for seed := range uint64(150) {
		doc := scrapSheets(rand.New(rand.NewPCG(seed, 7)))
		set := read(doc)
		holdsTogether(t, doc, set)
		movements += len(set.Lists["transactions"])
		assert.True(t, reflect.DeepEqual(set, read(doc)), "seed", seed, "read twice, the record differs")
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, doc.Text())
		}
	}
	assert.True(t, movements >= 100, "only", movements, "movements in all: the scraps prove little")
}

// Property: consistent running balances are read for any amounts and column layout, in both orders.
func TestRandomLedgers(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 11))
		split, reverse := random.IntN(2) == 0, random.IntN(2) == 0
		balance := decimal.New(random.Int64N(500_000), -2)
		rows, want := [][]string{}, []string{}
		for day := range 4 + random.IntN(8) {
			amount := decimal.New(1+random.Int64N(90_000), -2)
			if random.IntN(2) == 0 {
				amount = amount.Neg()
			}
			balance = balance.Add(amount)
			rows = append(rows, ledgerCells(1+day, amount, balance, split))
			want = append(want, rows[day][0]+" Payment "+amount.StringFixed(2)+" "+balance.StringFixed(2))
		}
		head := []string{"Date", "Details", "", "Amount", "Balance"}
		if split {
			head = []string{"Date", "Details", "Paid out", "Paid in", "Balance"}
		}
		if reverse {
			slices.Reverse(rows)
			slices.Reverse(want)
		}
		doc := sheettest.Bind(ledgerSheet([]string{"Harbour Credit Union", "Statement"}, []float64{380, 460, 545},
			append([][]string{head}, rows...)))
		set := read(doc)
		holdsTogether(t, doc, set)
		require.Equal(t, movements(set), strings.Join(want, "; "), "seed", seed)
	}
}

func ledgerCells(day int, amount, balance decimal.Decimal, split bool) []string {
	date := "2031-03-" + decimal.NewFromInt(int64(100 + day)).String()[1:]
	switch {
	case !split:
		return []string{date, "Payment", "", amount.StringFixed(2), balance.StringFixed(2)}
	case amount.IsNegative():
		return []string{date, "Payment", amount.Neg().StringFixed(2), "", balance.StringFixed(2)}
	}
	return []string{date, "Payment", "", amount.StringFixed(2), balance.StringFixed(2)}
}

// FuzzStatement checks that values of random text are cited from the page.
func FuzzStatement(f *testing.F) {
	f.Add("Volksbank Auetal\nZeitraum 01.03.2031 - 31.03.2031\n" +
		"Datum  Text  Soll  Haben  Saldo\n03.03.2031  Miete  650,00    550,00")
	f.Add("Ada Finch\n7 Orchard Close\nYork YO1 7HH\nClosing balance 12.50 DR\n3 Mar  Rent  1.00")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 || strings.ContainsRune(text, '\ufffd') {
			return
		}
		s := sheettest.A4()
		for i, line := range strings.Split(text, "\n") {
			for k, part := range strings.Split(line, "  ") {
				s.Put(20+100*float64(k), 20+11*float64(i), 9, part)
			}
		}
		doc := sheettest.Bind(s)
		set := read(doc)
		values := slices.Collect(maps.Values(set.Scalars))
		for _, row := range set.Lists["transactions"] {
			values = slices.AppendSeq(values, maps.Values(row))
		}
		for _, v := range values {
			for word := range strings.FieldsSeq(v.Raw) {
				require.Contains(t, text, strings.TrimRight(word, ","), word, "of", v.Raw, "is not on the page")
			}
		}
	})
}
