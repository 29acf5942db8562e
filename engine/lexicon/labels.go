package lexicon

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Term is one meaning of a label: a role, and how strongly the label announces
// it, above 0 and at most 1.
type Term struct {
	Role   Role
	Weight float64
}

// Labels returns the labels of all documents.
func Labels() *LabelPhrases { return labels() }

// StatementLabels returns what banks print on statements besides the labels that
// other documents have too. Many are too plain ("Name", "Konto", "from") to be
// labels anywhere else, which is why they stand apart.
func StatementLabels() *Phrases[Term] { return statementLabels() }

// Both are built once, then only read.
//
//nolint:gochecknoglobals // see above
var (
	labels = sync.OnceValue(func() *LabelPhrases {
		x := labelsOf("labels", 4000)
		p := &LabelPhrases{x.Phrases, readPairs()}
		p.completeJoined()
		x.sort()
		return p
	})
	statementLabels = sync.OnceValue(func() *Phrases[Term] {
		x := labelsOf("statements", 1000)
		x.sort()
		return x.Phrases
	})
)

// labelIndex is an index of labels in the making.
type labelIndex struct{ *Phrases[Term] }

// labelsOf reads the labels of a kind of file into an index with room for so many.
// What is written has its own weight; a joined form that is not, the greatest of
// those that join to it.
func labelsOf(kind string, room int) labelIndex {
	x := labelIndex{newPhrases[Term](room)}
	each(kind, func(_ string, g Group) {
		for _, p := range g.Phrases {
			x.put(Fold(p), Term{Role(g.Name), g.Weight})
		}
	})
	joined := labelIndex{newPhrases[Term](room / 2)}
	for phrase, terms := range x.entries {
		key, ok := join(phrase)
		for _, t := range terms {
			if ok && !announces(x.entries[key], t.Role) {
				joined.put(key, t)
			}
		}
	}
	for phrase, terms := range joined.entries {
		x.entries[phrase] = append(x.entries[phrase], terms...)
		x.opens(phrase)
	}
	return x
}

// put adds a term, unless the phrase announces the role at least as strongly.
func (x labelIndex) put(phrase string, t Term) {
	terms := x.entries[phrase]
	at := slices.IndexFunc(terms, func(o Term) bool { return o.Role == t.Role })
	switch {
	case at < 0:
		x.add(phrase, t)
	case terms[at].Weight < t.Weight:
		terms[at] = t
	}
}

// leastJoined is the length from which the words of a phrase are also known
// when text recognition runs them together.
const leastJoined = 6

// join gives the joined form of a phrase, if it has one.
func join(phrase string) (string, bool) {
	if len(phrase) <= leastJoined || strings.IndexByte(phrase, ' ') < 0 {
		return "", false
	}
	joined := strings.ReplaceAll(phrase, " ", "")
	return joined, len(joined) >= leastJoined
}

func announces(terms []Term, r Role) bool {
	return slices.ContainsFunc(terms, func(t Term) bool { return t.Role == r })
}

// sort brings the terms of each phrase into the order of their strength, then of
// their roles. What a till's paper or a service period shares with an invoice is
// the invoice's first: "Beleg-Nr.", "vom".
func (x labelIndex) sort() {
	rank := map[Role]int{}
	for i, r := range roles() {
		rank[r] = i
	}
	for _, terms := range x.entries {
		if len(terms) < 2 {
			continue
		}
		has := func(roles ...Role) bool {
			return slices.ContainsFunc(terms, func(t Term) bool { return slices.Contains(roles, t.Role) })
		}
		numbered, dated := has(InvoiceNumber, OrderNumber), has(IssueDate)
		last := func(t Term) int {
			if numbered && t.Role == ReceiptNumber || dated && t.Role == PeriodStart {
				return 1
			}
			return 0
		}
		slices.SortFunc(terms, func(a, b Term) int {
			return cmp.Or(last(a)-last(b), cmp.Compare(b.Weight, a.Weight), rank[a.Role]-rank[b.Role])
		})
	}
}
