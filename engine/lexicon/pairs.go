package lexicon

import (
	"slices"
	"strings"
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

// mostPairs is about how many labels the pairings make.
const mostPairs = 24000

// addPairs adds the labels of two halves. A phrase that is written down itself
// is left as it is.
func (x labelIndex) addPairs() {
	halves := halves()
	written := x.entries
	made := make(map[string][]Term, mostPairs)
	for _, p := range pairings() {
		terms := []Term{{p.role, 1}}
		add := func(phrase string) {
			if written[phrase] != nil {
				return
			}
			addRole(made, phrase, terms)
			if joined, ok := join(phrase); ok && !announces(written[joined], p.role) {
				addRole(made, joined, terms)
			}
		}
		heads, marks := all(halves, p.heads), all(halves, p.marks)
		x.most = max(x.most, mostWords(heads)+mostWords(marks))
		for _, head := range heads {
			for _, mark := range marks {
				add(head + " " + mark)
				add(mark + " " + head)
			}
		}
	}
	for phrase, terms := range written {
		made[phrase] = append(terms[:len(terms):len(terms)], made[phrase]...)
	}
	x.entries = made
}

// addRole adds one term to those of a phrase; phrases of one role share the slice.
func addRole(index map[string][]Term, phrase string, term []Term) {
	known := index[phrase]
	switch {
	case known == nil:
		index[phrase] = term
	case !announces(known, term[0].Role):
		index[phrase] = append(known[:len(known):len(known)], term...)
	}
}

// halves reads the heads and marks by the name of their group.
func halves() map[string][]string {
	read := map[string][]string{}
	each("pairs", func(_ string, g Group) {
		for _, p := range g.Phrases {
			if half := Fold(p); !slices.Contains(read[g.Name], half) {
				read[g.Name] = append(read[g.Name], half)
			}
		}
	})
	return read
}

func all(halves map[string][]string, names []string) []string {
	var phrases []string
	for _, n := range names {
		phrases = append(phrases, halves[n]...)
	}
	return phrases
}

// mostWords is the number of words of the longest phrase.
func mostWords(phrases []string) int {
	most := 0
	for _, p := range phrases {
		most = max(most, strings.Count(p, " ")+1)
	}
	return most
}
