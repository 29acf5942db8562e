package synth

import "github.com/shopspring/decimal"

// sumForm is the position of amounts relative to their labels.
type sumForm int

const (
	sumApart   sumForm = iota // label at the left, amount at the right
	sumClose                  // label ends before the amounts' column
	sumMiddle                 // label begins in the middle
	sumTrailed                // amount after its label
)

func (t *receiptPrinter) sums() {
	b := &t.bill
	t.sumForm = sumForm(t.r.IntN(4))
	if t.chance(0.5) {
		t.sumForm = sumApart
	}
	t.gap()
	if t.chance(0.2) {
		t.count()
	}
	t.beforeTotal()
	t.total()
	if b.tip.IsZero() && t.trade == "menu" && t.place.country == "US" && t.chance(0.3) {
		t.suggestTips()
	}
	if t.chance(0.15) {
		t.count()
	}
}

func (t *receiptPrinter) beforeTotal() {
	b := &t.bill
	moved := !b.discount.IsZero() || !b.service.IsZero()
	if b.added || moved || t.chance(0.4) {
		t.sumRow(t.word("subtotal"), b.goods)
		t.know("subtotal", b.goods.StringFixed(2))
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
	case len(b.shares) == 1 && t.chance(0.2):
		t.sumRow(t.word("net"), b.net)
		t.taxRows("tax")
		t.know("subtotal", b.net.StringFixed(2))
	}
	if !b.tip.IsZero() {
		t.sumRow(t.word("tip"), b.tip)
		t.know("tip", b.tip.StringFixed(2))
	}
	before := b.total.Sub(b.rounding)
	if !b.rounding.IsZero() || t.chance(0.05) {
		if t.chance(0.5) {
			t.sumRow(t.word("gross"), before)
		}
		t.sumRow(t.word("rounding"), b.rounding)
	}
}

func (t *receiptPrinter) taxRows(key string) {
	if t.bill.tax.IsZero() {
		return
	}
	t.sumRow(t.word(key), t.bill.tax)
	t.know("taxTotal", t.bill.tax.StringFixed(2))
}

func (t *receiptPrinter) total() {
	b := &t.bill
	if t.chance(0.3) {
		t.gap()
	}
	label := t.word("total")
	if t.chance(0.2) {
		label += " " + pick(t.r, t.place.currency, t.place.symbol)
	}
	size := t.size
	if t.chance(0.45) {
		size *= 1.15 + 0.5*t.r.Float64()
	}
	t.valueRow(label+t.colon, t.summed(b.total), size, t.chance(0.5))
	t.know("total", b.total.StringFixed(2))
	if t.chance(0.12) {
		t.sumRow(t.word("total"), b.total)
	}
	if _, told := t.truth.Scalars["taxTotal"]; !told && !b.tax.IsZero() && len(b.shares) == 1 && t.chance(0.3) {
		t.taxRows("included")
	}
}

func (t *receiptPrinter) sumRow(label string, v decimal.Decimal) {
	value := t.summed(v)
	if v.IsNegative() && t.chance(0.3) {
		value = t.place.amount(v.Neg()) + "-"
	}
	t.valueRow(label+t.colon, value, t.size, false)
}

func (t *receiptPrinter) summed(v decimal.Decimal) string {
	if t.sumSigns {
		return t.place.money(v)
	}
	return t.place.amount(v)
}

func (t *receiptPrinter) valueRow(label, value string, size float64, bold bool) {
	room := t.right - width(value, size, bold) - size
	wide := width(label, size, bold)
	if room < t.left+wide {
		t.pair(label, value, t.right, size, bold)
		return
	}
	t.rise(size)
	switch {
	case t.sumForm == sumTrailed && t.left+wide+size < room:
		x := t.s.set(t.left, t.y, size, bold, label)
		t.s.set(x+size*0.6, t.y, size, bold, value)
	case t.sumForm == sumClose && room-wide > t.left:
		edge := min(room, t.right-width("0.000,00 xx", size, bold))
		t.s.end(max(edge, t.left+wide), t.y, size, bold, label)
		t.s.end(t.right, t.y, size, bold, value)
	case t.sumForm == sumMiddle && t.left+(t.right-t.left)*0.35+wide < room:
		t.s.set(t.left+(t.right-t.left)*0.35, t.y, size, bold, label)
		t.s.end(t.right, t.y, size, bold, value)
	default:
		t.s.set(t.left, t.y, size, bold, label)
		t.s.end(t.right, t.y, size, bold, value)
	}
	t.y += t.step
}

// count prints the number of items: a total that is not an amount of money.
func (t *receiptPrinter) count() {
	n := decimal.Zero
	for _, s := range t.sales {
		if s.weighed {
			n = n.Add(decimal.New(1, 0))
		} else {
			n = n.Add(s.quantity)
		}
	}
	t.valueRow(t.word("quantity")+t.colon, t.place.number(n, pick(t.r, int32(0), 0, 0, 2)), t.size, false)
}

func (t *receiptPrinter) suggestTips() {
	for _, percent := range []int64{15, 18, 20} {
		v := t.bill.net.Mul(decimal.New(percent, -2)).Round(2)
		t.plain(sideLeft, t.place.rate(decimal.New(percent, 0))+" "+t.word("tip")+" = "+t.place.money(v))
	}
}
