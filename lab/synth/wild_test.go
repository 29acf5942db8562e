package synth_test

import (
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
)

// wildSpecimens makes wild documents of every trade type in all languages.
func wildSpecimens(t *testing.T, seeds uint64, each func(name string, s *synth.Specimen)) {
	t.Helper()
	for _, language := range synth.TradeLanguages() {
		for _, kind := range []result.DocumentType{result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder} {
			for seed := range seeds {
				opt := synth.Options{Kind: kind, Language: language, Design: synth.DesignWild}
				each(fmt.Sprintf("%s %s %d", language, kind, seed), synth.New(seed, opt))
			}
		}
	}
}

func TestWildDocumentsAreSetCleanly(t *testing.T) {
	t.Parallel()
	wildSpecimens(t, 40, func(name string, s *synth.Specimen) {
		staysOnThePage(t, name, s)
		doesNotOverlap(t, name, s)
		isPrinted(t, name, s)
	})
}
