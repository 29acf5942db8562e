package synth

// item prints a sale in the receipt's form and adds the printed members to the truth.
func (t *receiptPrinter) item(p itemPrint, s sale) {
	several := s.weighed || !s.quantity.IsInteger() || s.quantity.IntPart() != 1
	name := s.name
	if p.letter == 2 && t.form != itemCount {
		name = t.letter(p, s) + " " + name
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

// printName prints a name, wrapped if it is too long. The caller prints the amount on the last line.
func (t *receiptPrinter) printName(name string, room float64) {
	parts := wrapped(name, t.size, false, room)
	for i, part := range parts {
		t.s.put(t.left, t.y, t.size, part)
		if i < len(parts)-1 {
			t.y += t.step
		}
	}
}

func (t *receiptPrinter) times(p itemPrint, s sale) string {
	quantity := t.quantity(p, s)
	if s.weighed {
		quantity += p.unit
	}
	return quantity + p.times + t.priced(s.price)
}

// itemOnOneLine prints the sale and its amount. A count above one is on a separate line before.
func (t *receiptPrinter) itemOnOneLine(p itemPrint, s sale, name string, several bool) {
	if several {
		t.itemAndBelow(p, s, name, true)
		return
	}
	t.printName(name, t.amountRoom(p, s))
	t.amount(p, s)
	t.y += t.step
	t.codeBelow(p, s)
	t.knowItem(s, false, false)
}

func (t *receiptPrinter) codeBelow(p itemPrint, s sale) {
	if s.code != "" && p.codeLine {
		t.s.put(t.left+t.size, t.y, t.size, s.code)
		t.y += t.step
	}
}

func (t *receiptPrinter) itemCounted(p itemPrint, s sale, name string) {
	count := t.quantity(p, s)
	if t.form == itemCount {
		t.printName(count+p.counter+name, t.amountRoom(p, s))
	} else {
		t.printName(name, p.qty-t.left)
		t.s.end(p.price, t.y, t.size, false, count)
	}
	t.amount(p, s)
	t.y += t.step
	t.knowItem(s, true, false)
}

func (t *receiptPrinter) itemWithPrice(p itemPrint, s sale, name string, several bool) {
	if several || p.single {
		name += "  " + t.times(p, s)
	}
	t.printName(name, t.amountRoom(p, s))
	t.amount(p, s)
	t.y += t.step
	t.knowItem(s, several || p.single, several || p.single)
}

func (t *receiptPrinter) cells(p itemPrint, s sale) {
	t.s.end(p.qty, t.y, t.size, false, t.quantity(p, s))
	t.s.end(p.price, t.y, t.size, false, t.priced(s.price))
	t.amount(p, s)
	t.y += t.step
	t.knowItem(s, true, true)
}

func (t *receiptPrinter) itemInColumns(p itemPrint, s sale, name string) {
	room := p.qty - width(t.quantity(p, s), t.size, false) - 5 - t.left
	parts := wrapped(name, t.size, false, room)
	t.s.put(t.left, t.y, t.size, parts[0])
	t.cells(p, s)
	for _, more := range parts[1:] {
		t.s.put(t.left, t.y, t.size, more)
		t.y += t.step
	}
}

func (t *receiptPrinter) itemInTwoLines(p itemPrint, s sale, name string) {
	t.plain(sideLeft, name)
	if s.code != "" {
		t.s.put(t.left, t.y, t.size, cut(s.code, t.size, p.qty-t.left-width(t.quantity(p, s), t.size, false)-4))
	}
	t.cells(p, s)
}

// itemAndBelow prints quantity and price on a second line, with the amount on the first or the second.
func (t *receiptPrinter) itemAndBelow(p itemPrint, s sale, name string, counted bool) {
	if !counted {
		t.printName(name, t.amountRoom(p, s))
		t.amount(p, s)
		t.y += t.step
		t.knowItem(s, false, false)
		return
	}
	first := p.early
	t.printName(name, t.amountRoom(p, s))
	if first {
		t.amount(p, s)
	}
	t.y += t.step
	indent := t.size * 1.5
	x := t.s.put(t.left+indent, t.y, t.size, t.times(p, s))
	if !first {
		if x+t.size > p.edge-width(t.priced(s.amount), t.size, false) {
			t.y += t.step
		}
		t.amount(p, s)
	}
	t.y += t.step
	t.codeBelow(p, s)
	t.knowItem(s, true, true)
}

// itemAndAbove prints quantity and price on a line before the name.
func (t *receiptPrinter) itemAndAbove(p itemPrint, s sale, name string, counted bool) {
	if counted {
		t.s.put(t.left+t.size, t.y, t.size, t.times(p, s))
		t.y += t.step
	}
	t.printName(name, t.amountRoom(p, s))
	t.amount(p, s)
	t.y += t.step
	t.knowItem(s, counted, counted)
}

func (t *receiptPrinter) reduction(p itemPrint, s sale) {
	if s.discount.IsZero() {
		return
	}
	value := t.priced(s.discount)
	if t.chance(0.4) {
		value = t.priced(s.discount.Neg()) + "-"
	}
	t.pair(t.word("discount"), value, p.edge, t.size, false)
}
