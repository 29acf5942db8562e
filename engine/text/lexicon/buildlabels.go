package lexicon

import (
	"cmp"
	"slices"
	"strings"
)

type labelIndex struct{ *phraseMap[Term] }

func buildLabels(p *pairs) *phraseMap[Term] {
	x := labelsOf("labels")
	x.completeJoined(p)
	x.sort()
	return x.phraseMap
}

func buildStatementLabels() *phraseMap[Term] {
	x := labelsOf("statements")
	x.sort()
	return x.phraseMap
}

// labelsOf reads the labels of a kind of file. A listed phrase keeps its weight. An unlisted joined form gets the
// greatest weight of the phrases that join to it.
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

// put adds a term unless the phrase already has the role with at least this weight.
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

// sort orders the terms of each phrase by weight, then by role. An invoice's meaning precedes that of a receipt or
// service period with the same phrase: "Beleg-Nr.", "vom".
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

// completeJoined adds to one-word labels the terms of the two halves that join to the word.
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
