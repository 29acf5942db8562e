package receipt

import (
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/shopspring/decimal"
)

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

func (t *receipt) items() {
	t.form = itemForm(t.IntN(8))
	if t.trade == "fuel" || t.trade == "grocery" && (t.form == itemCount || t.form == itemCountLast) {
		t.form = random.Pick(t.Rand, itemBelow, itemAbove, itemColumns, itemTwoLines) // measures need room
	}
	p := t.itemPrint()
	t.family = append(t.family, t.form.String())
	if t.form == itemColumns || t.form == itemTwoLines || t.form == itemCountLast {
		t.heads(p)
	} else if t.Chance(0.15) {
		t.s.SetRight(p.edge, t.y, t.size, false,
			random.Pick(t.Rand, t.Place.Symbol, t.Place.Country.Currency, sheet.Truncate(t.word("amount"), t.size,
				0.35*(p.edge-t.left))))
		t.s.Put(t.left, t.y, t.size, sheet.Truncate(t.word("item"), t.size, 0.5*(p.edge-t.left)))
		t.y += t.step
	}
	for _, s := range t.sales {
		t.item(p, s)
		t.reduction(p, s)
	}
}

func (t *receipt) itemPrint() itemPrint {
	p := itemPrint{
		times: random.Pick(t.Rand, " x ", " X ", " @ ", "x ", " * ", "x", " à "), counter: random.Pick(t.Rand, " ", " ", "x ",
			" x "),
		early:  t.Chance(0.15),
		single: t.Chance(0.4), letter: max(0, t.IntN(5)-2),
		letters: [2]string{"A", "B"}, edge: t.right, codeLine: t.Chance(0.4),
	}
	p.letters = random.Pick(t.Rand, p.letters, [2]string{"B", "A"}, [2]string{"1", "2"}, [2]string{"S", "Z"},
		[2]string{"SR", "ZR"},
		[2]string{"T", "N"}, [2]string{"*", ""}, [2]string{"V", ""})
	p.digits = random.Pick(t.Rand, int32(0), 0, 0, 0, 2, 3)
	if p.letter == 1 {
		p.edge = t.right - sheet.TextWidth("SR ", t.size, false)
	}
	if p.unit = " " + t.word("weight"); t.trade == "fuel" {
		p.unit = " " + t.word("litre")
	}
	t.columns(&p)
	return p
}

// columns places quantities and prices so that the widest amount and price fit. If too little room is left for names,
// rows are printed without columns.
func (t *receipt) columns(p *itemPrint) {
	amount, price, quantity := 0.0, 0.0, 0.0
	for _, s := range t.sales {
		amount = max(amount, sheet.TextWidth(t.formatPrice(s.amount), t.size, false))
		price = max(price, sheet.TextWidth(t.formatPrice(s.price), t.size, false))
		quantity = max(quantity, sheet.TextWidth(t.formatQuantity(*p, s), t.size, false))
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

func (t *receipt) heads(p itemPrint) {
	t.s.Put(t.left, t.y, t.size, t.short("item", p.qty-t.left-sheet.TextWidth("000", t.size, false)-4))
	head := func(x, room float64, key string) { t.s.SetRight(x, t.y, t.size, false, t.short(key, room-4)) }
	if t.form == itemCountLast {
		head(p.price, p.price-p.qty, "qty")
	} else {
		head(p.qty, sheet.TextWidth("000", t.size, false), "qty")
		head(p.price, p.price-p.qty, "price")
	}
	head(p.edge, p.edge-p.price, "amount")
	t.y += t.step
	t.gap()
}

func (t *receipt) short(key string, room float64) string {
	word := t.word(key)
	for range 4 {
		if sheet.TextWidth(word, t.size, false) <= room {
			break
		}
		word = t.word(key)
	}
	return sheet.Truncate(word, t.size, room)
}

func (t *receipt) formatQuantity(p itemPrint, s sale) string {
	digits := max(p.digits, -s.quantity.Exponent())
	if s.weighed {
		digits = -s.quantity.Exponent()
	}
	return t.Place.Number(s.quantity, digits)
}

func (t *receipt) formatPrice(v decimal.Decimal) string {
	digits := max(2, -v.Exponent())
	if t.signs && digits == 2 {
		return t.Place.Money(v)
	}
	return t.Place.Number(v, digits)
}

func (t *receipt) setAmount(p itemPrint, s sale) {
	t.s.SetRight(p.edge, t.y, t.size, false, t.formatPrice(s.amount))
	if letter := t.taxLetter(p, s); p.letter == 1 && letter != "" {
		t.s.SetRight(t.right, t.y, t.size, false, letter)
	}
}

func (t *receipt) taxLetter(p itemPrint, s sale) string {
	if s.reduced && len(t.Place.TaxRates) > 1 {
		return p.letters[1]
	}
	return p.letters[0]
}

func (t *receipt) amountRoom(p itemPrint, s sale) float64 {
	return p.edge - t.left - sheet.TextWidth(t.formatPrice(s.amount), t.size, false) - 0.8*t.size
}

func (t *receipt) item(p itemPrint, s sale) {
	several := s.weighed || !s.quantity.IsInteger() || s.quantity.IntPart() != 1
	name := s.name
	if p.letter == 2 && t.form != itemCount {
		name = t.taxLetter(p, s) + " " + name
	}
	if s.code != "" && t.form != itemTwoLines && !p.codeLine && t.form != itemCount {
		name = s.code + " " + name
	}
	switch t.form {
	case itemName:
		t.itemOnOneLine(p, s, name, several)
	case itemCount, itemCountLast:
		t.itemCounted(p, s, name)
	case itemAt:
		t.itemWithPrice(p, s, name, several)
	case itemColumns:
		t.itemInColumns(p, s, name)
	case itemTwoLines:
		t.itemInTwoLines(p, s, name)
	case itemBelow:
		t.itemAndBelow(p, s, name, several || p.single)
	case itemAbove:
		t.itemAndAbove(p, s, name, several || p.single)
	}
}

func (t *receipt) setName(name string, room float64) {
	parts := sheet.Wrap(name, t.size, false, room)
	for i, part := range parts {
		t.s.Put(t.left, t.y, t.size, part)
		if i < len(parts)-1 {
			t.y += t.step
		}
	}
}

func (t *receipt) times(p itemPrint, s sale) string {
	quantity := t.formatQuantity(p, s)
	if s.weighed {
		quantity += p.unit
	}
	return quantity + p.times + t.formatPrice(s.price)
}

func (t *receipt) itemOnOneLine(p itemPrint, s sale, name string, several bool) {
	if several {
		t.itemAndBelow(p, s, name, true)
		return
	}
	t.setName(name, t.amountRoom(p, s))
	t.setAmount(p, s)
	t.y += t.step
	t.codeBelow(p, s)
	t.setItemTruth(s, false, false)
}

func (t *receipt) codeBelow(p itemPrint, s sale) {
	if s.code != "" && p.codeLine {
		t.s.Put(t.left+t.size, t.y, t.size, s.code)
		t.y += t.step
	}
}

func (t *receipt) itemCounted(p itemPrint, s sale, name string) {
	count := t.formatQuantity(p, s)
	if t.form == itemCount {
		t.setName(count+p.counter+name, t.amountRoom(p, s))
	} else {
		t.setName(name, p.qty-t.left)
		t.s.SetRight(p.price, t.y, t.size, false, count)
	}
	t.setAmount(p, s)
	t.y += t.step
	t.setItemTruth(s, true, false)
}

func (t *receipt) itemWithPrice(p itemPrint, s sale, name string, several bool) {
	if several || p.single {
		name += "  " + t.times(p, s)
	}
	t.setName(name, t.amountRoom(p, s))
	t.setAmount(p, s)
	t.y += t.step
	t.setItemTruth(s, several || p.single, several || p.single)
}

func (t *receipt) cells(p itemPrint, s sale) {
	t.s.SetRight(p.qty, t.y, t.size, false, t.formatQuantity(p, s))
	t.s.SetRight(p.price, t.y, t.size, false, t.formatPrice(s.price))
	t.setAmount(p, s)
	t.y += t.step
	t.setItemTruth(s, true, true)
}

func (t *receipt) itemInColumns(p itemPrint, s sale, name string) {
	room := p.qty - sheet.TextWidth(t.formatQuantity(p, s), t.size, false) - 5 - t.left
	parts := sheet.Wrap(name, t.size, false, room)
	t.s.Put(t.left, t.y, t.size, parts[0])
	t.cells(p, s)
	for _, more := range parts[1:] {
		t.s.Put(t.left, t.y, t.size, more)
		t.y += t.step
	}
}

func (t *receipt) itemInTwoLines(p itemPrint, s sale, name string) {
	t.plain(sideLeft, name)
	if s.code != "" {
		t.s.Put(t.left, t.y, t.size, sheet.Truncate(s.code, t.size, p.qty-t.left-sheet.TextWidth(t.formatQuantity(p, s),
			t.size, false)-4))
	}
	t.cells(p, s)
}

func (t *receipt) itemAndBelow(p itemPrint, s sale, name string, counted bool) {
	if !counted {
		t.setName(name, t.amountRoom(p, s))
		t.setAmount(p, s)
		t.y += t.step
		t.setItemTruth(s, false, false)
		return
	}
	first := p.early
	t.setName(name, t.amountRoom(p, s))
	if first {
		t.setAmount(p, s)
	}
	t.y += t.step
	indent := t.size * 1.5
	x := t.s.Put(t.left+indent, t.y, t.size, t.times(p, s))
	if !first {
		if x+t.size > p.edge-sheet.TextWidth(t.formatPrice(s.amount), t.size, false) {
			t.y += t.step
		}
		t.setAmount(p, s)
	}
	t.y += t.step
	t.codeBelow(p, s)
	t.setItemTruth(s, true, true)
}

func (t *receipt) itemAndAbove(p itemPrint, s sale, name string, counted bool) {
	if counted {
		t.s.Put(t.left+t.size, t.y, t.size, t.times(p, s))
		t.y += t.step
	}
	t.setName(name, t.amountRoom(p, s))
	t.setAmount(p, s)
	t.y += t.step
	t.setItemTruth(s, counted, counted)
}

func (t *receipt) reduction(p itemPrint, s sale) {
	if s.discount.IsZero() {
		return
	}
	value := t.formatPrice(s.discount)
	if t.Chance(0.4) {
		value = t.formatPrice(s.discount.Neg()) + "-"
	}
	t.pair(t.word("discount"), value, p.edge, t.size, false)
}
