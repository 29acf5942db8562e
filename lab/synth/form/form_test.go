package form_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/lab/synth/form"
	"github.com/docmill/docmill/lab/synth/sheet"
)

func TestSameSeed(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		a, b := form.New(seed, form.Options{}), form.New(seed, form.Options{})
		if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(a.PDF(), b.PDF()) {
			t.Errorf("seed %d gives two forms", seed)
		}
	}
}

func TestSamples(t *testing.T) {
	t.Parallel()
	for i, language := range form.Languages() {
		for k, theme := range append(form.Themes(), "") {
			name := language + "/" + theme
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				for n := range uint64(2) {
					seed := uint64(1000*i+10*k) + n //nolint:gosec // not negative
					s := form.New(seed, form.Options{Language: language, Theme: theme})
					name := fmt.Sprintf("%s seed %d", name, seed)
					if s.Language != language || theme != "" && s.Theme != theme || s.Layout == "" {
						t.Errorf("%s: %s %s %s", name, s.Language, s.Theme, s.Layout)
					}
					checkAnswers(t, name, s)
					checkSchema(t, name, s)
					checkPages(t, name, s)
				}
			})
		}
	}
}

// words returns the words of each field, joined.
func words(doc *document.Document, fields sheet.Fields) map[string]string {
	out := map[string]string{}
	for p, page := range doc.Pages {
		for l, line := range page.Lines {
			for w, word := range line.Words {
				out[fields[p][l][w]] += word.Text
			}
		}
	}
	return out
}

// joined returns the letters and digits of a text, sorted, because words close to others can change places.
func joined(text string) string {
	letters := slices.DeleteFunc([]rune(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	slices.Sort(letters)
	return string(letters)
}

// checkAnswers checks that the pages show all answers and headings, and words of no unknown role.
func checkAnswers(t *testing.T, name string, s *form.Sample) {
	t.Helper()
	doc, fields := s.DocumentFields()
	printed := words(doc, fields)
	var ticked []string
	for field, text := range printed {
		role, _, _ := strings.Cut(field, ":")
		switch role {
		case "option":
			ticked = append(ticked, joined(text))
		case "question", "answer", "heading", "mark", "header", "cell", "prose", "other":
		default:
			t.Errorf("%s: role %q of %q", name, field, text)
		}
	}
	for id, text := range s.Truth.Printed {
		if got := joined(printed["answer:"+id]); got != joined(text) && !slices.Contains(ticked, joined(text)) {
			t.Errorf("%s: %s is %q, not %q", name, id, got, text)
		}
		if text != "" && s.Truth.Values[id] == "" {
			t.Errorf("%s: no value of %s %q", name, id, text)
		}
		if _, isAsked := printed["question:"+id]; !isAsked && s.Layout != "prose" {
			t.Errorf("%s: no label of %s", name, id)
		}
	}
	for table, rows := range s.Truth.Tables {
		for i, row := range rows {
			for column, text := range row {
				got := printed[fmt.Sprintf("cell:%s.%d.%s", table, i, column)]
				if joined(got) == "" || len(printed["header:"+table+"."+column]) == 0 {
					t.Errorf("%s: no %s of row %d, %q", name, column, i, text)
				}
			}
		}
	}
}

// checkSchema checks that the schema parses, and that its answers have its types.
func checkSchema(t *testing.T, name string, s *form.Sample) {
	t.Helper()
	parsed, err := custom.Parse(s.Asked.Schema)
	if err != nil {
		t.Fatalf("%s: %v in %s", name, err, s.Asked.Schema)
	}
	if len(parsed.Properties) != len(s.Asked.Properties) || len(parsed.Properties) == 0 {
		t.Errorf("%s: %d properties, not %d", name, len(parsed.Properties), len(s.Asked.Properties))
	}
	for i, p := range s.Asked.Properties {
		if parsed.Properties[i].Name != p.Name || parsed.Properties[i].Type != p.Type {
			t.Errorf("%s: property %v, not %v", name, parsed.Properties[i], p)
		}
		for _, text := range p.Texts {
			if err := parsed.Properties[i].Accepts(text); err != nil {
				t.Errorf("%s: %s %q %v", name, p.Name, text, err)
			}
		}
		for _, row := range p.Rows {
			for member, text := range row {
				if m, ok := parsed.At(p.Name + ".0." + member); !ok || m.Accepts(text) != nil {
					t.Errorf("%s: %s.%s is %q", name, p.Name, member, text)
				}
			}
		}
	}
}

// checkPages checks that all words are on the page.
func checkPages(t *testing.T, name string, s *form.Sample) {
	t.Helper()
	for _, page := range s.Sheets {
		for _, m := range page.Marks {
			if m.X < 0 || m.Y < 0 || m.X+m.Width() > page.Width || m.Y > page.Height {
				t.Errorf("%s: %q (%s) at %.0f, %.0f of %.0f, %.0f", name, m.Text, m.Field, m.X, m.Y, page.Width, page.Height)
			}
		}
	}
}
