package documents_test

import (
	"math"
	"testing"

	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestFiguresMinimumValues(t *testing.T) {
	t.Parallel()
	bins := []store.ReviewBin{{Number: 0, Documents: 100, Seen: 199, Wrong: 20}}
	if f := documents.FiguresOf(bins, []float64{0.9}); f.Points != nil || f.Values != 199 {
		t.Errorf("%+v", f)
	}
	bins[0].Seen = 200
	if f := documents.FiguresOf(bins, []float64{0.9}); len(f.Points) != 1 {
		t.Errorf("%+v", f)
	}
}

// Of 1,000 documents 100 are reviewed by rule, 300 are doubtful and all reviewed, and of 600 certain ones a
// few, which represent the rest.
func TestFiguresWeights(t *testing.T) {
	t.Parallel()
	f := documents.FiguresOf([]store.ReviewBin{
		{Number: 2, Attention: true, Documents: 100, Seen: 1000, Wrong: 500},
		{Number: 0, Documents: 100, Seen: 1000, Wrong: 200},
		{Number: 1, Documents: 200, Seen: 2000, Wrong: 100},
		{Number: 2, Documents: 600, Seen: 100, Wrong: 1},
	}, []float64{0.8, 0.95})
	for i, want := range []struct{ share, wrong float64 }{
		{0.2, (200*0.05 + 600*0.01) / 800}, {0.4, 0.01},
	} {
		if p := f.Points[i]; math.Abs(p.Share-want.share) > 1e-9 || math.Abs(p.Wrong-want.wrong) > 1e-9 {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
}

// Without reviews, documents are assumed to be as wrong as those of lower confidence.
func TestFiguresWithoutReviews(t *testing.T) {
	t.Parallel()
	f := documents.FiguresOf([]store.ReviewBin{
		{Number: 0, Documents: 50}, {Number: 1, Documents: 50, Seen: 300, Wrong: 30}, {Number: 2, Documents: 100},
	}, []float64{0.8, 0.95})
	if f.Points[0].Wrong != 0.1 || f.Points[1].Wrong != 0.1 {
		t.Errorf("%+v", f.Points)
	}
}
