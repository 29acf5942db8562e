package lexicon

import (
	"slices"
	"strings"
	"sync"
)

// Term is one meaning of a label: a role and its weight, above 0 and at most 1.
type Term struct {
	Role   Role
	Weight float64
}

// Labels returns the labels of all documents.
func Labels() *LabelPhrases { return labels() }

// StatementLabels returns labels that only bank statements have. Many are too plain ("Name", "Konto", "from") to be
// labels on other documents, so they are separate.
func StatementLabels() *Phrases[Term] { return statementLabels() }

// Both are read once and then not changed.
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

// minJoinedLetters is the minimum length of a phrase that is also recognized if text recognition runs its words
// together.
const minJoinedLetters = 6

func join(phrase string) (string, bool) {
	if len(phrase) <= minJoinedLetters || strings.IndexByte(phrase, ' ') < 0 {
		return "", false
	}
	joined := strings.ReplaceAll(phrase, " ", "")
	return joined, len(joined) >= minJoinedLetters
}

func announces(terms []Term, r Role) bool {
	return slices.ContainsFunc(terms, func(t Term) bool { return t.Role == r })
}
