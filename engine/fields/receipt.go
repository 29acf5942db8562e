package fields

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

func (r *reading) receipt(set *Set) {
	set.receipt = true
	items := r.itemTables()
	if len(items) == 0 {
		items = r.plainItems()
	}
	r.putCurrency(set)
	numbers := r.trade(r.identifierValues, roleReceiptNumber, roleOtherNumber, rolePhone, roleTaxID, roleCustomerID)
	r.putBest(set, numbers, roleReceiptNumber, "receiptNumber", 0.5)
	r.putDates(set, numbers, roleReceiptNumber)
	r.renameDate(set)
	r.putTime(set)
	r.putShop(set)
	r.putTaxIDs(set)
	r.putContacts(set)
	r.sums(set)
	r.putPayments(set)
	for _, name := range []string{
		"dueDate", "servicePeriodStart", "servicePeriodEnd", "customerTaxId", "vendorEmail", "vendorWebsite",
		"discountTotal", "shippingTotal", "amountPaid", "amountDue",
	} {
		delete(set.Scalars, name)
	}
	r.putItems(set, items)
	for _, row := range set.Lists["lineItems"] {
		for _, name := range []string{"unit", "productCode", "discount", "taxRate"} {
			delete(row, name)
		}
	}
}

func (r *reading) renameDate(set *Set) {
	if v, ok := set.Scalars["issueDate"]; ok {
		set.put("date", v)
		delete(set.Scalars, "issueDate")
	}
}

// putTime stores the first time of day, one in the date's row if there is one.
func (r *reading) putTime(set *Set) {
	for _, s := range r.lay.Segments {
		for _, t := range recognize.Times(s.Words) {
			beside := false
			for _, o := range s.Page.Rows[s.Row].Segments {
				beside = beside || len(r.found[o].dates) > 0
			}
			if !set.Has("time") || beside {
				set.put("time", cite(t.Value, s, t.First, t.Last, 0.8))
			}
			if beside {
				return
			}
		}
	}
}

// headLines is how many rows of a receipt can hold the shop's name and address.
const headLines = 12

// putShop stores name and address of the shop: the name is among the first
// lines, the address follows it.
func (r *reading) putShop(set *Set) {
	if len(r.lay.Pages) == 0 {
		return
	}
	lines := r.headLines(r.lay.Pages[0])
	top, score := -1, -100.0
	for i, s := range lines {
		if !nameLike(s.Words) || r.labelled(s) && len(r.starts[s][0].phrase) > len(s.Text())/2 {
			continue
		}
		z := 1 - 0.35*float64(i)
		if hasLegalForm(s.Words) {
			z += 2
		}
		if s.Height() > 1.3*typicalHeight(s.Page) {
			z += 0.6
		}
		if streetLike(s.Words) {
			z -= 1.5
		}
		if z > score {
			top, score = i, z
		}
	}
	if top < 0 {
		return
	}
	name := r.shopName(lines, top)
	text := joinParts(name, " ")
	if k := strings.IndexByte(text, '('); k > 3 && bracketDigits([]string{text[k:]}) >= 4 {
		text = strings.TrimSpace(text[:k]) // a registration number run on to the name
	}
	set.put("vendorName", citeParts(text, name, " ", sigmoid(score)))
	if parts := r.shopAddress(lines[top+1:]); len(parts) > 0 {
		set.put("vendorAddress", citeParts(joinParts(parts, ", "), parts, ", ", 0.6))
	}
}

// shopName gives the whole name around its chosen line: with the rest of its
// row if that is a heading in parts, with the line above if it starts with a
// legal form, without the registration number behind it.
func (r *reading) shopName(lines []*layout.Segment, top int) []layout.Part {
	s := lines[top]
	name := []layout.Part{{Segment: s, First: 0, Last: nameEnd(s.Words)}}
	if name[0].Last == len(s.Words)-1 {
		for _, next := range s.Right() {
			if !nameLike(next.Words) || next.Height() < 0.8*s.Height() || r.labelled(next) {
				break
			}
			name = append(name, whole(next))
		}
	}
	if top > 0 && len(s.Words) <= 4 && hasLegalForm(s.Words) && continuesName(s.Words) && nameLike(lines[top-1].Words) {
		name = append([]layout.Part{whole(lines[top-1])}, name...)
	}
	return name
}

// continuesName reports whether a line is the end of a name: legal forms,
// brackets and at most one further word.
func continuesName(words []string) bool {
	others := 0
	for _, w := range words {
		if !legalForms[recognize.Compact(w)] && !strings.HasPrefix(w, "(") {
			others++
		}
	}
	return others <= 1
}

// nameEnd gives the last word of a name, leaving out a registration number
// that follows it.
func nameEnd(words []string) int {
	for i := 1; i < len(words); i++ {
		digits := recognize.CountDigits(words[i])
		if digits >= 4 && !strings.Contains(words[i], "(") || strings.HasPrefix(words[i], "(") && bracketDigits(words[i:]) >= 4 {
			return i - 1
		}
	}
	return len(words) - 1
}

// bracketDigits counts the digits up to the closing bracket.
func bracketDigits(words []string) int {
	n := 0
	for _, w := range words {
		n += recognize.CountDigits(w)
		if strings.Contains(w, ")") {
			break
		}
	}
	return n
}

// headLines are the first segments of a page, one per row: the first of each.
func (r *reading) headLines(p *layout.Page) []*layout.Segment {
	var out []*layout.Segment
	for _, row := range p.Rows[:min(headLines, len(p.Rows))] {
		out = append(out, row.Segments[0])
	}
	return out
}

// shopAddress gathers the address lines: it starts at the first line that looks
// like a street or town and ends at the first that looks like neither.
func (r *reading) shopAddress(lines []*layout.Segment) []layout.Part {
	var parts []layout.Part
	for _, s := range lines {
		if r.endsShopAddress(s) {
			if len(parts) > 0 {
				break
			}
			continue
		}
		if len(parts) == 0 && !streetLike(s.Words) && !postalLine(s.Words) {
			continue
		}
		parts = append(parts, whole(s))
	}
	return parts
}

func (r *reading) endsShopAddress(s *layout.Segment) bool {
	f := r.found[s]
	if titleLine(s.Words) || len(f.dates) > 0 || len(recognize.Times(s.Words)) > 0 {
		return true
	}
	for _, a := range f.amounts {
		if a.Number.Fraction == 2 {
			return true
		}
	}
	if strings.HasSuffix(s.Words[len(s.Words)-1], ":") {
		return true
	}
	for _, h := range r.starts[s] {
		for _, t := range h.terms {
			switch t.role {
			case rolePhone, roleOtherNumber, roleTaxID, roleReceiptNumber, roleInvoiceNumber, roleIssueDate, roleCustomerID:
				if h.start && t.weight >= 0.7 {
					return true
				}
			}
		}
	}
	text := strings.ToLower(s.Text())
	for _, start := range []string{"company no", "co no", "co. no", "br no", "brn", "gst", "reg", "roc", "tax"} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return strings.Contains(text, "reg") && recognize.CountDigits(text) > 4 || strings.Contains(text, "@") ||
		strings.Contains(text, "www.") || strings.HasPrefix(s.Words[0], "(") && recognize.CountDigits(text) > 4
}

// streetWords are folded words of street and building names.
var streetWords = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq("street st road rd avenue ave lane drive dr blvd boulevard suite floor lot no jalan jln lorong taman " +
		"bandar kampung kg persiaran lebuh rue place allee chemin calle avenida plaza via viale piazza corso strasse str weg platz " +
		"gasse straat laan plein kade rua praca ul ulica aleja unit level block blk plot bldg building mall center centre park square highway hwy") {
		m[w] = true
	}
	return m
}()

// streetLike reports whether the words look like a street, building or lot.
func streetLike(words []string) bool {
	if len(words) > 12 {
		return false
	}
	digits, street, comma := false, false, false
	for _, w := range words {
		f := recognize.Fold(w)
		digits = digits || recognize.CountDigits(w) > 0
		comma = comma || strings.Contains(w, ",")
		for part := range strings.FieldsSeq(f) {
			street = street || streetWords[part] || strings.HasSuffix(part, "strasse") || strings.HasSuffix(part, "straat") || strings.HasSuffix(part, "weg")
		}
	}
	return street && (digits || comma) || digits && comma || street && len(words) > 1
}

// settleByCash strengthens totals that cash less change, or a rounding, confirm.
func (r *reading) settleByCash(m *market, totals []sum) []sum {
	cash, change := r.single(m, roleCash), r.single(m, roleChange)
	var paid decimal.Decimal
	if cash != nil {
		paid = cash.amount
		if change != nil {
			paid = paid.Sub(change.amount.Abs())
		}
	}
	rounding := r.single(m, roleRounding)
	for i := range totals {
		t := &totals[i]
		if cash != nil && t.amount.Equal(paid) {
			t.z += 1.5
		}
		if rounding != nil && !rounding.amount.IsZero() && hasAmount(totals, t.amount.Sub(rounding.amount)) {
			t.z++
		}
	}
	totals = r.rounded(totals, rounding)
	if cash != nil && paid.IsPositive() && !hasAmount(totals, paid) && (change != nil || len(totals) == 0) {
		if c, ok := r.printed(paid); ok {
			totals = append(totals, sum{amount: paid, z: 1, links: []link{{value: c}}})
		}
	}
	return totals
}

// rounded adds the amounts that a printed rounding makes of a total, if they
// are on the page.
func (r *reading) rounded(totals []sum, rounding *sum) []sum {
	if rounding == nil || rounding.amount.IsZero() || cents(rounding.amount) > 5 {
		return totals
	}
	for _, t := range totals {
		v := t.amount.Add(rounding.amount)
		if hasAmount(totals, v) {
			continue
		}
		if c, ok := r.printed(v); ok {
			totals = append(totals, sum{amount: v, z: t.z + 1, links: []link{{value: c}}})
		}
	}
	return totals
}

func hasAmount(all []sum, v decimal.Decimal) bool {
	return slices.ContainsFunc(all, func(s sum) bool { return s.amount.Equal(v) })
}

// printed finds an amount of the given value on the page.
func (r *reading) printed(v decimal.Decimal) (candidate, bool) {
	for _, s := range r.lay.Segments {
		for _, c := range r.moneyOutsideItems(s) {
			if r.amount(c).Value(r.style).Equal(v) {
				return c, true
			}
		}
	}
	return candidate{}, false
}

// putPayments stores how a receipt was paid.
func (r *reading) putPayments(set *Set) {
	m := r.trade(r.amountValues, roleCash, roleTip, roleTotal)
	r.putBestAmount(set, m, roleTip, "tip")
	for _, l := range m.links[roleCash] {
		if sigmoid(l.z) < 0.6 || len(set.Lists["payments"]) >= 4 {
			continue
		}
		a := r.amount(l.value)
		row := Row{
			"method": cite(strings.ToLower(l.hit.phrase), l.hit.seg, l.hit.first, l.hit.last, sigmoid(l.z)),
			"amount": cite(a.Money(r.style, r.currency), l.value.seg, l.value.first, l.value.last, sigmoid(l.z)),
		}
		set.Lists["payments"] = append(set.Lists["payments"], row)
	}
}

func (r *reading) putBestAmount(set *Set, m *market, want role, name string) {
	if l, ok := m.best(want); ok && sigmoid(l.z) > 0.6 {
		a := r.amount(l.value)
		set.put(name, cite(a.Money(r.style, r.currency), l.value.seg, l.value.first, l.value.last, sigmoid(l.z)))
	}
}

// plainItems reads the items of a receipt without a table header: rows of text
// that end in an amount, above the first sum.
func (r *reading) plainItems() []*item {
	var items []*item
	for _, p := range r.lay.Pages {
		for _, row := range p.Rows {
			if r.sumRow(row) && len(items) > 0 {
				return items
			}
			if it := r.plainItem(p, row); it != nil {
				items = append(items, it)
				r.items[row] = true
			}
		}
	}
	return items
}

// plainItem reads one row; a whole number in front is the quantity.
func (r *reading) plainItem(p *layout.Page, row *layout.Row) *item {
	last := row.Segments[len(row.Segments)-1]
	amounts := r.found[last].amounts
	if len(amounts) == 0 || r.labelledSum(row) {
		return nil
	}
	a := amounts[len(amounts)-1]
	if a.Percent || a.Number.Fraction != 2 || a.Last < len(last.Words)-2 {
		return nil
	}
	it := &item{cells: map[layout.Column][]layout.Part{}, page: p, rows: []*layout.Row{row}, bottom: row.Box.Y1}
	it.cells[layout.ColumnAmount] = []layout.Part{{Segment: last, First: a.First, Last: a.Last}}
	for _, s := range row.Segments {
		end := len(s.Words) - 1
		if s == last {
			end = a.First - 1
		}
		first := 0
		if s.Column == 0 && end > 0 && allDigitsWord(s.Words[0]) && len(s.Words[0]) <= 2 {
			it.cells[layout.ColumnQuantity] = []layout.Part{{Segment: s, First: 0, Last: 0}}
			first = 1
		}
		if end >= first && hasLetters(s.Words[first:end+1]) {
			it.text = append(it.text, layout.Part{Segment: s, First: first, Last: end})
		}
	}
	if len(it.text) == 0 {
		return nil
	}
	return it
}

// labelledSum reports whether a label of a sum, payment or date opens the row.
func (r *reading) labelledSum(row *layout.Row) bool {
	for _, s := range row.Segments {
		for _, h := range r.starts[s] {
			if !h.start {
				continue
			}
			for _, t := range h.terms {
				switch t.role {
				case roleIssueDate, roleCash, roleChange, roleRounding, roleOtherAmount, roleDiscount, roleTip, roleSubtotal,
					roleTotal, roleTax, roleTaxTotal, roleAmountDue, roleAmountPaid, roleReceiptNumber:
					return true
				}
			}
		}
		if len(r.found[s].dates) > 0 {
			return true
		}
	}
	return false
}

func hasLetters(words []string) bool {
	n := 0
	for _, w := range words {
		for _, c := range recognize.Fold(w) {
			if c < '0' || c > '9' {
				n++
			}
		}
	}
	return n >= 2
}
