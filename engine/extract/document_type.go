package extract

import (
	"math"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
)

// Bounds of the types under which a document is read.
const (
	// plausible is the probability from which a type is tried.
	plausible = 0.004
	// mostReadings bounds how often the fields of a document are extracted.
	mostReadings = 3
	// settledType is the probability from which a type is taken without trying
	// others, where all its key fields are found.
	settledType = 0.7
)

// reading is a document understood as one of a type.
type reading struct {
	kind result.DocumentType
	set  *value.Set
	odds float64 // log-odds of the type, and of what the reading explains
}

// decide finds the type and the fields of a document together: where the type
// is not sure, or lacks key fields, the fields are extracted under each
// plausible one, and the reading stays that explains most of the page. Language
// is a BCP 47 code or "".
func (m Models) decide(
	doc *annotate.Document, ranking classify.Ranking, language string,
) (
	classify.Verdict, *value.Set,
) {
	var readings []reading
	best := 0
	for _, v := range candidates(ranking) {
		set := m.Fields.Extract(doc, v.Type, language)
		if len(readings) == 0 && v.Certainty >= settledType && complete(v.Type, set) {
			return v, set
		}
		odds := math.Log(max(v.Certainty, math.SmallestNonzeroFloat64))
		readings = append(readings, reading{v.Type, set, odds + explain(doc, v.Type, set, ranking.OtherKind)})
		if readings[len(readings)-1].odds > readings[best].odds {
			best = len(readings) - 1
		}
	}
	return classify.Verdict{Type: readings[best].kind, Certainty: certainty(readings, best)}, readings[best].set
}

// candidates returns the types to try, the most probable first. Generic is none
// of them where the ranking is sure of another type: fields that are missing are
// told in the record, and are no reason to read nothing.
func candidates(ranking classify.Ranking) []classify.Verdict {
	sure := ranking.Verdict().Type != result.TypeGeneric && ranking.OtherKind == 0
	var out []classify.Verdict
	for _, v := range ranking.Types {
		switch {
		case sure && v.Type == result.TypeGeneric:
		case len(out) == 0 || len(out) < mostReadings && v.Certainty >= plausible:
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		out = append(out, ranking.Verdict())
	}
	return out
}

// certainty is the share of one reading in the odds of all.
func certainty(readings []reading, best int) float64 {
	sum := 0.0
	for i := range readings {
		sum += math.Exp(readings[i].odds - readings[best].odds)
	}
	return 1 / sum
}

// complete reports whether all key fields of a type were found. It is false for
// generic documents, which have none.
func complete(kind result.DocumentType, set *value.Set) bool {
	keys := schema.Of(kind).Keys()
	for _, alternatives := range keys {
		if _, found := bestScore(set, alternatives); !found {
			return false
		}
	}
	return len(keys) > 0
}

// bestScore returns the score of the best of several fields, and whether any was
// found.
func bestScore(set *value.Set, names []string) (score float64, found bool) {
	for _, name := range names {
		if v, ok := set.Scalars[name]; ok {
			score, found = max(score, v.Score), true
		}
	}
	return score, found
}
