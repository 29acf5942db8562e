package match

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// spelledFields are the fields whose spelling comes from corrections: constants of a vendor that are no numbers.
func spelledFields() []string {
	return []string{"bankName", "vendorAddress", "vendorEmail", "vendorName"}
}

// isMisspelled reports whether an OCR text is the right text with some misread letters: one in eight, at most six.
func isMisspelled(read, right string) bool {
	r, o := recognize.Compact(read), recognize.Compact(right)
	return r != o && ocrconfusion.Slips(o, r) <= maxMisread(o)
}

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

// strokeVariants returns a text and its variants with slashes read as strokes: "Quay 512/7" as "Quay 51217".
func strokeVariants(text string) []string {
	if !strings.Contains(text, "/") {
		return []string{text}
	}
	return []string{text, strings.ReplaceAll(text, "/", "1"), strings.ReplaceAll(text, "/", "I")}
}

// isRecognized reports whether parts come from OCR.
func isRecognized(parts []layout.Part) bool {
	return len(parts) > 0 && parts[0].Recognized()
}

// isFragment reports whether an OCR text is a damaged part of another: most of its letters, and no other numbers.
func isFragment(read, right string) bool {
	const most, of = 3, 5
	r, o := recognize.Compact(read), recognize.Compact(right)
	if len(r) >= len(o)+maxMisread(o) || of*len(r) < most*len(o) || maxMisread(r) == 0 {
		return false
	}
	numbers := digitRuns(right)
	for _, n := range digitRuns(read) {
		i := slices.Index(numbers, n)
		if i < 0 {
			return false
		}
		numbers = numbers[i+1:]
	}
	slips := ocrconfusion.Within(o, r)
	return slips <= maxMisread(r) && (slips > 0 || !isWholeWords(r, right))
}

// isWholeWords reports whether a text consists of whole words of another: a vendor may print less of its address.
func isWholeWords(part, text string) bool {
	words := strings.Fields(text)
	for first := range words {
		rest := part
		for _, o := range words[first:] {
			var begins bool
			if rest, begins = strings.CutPrefix(rest, recognize.Compact(o)); !begins {
				break
			}
			if rest == "" {
				return true
			}
		}
	}
	return false
}

func digitRuns(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
}

// isMisreadOf reports whether the extracted value is a text with misread letters, or overlaps the printed words for it.
func isMisreadOf(read, right string, parts []layout.Part) bool {
	printed, r := "", recognize.Compact(read)
	for _, part := range parts {
		printed += recognize.Compact(part.Text())
	}
	return isMisspelled(read, right) || strings.Contains(printed, r) || strings.Contains(r, printed)
}

// isConfirmed reports whether a person entered exactly the extracted value.
func (c *candidate) isConfirmed() bool {
	return c.read.Value != "" &&
		slices.ContainsFunc(c.examples, func(t *template.ExampleField) bool {
			return c.target.Same(t.Constant,
				c.read.Value)
		})
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

func countSpelling(l *template.Template, name, constant string) int {
	n := 0
	for i := range l.Examples {
		if f := l.Examples[i].Field(name); f != nil && f.Constant == constant {
			n++
		}
	}
	return n
}

// asPrinted returns the printed form of a value: itself, with misread letters, a fragment, or in another shape.
func (p *Page) asPrinted(t llm.Target, name, right, read string) (printed string, ok bool) {
	if len(p.findValue(t, right)) > 0 {
		return right, true
	}
	switch {
	case slices.Contains(numberFields(), name):
		return p.asShaped(t, right, read)
	case !slices.Contains(spelledFields(), name):
		return "", false
	}
	for _, text := range strokeVariants(right) {
		if parts := p.findFuzzy(text); parts != nil {
			q, _ := p.quotes.Read(t, parts)
			return q.Value, true
		}
	}
	if found := p.quotes.Find(t, read); len(found) > 0 && isFragment(read, right) && isRecognized(found[0].Parts) {
		return read, true
	}
	return "", false
}
