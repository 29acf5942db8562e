package synth_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
)

type readings struct {
	words, printed, kept int
	rightSure, wrongSure float64 // mean confidence
}

func read(level float64) readings {
	var got readings
	right, wrong := 0, 0
	for seed := range uint64(120) {
		s := synth.New(seed, synth.Options{DocumentType: result.TypeReceipt})
		left := map[string]int{}
		for _, w := range words(s.Document()) {
			left[w.Text]++
			got.printed++
		}
		for _, w := range words(s.Recognized(seed, level)) {
			got.words++
			if left[w.Text] > 0 {
				left[w.Text]--
				right++
				got.rightSure += w.Confidence
			} else {
				wrong++
				got.wrongSure += w.Confidence
			}
		}
	}
	got.kept = right
	got.rightSure /= float64(max(1, right))
	got.wrongSure /= float64(max(1, wrong))
	return got
}

func words(doc *document.Document) []document.Word {
	var out []document.Word
	for _, p := range doc.Pages {
		out = append(out, allWords(p)...)
	}
	return out
}

func TestRecognizedCleanScan(t *testing.T) {
	t.Parallel()
	got := read(0)
	if share := float64(got.kept) / float64(got.words); share < 0.999 {
		t.Errorf("%.4f of the words of clean scans are right", share)
	}
	if share := float64(got.kept) / float64(got.printed); share < 0.85 {
		t.Errorf("%.3f of the printed words are read; only drawn lines may be left out", share)
	}
}

func TestRecognizedPhotos(t *testing.T) {
	t.Parallel()
	last := 1.0
	for _, level := range []float64{0.2, 0.6, 1} {
		got := read(level)
		share := float64(got.kept) / float64(got.printed)
		if share >= last || share < 0.4 {
			t.Errorf("level %.1f: %.3f of the words are right, %.3f at the level before", level, share, last)
		}
		last = share
		if got.wrongSure > got.rightSure-0.15 {
			t.Errorf("level %.1f: certainty %.2f of wrong words, %.2f of right ones", level, got.wrongSure, got.rightSure)
		}
		t.Logf("level %.1f: %.3f right, certainty %.2f and %.2f", level, share, got.rightSure, got.wrongSure)
	}
}

func TestRecognizedWordsOnPage(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		for _, w := range words(synth.New(seed, synth.Options{}).Recognized(seed, 1)) {
			b := w.Box
			if w.Text == "" || w.Size <= 0 || w.Confidence < 0 || w.Confidence > 1 || w.Source != document.SourceOCR {
				t.Errorf("seed %d: %+v", seed, w)
			}
			if b.X0 < 0 || b.Y0 < 0 || b.X1 > 1 || b.Y1 > 1 || b.X1 <= b.X0 || b.Y1 <= b.Y0 {
				t.Errorf("seed %d: %q at %v", seed, w.Text, b)
			}
		}
	}
}
