package ticks_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/ticks"
	"github.com/docmill/docmill/libs/assert"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text      string
		x0, x1    float64 // of the word; the box is from 0.40 to 0.42
		unchecked bool
		want      string
	}{
		"option":              {text: "/Ja", x0: 0.405, x1: 0.45, want: "☑ Ja"},
		"bullet":              {text: "-7", x0: 0.38, x1: 0.42, want: "☑"},
		"number":              {text: "4./|", x0: 0.375, x1: 0.42, want: "4. ☑"},
		"number and option":   {text: "4.VRot", x0: 0.36, x1: 0.48, want: "4. ☑ Rot"},
		"alone":               {text: "7", x0: 0.405, x1: 0.415, want: "7"},
		"no tick":             {text: "Rot", x0: 0.4, x1: 0.43, want: "Rot"},
		"through a word":      {text: "Ell/e", x0: 0.36, x1: 0.44, want: "Ell/e"},
		"number across":       {text: "1775", x0: 0.36, x1: 0.44, want: "1775"},
		"beside":              {text: "/Ja", x0: 0.43, x1: 0.48, want: "/Ja"},
		"in an unchecked box": {text: "/Ja", x0: 0.405, x1: 0.45, unchecked: true, want: "/Ja"},
	} {
		page := &document.Page{
			Lines: []document.Line{{Words: []document.Word{{Text: c.text, Source: document.SourceOCR,
				Box: document.Box{X0: c.x0, Y0: 0.5, X1: c.x1, Y1: 0.515}}}}},
			Marks: []document.Mark{{Checked: !c.unchecked, Box: document.Box{X0: 0.4, Y0: 0.5, X1: 0.42, Y1: 0.515}}},
		}
		ticks.Read(page)
		assert.Equal(t, page.Lines[0].Text(), c.want, name)
	}
}
