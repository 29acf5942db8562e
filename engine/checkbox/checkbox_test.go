package checkbox_test

import (
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/checkbox"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/libs/assert"
)

func TestFind(t *testing.T) {
	t.Parallel()
	type text struct {
		x, y float64
		text string
	}
	type mark struct {
		x, y    float64
		checked bool
	}
	for name, c := range map[string]struct {
		texts []text
		marks []mark
		want  string
	}{
		"signs in a row": {[]text{{50, 50, "Paid by:"}, {150, 50, "☐ Cash"}, {250, 50, "☑ Card"}}, nil,
			"Paid by: / Cash = false; Paid by: / Card = true; "},
		"brackets": {[]text{{50, 50, "Insured? [ ] Yes [x] No"}}, nil,
			"Insured? / Yes = false; Insured? / No = true; "},
		"options on the left": {[]text{{50, 50, "Gender:"}, {150, 50, "male ☒"}, {250, 50, "female ☐"}}, nil,
			"Gender: / male = true; Gender: / female = false; "},
		"sign without space": {[]text{{50, 50, "☒Fragile"}}, nil, " / Fragile = true; "},
		"columns": {
			[]text{{50, 50, "EYE COLOR"}, {300, 50, "HAIR COLOR"}, {64, 66, "blue"}, {314, 66, "gray"}, {64, 82, "green"},
				{314, 82, "brown"}},
			[]mark{{50, 67, false}, {300, 67, true}, {50, 83, true}, {300, 83, false}},
			"EYE COLOR / blue = false; HAIR COLOR / gray = true; EYE COLOR / green = true; HAIR COLOR / brown = false; ",
		},
		"tick in a square": {[]text{{51, 50, "✓"}, {70, 50, "Fragile"}}, []mark{{50, 51, false}}, " / Fragile = true; "},
		"cell with text":   {[]text{{51, 50, "7"}, {70, 50, "Fragile"}}, []mark{{50, 51, false}}, ""},
		"options of two lines": {
			[]text{{70, 44, "Paid in"}, {70, 56, "full"}, {70, 84, "Paid in"}, {70, 96, "parts"}, {170, 96, "Total"}},
			[]mark{{50, 50, true}, {50, 90, false}}, " / Paid in full = true;  / Paid in parts = false; ",
		},
		"bullets":     {[]text{{50, 50, "■ Fresh fruit"}, {50, 66, "■ Vegetables"}, {50, 82, "✓ Delivery"}}, nil, ""},
		"both states": {[]text{{50, 50, "○ Fruit ● Fish"}}, nil, " / Fruit = false;  / Fish = true; "},
	} {
		s := sheettest.A4()
		for _, text := range c.texts {
			s.Put(text.x, text.y, 10, text.text)
		}
		doc := sheettest.Bind(s)
		for _, m := range c.marks {
			doc.Pages[0].Marks = append(doc.Pages[0].Marks, document.Mark{Checked: m.checked, Confidence: 0.9,
				Box: document.Box{X0: m.x / 595, Y0: m.y / 842, X1: (m.x + 9) / 595, Y1: (m.y + 9) / 842}})
		}
		got := ""
		for _, b := range checkbox.Find(layout.Analyze(doc).Pages[0]) {
			question := ""
			if b.Question.Segment != nil {
				question = b.Question.Text()
			}
			option := b.Text()
			if b.More.Segment != nil {
				option += " " + b.More.Text()
			}
			got += fmt.Sprintf("%s / %s = %v; ", question, option, b.Checked)
		}
		assert.Equal(t, got, c.want, name)
	}
}
