package train

import (
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
)

// isReal reports whether the curves are fitted on a value. This includes documents with given words, which other
// features distinguish from recognized ones.
func isReal(v Verdict) bool { return !strings.HasPrefix(v.Collection, "made/") }

func sourceOf(channel string) document.Source {
	switch channel {
	case calibrate.ChannelOCR:
		return document.SourceOCR
	case calibrate.ChannelCode:
		return document.SourceCode
	}
	return document.SourceText
}

// realShare is the total weight of all real values, relative to 1 for the synthetic ones. With more, the trees would
// overfit the few real documents. The curves are fitted on real values only.
const realShare = 0.1

// balance weights real and synthetic values by their shares, although there are far more synthetic ones.
func balance(verdicts []Verdict) func(Verdict) float64 {
	n := map[bool]float64{}
	for _, v := range verdicts {
		n[isReal(v)]++
	}
	return func(v Verdict) float64 {
		if isReal(v) && n[true] > 0 && n[false] > 0 {
			return min(20, realShare*n[false]/n[true])
		}
		return 1
	}
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
