package extractor_test

import (
	"math"
	"testing"
	"time"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/services/extractor"
)

// Metrics add up what child processes say, and a document may have made one say
// anything.
func TestSpentOfAChildIsCutToWhatCanBe(t *testing.T) {
	t.Parallel()
	honest := engine.Spent{Read: time.Millisecond, Recognise: time.Second, Understand: time.Minute, Recognised: 3}
	if got := extractor.Plausible(honest); got != honest {
		t.Errorf("%+v became %+v", honest, got)
	}
	got := extractor.Plausible(engine.Spent{Read: math.MinInt64, Recognise: math.MaxInt64, Recognised: -1})
	if got.Read != 0 || got.Recognise != time.Hour || got.Recognised != 0 {
		t.Errorf("%+v", got)
	}
	if got := extractor.Plausible(engine.Spent{Recognised: math.MaxInt}); got.Recognised > 10_000 {
		t.Errorf("%+v", got)
	}
	if got := extractor.BoundedType("invoice"); got != "invoice" {
		t.Errorf("invoice became %s", got)
	}
	if got := extractor.BoundedType("inv\x00ice"); got != "other" {
		t.Errorf("an unknown type became %s", got)
	}
}
