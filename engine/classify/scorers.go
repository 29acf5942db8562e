package classify

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"sync"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/result"
)

//go:embed kinds.json
var kindsJSON []byte

// Trained returns the scorers that are part of the program; package train makes
// them.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValue(func() Scorers {
	s, err := ParseScorers(kindsJSON)
	if err != nil {
		return nil // a test proves that the embedded file is good
	}
	return s
})

// Scorers hold, for each type, what tells its documents from all others.
// Without any, documents are classified by votes.
type Scorers map[result.DocumentType]*boost.Ensemble

// Kinds are the types that scorers are trained for.
func Kinds() []result.DocumentType {
	all := kinds()
	return append(all[:], result.TypeGeneric)
}

// ParseScorers reads scorers that were written as JSON.
func ParseScorers(data []byte) (Scorers, error) {
	var raw map[result.DocumentType]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("classify: %w", err)
	}
	s := Scorers{}
	for _, kind := range Kinds() {
		e, err := boost.ParseOf(raw[kind], len(Features()))
		if err != nil {
			return nil, fmt.Errorf("classify: %s: %w", kind, err)
		}
		s[kind] = e
	}
	return s, nil
}

// leastCertain is what a type other than generic has to reach: a wrong type
// loses more than none.
const leastCertain = 0.55

// votesPart is the weight of the votes beside that of the trained scorers, which
// have seen more layouts but know fewer kinds of documents: what resembles an
// invoice by its shape alone is none.
const votesPart = 0.5

// Classify returns the type of a document.
func (s Scorers) Classify(doc *annotate.Document) Verdict {
	lay := doc.Layout
	if len(s) == 0 || len(lay.Pages) == 0 || lay.Pages[0].Nominal {
		return ByVotes(lay) // the scorers have seen displayed pages only
	}
	x, shares := Observe(doc), voteShares(lay)
	best, sum := Verdict{Type: result.TypeGeneric}, 0.0
	for _, kind := range Kinds() {
		p := math.Pow(boost.Probability(s[kind].Margin(x)), 1-votesPart) * math.Pow(shares[kind], votesPart)
		sum += p
		if p > best.Certainty {
			best = Verdict{kind, p}
		}
	}
	best.Certainty /= max(sum, 1e-9)
	if best.Certainty < leastCertain && best.Type != result.TypeGeneric {
		return Verdict{result.TypeGeneric, 1 - best.Certainty}
	}
	return best
}
