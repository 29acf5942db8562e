package statement

import (
	"strconv"
	"strings"
	"time"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/shopspring/decimal"
)

type ledgerForm int

const (
	ledgerSigned   ledgerForm = iota // amount with sign, balance
	ledgerSplit                      // debit, credit, balance
	ledgerBare                       // amount with sign
	ledgerHalves                     // debit, credit
	ledgerTwoDates                   // two dates, amount, balance
)

func (f ledgerForm) String() string {
	return [...]string{"signed", "split", "bare", "halves", "twodates"}[f]
}

// signForm is the mark of a debit amount.
type signForm int

const (
	signBefore signForm = iota // -12.50
	signBehind                 // 12.50-
	signWord                   // 12.50 DR
	signPlain                  // -12.50, and + before a credit
)

func (a *statement) signedAmount(v decimal.Decimal, balance bool) string {
	plain := a.Place.Amount(v.Abs())
	minus, plus := a.signs[0], a.signs[1]
	switch {
	case a.sign == signWord && v.IsNegative():
		return plain + " " + minus
	case a.sign == signWord && (!balance || a.signed):
		return plain + " " + plus
	case a.sign == signBehind && v.IsNegative():
		return plain + "-"
	case a.sign == signBehind && a.signed:
		return plain + "+"
	case v.IsNegative():
		return "-" + plain
	case a.sign == signPlain && !balance:
		return "+" + plain
	}
	return plain
}

type ledger struct {
	value, text           float64 // left ends
	debit, credit, amount float64 // right ends; 0 for missing columns
	balance               float64
	heads                 map[string]string
}

func (a *statement) columns() ledger {
	l := ledger{text: a.left + 9*a.size, heads: map[string]string{}}
	for _, key := range []string{"date", "value", "text", "debit", "credit", "amount", "balance"} {
		l.heads[key] = a.word(key)
	}
	edge, step := a.right, 9.5*a.size
	if a.form != ledgerBare && a.form != ledgerHalves {
		l.balance, edge = edge, edge-step
	}
	if a.form == ledgerSplit || a.form == ledgerHalves {
		l.credit, l.debit = edge, edge-step
	} else {
		l.amount = edge
	}
	if a.form == ledgerTwoDates {
		l.value, l.text = l.text, l.text+8*a.size
	}
	return l
}

func (a *statement) textRoom(l ledger) float64 {
	edge := max(l.amount, l.debit)
	return edge - l.text - 9*a.size
}

func (a *statement) ledger() {
	l := a.columns()
	a.heads(l)
	if a.inTable {
		a.balanceRow(l, "opening", a.opening)
	}
	for i, e := range a.entries {
		if a.y+a.step*float64(len(e.text)+1) > a.s.Height-90 {
			a.nextPage(l, a.entries[i-1].balance)
		}
		a.entry(l, e)
	}
	a.s.AddRule(a.left, a.y-a.step*0.6, a.right, a.y-a.step*0.6)
	a.y += 0.5 * a.step
	if a.Chance(0.3) {
		a.turnovers(l)
	}
	if a.inTable {
		a.balanceRow(l, "closing", a.closing)
	}
}

func (a *statement) heads(l ledger) {
	bold := a.Chance(0.6)
	a.s.Set(a.left, a.y, a.size, bold, sheet.Truncate(l.heads["date"], a.size*1.1, 8.5*a.size))
	if l.value > 0 {
		a.s.Set(l.value, a.y, a.size, bold, sheet.Truncate(l.heads["value"], a.size*1.1, 7.5*a.size))
	}
	a.s.Set(l.text, a.y, a.size, bold, sheet.Truncate(l.heads["text"], a.size*1.1, a.textRoom(l)))
	for _, c := range []struct {
		key string
		x   float64
	}{{"debit", l.debit}, {"credit", l.credit}, {"amount", l.amount}, {"balance", l.balance}} {
		if c.x > 0 {
			a.s.SetRight(c.x, a.y, a.size, bold, sheet.Truncate(l.heads[c.key], a.size*1.1, 9*a.size))
		}
	}
	a.s.AddRule(a.left, a.y+0.4*a.step, a.right, a.y+0.4*a.step)
	a.y += 1.4 * a.step
}

func (a *statement) entry(l ledger, e entry) {
	day := a.Place.NumericDate(e.day)
	a.s.Put(a.left, a.y, a.size, day)
	if l.value > 0 {
		a.s.Put(l.value, a.y, a.size, a.Place.NumericDate(e.day.AddDate(0, 0, e.day.Day()%2)))
	}
	switch {
	case l.amount > 0:
		a.s.SetRight(l.amount, a.y, a.size, false, a.signedAmount(e.amount, false))
	case e.amount.IsNegative():
		a.s.SetRight(l.debit, a.y, a.size, false, a.Place.Amount(e.amount.Neg()))
	default:
		a.s.SetRight(l.credit, a.y, a.size, false, a.Place.Amount(e.amount))
	}
	if l.balance > 0 {
		a.s.SetRight(l.balance, a.y, a.size, false, a.signedAmount(e.balance, true))
	}
	printed := make([]string, len(e.text))
	for i, text := range e.text {
		printed[i] = sheet.Truncate(text, a.size, a.textRoom(l))
		a.s.Put(l.text, a.y, a.size, printed[i])
		a.y += a.step
	}
	booking := map[string]string{"date": e.day.Format(time.DateOnly), "amount": e.amount.StringFixed(2),
		"description": strings.Join(printed, " ")}
	if l.balance > 0 {
		booking["balance"] = e.balance.StringFixed(2)
	}
	a.Truth.Transactions = append(a.Truth.Transactions, booking)
}

func (a *statement) balanceRow(l ledger, key string, v decimal.Decimal) {
	bold := a.Chance(0.5)
	day := a.from
	if key == "closing" {
		day = a.to
	}
	if a.Chance(0.5) {
		a.s.Put(a.left, a.y, a.size, a.Place.NumericDate(day))
	}
	a.s.Set(l.text, a.y, a.size, bold, a.word(key))
	a.s.SetRight(a.right, a.y, a.size, bold, a.signedAmount(v, true))
	a.y += a.step * 1.2
	a.SetTruth(key+"Balance", v.StringFixed(2))
}

func (a *statement) turnovers(l ledger) {
	in, out := decimal.Zero, decimal.Zero
	for _, e := range a.entries {
		if e.amount.IsNegative() {
			out = out.Sub(e.amount)
		} else {
			in = in.Add(e.amount)
		}
	}
	for _, sum := range []fact{{a.word("debits"), a.Place.Amount(out)}, {a.word("credits"), a.Place.Amount(in)}} {
		a.s.Put(l.text, a.y, a.size, sum.label)
		a.s.SetRight(a.right, a.y, a.size, false, sum.value)
		a.y += a.step
	}
	a.y += 0.2 * a.step
}

func (a *statement) nextPage(l ledger, balance decimal.Decimal) {
	carried := a.Chance(0.6)
	if carried {
		a.s.Put(l.text, a.y, a.size, a.word("carried"))
		a.s.SetRight(a.right, a.y, a.size, false, a.signedAmount(balance, true))
	}
	a.newSheet()
	if a.Chance(0.6) {
		a.s.Put(a.left, a.y, a.size, a.Truth.Scalars["bankName"])
		a.y += 2 * a.step
	}
	a.heads(l)
	if carried {
		a.s.Put(l.text, a.y, a.size, a.word("brought"))
		a.s.SetRight(a.right, a.y, a.size, false, a.signedAmount(balance, true))
		a.y += a.step
	}
}

func (a *statement) foot() {
	if len(a.Sheets) == 1 && a.Chance(0.5) {
		return
	}
	of := ""
	if a.Chance(0.5) {
		of = " " + a.word("of") + " " + strconv.Itoa(len(a.Sheets))
	}
	label := a.word("page")
	for i, s := range a.Sheets {
		s.SetRight(a.right, s.Height-30, a.size, false, label+" "+strconv.Itoa(i+1)+of)
	}
}

func (a *statement) summary() {
	a.family = append(a.family, "summary")
	rows := []fact{{a.word("opening"), a.balanceText(a.opening)}, {a.word("closing"), a.balanceText(a.closing)}}
	a.SetTruth("openingBalance", a.opening.StringFixed(2))
	a.SetTruth("closingBalance", a.closing.StringFixed(2))
	half := (a.right - a.left) / 2
	switch a.IntN(3) {
	case 0: // cells
		for i, d := range rows {
			x := a.left + float64(i)*half
			a.s.Put(x, a.y, a.size, d.label)
			a.s.Set(x, a.y+a.step*1.1, a.size+1, true, d.value)
		}
		a.y += 2.1 * a.step
	default:
		edge := random.Pick(a.Rand, a.right, a.left+half*1.2)
		for _, d := range rows {
			a.s.Put(a.left, a.y, a.size, d.label+a.colon)
			a.s.SetRight(edge, a.y, a.size, false, d.value)
			a.y += a.step
		}
	}
	a.y += a.step
}

func (a *statement) balanceText(v decimal.Decimal) string {
	if a.Chance(0.5) && (a.sign == signBefore || a.sign == signPlain) {
		return a.Place.Money(v)
	}
	return a.signedAmount(v, true)
}

func (a *statement) notes() {
	a.y += a.step
	for _, text := range a.Place.Words["bank-note"] {
		if a.Chance(0.4) {
			for _, part := range sheet.Wrap(text, a.size*0.85, false, a.right-a.left) {
				a.s.Put(a.left, a.y, a.size*0.85, part)
				a.y += a.step
			}
		}
	}
	a.s.Height = max(a.s.Height, a.y+60)
	a.foot()
	a.SetCurrency()
}
