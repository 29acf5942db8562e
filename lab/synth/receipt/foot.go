package receipt

import (
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/shopspring/decimal"
)

func (t *receipt) payment() {
	if t.Chance(0.2) {
		return
	}
	if t.Chance(0.3) {
		t.gap()
	}
	total := t.bill.total
	if t.Chance(0.45) {
		given := t.drawCash(total)
		t.sumRow(t.word("cash"), given)
		if !given.Equal(total) || t.Chance(0.5) {
			t.sumRow(t.word("change"), given.Sub(total))
		}
		return
	}
	t.sumRow(t.word("card"), total)
	for range t.IntN(4) {
		t.plain(sideLeft, t.word("approval")+t.colon+" "+
			random.Fill(t.Rand, random.Pick(t.Rand, "xxxxxxxxxxxx####", "######", "A0000000*#####", "0000####",
				"XXXX XXXX XXXX ####")))
	}
	if t.Chance(0.2) {
		t.sumRow(t.word("change"), decimal.Zero)
	}
}

func (t *receipt) drawCash(total decimal.Decimal) decimal.Decimal {
	if t.Chance(0.25) {
		return total
	}
	step := random.Pick(t.Rand, int64(500), 1000, 2000, 5000)
	return total.Div(decimal.New(step, -2)).Ceil().Mul(decimal.New(step, -2))
}

// taxSummary prints a table of tax per rate. Its only row, or its row of sums, is the receipt's tax.
func (t *receipt) taxSummary() {
	if t.bill.added || t.bill.tax.IsZero() || t.Chance(0.6) {
		return
	}
	t.gap()
	if t.Chance(0.4) {
		t.plain(random.Pick(t.Rand, sideLeft, sideMiddle), t.word("summary"))
	}
	keys := []string{"rate", "base", "taxsum", "grosssum"}
	columns := 3 + t.IntN(2)
	if t.Chance(0.3) {
		keys = []string{"rate", "taxsum", "base", "grosssum"}
	}
	w := (t.right - t.left) / float64(columns)
	for i, key := range keys[:columns] {
		t.cell(i, w, t.short(key, w-4))
	}
	t.y += t.step
	sum := share{}
	for i, s := range t.bill.shares {
		t.summaryRow(keys[:columns], w, random.Pick(t.Rand, "", string(rune('A'+i))+" ",
			string(rune('A'+i))+"=")+t.Place.Percent(s.rate),
			s)
		sum.net, sum.tax, sum.gross = sum.net.Add(s.net), sum.tax.Add(s.tax), sum.gross.Add(s.gross)
	}
	if len(t.bill.shares) > 1 {
		if t.Chance(0.5) {
			return // the page lacks the total tax
		}
		t.summaryRow(keys[:columns], w, "", sum)
	}
	t.SetTruth("taxTotal", sum.tax.StringFixed(2))
	t.SetTruth("subtotal", sum.net.StringFixed(2))
}

func (t *receipt) summaryRow(keys []string, w float64, first string, s share) {
	for i, key := range keys {
		switch key {
		case "rate":
			t.cell(i, w, first)
		case "base":
			t.cell(i, w, t.Place.Amount(s.net))
		case "taxsum":
			t.cell(i, w, t.Place.Amount(s.tax))
		case "grosssum":
			t.cell(i, w, t.Place.Amount(s.gross))
		}
	}
	t.y += t.step
}

func (t *receipt) cell(i int, w float64, text string) {
	if i == 0 {
		t.s.Put(t.left, t.y, t.size, text)
		return
	}
	t.s.SetRight(t.left+w*float64(i+1), t.y, t.size, false, text)
}

func (t *receipt) foot() {
	t.gap()
	if t.lateTax && t.Chance(0.8) {
		t.printTaxNumber()
	}
	if t.lateContacts {
		t.printContacts()
	}
	at := random.Pick(t.Rand, sideMiddle, sideMiddle, t.shop.at)
	keys := []string{"thanks", "policy", "hours", "survey", "loyalty", "thanks", "policy"}
	t.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	for _, key := range keys[:t.IntN(4)] {
		text := t.word(key)
		if key == "loyalty" {
			text += t.colon + " " + random.Fill(t.Rand, "*#")
		}
		t.plain(at, text)
	}
	if t.Chance(0.15) {
		t.plain(sideMiddle, random.Fill(t.Rand, random.Pick(t.Rand, "*## ### ### ###", "*###########",
			"#### #### #### ####")))
	}
}
