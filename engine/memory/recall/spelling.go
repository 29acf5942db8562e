package recall

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/ask"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/memory"
	"github.com/docmill/docmill/engine/misread"
	"github.com/docmill/docmill/engine/recognize"
)

// spelt are the fields whose letters people know better than a recogniser: those that
// stay the same for a vendor and are no numbers.
func spelt() []string { return []string{"bankName", "vendorAddress", "vendorName"} }

// misspelt reports whether a text that was recognised from pixels is that which people
// wrote, with some letters misread: one in eight, six at most.
func misspelt(read, right string) bool {
	r, w := recognize.Compact(read), recognize.Compact(right)
	return r != w && misread.Slips(w, r) <= slack(w)
}

// respelt proposes what people wrote of a vendor in place of the same with letters misread:
// where the page shows an identifier of the vendor, or has another text that stays the
// same for it.
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
			if parts := c.page.near(f.Constant); parts != nil && garbles(claim.read.Value, f.Constant, parts) {
				all = append(all, Proposal{
					Name: name, Quote: ask.Quote{Value: f.Constant, Parts: parts}, Lesson: l, Held: c.spellings(name, f.Constant),
				})
				break
			}
		}
	}
	return all
}

// garbles reports whether what was read is a text with letters misread, or a part of the
// words that stand for it, or these and more.
func garbles(read, right string, parts []layout.Part) bool {
	printed, r := "", recognize.Compact(read)
	for _, part := range parts {
		printed += recognize.Compact(part.Text())
	}
	return misspelt(read, right) || strings.Contains(printed, r) || strings.Contains(r, printed)
}

// written reports whether people wrote just what was read.
func (c *claim) written() bool {
	return slices.ContainsFunc(c.taught, func(t *memory.Taught) bool { return c.target.Same(t.Constant, c.read.Value) })
}

// identifies reports whether the page is of a lesson's vendor, by another sign of it than
// one field.
func (c *claims) identifies(l *memory.Lesson, but string) bool {
	if l.Fingerprint.SharesVendor(c.vendors) {
		return true
	}
	return slices.ContainsFunc(spelt(), func(name string) bool {
		claim, known := c.by[name]
		f := l.Field(name)
		return known && name != but && f != nil && f.Constant != "" && claim.read.Value != "" &&
			(claim.target.Same(f.Constant, claim.read.Value) || misspelt(claim.read.Value, f.Constant))
	})
}

// spellings counts the lessons that spell a field so.
func (c *claims) spellings(name, constant string) int {
	n := 0
	for i := range c.layout.Lessons {
		if f := c.layout.Lessons[i].Field(name); f != nil && f.Constant == constant {
			n++
		}
	}
	return n
}

// asPrinted returns what stands on the page for a value that stays the same for a vendor:
// the value, or the same with letters misread.
func (p *Page) asPrinted(t ask.Target, name, right string) (printed string, ok bool) {
	if len(p.quotes.Find(t, right)) > 0 {
		return right, true
	}
	if !slices.Contains(spelt(), name) {
		return "", false
	}
	parts := p.near(right)
	if parts == nil {
		return "", false
	}
	q, _ := p.quotes.Read(t, parts)
	return q.Value, true
}
