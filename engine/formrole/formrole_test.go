package formrole_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/lab/synth/form"
)

// The probabilities of a unit add up to 1, and two runs return equal ones.
func TestProbabilities(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		doc := annotate.New(layout.Analyze(form.New(seed, form.Options{}).Document()))
		first, second := formrole.New(doc), formrole.New(doc)
		for _, p := range doc.Layout.Pages {
			units := first.Units(p)
			if !reflect.DeepEqual(units, second.Units(p)) {
				t.Errorf("seed %d: two runs differ", seed)
			}
			for _, u := range units {
				sum := 0.0
				for _, p := range u.Probabilities {
					sum += float64(p)
				}
				if math.Abs(sum-1) > 1e-4 || math.IsNaN(sum) {
					t.Errorf("seed %d: probabilities of %q add up to %v", seed, u.Text(), sum)
				}
				if of := first.Of(u.Part); of.Best() != u.Best() {
					t.Errorf("seed %d: %q is %v and %v", seed, u.Text(), of, u.Probabilities)
				}
			}
		}
	}
}

func TestRoles(t *testing.T) {
	t.Parallel()
	type mark struct {
		x, y, size float64
		text       string
		role       formrole.Role
	}
	const heading, question, answer = formrole.Heading, formrole.Question, formrole.Answer
	for name, page := range map[string][]mark{
		"answers beside labels": {
			{50, 60, 18, "Application for a parking permit", heading},
			{50, 100, 10, "Last name:", question}, {200, 100, 10, "Quimbeth", answer},
			{50, 120, 10, "Date of birth:", question}, {200, 120, 10, "03/14/1982", answer},
			{50, 140, 10, "Street and house number:", question}, {200, 140, 10, "4410 Mallow Bend Road", answer},
		},
		"answers under labels": {
			{50, 100, 7, "Familienname", question}, {50, 110, 11, "Tarvin", answer},
			{300, 100, 7, "Vorname", question}, {300, 110, 11, "Oriantha", answer},
			{50, 140, 7, "Geburtsdatum", question}, {50, 150, 11, "14.03.1982", answer},
			{300, 140, 7, "Staatsangehörigkeit", question}, {300, 150, 11, "österreichisch", answer},
		},
		"an empty form": {
			{50, 100, 10, "Last name", question}, {200, 100, 10, "____________________", formrole.Other},
			{50, 120, 10, "Date of birth", question}, {200, 120, 10, "____________________", formrole.Other},
			{50, 160, 8, "Please complete this form in block letters and return it within thirty days.", formrole.Prose},
			{50, 170, 8, "We use your answers to decide whether you can become a member.", formrole.Prose},
		},
	} {
		sheet, want := sheettest.A4(), map[string]formrole.Role{}
		for _, m := range page {
			sheet.Put(m.x, m.y, m.size, m.text)
			want[m.text] = m.role
		}
		doc := annotate.New(layout.Analyze(sheettest.Bind(sheet)))
		roles := formrole.New(doc)
		for _, s := range doc.Layout.Segments {
			if got := roles.Of(annotate.Whole(s)); got.Best() != want[s.Text()] {
				t.Errorf("%s: %q is %v, want %d", name, s.Text(), got, want[s.Text()])
			}
		}
	}
}

// TestRules draws a table of labels and values, with and without its lines.
func TestRules(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	for i := range 4 {
		s.Column(60, 62+40*float64(i), 8, "Zyx of the plot", "Brun hollow")
	}
	read := func(isRuled bool) float32 {
		doc := sheettest.Bind(s)
		for i := 0; i <= 4 && isRuled; i++ {
			y := (58 + 40*float64(i)) / 842
			doc.Pages[0].Rules = append(doc.Pages[0].Rules, document.Box{X0: 0.1, Y0: y, X1: 0.5, Y1: y},
				document.Box{X0: 0.1, Y0: y, X1: 0.1, Y1: y + 0.0475}, document.Box{X0: 0.5, Y0: y, X1: 0.5, Y1: y + 0.0475})
		}
		annotated := annotate.New(layout.Analyze(doc))
		answers := float32(0)
		for _, seg := range annotated.Layout.Segments {
			if of := formrole.New(annotated).Of(annotate.Whole(seg)); seg.Text() == "Brun hollow" {
				answers += of[formrole.Answer] / 4
			}
		}
		return answers
	}
	if with, without := read(true), read(false); with <= without {
		t.Errorf("answers %.2f with rules, %.2f without", with, without)
	}
}

// BenchmarkUnits measures the roles of a page.
func BenchmarkUnits(b *testing.B) {
	doc := annotate.New(layout.Analyze(form.New(7, form.Options{}).Document()))
	units := 0
	for b.Loop() {
		units = len(formrole.New(doc).Units(doc.Layout.Pages[0]))
	}
	b.ReportMetric(float64(units), "units")
}
