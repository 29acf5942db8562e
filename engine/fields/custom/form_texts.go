package custom

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// description is a text that describes a field.
type description struct {
	words  []string
	weight float64
}

// describe adds a text with its weight, and its last part after a comma: "If joint return, spouse's first name".
func (f *formField) describe(text string, weight float64) {
	for _, part := range []string{text, text[strings.LastIndexByte(text, ',')+1:]} {
		words := content(part)
		isKnown := func(d description) bool { return slices.Equal(d.words, words) }
		if len(words) > 0 && !slices.ContainsFunc(f.texts, isKnown) {
			f.texts = append(f.texts, description{words, weight})
		}
	}
}

// cellsOutside returns the cells of a page without words in form fields.
func (w *queries) cellsOutside(p *layout.Page) []cell {
	var out []cell
	for _, row := range p.Rows {
		for _, c := range w.cells[row] {
			if !w.Work.Spend(len(p.Fields)) {
				return out
			}
			inField := func(word int) bool {
				box := c.Segment.Tokens[word].Box
				return slices.ContainsFunc(p.Fields, func(f layout.FormField) bool { return isInside(box, f.Place) })
			}
			for c.First <= c.Last && inField(c.First) {
				c.First++
			}
			for c.First < c.Last && inField(c.Last) {
				c.Last--
			}
			if c.First <= c.Last {
				c.box = c.Segment.SpanBox(c.First, c.Last)
				out = append(out, c)
			}
		}
	}
	return out
}

// describePrinted adds the printed texts of a field: those left of it and above it, of a button the one right of it.
func (f *form) describePrinted(field *formField, labels []cell) {
	const (
		reach        = 250 // points beside
		above        = 16  // points
		overlap      = -3  // points
		last         = 3   // words of a sentence with a gap: "born in ____ on ____"
		near         = 30  // points
		weightBeside = 0.8 // of a text above that is beside another field
	)
	texts, away := [3]*cell{}, [3]float64{reach, above, reach}
	for i := range labels {
		c := &labels[i]
		at := []float64{field.Place.X0 - c.box.X1, field.Place.Y0 - c.box.Y1, c.box.X0 - field.Place.X1}
		beside := isBeside(c.box, field.Place)
		over := c.box.OverlapX(field.Place) > 0
		for side, isThere := range []bool{beside, over, beside} {
			if isThere && at[side] > overlap && at[side] < away[side] && len(content(c.Text())) > 0 {
				texts[side], away[side] = c, at[side]
			}
		}
	}
	if isButton(field.FormField) {
		if texts[2] != nil {
			field.describe(texts[2].Text(), 1)
		}
		return
	}
	if texts[0] != nil {
		words := texts[0].Words()
		field.describe(texts[0].Text(), 1)
		field.describe(strings.Join(words[max(0, len(words)-last):], " "), 1)
	}
	if c := texts[1]; c != nil {
		weight := 1.0
		if slices.ContainsFunc(field.page.Fields, func(o layout.FormField) bool {
			right := o.Place.X0 - c.box.X1
			return f.Work.Spend(1) && isBeside(c.box, o.Place) && right > overlap && right < near && !isButton(&o)
		}) {
			weight = weightBeside
		}
		field.describe(c.Text(), weight)
	}
}

// continueLabels gives fields the label of the field left of them if only short words are between them, as in
// "born in ____ on ____" and "from ____ to ____".
func (f *form) continueLabels(fields []formField, labels []cell) {
	const weightContinued = 0.95
	for i := 1; i < len(fields); i++ {
		left, field := &fields[i-1], &fields[i]
		between := slices.IndexFunc(labels, func(c cell) bool {
			return f.Work.Spend(1) && isBeside(c.box, field.Place) && isBeside(c.box, left.Place) &&
				c.box.CenterX() > left.Place.X1 && c.box.CenterX() < field.Place.X0 && isShort(c.Words())
		})
		if between < 0 || isButton(left.FormField) || isButton(field.FormField) {
			continue
		}
		if lexicon.Until.Has(recognize.Fold(labels[between].Text())) {
			left.end, field.end = lexicon.PeriodStart, lexicon.PeriodEnd
		}
		var texts []description
		for _, d := range left.texts[:left.labels] {
			texts = append(texts, description{d.words, weightContinued * d.weight})
		}
		field.texts, field.labels = append(texts, field.texts...), len(texts)+field.labels
	}
}

// isShort reports whether words have at most two letters each, as "on" and "to".
func isShort(words []string) bool {
	const longest = 2
	return !slices.ContainsFunc(words, func(word string) bool { return len([]rune(recognize.Fold(word))) > longest })
}

// isBeside reports whether a box is at the height of another.
func isBeside(b, of layout.Box) bool {
	return math.Abs(b.CenterY()-of.CenterY()) < max(of.Height(), b.Height())/2
}

// content returns the words of a text or name that carry meaning, as synonyms, without numbers.
func content(text string) []string {
	var out []string
	for _, word := range nameWords(numberSign().Replace(text)) {
		word = strings.Trim(word, "0123456789")
		isVerb := word == "is" || word == "are" || word == "has" // of names such as isBlind
		if len([]rune(word)) > 1 && !isVerb && !lexicon.Connective.Has(word) {
			out = append(out, lexicon.Synonym(word))
		}
	}
	return bag(out)
}

// numberSign replaces the sign for a number, which is one letter without its circle, by the word.
func numberSign() *strings.Replacer {
	return strings.NewReplacer("N°", "number ", "n°", "number ", "Nº", "number ", "nº", "number ")
}

// bag returns the different words of texts.
func bag(texts ...[]string) []string {
	all := slices.Concat(texts...)
	slices.Sort(all)
	return slices.Compact(all)
}
