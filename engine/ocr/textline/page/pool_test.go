package page

import (
	"math"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// attemptAt is an attempt that reads a word, a letter in brackets as spelled has it.
func attemptAt(word string, other float64) *attempt {
	return &attempt{text: ctc.Text{Characters: spelled(word, other)[0].characters}}
}

func TestPooledAccents(t *testing.T) {
	t.Parallel()
	best := attemptAt("ofert[aą]", 0.01)
	pooled(best, []*attempt{best, attemptAt("ofert[aą]", 0.3), attemptAt("ofert[ąa]", 0.4)})
	last := best.text.Characters[5]
	if last.Text != "a" || len(last.Alternatives) != 1 || last.Alternatives[0].Text != "ą" {
		t.Fatalf("%+v", last)
	}
	if want := (0.01 + 0.3 + 0.6) / 3; math.Abs(last.Alternatives[0].Probability-want) > 1e-9 {
		t.Errorf("ą of probability %g, want %g", last.Alternatives[0].Probability, want)
	}
	if sum := last.Probability + last.Alternatives[0].Probability; math.Abs(sum-1) > 1e-9 {
		t.Errorf("together %g", sum)
	}
}

func TestPooledOtherTexts(t *testing.T) {
	t.Parallel()
	best := attemptAt("b[ił]t", 0.2) // not the same without accents
	pooled(best, []*attempt{best, attemptAt("b[ił]t", 0.4), attemptAt("b[ií]t", 0.2), attemptAt("bíít", 0), attemptAt("bot", 0)})
	c := best.text.Characters[1]
	if c.Text != "i" || len(c.Alternatives) != 2 || c.Alternatives[0].Text != "í" || c.Alternatives[1].Probability != 0.2 {
		t.Errorf("%+v", c)
	}
	alone := attemptAt("[ił]t", 0.2)
	pooled(alone, []*attempt{alone, attemptAt("il", 0)})
	if c := alone.text.Characters[0]; c.Probability != 0.8 {
		t.Errorf("nobody to ask: %+v", c)
	}
}
