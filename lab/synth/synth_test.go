package synth_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/lab/synth"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	for _, kind := range synth.Types() {
		for _, language := range synth.Languages() {
			t.Run(string(kind)+"/"+language, func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(40) {
					s := synth.New(seed, synth.Options{DocumentType: kind, Language: language, Design: synth.DesignFixed})
					if s.DocumentType != kind || s.Language != language || s.Layout == "" || len(s.Sheets) == 0 {
						t.Fatalf("seed %d gives %s in %s, layout %q, %d sheets", seed, s.DocumentType, s.Language, s.Layout, len(s.Sheets))
					}
					name := fmt.Sprintf("seed %d, %s", seed, s.Layout)
					staysOnThePage(t, name, s)
					doesNotOverlap(t, name, s)
					isPrinted(t, name, s)
				}
			})
		}
	}
}

func TestDeterministicSample(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		a, b := synth.New(seed, synth.Options{}), synth.New(seed, synth.Options{})
		if !reflect.DeepEqual(a, b) {
			t.Errorf("seed %d gives two samples", seed)
		}
		if !reflect.DeepEqual(a.Recognized(seed, 0.5), b.Recognized(seed, 0.5)) {
			t.Errorf("seed %d is recognized in two ways", seed)
		}
	}
}

func staysOnThePage(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	for _, p := range s.Document().Pages {
		for _, w := range allWords(p) {
			if w.Box.X0 < 0 || w.Box.Y0 < 0 || w.Box.X1 > 1 || w.Box.Y1 > 1 {
				t.Errorf("%s: %q stands beyond the page: %v", name, w.Text, w.Box)
			}
		}
	}
}

func doesNotOverlap(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	for _, p := range s.Document().Pages {
		words := allWords(p)
		for i, a := range words {
			for _, b := range words[i+1:] {
				if overlap(p, a.Box, b.Box) {
					t.Errorf("%s, page %d: %q lies over %q: %v %v", name, p.Number, a.Text, b.Text, a.Box, b.Box)
				}
			}
		}
	}
}

// overlap reports whether boxes overlap by more than the tolerance of letters.
func overlap(p document.Page, a, b document.Box) bool {
	dx := (min(a.X1, b.X1) - max(a.X0, b.X0)) * p.Width
	dy := (min(a.Y1, b.Y1) - max(a.Y0, b.Y0)) * p.Height
	return dx > 1 && dy > 0.2*min(a.Height(), b.Height())*p.Height
}

func allWords(p document.Page) []document.Word {
	var out []document.Word
	for _, l := range p.Lines {
		out = append(out, l.Words...)
	}
	return out
}

// isPrinted checks that the pages contain every value of the truth.
func isPrinted(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	page := compactText(s)
	for field, value := range s.Truth.Scalars {
		if !printed(page, field, value) {
			t.Errorf("%s: %s %q is not on the page", name, field, value)
		}
	}
	for _, row := range s.Truth.LineItems {
		for member, value := range row {
			if !printed(page, member, value) {
				t.Errorf("%s: line item's %s %q is not on the page", name, member, value)
			}
		}
	}
}

// printed searches for a value in its possible forms.
func printed(page, field, value string) bool {
	if one, more, several := strings.Cut(value, "\n"); several {
		return printed(page, field, one) && printed(page, field, more)
	}
	if field == "currency" {
		return true // by sign or code; checked elsewhere
	}
	if day, err := time.Parse(time.DateOnly, value); err == nil {
		return strings.Contains(page, day.Format("02")) || strings.Contains(page, day.Format("2"))
	}
	if field == "time" { // possibly with a 12-hour clock
		return strings.Contains(page, compact(value)[2:])
	}
	if strings.Contains(page, compact(value)) {
		return true
	}
	parts := strings.Split(value, ", ") // lines of an address may be separate
	if field == "description" || field == "paymentTerms" || strings.HasSuffix(field, "Name") ||
		strings.HasSuffix(field, "Address") {
		parts = strings.Fields(value) // may be wrapped
	}
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(s string) bool {
		return !strings.Contains(page, compact(s))
	})
}

func compactText(s *synth.Sample) string {
	var sb strings.Builder
	for _, p := range s.Document().Pages {
		for _, w := range allWords(p) {
			sb.WriteString(w.Text)
		}
	}
	return compact(sb.String())
}

func compact(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, s)
}

func BenchmarkNew(b *testing.B) {
	var seed uint64
	for b.Loop() {
		seed++
		if s := synth.New(seed, synth.Options{}); len(s.Document().Pages) == 0 {
			b.Fatal("no pages")
		}
	}
}
