package lexicon

import (
	"cmp"
	"slices"
	"strings"
)

// labelIndex is an index of labels in the making.
type labelIndex struct{ *phraseMap[Term] }

// buildLabels makes the labels of all documents, sorted.
func buildLabels(p *pairs) *phraseMap[Term] {
	x := labelsOf("labels")
	x.completeJoined(p)
	x.sort()
	return x.phraseMap
}

// buildStatementLabels makes those of statements, sorted.
func buildStatementLabels() *phraseMap[Term] {
	x := labelsOf("statements")
	x.sort()
	return x.phraseMap
}

// labelsOf reads the labels of a kind of file. What is written has its own weight; a
// joined form that is not, the greatest of those that join to it.
func labelsOf(kind string) labelIndex {
	x := labelIndex{newPhraseMap[Term]()}
	each(kind, func(_ string, g Group) {
		for _, p := range g.Phrases {
			x.put(Fold(p), Term{Role(g.Name), g.Weight})
		}
	})
	joined := labelIndex{newPhraseMap[Term]()}
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

// completeJoined adds, to labels of one word, what it announces as two halves run
// together.
func (x labelIndex) completeJoined(p *pairs) {
	written := func(phrase string) bool { return x.entries[phrase] != nil }
	for word, known := range x.entries {
		if strings.IndexByte(word, ' ') >= 0 {
			continue
		}
		for _, t := range p.terms(p.together(word, written)) {
			if !announces(known, t.Role) {
				known = append(known[:len(known):len(known)], t)
				x.entries[word] = known
			}
		}
	}
}
