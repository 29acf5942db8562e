package match

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// respell proposes the learned spelling of misread constants on pages of the vendor.
func (c *candidates) respell() []Proposal {
	var all []Proposal
	for _, name := range spelledFields() {
		cand, known := c.byField[name]
		if !known || cand.read.Value == "" || cand.isConfirmed() {
			continue
		}
		checked := map[string]bool{}
		for i := range c.template.Examples {
			l := &c.template.Examples[i]
			f := l.Field(name)
			if f == nil || f.Constant == "" || checked[f.Constant] || !c.identifiesVendor(l, name) {
				continue
			}
			checked[f.Constant] = true
			if parts := c.findMisread(cand, f.Constant); parts != nil {
				all = append(all, Proposal{
					Name: name, Quote: llm.Quote{Value: f.Constant, Parts: parts}, Example: l,
					Held: countSpelling(c.template, name, f.Constant),
				})
				break
			}
		}
	}
	return all
}

// findMisread returns the words on the page for a text that was extracted in part or with misread letters, or nil.
func (c *candidates) findMisread(cand *candidate, right string) []layout.Part {
	for _, text := range strokeVariants(right) {
		if parts := c.page.findFuzzy(text); parts != nil && isMisreadOf(cand.read.Value, text, parts) {
			return parts
		}
	}
	if !isFragment(cand.read.Value, right) {
		return nil
	}
	found := c.page.quotes.Find(cand.target, cand.read.Value)
	if len(found) == 0 || !isRecognized(found[0].Parts) {
		return nil
	}
	return found[0].Parts
}

// isMisreadOf reports whether the extracted value is a text with misread letters, or overlaps the printed words for it.
func isMisreadOf(read, right string, parts []layout.Part) bool {
	printed, r := "", recognize.Compact(read)
	for _, part := range parts {
		printed += recognize.Compact(part.Text())
	}
	return isMisspelled(read, right) || strings.Contains(printed, r) || strings.Contains(r, printed)
}

// identifiesVendor reports whether the page has a sign of an example's vendor other than one field.
func (c *candidates) identifiesVendor(l *template.Example, but string) bool {
	if c.sharesVendor(l) {
		return true
	}
	return slices.ContainsFunc(spelledFields(), func(name string) bool {
		cand, known := c.byField[name]
		f := l.Field(name)
		return known && name != but && f != nil && f.Constant != "" && cand.read.Value != "" &&
			(cand.target.Same(f.Constant, cand.read.Value) || isMisspelled(cand.read.Value, f.Constant) ||
				cand.target.Address() && shareHeadOffice(cand.read.Value, f.Constant))
	})
}

// shareHeadOffice reports whether two addresses share a long start: branches print the head office before their own.
func shareHeadOffice(read, right string) bool {
	const least = 20 // letters, and half of each address
	r, o := recognize.Compact(read), recognize.Compact(right)
	n := 0
	for n < min(len(r), len(o)) && r[n] == o[n] {
		n++
	}
	return n >= least && 2*n >= max(len(r), len(o)) && recognize.CountDigits(r[:n]) > 0
}

func (c *candidates) reshape() []Proposal {
	var all []Proposal
	for _, name := range numberFields() {
		cand, known := c.byField[name]
		if !known || cand.read.Value == "" {
			continue
		}
		shape, example, held := c.shape(name, len([]rune(cand.read.Value)))
		if held == 0 {
			continue
		}
		text, ok := inShape(cand.read.Value, shape, held > 1)
		if !ok || text == cand.read.Value {
			continue
		}
		if found := c.page.quotes.Find(cand.target, cand.read.Value); len(found) > 0 && isRecognized(found[0].Parts) {
			q := llm.Quote{Value: text, Parts: found[0].Parts}
			all = append(all, Proposal{Name: name, Quote: q, Example: example, Held: held})
		}
	}
	return all
}

// shape returns the common shape of the vendor's numbers, its newest example and their count; 0 if they differ.
func (c *candidates) shape(name string, length int) (shape string, newest *template.Example, held int) {
	return unanimousValue(c.template, func(l *template.Example) *string {
		f := l.Field(name)
		if f == nil || len([]rune(f.Shape)) != length || !c.identifiesVendor(l, name) {
			return nil
		}
		return &f.Shape
	})
}
