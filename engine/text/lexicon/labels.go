package lexicon

import (
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

// Both are read once, then not changed.
//
//nolint:gochecknoglobals // see above
var (
	labels = sync.OnceValue(func() *LabelPhrases {
		r := section(sectionLabels)
		return &LabelPhrases{readPhrases(r, r.term), readPairs(section(sectionPairs))}
	})
	statementLabels = sync.OnceValue(func() *Phrases[Term] {
		r := section(sectionStatements)
		return readPhrases(r, r.term)
	})
)

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
