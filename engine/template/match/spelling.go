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

// spelt are the fields whose spelling comes from corrections: constants of a vendor that are no numbers.
func spelt() []string { return []string{"bankName", "vendorAddress", "vendorEmail", "vendorName"} }

// misspelt reports whether an OCR text is the right text with some misread letters: one in eight, at most six.
func misspelt(read, right string) bool {
	r, w := recognize.Compact(read), recognize.Compact(right)
	return r != w && ocrconfusion.Slips(w, r) <= slack(w)
}

// respelt proposes the learned spelling of misread constants on pages of the vendor.
func (c *claims) respelt() []Proposal {
	var all []Proposal
	for _, name := range spelt() {
		claim, known := c.by[name]
		if !known || claim.read.Value == "" || claim.written() {
			continue
		}
		looked := map[string]bool{}
		for i := range c.layout.Lessons {
			l := &c.layout.Lessons[i]
			f := l.Field(name)
			if f == nil || f.Constant == "" || looked[f.Constant] || !c.identifies(l, name) {
				continue
			}
			looked[f.Constant] = true
			if parts := c.garbled(claim, f.Constant); parts != nil {
				all = append(all, Proposal{
					Name: name, Quote: llm.Quote{Value: f.Constant, Parts: parts}, Lesson: l,
					Held: spellings(c.layout, name, f.Constant),
				})
				break
			}
		}
	}
	return all
}

// garbled returns the words on the page for a text that was extracted in part or with misread letters, or nil.
func (c *claims) garbled(of *claim, right string) []layout.Part {
	for _, text := range stroked(right) {
		if parts := c.page.near(text); parts != nil && garbles(of.read.Value, text, parts) {
			return parts
		}
	}
	if !fragment(of.read.Value, right) {
		return nil
	}
	found := c.page.quotes.Find(of.target, of.read.Value)
	if len(found) == 0 || !recognised(found[0].Parts) {
		return nil
	}
	return found[0].Parts
}

// stroked returns a text and its variants with slashes read as strokes: "Quay 512/7" as "Quay 51217".
func stroked(text string) []string {
	if !strings.Contains(text, "/") {
		return []string{text}
	}
	return []string{text, strings.ReplaceAll(text, "/", "1"), strings.ReplaceAll(text, "/", "I")}
}

// recognised reports whether parts come from OCR.
func recognised(parts []layout.Part) bool {
	return len(parts) > 0 && parts[0].Recognized()
}

// fragment reports whether an OCR text is a damaged part of another: most of its letters, and no other numbers.
func fragment(read, right string) bool {
	const most, of = 3, 5
	r, w := recognize.Compact(read), recognize.Compact(right)
	if len(r) >= len(w)+slack(w) || of*len(r) < most*len(w) || slack(r) == 0 {
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
	slips := ocrconfusion.Within(w, r)
	return slips <= slack(r) && (slips > 0 || !wordwise(r, right))
}

// wordwise reports whether a text consists of whole words of another: a vendor may print less of its address.
func wordwise(part, text string) bool {
	words := strings.Fields(text)
	for first := range words {
		rest := part
		for _, w := range words[first:] {
			var begins bool
			if rest, begins = strings.CutPrefix(rest, recognize.Compact(w)); !begins {
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

// garbles reports whether the extracted value is a text with misread letters, or overlaps the printed words for it.
func garbles(read, right string, parts []layout.Part) bool {
	printed, r := "", recognize.Compact(read)
	for _, part := range parts {
		printed += recognize.Compact(part.Text())
	}
	return misspelt(read, right) || strings.Contains(printed, r) || strings.Contains(r, printed)
}

// written reports whether a person entered exactly the extracted value.
func (c *claim) written() bool {
	return c.read.Value != "" &&
		slices.ContainsFunc(c.taught, func(t *template.Taught) bool { return c.target.Same(t.Constant, c.read.Value) })
}

// identifies reports whether the page has a sign of an example's vendor other than one field.
func (c *claims) identifies(l *template.Lesson, but string) bool {
	if c.sharesVendor(l) {
		return true
	}
	return slices.ContainsFunc(spelt(), func(name string) bool {
		claim, known := c.by[name]
		f := l.Field(name)
		return known && name != but && f != nil && f.Constant != "" && claim.read.Value != "" &&
			(claim.target.Same(f.Constant, claim.read.Value) || misspelt(claim.read.Value, f.Constant) ||
				claim.target.Address() && sisters(claim.read.Value, f.Constant))
	})
}

// sisters reports whether two addresses share a long start: branches print the head office before their own.
func sisters(read, right string) bool {
	const least = 20 // letters, and half of each address
	r, w := recognize.Compact(read), recognize.Compact(right)
	n := 0
	for n < min(len(r), len(w)) && r[n] == w[n] {
		n++
	}
	return n >= least && 2*n >= max(len(r), len(w)) && recognize.CountDigits(r[:n]) > 0
}

func spellings(l *template.Layout, name, constant string) int {
	n := 0
	for i := range l.Lessons {
		if f := l.Lessons[i].Field(name); f != nil && f.Constant == constant {
			n++
		}
	}
	return n
}

// asPrinted returns the printed form of a value: itself, with misread letters, a fragment, or in another shape.
func (p *Page) asPrinted(t llm.Target, name, right, read string) (printed string, ok bool) {
	if len(p.find(t, right)) > 0 {
		return right, true
	}
	switch {
	case slices.Contains(numbered(), name):
		return p.asShaped(t, right, read)
	case !slices.Contains(spelt(), name):
		return "", false
	}
	for _, text := range stroked(right) {
		if parts := p.near(text); parts != nil {
			q, _ := p.quotes.Read(t, parts)
			return q.Value, true
		}
	}
	if found := p.quotes.Find(t, read); len(found) > 0 && fragment(read, right) && recognised(found[0].Parts) {
		return read, true
	}
	return "", false
}
