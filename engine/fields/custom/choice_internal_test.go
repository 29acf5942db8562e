package custom

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/schema/custom"
)

// queriesOf returns the queries of a page with a row for each text.
func queriesOf(t *testing.T, properties string, rows ...string) *queries {
	t.Helper()
	schema, err := custom.Parse([]byte(`{"type":"object","properties":{` + properties + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	return newQueries(link.New(annotate.New(sheettest.Rows(rows...)), "", link.Scorer{}), schema)
}

// texts joins the found texts with " | ".
func texts(found []link.Candidate) string {
	out := make([]string, 0, len(found))
	for _, c := range found {
		out = append(out, c.Text)
	}
	return strings.Join(out, " | ")
}

func TestYesAndNo(t *testing.T) {
	t.Parallel()
	for want, words := range map[string][]string{
		custom.True:  {"yes", "Yes", "YES", "y", "ja", "oui", "sí", "sì", "tak", "true", "x"},
		custom.False: {"no", "No", "nein", "non", "nie", "nee", "false"},
		"":           {"No.", "#no", "yes.", "maybe", "", "0", "Nothing", "xx"},
	} {
		for _, w := range words {
			if got := yesOrNo(w); got != want {
				t.Errorf("%q: %q, want %q", w, got, want)
			}
		}
	}
}

func TestBoxes(t *testing.T) {
	t.Parallel()
	for want, words := range map[string][]string{
		custom.True:  {"☒", "☑", "✓", "✔", "✗", "✘", "[x]", "[X]", "(x)", "■"},
		custom.False: {"☐", "□", "[]", "()"},
		"":           {"", "x", "[", "[a]", "yes"},
	} {
		for _, w := range words {
			if got := mark(w); got != want {
				t.Errorf("%q: %q, want %q", w, got, want)
			}
		}
	}
}

func TestAnswersInALine(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Ja, bitte": "true", "☐ cold ☒ frozen": "false | true", "No. 5": "", "oui; non": "true | false", "nothing of it": "",
	} {
		if got := texts(booleanValues(sheettest.Rows(row).Segments[0])); got != want {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}

// A box is directly before its label or at the end of the segment to the left.
func TestTicks(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"☒ Insured": "true", "[] Insured": "false", "☒|Insured": "true", "Cold ☐|Insured": "false",
		"Insured ☒": "", "Insured": "", "yes Insured": "", "☒ fully Insured": "",
	} {
		w := queriesOf(t, `"insured":{"type":"boolean"}`, row)
		got := ""
		for _, h := range w.all[0].labels {
			if l, ok := w.ticked(h); ok {
				got = l.Value.Text
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}

// The longest allowed text counts, in whole words and any spelling.
func TestChoicesInALine(t *testing.T) {
	t.Parallel()
	p := &custom.Property{Type: custom.TypeString, Enum: []string{"Air freight", "Air", "Air freight by day", "Sea", "Größe L"}}
	for row, want := range map[string]string{
		"by AIR FREIGHT today": "Air freight", "air freight by day": "Air freight by day", "Air, Sea": "Air | Sea", "air-freight": "Air freight", "airfreight": "",
		"air-borne": "",
		"overseas":  "", "GROSSE L": "Größe L", "sea-air": "", "Air frei ght": "Air",
	} {
		if got := texts(enumValues(p, enumWords(p), sheettest.Rows(row).Segments[0])); got != want {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}

func TestWholeWords(t *testing.T) {
	t.Parallel()
	token := []int{0, 1, 1, 2}
	for span, want := range map[[2]int]bool{{0, 1}: true, {0, 2}: false, {1, 2}: true, {2, 1}: false, {2, 2}: false,
		{3, 1}: true, {0, 4}: true} {
		if got := wholeWords(token, span[0], span[1]); got != want {
			t.Errorf("%v: %v", span, got)
		}
	}
}

// An allowed text without a label must have the exact spelling and be the only one.
func TestChoicesThatNoLabelAnnounces(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		property string
		rows     []string
		want     string
	}{
		"one":                {`"terms":{"type":"string","enum":["EXW","DAP"]}`, []string{"Delivered (DAP), Hull"}, "DAP"},
		"one, several times": {`"terms":{"type":"string","enum":["EXW","DAP"]}`, []string{"DAP Hull", "DAP"}, "DAP"},
		"two":                {`"terms":{"type":"string","enum":["EXW","DAP"]}`, []string{"DAP or EXW"}, ""},
		"written otherwise":  {`"terms":{"type":"string","enum":["EXW","DAP"]}`, []string{"dap Hull"}, ""},
		"too short":          {`"size":{"type":"string","enum":["XL","M"]}`, []string{"XL"}, ""},
		"a number":           {`"axles":{"type":"integer","enum":[100,300]}`, []string{"100"}, ""},
		"any text":           {`"terms":{"type":"string"}`, []string{"DAP"}, ""},
	} {
		w := queriesOf(t, c.property, c.rows...)
		v, ok := w.unlabelled(w.all[0].property)
		if v.Value != c.want || ok != (c.want != "") || ok && v.Score != unlabelledScore {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// The box of a boolean excludes other words.
func TestABoxComesBeforeWords(t *testing.T) {
	t.Parallel()
	w := queriesOf(t, `"insured":{"type":"boolean"}`, "☒ Insured no")
	links := w.link(&w.all[0], w.all[0].labels[0])
	if len(links) != 1 || links[0].Value.Text != custom.True {
		t.Errorf("%v", links)
	}
	w = queriesOf(t, `"insured":{"type":"boolean"}`, "Insured: no")
	links = w.link(&w.all[0], w.all[0].labels[0])
	if !slices.ContainsFunc(links, func(l link.Link) bool { return l.Value.Text == custom.False }) {
		t.Errorf("%v", links)
	}
}
