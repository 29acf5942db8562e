package classify

import (
	"cmp"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/result"
)

// Ranking is what the words and the shape of a document say of its type, before
// anything is read from it.
type Ranking struct {
	// Types are all types with the probability of each, the most probable first;
	// the probabilities add up to one.
	Types []Verdict
	// OtherKind are the votes of phrases that name a document of none of the
	// types, 0 to 5: what is titled as an offer or has an offer's number asks for
	// no money, whatever sums it holds.
	OtherKind float64
	// Titled is the type that a title of the page names, "" for none.
	Titled result.DocumentType
}

// leastCertain is what a type other than generic has to reach: a wrong type
// loses more than none.
const leastCertain = 0.55

// Verdict returns the type to take where nothing but the ranking is known.
func (r Ranking) Verdict() Verdict {
	if len(r.Types) == 0 {
		return Verdict{Type: result.TypeGeneric, Certainty: 1}
	}
	if best := r.Types[0]; best.Certainty >= leastCertain || best.Type == result.TypeGeneric {
		return best
	}
	return Verdict{result.TypeGeneric, 1 - r.Types[0].Certainty}
}

// votesPart is the weight of the votes beside that of the trained scorers, which
// have seen more layouts but know fewer kinds of documents: what resembles an
// invoice by its shape alone is none.
const votesPart = 0.5

// titleOdds returns the log-odds of the type that a title names. A title says
// what a document is; the words of other types around it say what it refers to.
// "Invoice" alone says less: tills print it too, and names of others contain it.
func titleOdds(kind result.DocumentType) float64 {
	if kind == result.TypeInvoice {
		return 2.5
	}
	return 3.5
}

// Rank ranks the types of a document, by the scorers that are part of the
// program.
func Rank(doc *annotate.Document) Ranking { return Trained().Rank(doc) }

// Classify returns the type of a document.
func (s Scorers) Classify(doc *annotate.Document) Verdict { return s.Rank(doc).Verdict() }

// Rank ranks the types of a document.
func (s Scorers) Rank(doc *annotate.Document) Ranking {
	lay := doc.Layout
	shares := voteShares(lay)
	named := titled(lay)
	var x []float32
	if len(s) > 0 && len(lay.Pages) > 0 && !lay.Pages[0].Nominal {
		x = Observe(doc) // the scorers have seen displayed pages only
	}
	r, sum := Ranking{OtherKind: otherKind(lay, named), Titled: named}, 0.0
	for _, kind := range Kinds() {
		p := shares[kind]
		if x != nil {
			p = math.Pow(boost.Probability(s[kind].Margin(x)), 1-votesPart) * math.Pow(p, votesPart)
		}
		if kind == named {
			p *= math.Exp(titleOdds(kind))
		}
		r.Types, sum = append(r.Types, Verdict{kind, p}), sum+p
	}
	for i := range r.Types {
		r.Types[i].Certainty /= max(sum, math.SmallestNonzeroFloat64)
	}
	slices.SortStableFunc(r.Types, func(a, b Verdict) int { return cmp.Compare(b.Certainty, a.Certainty) })
	return r
}
