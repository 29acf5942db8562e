package extract

import (
	"math"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
)

const (
	// plausible is the minimum probability of a type to try.
	plausible = 0.004
	// maxReadings limits the number of types for which the fields are extracted.
	maxReadings = 3
	// requestedType is the probability above which a type with all its key fields is accepted without trying others.
	requestedType = 0.7
)

type reading struct {
	docType result.DocumentType
	set     *value.Set
	odds    float64 // log-odds of the type plus those of explain
}

// decide finds type and fields together: if the type is uncertain or lacks key fields, it tries each plausible one
// and keeps the reading that explains most of the page. language is a BCP 47 code or "".
func (m Models) decide(
	doc *annotate.Document, ranking classify.Ranking, language string,
) (
	classify.Verdict, *value.Set,
) {
	var readings []reading
	best := 0
	for _, v := range candidates(ranking) {
		set := m.Fields.Extract(doc, v.Type, language)
		if len(readings) == 0 && v.Certainty >= requestedType && isComplete(v.Type, set) {
			return v, set
		}
		odds := math.Log(max(v.Certainty, math.SmallestNonzeroFloat64))
		readings = append(readings, reading{v.Type, set, odds + explain(doc, v.Type, set, ranking.OtherKind)})
		if readings[len(readings)-1].odds > readings[best].odds {
			best = len(readings) - 1
		}
	}
	return classify.Verdict{Type: readings[best].docType, Certainty: certainty(readings, best)}, readings[best].set
}

// candidates returns the types to try, the most probable first; generic only if no other type is sure.
func candidates(ranking classify.Ranking) []classify.Verdict {
	sure := ranking.Verdict().Type != result.TypeGeneric && ranking.OtherKind == 0
	var out []classify.Verdict
	for _, v := range ranking.Types {
		switch {
		case sure && v.Type == result.TypeGeneric:
		case len(out) == 0 || len(out) < maxReadings && v.Certainty >= plausible:
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		out = append(out, ranking.Verdict())
	}
	return out
}

func certainty(readings []reading, best int) float64 {
	sum := 0.0
	for i := range readings {
		sum += math.Exp(readings[i].odds - readings[best].odds)
	}
	return 1 / sum
}

// isComplete reports whether all key fields of a type were found. It is false for generic documents, which have none.
func isComplete(kind result.DocumentType, set *value.Set) bool {
	keys := schema.Of(kind).Keys()
	for _, alternatives := range keys {
		if _, found := bestScore(set, alternatives); !found {
			return false
		}
	}
	return len(keys) > 0
}
