package synth

import "github.com/shopspring/decimal"

func (t *receiptPrinter) payment() {
	if t.chance(0.2) {
		return
	}
	if t.chance(0.3) {
		t.gap()
	}
	total := t.bill.total
	if t.chance(0.45) {
		given := t.given(total)
		t.sumRow(t.word("cash"), given)
		if !given.Equal(total) || t.chance(0.5) {
			t.sumRow(t.word("change"), given.Sub(total))
		}
		return
	}
	t.sumRow(t.word("card"), total)
	for range t.r.IntN(4) {
		t.plain(sideLeft, t.word("approval")+t.colon+" "+
			t.place.pattern(pick(t.r, "xxxxxxxxxxxx####", "######", "A0000000*#####", "0000####", "XXXX XXXX XXXX ####")))
	}
	if t.chance(0.2) {
		t.sumRow(t.word("change"), decimal.Zero)
	}
}

// given returns the cash that a customer hands over: the total, or a round sum above it.
func (t *receiptPrinter) given(total decimal.Decimal) decimal.Decimal {
	if t.chance(0.25) {
		return total
	}
	step := pick(t.r, int64(500), 1000, 2000, 5000)
	return total.Div(decimal.New(step, -2)).Ceil().Mul(decimal.New(step, -2))
}

// taxSummary prints a table of tax per rate. Its only row, or its row of sums, is the receipt's tax.
func (t *receiptPrinter) taxSummary() {
	if t.bill.added || t.bill.tax.IsZero() || t.chance(0.6) {
		return
	}
	t.gap()
	if t.chance(0.4) {
		t.plain(pick(t.r, sideLeft, sideMiddle), t.word("summary"))
	}
	keys := []string{"rate", "base", "taxsum", "grosssum"}
	columns := 3 + t.r.IntN(2)
	if t.chance(0.3) {
		keys = []string{"rate", "taxsum", "base", "grosssum"}
	}
	w := (t.right - t.left) / float64(columns)
	for i, key := range keys[:columns] {
		t.cell(i, w, t.short(key, w-4))
	}
	t.y += t.step
	sum := share{}
	for i, s := range t.bill.shares {
		t.summaryRow(keys[:columns], w, pick(t.r, "", string(rune('A'+i))+" ", string(rune('A'+i))+"=")+t.place.rate(s.rate),
			s)
		sum.net, sum.tax, sum.gross = sum.net.Add(s.net), sum.tax.Add(s.tax), sum.gross.Add(s.gross)
	}
	if len(t.bill.shares) > 1 {
		if t.chance(0.5) {
			return // the page lacks the total tax
		}
		t.summaryRow(keys[:columns], w, "", sum)
	}
	t.know("taxTotal", sum.tax.StringFixed(2))
	t.know("subtotal", sum.net.StringFixed(2))
}

func (t *receiptPrinter) summaryRow(keys []string, w float64, first string, s share) {
	for i, key := range keys {
		switch key {
		case "rate":
			t.cell(i, w, first)
		case "base":
			t.cell(i, w, t.place.amount(s.net))
		case "taxsum":
			t.cell(i, w, t.place.amount(s.tax))
		case "grosssum":
			t.cell(i, w, t.place.amount(s.gross))
		}
	}
	t.y += t.step
}

func (t *receiptPrinter) cell(i int, w float64, text string) {
	if i == 0 {
		t.s.put(t.left, t.y, t.size, text)
		return
	}
	t.s.end(t.left+w*float64(i+1), t.y, t.size, false, text)
}

// foot prints the parts left over from the head, thanks, rules and offers.
func (t *receiptPrinter) foot() {
	t.gap()
	if t.lateTax && t.chance(0.8) {
		t.printTaxNumber()
	}
	if t.lateContacts {
		t.printContacts()
	}
	at := pick(t.r, sideMiddle, sideMiddle, t.shop.at)
	keys := []string{"thanks", "policy", "hours", "survey", "loyalty", "thanks", "policy"}
	t.r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	for _, key := range keys[:t.r.IntN(4)] {
		text := t.word(key)
		if key == "loyalty" {
			text += t.colon + " " + t.place.pattern("*#")
		}
		t.plain(at, text)
	}
	if t.chance(0.15) {
		t.plain(sideMiddle, t.place.pattern(pick(t.r, "*## ### ### ###", "*###########", "#### #### #### ####")))
	}
}
