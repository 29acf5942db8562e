package train

import (
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
)

// isReal reports whether a value is one that the curves are fitted on. Documents
// whose words were given are among them: what is known of the words tells them
// apart from those that were recognised.
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

// realShare is the weight of all real values together, where the made ones weigh
// 1. More would have the trees learn the few real documents by heart; the curves
// behind them are fitted on real ones alone.
const realShare = 0.1

// balance gives real and made values their shares, though there are far more
// made ones.
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
