package classify

import (
	"cmp"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
)

// Ranking is the classification of a document by its words and shape, before fields are extracted.
type Ranking struct {
	// Types are all types with their probabilities, the most probable first. The probabilities add up to one.
	Types []Verdict
	// OtherKind are the votes, from 0 to 5, of phrases that name a document of no type that the scorers know. For
	// example, an offer contains sums but asks for no money.
	OtherKind float64
	// Titled is the type in the page's title, "" for none.
	Titled result.DocumentType
}

// minCertainty is the minimum probability of a type other than generic, because a wrong type is worse than none.
const minCertainty = 0.55

// Verdict returns the type if only the ranking is known.
func (r Ranking) Verdict() Verdict {
	if len(r.Types) == 0 {
		return Verdict{Type: result.TypeGeneric, Certainty: 1}
	}
	if best := r.Types[0]; best.Certainty >= minCertainty || best.Type == result.TypeGeneric {
		return best
	}
	return Verdict{result.TypeGeneric, 1 - r.Types[0].Certainty}
}

// votesPart is the weight of the votes: the scorers know fewer kinds of documents and must not decide by shape alone.
const votesPart = 0.5

// titleOdds returns the log-odds for the type in the title. Other type words are references; "Invoice" alone is
// weaker, because receipts and other titles contain it.
func titleOdds(kind result.DocumentType) float64 {
	if schema.Of(kind).HasDueDate {
		return 2.5
	}
	return 3.5
}

// Classify returns the type of a document.
func (s Scorers) Classify(doc *annotate.Document) Verdict { return s.Rank(doc).Verdict() }

// Rank ranks the types of a document.
func (s Scorers) Rank(doc *annotate.Document) Ranking {
	lay, known := doc.Layout, s.types()
	shares := voteShares(lay, known)
	named := titled(lay, known)
	var x []float32
	if len(s.Trees) > 0 && len(lay.Pages) > 0 && !lay.Pages[0].Nominal {
		x = Observe(doc, known) // the scorers were trained only on displayed pages
	}
	r, sum := Ranking{OtherKind: otherKind(lay, named, known), Titled: named}, 0.0
	for _, kind := range known {
		p := shares[kind]
		if x != nil {
			p = math.Pow(boost.Probability(s.Trees[kind].Margin(x)), 1-votesPart) * math.Pow(p, votesPart)
		}
		if named != "" && kind == known.count(named) {
			p *= math.Exp(titleOdds(kind))
		}
		r.Types, sum = append(r.Types, Verdict{kind, p}), sum+p
	}
	for i := range r.Types {
		r.Types[i].Certainty /= max(sum, math.SmallestNonzeroFloat64)
	}
	if named = known.subtype(doc, named, r.Types); named != "" {
		r.Titled = named
		r.Types[len(r.Types)-1].Type = named // generic for the scorers
	}
	slices.SortStableFunc(r.Types, func(a, b Verdict) int { return cmp.Compare(b.Certainty, a.Certainty) })
	return r
}

// subtype returns the type unknown to the scorers that the title names, or "". If no title names any type, and the
// document is most probably generic and states no sum, title words in larger print are enough. In a row without other
// text or before a number ("Lieferschein Nr. 4711") they are enough if the document states no number of a bill either.
func (t types) subtype(doc *annotate.Document, named result.DocumentType, ranked []Verdict) result.DocumentType {
	if named != "" && t.count(named) == named {
		return ""
	}
	generic := ranked[len(ranked)-1]
	if named == "" && slices.ContainsFunc(ranked, func(v Verdict) bool { return v.Certainty > generic.Certainty }) {
		return ""
	}
	labels := doc.CountLabels()
	if named == "" && labels["total"]+labels["amountDue"] > 0 {
		return ""
	}
	billed := slices.ContainsFunc(ranked, func(v Verdict) bool {
		kind := schema.Of(v.Type)
		return kind.IsBill && labels[kind.Number] > 0
	})
	for _, s := range doc.Layout.Segments {
		if s.Page.Number > 1 || s.RelativeY() > titlePlace {
			break
		}
		words, token := s.Folded()
		phrases, n := phraseAt(words)
		if n == 0 {
			continue
		}
		whole, large := n == len(words), doc.IsLargePrint(s)
		apart := large || len(s.Page.Rows[s.Row].Segments) == 1
		if named == "" && billed {
			apart = whole && large
		}
		if !apart || !whole && !numbered(s.Words[token[n-1]+1:]) {
			continue
		}
		best := strongest(phrases)
		if kind := result.DocumentType(best.Type); best.Weight >= titleWeight && t.count(kind) != kind {
			return kind
		}
	}
	return ""
}
