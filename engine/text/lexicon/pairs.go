package lexicon

// pairing returns a role to any head next to any mark, in either order: "invoice number", "numéro facture". Pairs
// across languages are harmless.
type pairing struct {
	role         Role
	heads, marks []string // groups of pairs.txt
}

// pairings are the labels made of two halves, in the order of roles.
func pairings() []pairing {
	sums := []string{"sum", "document"}
	number := []string{"number", "identifier"}
	return []pairing{
		{InvoiceNumber, []string{"invoiceNumber"}, number},
		{IssueDate, []string{"document", "issueDate"}, []string{"date"}},
		{DueDate, []string{"dueDate"}, []string{"date", "deadline"}},
		{OrderNumber, []string{"purchaseOrderNumber"}, number},
		{CustomerID, []string{"customerId"}, number},
		{TaxID, []string{"vat", "taxId"}, []string{"number", "taxIdMark"}},
		{Subtotal, sums, []string{"net"}},
		{TaxTotal, []string{"sum"}, []string{"vat", "tax"}},
		{Total, sums, []string{"gross"}},
		{Total, []string{"plainSum"}, []string{"document"}},
	}
}

// half is one half of labels. Its bits number the pairings that it is a head or a mark of.
type half struct {
	text         string // folded
	heads, marks uint16
}

// with returns the pairings that two halves form in either order.
func (h half) with(o half) uint16 { return h.heads&o.marks | h.marks&o.heads }

// pairs are the labels made of two halves. They are computed on lookup, because there are far more of them than
// halves.
type pairs struct {
	all            []half
	halves         table   // numbers in all
	joined         table   // by the letters without spaces: numbers in sharing
	sharing        [][]int // numbers in all
	opening        table   // words of the longest half that opens with a word
	maxWords       int     // words of the longest half
	maxPhraseWords int     // letters of the longest half without spaces
	roles          []Role  // by the number of the pairing
}

func readPairs(r *indexReader) *pairs {
	p := &pairs{all: readList(r, r.half), halves: r.table(), joined: r.table()}
	p.sharing = readList(r, func() []int { return readList(r, r.readNumber) })
	p.opening, p.maxWords, p.maxPhraseWords = r.table(), r.readNumber(), r.readNumber()
	for _, pairing := range pairings() {
		p.roles = append(p.roles, pairing.role)
	}
	return p
}

// spaced returns the pairings that the first n words of a run form.
func (p *pairs) spaced(r *run, n int) uint16 {
	found := uint16(0)
	for i := max(1, n-p.maxWords); i <= min(p.maxWords, n-1); i++ {
		a, ok := p.halves.find(r.first(i))
		if !ok {
			continue
		}
		if b, ok := p.halves.find(r.from(i, n)); ok {
			found |= p.all[a].with(p.all[b])
		}
	}
	return found
}

// together returns the pairings of a word made of two joined halves, without pairs whose spaced form is listed.
func (p *pairs) together(word string, written func(phrase string) bool) uint16 {
	if len(word) < minJoinedLetters || len(word) > 2*p.maxPhraseWords {
		return 0
	}
	found := uint16(0)
	for i := max(1, len(word)-p.maxPhraseWords); i <= min(p.maxPhraseWords, len(word)-1); i++ {
		heads, ok := p.joined.find(word[:i])
		if !ok {
			continue
		}
		if marks, ok := p.joined.find(word[i:]); ok {
			found |= p.unlistedPairs(p.sharing[heads], p.sharing[marks], written)
		}
	}
	return found
}

// unlistedPairs returns the pairings of adjacent halves that are not listed.
func (p *pairs) unlistedPairs(first, second []int, written func(phrase string) bool) (found uint16) {
	for _, i := range first {
		for _, j := range second {
			a, b := p.all[i], p.all[j]
			if bits := a.with(b); bits&^found != 0 && !written(a.text+" "+b.text) {
				found |= bits
			}
		}
	}
	return found
}

func (p *pairs) terms(found uint16) []Term {
	var all []Term
	for i := 0; found != 0; i, found = i+1, found>>1 {
		if found&1 != 0 && !announces(all, p.roles[i]) {
			all = append(all, Term{p.roles[i], 1})
		}
	}
	return all
}

func (p *pairs) each(visit func(phrase string)) {
	for _, a := range p.all {
		if a.heads == 0 {
			continue
		}
		for _, b := range p.all {
			if a.heads&b.marks == 0 {
				continue
			}
			for _, phrase := range []string{a.text + " " + b.text, b.text + " " + a.text} {
				visit(phrase)
				if joined, ok := join(phrase); ok {
					visit(joined)
				}
			}
		}
	}
}
