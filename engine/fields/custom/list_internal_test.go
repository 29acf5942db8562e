package custom

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
)

func TestColumnOfABox(t *testing.T) {
	t.Parallel()
	table := customTable{columns: []customColumn{
		{box: layout.Box{X0: 10, X1: 30}}, {box: layout.Box{X0: 40, X1: 60}}, {box: layout.Box{X0: 80, X1: 90}},
	}}
	for want, boxes := range [][]layout.Box{
		{{X0: 0, X1: 5}, {X0: 12, X1: 20}, {X0: 10, X1: 43}}, {{X0: 28, X1: 60}, {X0: 61, X1: 65}},
		{{X0: 75, X1: 99}, {X0: 200, X1: 210}},
	} {
		for _, b := range boxes {
			if got := table.column(b); got != want {
				t.Errorf("%v: %d, want %d", b, got, want)
			}
		}
	}
}

// A text continues that of the row above on the same page only.
func TestATextGoesOn(t *testing.T) {
	t.Parallel()
	cell := func(text string, page int) value.Row {
		return value.Row{"crate": {Value: text, Raw: text, Page: page, Legibility: 1 / float64(page),
			Box: document.Box{X1: float64(len(text)), Y1: 1}}}
	}
	above := cell("green", 2)
	continueText(above, cell("apples", 2))
	if v := above["crate"]; v.Value != "green apples" || v.Raw != "green apples" || v.Box.X1 != 6 || v.Legibility != 0.5 {
		t.Errorf("%+v", v)
	}
	continueText(above, cell("pears", 3))
	continueText(above, value.Row{"weight": {Value: "4", Page: 2}})
	if v := above["crate"]; v.Value != "green apples" || len(above) != 1 {
		t.Errorf("%v", above)
	}
}

func TestLimitsOfLists(t *testing.T) {
	t.Parallel()
	rows := make([]string, 1, maxListRows+20)
	rows[0] = "Seal|Weight"
	for range maxListRows + 10 {
		rows = append(rows, "S-1|4")
	}
	w := queriesOf(t, `"seals":{"type":"array","items":{"type":"object","properties":{
		"seal":{"type":"string"},"weight":{"type":"number"}}}}`, rows...)
	if n := len(w.rows(w.all[0].property)); n != maxListRows {
		t.Errorf("%d rows", n)
	}
	w = queriesOf(t, `"seal":{"type":"string"}`, slices.Repeat([]string{"Seal"}, maxLabels+10)...)
	if n := len(w.all[0].labels); n != maxLabels {
		t.Errorf("%d labels", n)
	}
	w = queriesOf(t, `"tags":{"type":"array","items":{"type":"integer"}}`, "Tags: "+strings.Repeat("4, ", maxListRows+10))
	if n := len(w.array(&w.all[0])); n > maxListRows {
		t.Errorf("%d entries", n)
	}
}

func TestHeadingsByTheirMeaning(t *testing.T) {
	t.Parallel()
	p := &custom.Property{Members: []custom.Property{{Name: "colour"}, {Name: "quantity"}, {Name: "unitPrice"}}}
	for heading, want := range map[string]string{"Menge": "quantity", "Cantidad": "quantity", "Einzelpreis": "unitPrice",
		"Colours": "", "Total": ""} {
		w := queriesOf(t, `"x":{"type":"string"}`, heading)
		got := ""
		if m := sameColumn(p, w.Layout.Segments[0]); m != nil {
			got = m.Name
		}
		if got != want {
			t.Errorf("%s: %q, want %q", heading, got, want)
		}
	}
}

func TestPiecesOfAText(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Tags: a b, c; d": "a b,/c;/d", "Tags: 1,5 2;5": "1,5 2;5", "Tags: a , b": "a ,/b", "Tags: a": "a", "Tags:": "",
	} {
		w := queriesOf(t, `"tags":{"type":"array","items":{"type":"string"}}`, row)
		h := w.all[0].labels[0]
		var got []string
		for _, part := range w.pieces(h.Segment, h.Label) {
			got = append(got, part.Text())
		}
		if g := strings.Join(got, "/"); g != want {
			t.Errorf("%q: %q, want %q", row, g, want)
		}
	}
}
