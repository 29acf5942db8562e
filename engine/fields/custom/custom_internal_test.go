package custom

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/schema/custom"
)

// Three segments without digits are headings if most have a segment directly below.
func TestRowsOfHeadings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want bool
	}{
		"all have something under them":  {[]string{"Driver|Truck|Dock", "Brandt|Blue|North"}, true},
		"two of three":                   {[]string{"Driver|Truck|Dock", "Brandt|Blue"}, true},
		"one of three":                   {[]string{"Driver|Truck|Dock", "Brandt"}, false},
		"two are no row of headings":     {[]string{"Driver|Truck", "Brandt|Blue"}, false},
		"one holds figures":              {[]string{"Driver|Truck 4|Dock", "Brandt|Blue|North"}, false},
		"labels with a colon":            {[]string{"Driver:|Truck|Dock", "Brandt|Blue|North"}, false},
		"nothing follows":                {[]string{"Driver|Truck|Dock"}, false},
		"what follows stands far below":  {[]string{"Driver|Truck|Dock", "", "", "", "Brandt|Blue|North"}, false},
		"a blank line between is enough": {[]string{"Driver|Truck|Dock", "", "Brandt|Blue|North"}, true},
	} {
		s := sheettest.A4()
		for i, row := range c.rows {
			for k, cell := range strings.Split(row, "|") {
				if cell != "" {
					s.Put(50+150*float64(k), 60+14*float64(i), 10, cell)
				}
			}
		}
		schema, err := custom.Parse([]byte(`{"type":"object","properties":{"driver":{"type":"string"}}}`))
		if err != nil {
			t.Fatal(err)
		}
		w := newQueries(link.New(annotate.New(layout.Analyze(sheettest.Bind(s))), "", link.Scorer{}), schema)
		if got := w.headRow(w.all[0].labels[0].Label); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Labels of the lexicon count outside the schema's labels, with a colon or alone, except answers.
func TestLabelsBesideTheSchemas(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]int{
		"Seal: 4":             1,
		"Seal: 4 Invoice no:": 2, // known to the lexicon
		"Invoice no":          1, // fills its segment
		"No":                  0, // an answer
		"Invoice no 4 of":     0,
		"Seal: 4 Hull: 5":     2, // any word before a colon
		"Seal: 4 at 12:30":    1,
		"Seal: 4 :":           1,
		"Blue Line":           0,
	} {
		w := queriesOf(t, `"seal":{"type":"string"}`, row)
		if got := len(w.LabelsIn[w.Layout.Segments[0]]); got != want {
			t.Errorf("%q: %d labels, want %d", row, got, want)
		}
	}
}

// The document's labels are unchanged, and a list of objects has no labels.
func TestLabelsOfASchemaAreItsOwn(t *testing.T) {
	t.Parallel()
	w := queriesOf(t, `"seal":{"type":"string"}`, "Invoice no: 4", "Seal: 5")
	fresh := annotate.New(w.Layout)
	for i, s := range w.Layout.Segments {
		if got, want := len(w.known.LabelsIn[s]), len(fresh.LabelsIn[s]); got != want {
			t.Errorf("line %d of the document has %d labels, want %d", i, got, want)
		}
	}
	if w.known.Document == w.Document || len(w.LabelsIn[w.Layout.Segments[1]]) != 1 {
		t.Error("the schema's label is not its own")
	}
	w = queriesOf(t, `"seals":{"type":"array","items":{"type":"object","properties":{"a1":{"type":"string"}}}}`, "Seals: 4")
	if n := len(w.all[0].labels); n != 0 {
		t.Errorf("a list of objects has %d labels", n)
	}
}
