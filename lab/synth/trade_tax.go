package synth

import "strings"

func (t *designDoc) taxTable() {
	b := &t.bill
	size := t.style.size * 0.9
	t.ensure(float64(len(b.taxes)+4) * size * 1.4)
	if t.chance(0.4) {
		t.sheet.put(t.left, t.y, size, t.label("taxSummary"))
		t.y += size * 1.5
	}
	heads := []string{t.label("col.taxRate"), t.label("taxBase"), t.label("taxTotal"), t.label("total")}
	rows := [][]string{}
	for _, s := range b.taxes {
		rows = append(rows, []string{t.place.rate(s.rate), t.place.amount(s.base), t.place.amount(s.amount),
			t.place.amount(s.base.Add(s.amount))})
	}
	summed := len(b.taxes) > 1 && t.chance(0.6)
	if summed {
		rows = append(rows, []string{"", t.place.amount(b.net), t.place.amount(b.tax), t.place.amount(b.total)})
	}
	n := pick(t.r, 3, 4)
	room := min(92, (t.right-t.left)/float64(n))
	for i := range n {
		x := t.left + float64(i+1)*room - 6
		t.sheet.end(x, t.y, fitted(heads[i], size, t.style.bold, room-8), t.style.bold, heads[i])
		for k, r := range rows {
			t.sheet.end(x, t.y+float64(k+1)*size*1.35, fitted(r[i], size, false, room-8), false, r[i])
		}
	}
	if t.chance(0.5) {
		t.sheet.rule(t.left, t.y+0.35*size, t.left+float64(n)*room, t.y+0.35*size)
	}
	t.y += float64(len(rows)+2) * size * 1.35
	if summed || len(b.taxes) == 1 {
		t.know("taxTotal", b.tax.StringFixed(2))
		if t.truth.Scalars["subtotal"] == "" {
			t.know("subtotal", b.net.StringFixed(2))
		}
	}
}

func (t *designDoc) taxNote() {
	if !t.bill.taxFree || !t.chance(0.8) {
		return
	}
	key := "exempt"
	if !t.private && t.place.land.iban != "" && t.place.currency == "EUR" && t.chance(0.5) {
		key = "reverse"
	}
	text := t.place.label(key)
	if t.place.language == "en" {
		text = strings.ReplaceAll(text, "VAT", t.place.taxName)
	}
	c := t.column(0, 1)
	c.para(text)
	t.below(4, c)
}
