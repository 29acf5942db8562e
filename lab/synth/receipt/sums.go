package receipt

import (
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/shopspring/decimal"
)

// sumForm is the position of amounts relative to their labels.
type sumForm int

const (
	sumApart   sumForm = iota // label at the left, amount at the right
	sumClose                  // label ends before the amounts' column
	sumMiddle                 // label begins in the middle
	sumTrailed                // amount after its label
)

func (t *receipt) sums() {
	b := &t.bill
	t.sumForm = sumForm(t.IntN(4))
	if t.Chance(0.5) {
		t.sumForm = sumApart
	}
	t.gap()
	if t.Chance(0.2) {
		t.itemCountRow()
	}
	t.beforeTotal()
	t.total()
	if b.tip.IsZero() && t.trade == "menu" && t.Place.Country.Code == "US" && t.Chance(0.3) {
		t.suggestTips()
	}
	if t.Chance(0.15) {
		t.itemCountRow()
	}
}

func (t *receipt) beforeTotal() {
	b := &t.bill
	moved := !b.discount.IsZero() || !b.service.IsZero()
	if b.added || moved || t.Chance(0.4) {
		t.sumRow(t.word("subtotal"), b.goods)
		t.SetTruth("subtotal", b.goods.StringFixed(2))
	}
	if !b.discount.IsZero() {
		t.sumRow(t.word("discount"), b.discount)
	}
	if !b.service.IsZero() {
		t.sumRow(t.word("service"), b.service)
	}
	switch {
	case b.added:
		t.taxRows("tax")
	case len(b.shares) == 1 && t.Chance(0.2):
		t.sumRow(t.word("net"), b.net)
		t.taxRows("tax")
		t.SetTruth("subtotal", b.net.StringFixed(2))
	}
	if !b.tip.IsZero() {
		t.sumRow(t.word("tip"), b.tip)
		t.SetTruth("tip", b.tip.StringFixed(2))
	}
	before := b.total.Sub(b.rounding)
	if !b.rounding.IsZero() || t.Chance(0.05) {
		if t.Chance(0.5) {
			t.sumRow(t.word("gross"), before)
		}
		t.sumRow(t.word("rounding"), b.rounding)
	}
}

func (t *receipt) taxRows(key string) {
	if t.bill.tax.IsZero() {
		return
	}
	t.sumRow(t.word(key), t.bill.tax)
	t.SetTruth("taxTotal", t.bill.tax.StringFixed(2))
}

func (t *receipt) total() {
	b := &t.bill
	if t.Chance(0.3) {
		t.gap()
	}
	label := t.word("total")
	if t.Chance(0.2) {
		label += " " + random.Pick(t.Rand, t.Place.Country.Currency, t.Place.Symbol)
	}
	size := t.size
	if t.Chance(0.45) {
		size *= 1.15 + 0.5*t.Float64()
	}
	t.valueRow(label+t.colon, t.formatSum(b.total), size, t.Chance(0.5))
	t.SetTruth("total", b.total.StringFixed(2))
	if t.Chance(0.12) {
		t.sumRow(t.word("total"), b.total)
	}
	if _, printed := t.Truth.Scalars["taxTotal"]; !printed && !b.tax.IsZero() && len(b.shares) == 1 && t.Chance(0.3) {
		t.taxRows("included")
	}
}

func (t *receipt) sumRow(label string, v decimal.Decimal) {
	value := t.formatSum(v)
	if v.IsNegative() && t.Chance(0.3) {
		value = t.Place.Amount(v.Neg()) + "-"
	}
	t.valueRow(label+t.colon, value, t.size, false)
}

func (t *receipt) formatSum(v decimal.Decimal) string {
	if t.sumSigns {
		return t.Place.Money(v)
	}
	return t.Place.Amount(v)
}

func (t *receipt) valueRow(label, value string, size float64, bold bool) {
	room := t.right - sheet.TextWidth(value, size, bold) - size
	wide := sheet.TextWidth(label, size, bold)
	if room < t.left+wide {
		t.pair(label, value, t.right, size, bold)
		return
	}
	t.rise(size)
	switch {
	case t.sumForm == sumTrailed && t.left+wide+size < room:
		x := t.s.Set(t.left, t.y, size, bold, label)
		t.s.Set(x+size*0.6, t.y, size, bold, value)
	case t.sumForm == sumClose && room-wide > t.left:
		edge := min(room, t.right-sheet.TextWidth("0.000,00 xx", size, bold))
		t.s.SetRight(max(edge, t.left+wide), t.y, size, bold, label)
		t.s.SetRight(t.right, t.y, size, bold, value)
	case t.sumForm == sumMiddle && t.left+(t.right-t.left)*0.35+wide < room:
		t.s.Set(t.left+(t.right-t.left)*0.35, t.y, size, bold, label)
		t.s.SetRight(t.right, t.y, size, bold, value)
	default:
		t.s.Set(t.left, t.y, size, bold, label)
		t.s.SetRight(t.right, t.y, size, bold, value)
	}
	t.y += t.step
}

// itemCountRow prints the number of items: a total that is not an amount of money.
func (t *receipt) itemCountRow() {
	n := decimal.Zero
	for _, s := range t.sales {
		if s.weighed {
			n = n.Add(decimal.New(1, 0))
		} else {
			n = n.Add(s.quantity)
		}
	}
	t.valueRow(t.word("quantity")+t.colon, t.Place.Number(n, random.Pick(t.Rand, int32(0), 0, 0, 2)), t.size, false)
}

func (t *receipt) suggestTips() {
	for _, percent := range []int64{15, 18, 20} {
		v := t.bill.net.Mul(decimal.New(percent, -2)).Round(2)
		t.plain(sideLeft, t.Place.Percent(decimal.New(percent, 0))+" "+t.word("tip")+" = "+t.Place.Money(v))
	}
}
