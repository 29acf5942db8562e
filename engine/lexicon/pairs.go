package lexicon

import (
	"maps"
	"slices"
)

// pairing announces a role by any head beside any mark, in either order:
// "invoice number", "numéro facture". A pairing across languages does no harm.
type pairing struct {
	role         Role
	heads, marks []string // groups of pairs.txt
}

// pairings are the labels that are made of two halves.
func pairings() []pairing {
	sums := []string{"sum", "document"}
	number := []string{"number", "identifier"}
	return []pairing{
		{InvoiceNumber, []string{"invoiceNumber"}, number},
		{OrderNumber, []string{"purchaseOrderNumber"}, number},
		{CustomerID, []string{"customerId"}, number},
		{TaxID, []string{"vat", "taxId"}, []string{"number", "taxIdMark"}},
		{IssueDate, []string{"document", "issueDate"}, []string{"date"}},
		{DueDate, []string{"dueDate"}, []string{"date", "deadline"}},
		{Subtotal, sums, []string{"net"}},
		{Total, sums, []string{"gross"}},
		{Total, []string{"plainSum"}, []string{"document"}},
		{TaxTotal, []string{"sum"}, []string{"vat", "tax"}},
	}
}

// addPairs adds the labels of two halves. A phrase that is written down itself
// is left as it is.
func (x labelIndex) addPairs() {
	halves := map[string][]string{}
	each("pairs", func(_ string, g Group) {
		for _, p := range g.Phrases {
			if half := Fold(p); !slices.Contains(halves[g.Name], half) {
				halves[g.Name] = append(halves[g.Name], half)
			}
		}
	})
	of := func(names []string) (all []string) {
		for _, n := range names {
			all = append(all, halves[n]...)
		}
		return all
	}
	written := maps.Clone(x.entries)
	add := func(phrase string, t Term) {
		if _, ok := written[phrase]; ok {
			return
		}
		x.put(phrase, t)
		x.putJoined(phrase, []Term{t}, written)
	}
	for _, p := range pairings() {
		marks := of(p.marks)
		for _, head := range of(p.heads) {
			for _, mark := range marks {
				add(head+" "+mark, Term{p.role, 1})
				add(mark+" "+head, Term{p.role, 1})
			}
		}
	}
}
