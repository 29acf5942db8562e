package synth

import (
	"strings"

	"github.com/shopspring/decimal"
)

type sumRow struct {
	label, value string
	field, norm  string // "" if it is no field of the record
	main         bool   // the total, or the amount due
}

func (t *designDoc) sums() {
	rows := t.sumRows()
	size := t.style.size
	t.ensure(float64(len(rows)+1) * size * t.lead * 1.3)
	switch t.style.sums {
	case "across":
		if len(rows) <= 5 {
			t.sumsAcross(rows)
			break
		}
		t.sumsDown(rows, 0.55, 1, alignLeft)
	case "wide":
		t.sumsDown(rows, 0, 1, pick(t.r, alignLeft, alignRight))
	case "left":
		t.sumsDown(rows, 0, pick(t.r, 0.4, 0.5), alignLeft)
	default:
		t.sumsDown(rows, pick(t.r, 0.45, 0.55, 0.6), 1, pick(t.r, alignLeft, alignLeft, alignRight))
	}
	for _, r := range rows {
		if t.order() && (r.field == "discountTotal" || r.field == "shippingTotal") {
			continue // orders lack these fields
		}
		if r.field != "" {
			t.know(r.field, r.norm)
		}
	}
	if len(t.bill.taxes) > 1 && t.chance(0.5) || t.chance(0.06) && !t.bill.taxFree {
		t.taxTable()
	}
	t.taxNote()
}

// sumsDown sets the totals below each other, between fractions of the width.
func (t *designDoc) sumsDown(rows []sumRow, from, to float64, align tableAlign) {
	c := t.column(from, to)
	c.w += 8
	boldMain, big := t.chance(0.7), pick(t.r, 1.0, 1, 1.1, 1.25)
	ruled := t.chance(0.4)
	values := 0.0
	for _, r := range rows {
		values = max(values, width(r.value, c.size*big, r.main && boldMain))
	}
	for _, r := range rows {
		size, bold := c.size, r.main && boldMain
		if r.main {
			size *= big
		}
		if r.main && ruled {
			c.y += 3
			t.sheet.rule(c.x, c.y-0.95*size, c.x+c.w, c.y-0.95*size)
		}
		room := c.w - values - 8
		label := fitted(r.label, size, bold, room)
		if align == alignRight {
			t.sheet.end(c.x+room, c.y, label, bold, r.label)
		} else {
			t.sheet.set(c.x, c.y, label, bold, r.label)
		}
		t.sheet.end(c.x+c.w, c.y, size, bold, r.value)
		c.y += size * max(t.lead, 1.3)
	}
	t.below(4, c)
}

func (t *designDoc) sumsAcross(rows []sumRow) {
	room := (t.right - t.left) / float64(len(rows))
	size := t.style.size
	t.y += 4
	top := t.y - size - 2
	for i, r := range rows {
		x := t.left + float64(i+1)*room - 4
		t.sheet.end(x, t.y, fitted(r.label, size, t.style.bold, room-8), t.style.bold, r.label)
		t.sheet.end(x, t.y+size*1.6, fitted(r.value, size, r.main, room-8), r.main, r.value)
	}
	if t.chance(0.6) {
		for _, y := range []float64{top, t.y + 0.4*size, t.y + 2.1*size} {
			t.sheet.rule(t.left, y, t.right, y)
		}
	}
	t.y += size * 3.6
}

// sumRows draws the totals that are shown, from the net amount to the amount due.
func (t *designDoc) sumRows() []sumRow {
	b := &t.bill
	rows := t.netRows()
	total := sumRow{label: t.labeled(t.totalKey()), field: "total", norm: b.total.StringFixed(2),
		value: t.sumMoney(b.total), main: true}
	rows = append(rows, total)
	if b.gross && !b.taxFree && t.chance(0.85) {
		rows = append(rows, t.taxRows()...)
		if t.chance(0.4) {
			rows = append(rows, t.sumRow("subtotal", "subtotal", b.net))
		}
	}
	if !b.paid.IsZero() {
		paid := t.sumRow("amountPaid", "amountPaid", b.paid)
		if t.chance(0.4) {
			paid.value = t.sumMoney(b.paid.Neg())
		}
		rows = append(rows, paid)
	}
	if !b.before.IsZero() {
		rows = append(rows, t.sumRow("previous", "", b.before))
	}
	if !b.due.Equal(b.total) || t.chance(0.12) && !t.order() && !t.credit() {
		due := t.sumRow("amountDue", "amountDue", b.due)
		for range 9 {
			if due.label != total.label {
				break
			}
			due.label = t.labeled("amountDue")
		}
		due.main = true
		rows = append(rows, due)
	}
	return rows
}

// netRows returns the rows above the total if prices are net.
func (t *designDoc) netRows() []sumRow {
	b := &t.bill
	var rows, changes []sumRow
	if !b.discount.IsZero() {
		d := t.sumRow("discount", "discountTotal", b.discount)
		if t.chance(0.6) {
			d.value = t.sumMoney(b.discount.Neg())
		}
		d.label = t.labeled("discount", "{percent}", t.place.rate(b.percent))
		changes = append(changes, d)
	}
	if !b.shipping.IsZero() {
		changes = append(changes, t.sumRow("shipping", "shippingTotal", b.shipping))
	}
	if b.gross {
		return changes
	}
	subtotal := t.sumRow("subtotal", "subtotal", b.net)
	switch {
	case len(changes) > 0 && t.chance(0.6):
		subtotal = t.sumRow("subtotal", "subtotal", b.items)
		rows = append([]sumRow{subtotal}, changes...)
	case !b.taxFree || t.chance(0.5):
		rows = append(changes, subtotal)
	default:
		rows = changes
	}
	if !b.taxFree {
		rows = append(rows, t.taxRows()...)
	} else if t.chance(0.35) {
		rows = append(rows, t.sumRow("taxTotal", "taxTotal", decimal.Zero))
	}
	return rows
}

// taxRows returns a row for each rate, and their total if there are several.
func (t *designDoc) taxRows() []sumRow {
	b := &t.bill
	form := t.place.label("tax")
	for len(b.taxes) > 1 && !strings.Contains(form, "{rate}") {
		form = t.place.label("tax")
	}
	var rows []sumRow
	for _, s := range b.taxes {
		if s.rate.IsZero() {
			continue
		}
		label := strings.NewReplacer("{tax}", t.place.taxName, "{rate}", t.place.rate(s.rate), "{base}",
			t.place.amount(s.base)).Replace(form)
		if t.style.upper {
			label = strings.ToUpper(label)
		}
		row := sumRow{label: label + t.style.colon, value: t.sumMoney(s.amount)}
		if len(b.taxes) == 1 {
			row.field, row.norm = "taxTotal", s.amount.StringFixed(2)
		}
		rows = append(rows, row)
	}
	if len(b.taxes) > 1 {
		rows = append(rows, t.sumRow("taxTotal", "taxTotal", b.tax))
	}
	return rows
}

func (t *designDoc) sumRow(key, field string, v decimal.Decimal) sumRow {
	return sumRow{label: t.labeled(key), value: t.sumMoney(v), field: field, norm: v.StringFixed(2)}
}

func (t *designDoc) totalKey() string {
	switch {
	case t.credit():
		return "creditTotal"
	case t.order():
		return "orderTotal"
	}
	return "total"
}

func (t *designDoc) sumMoney(v decimal.Decimal) string {
	if t.style.sumSigns {
		return t.place.money(v)
	}
	return t.place.amount(v)
}
