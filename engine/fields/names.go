package fields

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
)

// nameLike reports whether the words can be the name of a company or person:
// short, mostly letters, no title, no sentence.
func nameLike(words []string) bool {
	if len(words) == 0 || len(words) > 9 || titleLine(words) {
		return false
	}
	text := strings.Join(words, " ")
	if len(words) == 1 && recognize.CountDigits(text) >= 3 || len(words[0]) >= 4 && allDigitsWord(words[0]) {
		return false
	}
	if strings.Contains(text, " : ") || proseLike(words) || endsInHouseNumber(words) {
		return false
	}
	letters, digits := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	if letters < 2 || digits > letters || len(text) > 80 || strings.HasSuffix(text, ":") {
		return false
	}
	if len(recognize.Emails(words))+len(recognize.URLs(words))+len(recognize.Dates(words)) > 0 {
		return false
	}
	return !postalLine(words)
}

// proseLike reports whether most of several words start in lower case.
func proseLike(words []string) bool {
	if len(words) < 3 {
		return false
	}
	lower := 0
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "(\"'")); unicode.IsLower(r) {
			lower++
		}
	}
	return 2*lower > len(words)
}

// endsInHouseNumber tells a street: "Musterweg 12a".
func endsInHouseNumber(words []string) bool {
	last := strings.TrimRight(words[len(words)-1], ".,")
	return len(words) >= 2 && len(words) <= 4 && len(last) <= 5 && last[:min(1, len(last))] >= "0" && last[:min(1, len(last))] <= "9" &&
		recognize.CountDigits(last) >= len(last)-1
}

// titles are folded words that name a document or its parts, not a party.
var titles = func() map[string]bool {
	m := map[string]bool{}
	for _, t := range strings.Split("invoice|tax invoice|rechnung|facture|factura|fattura|factuur|fatura|faktura|faktura vat|receipt|"+
		"credit note|gutschrift|avoir|purchase order|bestellung|order|bon de commande|pedido|ordine|bestelling|statement|kopie factuur|"+
		"cash receipt|sales receipt|official receipt|payment receipt|invoice summary|quittung|kassenbon|ticket|recibo|scontrino|paragon fiskalny|"+
		"original|copy|duplicate|kopie|copie|duplicata|welcome|thank you|cash bill|cash sales|tax|page|seite|date|bill|bank statement|"+
		"kontoauszug|simplified tax invoice|gst invoice|commercial invoice|pro forma invoice|proforma invoice|handelsrechnung|inhalt|name|anschrift|address|"+
		"hotel details|details|description|total|subtotal|sold to|guest check|dine in|take away|takeaway|reprint|invoice copy|order confirmation|"+
		"auftragsbestatigung|lieferschein|angebot|mahnung|receipt invoice|nota de credito|nota di credito|creditnota|nota|"+
		"credit memo|deutschland|germany|france|united states|nederland|espana|italia|polska|portugal|united kingdom|de|fr|us|es|it|nl|pl|pt|gb", "|") {
		m[t] = true
	}
	return m
}()

// titleLine reports whether the words are a document's title or page mark.
func titleLine(words []string) bool {
	return titles[strings.TrimRight(strings.Join(recognize.FoldWords(strings.Join(words, " ")), " "), " 0123456789")]
}

// putParties chooses vendor and customer and stores their names and addresses.
func (r *reading) putParties(set *Set) {
	all := r.parties()
	customer := r.chooseCustomer(all)
	name := r.labelledCustomer(customer)
	known := name.Value
	if known == "" && customer != nil {
		known = customer.nameText()
	}
	vendor := r.chooseVendor(all, customer, known)
	if vendor == nil && customer != nil && customer.side == sideUnknown {
		vendor, customer = customer, nil // the only party on a page is its author
	}
	if customer != nil {
		r.putParty(set, "customer", customer)
	}
	set.put("customerName", name)
	if vendor != nil {
		r.putParty(set, "vendor", vendor)
	}
	for _, p := range all {
		if p.side == sideShipping && len(p.address) > 0 {
			set.put("shippingAddress", citeParts(addressText(p.address), p.address, ", ", sigmoid(p.score)))
			break
		}
	}
}

// labelledCustomer gives the name behind a label such as "Customer name:"; a
// block under a heading of its own is left only for a strong label.
func (r *reading) labelledCustomer(customer *party) Value {
	l, ok := r.trade(r.textValues, roleCustomerName).best(roleCustomerName)
	if !ok || customer != nil && customer.heading != nil && l.z <= 2 {
		return Value{}
	}
	return l.asValue()
}

func (r *reading) putParty(set *Set, prefix string, p *party) {
	score := sigmoid(p.score)
	set.put(prefix+"Name", citeParts(p.nameText(), p.name, " ", score))
	if len(p.address) > 0 {
		set.put(prefix+"Address", citeParts(addressText(p.address), p.address, ", ", score))
	}
}

// textValues gives the rest of a segment as free text.
func (r *reading) textValues(s *layout.Segment) []candidate {
	first := 0
	if h := r.starts[s]; len(h) > 0 && h[0].start {
		first = h[0].last + 1
	}
	if first >= len(s.Words) || !nameLike(s.Words[first:]) {
		return nil
	}
	last := len(s.Words) - 1
	return []candidate{{seg: s, first: first, last: last, text: strings.Trim(strings.Join(s.Words[first:last+1], " "), " ,;")}}
}

// chooseCustomer prefers a block under a customer's heading; without one the
// first address block on the upper half of the first page that is no vendor's.
func (r *reading) chooseCustomer(all []*party) *party {
	var top *party
	score := 0.4
	for _, p := range all {
		z := 0.0
		switch p.side {
		case sideCustomer:
			z = 3
		case sideUnknown:
			first := p.name[0].Segment
			if first.Page.Number > 1 || first.RelativeY() > 0.5 {
				continue
			}
			z = 1 - 0.8*first.Box.X0/first.Page.Width
			if first.RelativeY() < 0.15 {
				z -= 1 // letterhead
			}
			if near := r.vendorMarks(p); near > 0 || r.sameAsSender(all, p) {
				z -= 1.2
			}
			if slices.ContainsFunc(all, func(o *party) bool { return o.side == sideVendor }) && p.name[0].Segment.Box.X0 > 0.55*first.Page.Width {
				z -= 0.5
			}
			if r.domainMatches(recognize.Compact(p.nameText())) {
				z -= 1.5
			}
		case sideVendor, sideShipping, sideOther:
			continue
		}
		if len(p.address) > 0 {
			z += 0.8
		}
		if z > score {
			top, score = p, z
		}
	}
	if top != nil {
		top.score = min(top.score, score) + 0.3
	}
	return top
}

func (r *reading) sameAsSender(all []*party, p *party) bool {
	name := recognize.Compact(p.nameText())
	return slices.ContainsFunc(all, func(o *party) bool {
		return o != p && o.side == sideVendor && recognize.Compact(o.nameText()) == name
	})
}

// vendorMarks counts what stands in a vendor's own block and not in a
// customer's: web and mail addresses, telephone, tax and bank numbers.
func (r *reading) vendorMarks(p *party) int {
	last := p.name[0].Segment
	if n := len(p.address); n > 0 {
		last = p.address[n-1].Segment
	}
	marks := 0
	for range 5 {
		last = last.NextInBlock()
		if last == nil {
			break
		}
		f := r.found[last]
		if len(f.vats)+len(f.ibans)+len(recognize.Emails(last.Words))+len(recognize.URLs(last.Words)) > 0 {
			marks++
		}
		for _, h := range r.starts[last] {
			if _, ok := h.as(rolePhone); ok {
				marks++
				break
			}
		}
	}
	return marks
}

// chooseVendor weighs labelled blocks, senders' lines, company names and the
// top of the page against each other.
func (r *reading) chooseVendor(all []*party, customer *party, customerName string) *party {
	other := recognize.Compact(customerName)
	candidates := slices.Concat(all, r.companyNames(), r.topLines())
	text := r.compactText()
	var top *party
	for _, p := range candidates {
		if p == customer || p.side == sideCustomer || p.side == sideShipping || p.side == sideOther {
			continue
		}
		name := recognize.Compact(p.nameText())
		if name == "" || sharesFirstWord(name, other) || r.insideOf(p, customer) {
			continue
		}
		p.score += r.vendorOdds(p, name, text)
		if top == nil || p.score > top.score {
			top = p
		}
	}
	if top == nil {
		return nil
	}
	if len(top.address) == 0 {
		top.address = addressOf(all, top)
	}
	if full := fullName(candidates, top); full != nil {
		top.name = full.name
	}
	return top
}

// fullName gives a longer form of the name with its legal form, if the page
// shows one.
func fullName(candidates []*party, p *party) *party {
	if hasLegalForm(strings.Fields(p.nameText())) {
		return nil
	}
	name := recognize.Compact(p.nameText())
	for _, o := range candidates {
		long := recognize.Compact(o.nameText())
		if len(name) >= 4 && len(long) > len(name) && strings.HasPrefix(long, name) && hasLegalForm(strings.Fields(o.nameText())) {
			return o
		}
	}
	return nil
}

// sharesFirstWord reports whether two compact names are the same or start alike.
func sharesFirstWord(name, other string) bool {
	n := min(len(name), len(other), 9)
	return other != "" && (name == other || n >= 7 && name[:n] == other[:n])
}

// addressOf borrows the address of another block with the same name.
func addressOf(all []*party, p *party) []layout.Part {
	name := recognize.Compact(p.nameText())
	for _, o := range all {
		if len(o.address) > 0 && recognize.Compact(o.nameText()) == name {
			return o.address
		}
	}
	return nil
}

func (r *reading) insideOf(p, customer *party) bool {
	if customer == nil {
		return false
	}
	s := p.name[0].Segment
	inside := func(parts []layout.Part) bool {
		return slices.ContainsFunc(parts, func(q layout.Part) bool { return q.Segment == s })
	}
	return inside(customer.name) || inside(customer.address)
}

// vendorOdds are the log-odds that a name is the vendor's.
func (r *reading) vendorOdds(p *party, name, text string) float64 {
	s := p.name[0].Segment
	z := 0.0
	if p.side == sideVendor {
		z++
	}
	if hasLegalForm(s.Words[p.name[0].First : p.name[0].Last+1]) {
		z++
	}
	if len(p.address) > 0 {
		z += 0.7
	}
	z += 0.4 * float64(min(3, strings.Count(text, name)-1))
	if p.side == sideUnknown {
		z += 0.5 * float64(min(2, r.vendorMarks(p)))
		z += 0.8 * (0.5 - s.RelativeY())
		if s.RelativeY() < 0.12 && s.Page.Number == 1 {
			z += 0.5 // letterhead
		}
	}
	if s.Page.Number > 1 {
		z -= 0.8
	}
	if r.domainMatches(name) {
		z++
	}
	return z
}

// compactText is the whole document folded without spaces.
func (r *reading) compactText() string {
	var sb strings.Builder
	for _, s := range r.lay.Segments {
		words, _ := s.Folded()
		for _, w := range words {
			sb.WriteString(w)
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

// domainMatches reports whether a mail or web address holds the name's first
// long word.
func (r *reading) domainMatches(name string) bool {
	if len(name) < 4 {
		return false
	}
	key := name[:min(len(name), 6)]
	for _, s := range r.lay.Segments {
		for _, w := range s.Words {
			if !strings.ContainsAny(w, "@") && !strings.Contains(w, "www.") {
				continue
			}
			if strings.Contains(recognize.Compact(w), key) {
				return true
			}
		}
	}
	return false
}

// companyNames are the segments that end in a legal form.
func (r *reading) companyNames() []*party {
	var out []*party
	for _, s := range r.lay.Segments {
		if s.Page.Number > 2 || r.items[s.Page.Rows[s.Row]] || !nameLike(s.Words) || !hasLegalForm(s.Words) || r.labelled(s) {
			continue
		}
		out = append(out, &party{name: []layout.Part{whole(s)}, score: -0.3, address: r.addressUnder(s, 0)})
	}
	for _, l := range r.trade(r.textValues, roleHolder).links[roleHolder] {
		out = append(out, &party{name: []layout.Part{{Segment: l.value.seg, First: l.value.first, Last: l.value.last}}, score: 0.2})
	}
	return out
}

// topLines are the first few lines of the first page; the larger the letters
// the better.
func (r *reading) topLines() []*party {
	if len(r.lay.Pages) == 0 {
		return nil
	}
	page := r.lay.Pages[0]
	height := typicalHeight(page)
	var out []*party
	for _, row := range page.Rows[:min(6, len(page.Rows))] {
		for _, s := range row.Segments {
			if !nameLike(s.Words) || r.labelled(s) || len(s.Words) > 6 {
				continue
			}
			p := &party{name: []layout.Part{whole(s)}, score: -0.9 - 0.15*float64(s.Row)}
			if s.Height() > 1.25*height {
				p.score += 0.7
			}
			p.address = r.addressUnder(s, 0)
			out = append(out, p)
		}
	}
	return out
}

// typicalHeight is the median height of a page's segments.
func typicalHeight(p *layout.Page) float64 {
	var all []float64
	for _, row := range p.Rows {
		for _, s := range row.Segments {
			all = append(all, s.Height())
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}
