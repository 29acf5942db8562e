package synth

import (
	"strings"

	"github.com/shopspring/decimal"
)

// headForm sets the whole head as labels with values in two columns, as systems without a letterhead do.
func (t *designDoc) headForm() {
	t.told["name"], t.told["address"], t.told["tax"] = true, true, true
	issuer := t.partyFacts(t.issuer, t.issuerKey(), "taxId")
	if !t.order() && t.chance(0.6) {
		issuer = append(issuer, fact{label: t.labeled("phone"), value: t.phone(), field: "vendorPhone", norm: t.phone()})
		t.told["phone"] = true
	}
	addressee := t.partyFacts(t.addressee, t.addresseeKey(), t.theirTaxLabel())
	t.nameFields(issuer, t.ours)
	t.nameFields(addressee, t.theirs)
	own := t.unsaid()
	if t.chance(0.5) {
		t.row(t.pairs(append(issuer, addressee...)), t.pairs(own), false)
		return
	}
	t.row(t.pairs(own), nil, false)
	t.row(t.pairs(issuer), t.pairs(addressee), false)
}

// partyFacts returns name, address and tax number of a party; the first label is the party's.
func (t *designDoc) partyFacts(c company, key, taxKey string) []fact {
	first := t.labeled(key)
	if t.chance(0.3) {
		first = t.labeled("name")
	}
	out := []fact{{label: first, value: c.name, field: "Name", norm: c.name}}
	out = append(out, fact{label: t.labeled("address"), value: strings.Join(c.lines(), ", "), field: "Address",
		norm: c.address()})
	if c.taxID != "" && t.chance(0.8) {
		out = append(out, fact{label: t.labeled(taxKey), value: c.taxID, field: "TaxId", norm: c.taxNumber()})
	}
	return out
}

func (t *designDoc) nameFields(facts []fact, field func(string) string) {
	for i := range facts {
		if f := facts[i].field; f != "" && !strings.HasPrefix(f, "vendor") {
			facts[i].field = field(f)
		}
		t.knowFact(facts[i])
	}
}

// pairs is a block of labels with values. Long values continue below.
func (t *designDoc) pairs(facts []fact) block {
	return func(c *column) {
		stop := 0.0
		for _, f := range facts {
			stop = max(stop, width(f.label, c.size, t.style.bold))
		}
		stop += 8
		for _, f := range facts {
			label := c.s.set(c.x, c.y, c.size, t.style.bold, f.label)
			x := c.x + stop
			if t.style.meta == "pairs" || c.w-stop < 80 {
				x = label + 0.4*c.size
			}
			for _, l := range wrapped(f.value, c.size, false, max(60, c.x+c.w-x)) {
				c.s.put(x, c.y, c.size, l)
				c.y += c.size * c.lead
			}
		}
	}
}

func (t *designDoc) overview() {
	p := 0.06
	if t.branch == "subscription" || t.branch == "telecom" || t.branch == "utility" {
		p = 0.35
	}
	b := &t.bill
	if t.order() || t.credit() || b.due.IsZero() || !t.chance(p) {
		return
	}
	due := fact{label: t.labeled("amountDue"), value: t.place.money(b.due), field: "amountDue",
		norm: b.due.StringFixed(2)}
	facts := []fact{due}
	if t.chance(0.6) {
		facts = append(facts, fact{label: t.labeled("dueDate"), value: t.place.date(t.dueDate), field: "dueDate",
			norm: iso(t.dueDate)})
	}
	if t.chance(0.4) {
		facts = append([]fact{{label: t.numberFact().label, value: t.number}}, facts...)
	}
	for _, f := range facts {
		t.knowFact(f)
	}
	t.y += 6
	if t.chance(0.5) {
		t.metaRow(facts, t.chance(0.5))
		return
	}
	t.overviewBox(facts)
}

func (t *designDoc) overviewBox(facts []fact) {
	from := pick(t.r, 0.0, 0, 0.5)
	c := t.column(from, from+0.5)
	top := c.y - c.size - 4
	c.x += 6
	c.w -= 12
	for _, f := range facts {
		main := f.field == "amountDue"
		c.s.set(c.x, c.y, fitted(f.label, c.size, true, c.w*0.6), main, f.label)
		c.s.end(c.x+c.w, c.y, fitted(f.value, c.size, true, c.w*0.38), main, f.value)
		c.y += c.size * max(t.lead, 1.35)
	}
	if t.chance(0.7) {
		t.box(c.x-6, top, c.x+c.w+6, c.y-c.size+4)
	}
	t.below(10, c)
}

func (t *designDoc) box(x0, y0, x1, y1 float64) {
	t.sheet.rule(x0, y0, x1, y0)
	t.sheet.rule(x0, y1, x1, y1)
	t.sheet.rule(x0, y0, x0, y1)
	t.sheet.rule(x1, y0, x1, y1)
}

func (t *designDoc) list() {
	mark := pick(t.r, "", "- ", "• ", "")
	counted := t.chance(0.5)
	c := t.column(pick(t.r, 0.0, 0.05), pick(t.r, 0.7, 0.9, 1))
	c.y += 6
	for _, l := range t.bill.lines {
		row := map[string]string{"description": l.name, "amount": l.amount.StringFixed(2)}
		text := mark + l.name
		if counted && l.discount.IsZero() {
			row["quantity"], row["unitPrice"] = l.count.String(), l.price.StringFixed(2)
			count := t.place.quantity(l.count)
			if l.unit != "" && t.chance(0.6) {
				count, row["unit"] = count+" "+l.unit, l.unit
			}
			text += pick(t.r, ", ", ": ") + count + pick(t.r, " x ", " à ") + t.place.money(l.price)
		}
		value := t.place.money(l.amount)
		c.s.put(c.x, c.y, fitted(text, c.size, false, c.w-width(value, c.size, false)-10), text)
		c.s.end(c.x+c.w, c.y, c.size, false, value)
		c.y += c.size * c.lead
		t.truth.LineItems = append(t.truth.LineItems, row)
	}
	t.below(8, c)
}

func (t *designDoc) slip() {
	if t.order() || t.credit() || t.bill.due.IsZero() || !t.chance(0.06) || t.y+90 > t.bottom {
		return
	}
	t.y += 16
	if t.chance(0.5) {
		dashes := strings.Repeat("- ", int((t.right-t.left)/width("- ", 8, false)))
		t.sheet.put(t.left, t.y, 8, dashes)
		t.y += 14
	}
	t.y += 4
	facts := []fact{{label: t.numberFact().label, value: t.number},
		{label: t.labeled("amountDue"), value: t.place.money(t.bill.due)}}
	t.know("amountDue", t.bill.due.StringFixed(2))
	c := t.column(pick(t.r, 0.0, 0.5), 1)
	for _, f := range facts {
		t.metaPair(c, f)
	}
	t.below(4, c)
}

// sumOf returns the total of lines[from:to].
func (b *tradeBill) sumOf(from, to int) decimal.Decimal {
	sum := decimal.Zero
	for _, l := range b.lines[from:to] {
		sum = sum.Add(l.amount)
	}
	return sum
}
