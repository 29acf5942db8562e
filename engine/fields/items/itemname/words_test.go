package itemname_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// agrees checks a predicate on single words.
func agrees(t *testing.T, judge func(string) bool, yes, no []string) {
	t.Helper()
	for _, w := range yes {
		assert.True(t, judge(w), w, "was refused")
	}
	for _, w := range no {
		assert.False(t, judge(w), w, "was taken")
	}
}

// partOf returns a text as one part of a page.
func partOf(t *testing.T, text string) layout.Part {
	t.Helper()
	lay := sheettest.Rows(text)
	require.Equal(t, len(lay.Segments), 1, text, "stands in", "segments")
	return layout.Part{Segment: lay.Segments[0], Last: len(lay.Segments[0].Words) - 1}
}

func TestCodeCharacters(t *testing.T) {
	t.Parallel()
	agrees(t, func(w string) bool { return itemname.CodeWord(w, 3) },
		[]string{"123", "A-100", "TB.20/4", "KL_7", "10023", "1850", "2131X"},
		[]string{"12", "ABC", "A-100b", "1985", "2031", "A#100", "", "3,50"})
}

// A word in square brackets or stars is a code, unless it has small letters or the mark is not closed.
func TestEnclosedCodes(t *testing.T) {
	t.Parallel()
	agrees(t, func(w string) bool { return itemname.Enclosed(w, "[", "]") },
		[]string{"[A-100]", "[FURN]", "[77]"}, []string{"[A-100", "A-100]", "[]", "[7]", "[new]", "A-100"})
	agrees(t, func(w string) bool { return itemname.Enclosed(w, "*", "*") },
		[]string{"*4711*"}, []string{"*", "**", "*4711", "4711*", "*new*"})
}

func TestLabelsBeforeCodes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"SKU: A-100 Chair":           1,
		"Art. no.: 12345 Chair":      2,
		"Article: 902302 Pencil":     1, // the column's name, with a code after it
		"Article: Pencil HB":         0, // … with a name after it
		"Colour: 902302 Pencil":      0,
		"SKU: none":                  0,
		"SKU 12345 Chair":            0, // the end of the label is unknown
		"a set of four: 12345 Chair": 0,
		"SKU:":                       0,
	} {
		assert.Equal(t, itemname.CodeLabel(strings.Fields(text)), want, text, "the code is word")
	}
}

func TestOpenEndedLines(t *testing.T) {
	t.Parallel()
	agrees(t, func(text string) bool { return itemname.OpenEnded(partOf(t, text)) },
		[]string{"Rails of larch,", "Stainless steel bracket for", "Schrauben und", "Chaise de", "Oil (cold",
			"Nuts &", "Door-"},
		[]string{"Rails of larch", "Bulb 9 W", "Oil (cold)", "Chair.", "Cable 3 m"})
}

func TestHeadingsListingName(t *testing.T) {
	t.Parallel()
	agrees(t, func(text string) bool { return itemname.ListsTwo(strings.Fields(text)) },
		[]string{"Name, Description", "Name, Description, Brand", "Bezeichnung, Beschreibung"},
		[]string{"Name Description", "Name", "Name, Price", "Price, Description", ""})
}

func TestDescriptionTrailingMarks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Chair,": "Chair", "Chair ;": "Chair", ": Chair (oak)": "Chair (oak)", "Chair, oiled": "Chair, oiled",
		"Chair.": "Chair.",
	} {
		assert.Equal(t, itemname.Text([]layout.Part{partOf(t, text)}), want, text)
	}
}

// Only recognized text is corrected, not digital text.
func TestRecognizedMeasures(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Pipe 0 26, copper": "Pipe Ø 26, copper", "Vinegar 10 1": "Vinegar 10 l", "Oil 2,5 I": "Oil 2,5 l",
		"Plug type 1": "Plug type 1", "Rule 0 to 30": "Rule 0 to 30", "Set 12 1 of": "Set 12 1 of",
		"Steel 304 0 88,9": "Steel 304 Ø 88,9",
	} {
		p := partOf(t, text)
		assert.Equal(t, itemname.Text([]layout.Part{p}), text)
		for i := range p.Segment.Tokens {
			p.Segment.Tokens[i].Source = document.SourceOCR
		}
		assert.Equal(t, itemname.Text([]layout.Part{p}), want, text)
	}
}

func TestCodesUnlabeled(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"GTIN: 4012345000009": "4012345000009", "Ref.: K-17 blue": "K-17 blue", "K-17": "K-17",
		"Ref.: none": "Ref.: none",
	} {
		assert.Equal(t, itemname.Unlabeled(partOf(t, text)).Text(), want, text)
	}
}

func TestPartsWithWords(t *testing.T) {
	t.Parallel()
	agrees(t, func(text string) bool { return itemname.Worded([]layout.Part{partOf(t, text)}) },
		[]string{"Chair", "4 chairs", "EUR 5.00 each"}, []string{"5.00", "EUR 5.00", "- 5 %", "€ 7"})
}

// Styles of recognized text are ignored, because they are uncertain.
func TestOtherStyles(t *testing.T) {
	t.Parallel()
	styled := func(size float64, bold, scanned bool) layout.Part {
		s := sheettest.A4()
		s.Put(50, 100, size, "Chair")
		s.Lines[0].Words[0].Bold = bold
		if scanned {
			s.Lines[0].Words[0].Source = document.SourceOCR
		}
		return layout.Part{Segment: layout.Analyze(sheettest.Bind(s)).Segments[0]}
	}
	plain := styled(10, false, false)
	for name, c := range map[string]struct {
		other layout.Part
		want  bool
	}{
		"the same": {styled(10, false, false), false}, "bold": {styled(10, true, false), true},
		"smaller": {styled(8, false, false), true},
		"larger":  {styled(12, false, false), true}, "hardly larger": {styled(10.5, false, false), false},
		"scanned": {styled(8, true, true), false},
	} {
		assert.Equal(t, itemname.Restyled(plain, c.other), c.want, name)
	}
}

func TestNameBeforeDash(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Chair - of oak - with arms": "Chair", "Tee-light": "Tee-light",
		"- Chair": "- Chair", "Chair -": "Chair",
	} {
		assert.Equal(t, itemname.Text(itemname.BeforeDash([]layout.Part{partOf(t, text)})), want, text)
	}
}
