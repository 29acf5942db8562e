package synth

import "github.com/shopspring/decimal"

type itemForm int

const (
	itemName      itemForm = iota // name … amount
	itemCount                     // 2 x name … amount
	itemColumns                   // name, quantity, price, amount under heads
	itemBelow                     // name; below 2 x 3.50 … amount
	itemAbove                     // 2 x 3.50; below name … amount
	itemAt                        // name 2 @ 3.50 … amount
	itemTwoLines                  // heads; name; below code, quantity, price, amount
	itemCountLast                 // name … 2 … amount
)

func (f itemForm) String() string {
	return [...]string{"name", "count", "columns", "below", "above", "at", "twolines", "countlast"}[f]
}

type itemPrint struct {
	times    string // between quantity and price
	counter  string // between count and name
	unit     string // of weighed goods
	early    bool   // the amount is on the first of two lines
	digits   int32  // of a quantity's fraction
	single   bool   // a quantity of one is also printed
	letter   int    // tax letters: 0 none, 1 after the amount, 2 before the name
	letters  [2]string
	edge     float64 // right edge of amounts
	qty      float64 // right edge of quantities, in columns
	price    float64
	codeLine bool // the code has a separate line
}

func (t *receiptPrinter) items() {
	t.form = itemForm(t.r.IntN(8))
	if t.trade == "fuel" || t.trade == "grocery" && (t.form == itemCount || t.form == itemCountLast) {
		t.form = pick(t.r, itemBelow, itemAbove, itemColumns, itemTwoLines) // measures need room
	}
	p := t.itemPrint()
	t.family = append(t.family, t.form.String())
	if t.form == itemColumns || t.form == itemTwoLines || t.form == itemCountLast {
		t.heads(p)
	} else if t.chance(0.15) {
		t.s.end(p.edge, t.y, t.size, false,
			pick(t.r, t.place.symbol, t.place.currency, cut(t.word("amount"), t.size, 0.35*(p.edge-t.left))))
		t.s.put(t.left, t.y, t.size, cut(t.word("item"), t.size, 0.5*(p.edge-t.left)))
		t.y += t.step
	}
	for _, s := range t.sales {
		t.item(p, s)
		t.reduction(p, s)
	}
}

func (t *receiptPrinter) itemPrint() itemPrint {
	p := itemPrint{
		times: pick(t.r, " x ", " X ", " @ ", "x ", " * ", "x", " à "), counter: pick(t.r, " ", " ", "x ", " x "),
		early:  t.chance(0.15),
		single: t.chance(0.4), letter: max(0, t.r.IntN(5)-2),
		letters: [2]string{"A", "B"}, edge: t.right, codeLine: t.chance(0.4),
	}
	p.letters = pick(t.r, p.letters, [2]string{"B", "A"}, [2]string{"1", "2"}, [2]string{"S", "Z"}, [2]string{"SR", "ZR"},
		[2]string{"T", "N"}, [2]string{"*", ""}, [2]string{"V", ""})
	p.digits = pick(t.r, int32(0), 0, 0, 0, 2, 3)
	if p.letter == 1 {
		p.edge = t.right - width("SR ", t.size, false)
	}
	if p.unit = " " + t.word("weight"); t.trade == "fuel" {
		p.unit = " " + t.word("litre")
	}
	t.columns(&p)
	return p
}

// columns places quantities and prices so that the widest amount and price fit. If too little room is left for names,
// rows are printed without columns.
func (t *receiptPrinter) columns(p *itemPrint) {
	amount, price, quantity := 0.0, 0.0, 0.0
	for _, s := range t.sales {
		amount = max(amount, width(t.priced(s.amount), t.size, false))
		price = max(price, width(t.priced(s.price), t.size, false))
		quantity = max(quantity, width(t.quantity(*p, s), t.size, false))
	}
	gap, room := 0.9*t.size, p.edge-t.left
	p.price = p.edge - max(0.2*room, amount+gap)
	p.qty = p.price - max(0.16*room, price+gap)
	switch left := p.qty - quantity - t.left; {
	case t.form == itemColumns && left < 7*t.size:
		t.form = itemTwoLines
	case t.form == itemCountLast && left < 7*t.size:
		t.form = itemCount
	}
	if t.form == itemTwoLines && p.qty-quantity < t.left+2*t.size {
		t.form = itemBelow
	}
}

func (t *receiptPrinter) heads(p itemPrint) {
	t.s.put(t.left, t.y, t.size, t.short("item", p.qty-t.left-width("000", t.size, false)-4))
	head := func(x, room float64, key string) { t.s.end(x, t.y, t.size, false, t.short(key, room-4)) }
	if t.form == itemCountLast {
		head(p.price, p.price-p.qty, "qty")
	} else {
		head(p.qty, width("000", t.size, false), "qty")
		head(p.price, p.price-p.qty, "price")
	}
	head(p.edge, p.edge-p.price, "amount")
	t.y += t.step
	t.gap()
}

// short returns a word for key that fits into room, or a truncated one.
func (t *receiptPrinter) short(key string, room float64) string {
	word := t.word(key)
	for range 4 {
		if width(word, t.size, false) <= room {
			break
		}
		word = t.word(key)
	}
	return cut(word, t.size, room)
}

func (t *receiptPrinter) quantity(p itemPrint, s sale) string {
	digits := max(p.digits, -s.quantity.Exponent())
	if s.weighed {
		digits = -s.quantity.Exponent()
	}
	return t.place.number(s.quantity, digits)
}

func (t *receiptPrinter) priced(v decimal.Decimal) string {
	digits := max(2, -v.Exponent())
	if t.signs && digits == 2 {
		return t.place.money(v)
	}
	return t.place.number(v, digits)
}

func (t *receiptPrinter) amount(p itemPrint, s sale) {
	t.s.end(p.edge, t.y, t.size, false, t.priced(s.amount))
	if letter := t.letter(p, s); p.letter == 1 && letter != "" {
		t.s.end(t.right, t.y, t.size, false, letter)
	}
}

func (t *receiptPrinter) letter(p itemPrint, s sale) string {
	if s.reduced && len(t.place.taxRates) > 1 {
		return p.letters[1]
	}
	return p.letters[0]
}

func (t *receiptPrinter) amountRoom(p itemPrint, s sale) float64 {
	return p.edge - t.left - width(t.priced(s.amount), t.size, false) - 0.8*t.size
}
