package match

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// findFuzzy finds a text in OCR words, with at most slack misread letters; nil if it is not found.
func (p *Page) findFuzzy(text string) (parts []layout.Part) {
	want := recognize.Compact(text)
	least := maxMisread(want) + 1
	if least == 1 {
		return nil
	}
	for _, s := range p.doc.Layout.Segments {
		for _, lines := range [][]layout.Part{linesBelow(s), linesRight(s)} {
			for first := range s.Tokens {
				if s.Tokens[first].Source != document.SourceOCR {
					continue
				}
				if found, slips := p.fuzzyMatch(lines, first, want, least); slips < least {
					parts, least = found, slips
				}
			}
		}
	}
	return parts
}

// maxMisread is the maximum number of misread letters in a text.
func maxMisread(compact string) int {
	const (
		letters = 8 // per misread letter
		most    = 6
	)
	return min(len(compact)/letters, most)
}

// linesBelow returns the lines below a segment, beyond its block, because centered lines are not in one block.
func linesBelow(s *layout.Segment) []layout.Part {
	var lines []layout.Part
	for ; s != nil && len(lines) < maxLines; s = lineBelow(s) {
		lines = append(lines, layout.Part{Segment: s, First: 0, Last: len(s.Tokens) - 1})
	}
	return lines
}

// lineBelow returns the next line of the block, or the segment in the row below with the most overlap.
func lineBelow(s *layout.Segment) *layout.Segment {
	if next := s.NextInBlock(); next != nil {
		return next
	}
	if s.Row+1 >= len(s.Page.Rows) {
		return nil
	}
	var best *layout.Segment
	shared := 0.0
	for _, o := range s.Page.Rows[s.Row+1].Segments {
		if overlap := o.Box.OverlapX(s.Box); overlap > shared {
			best, shared = o, overlap
		}
	}
	return best
}

// linesRight returns a segment, the segments right of it in its row, and then the lines below.
func linesRight(s *layout.Segment) []layout.Part {
	lines := []layout.Part{{Segment: s, First: 0, Last: len(s.Tokens) - 1}}
	right := s.Right()
	if len(right) == 0 {
		return nil // same as downward
	}
	for _, o := range right[:min(len(right), maxRightSegments)] {
		lines = append(lines, layout.Part{Segment: o, First: 0, Last: len(o.Tokens) - 1})
	}
	for _, o := range lines {
		if next := lineBelow(o.Segment); next != nil {
			return append(lines, linesBelow(next)...)
		}
	}
	return lines
}

// fuzzyMatch returns the words from a token of the first line that match the text with the fewest slips, below a bound.
func (p *Page) fuzzyMatch(lines []layout.Part, first int, want string, bound int) (parts []layout.Part, least int) {
	least = bound
	read := ""
	for i, line := range lines {
		begin := 0
		if i == 0 {
			begin = first
		}
		words := p.segmentWords(line.Segment)
		for last := begin; last <= line.Last; last++ {
			read += words[last]
			if len(read) >= len(want)+bound {
				return parts, least
			}
			if len(read) <= len(want)-bound || !mayBeSimilar(read, want, bound) {
				continue
			}
			if slips := ocrconfusion.Slips(want, read); slips < least {
				parts, least = cutLines(lines[:i+1], first, last), slips
			}
		}
	}
	return parts, least
}

// segmentWords returns the words of a segment without signs between letters.
func (p *Page) segmentWords(s *layout.Segment) []string {
	words, known := p.words[s]
	if !known {
		words = make([]string, len(s.Words))
		for i, w := range s.Words {
			words[i] = recognize.Compact(w)
		}
		p.words[s] = words
	}
	return words
}

func cutLines(lines []layout.Part, first, last int) []layout.Part {
	lines = slices.Clone(lines)
	lines[len(lines)-1].Last, lines[0].First = last, first
	return lines
}

// mayBeSimilar reports whether the character counts allow so few slips. It is much cheaper than a full comparison.
func mayBeSimilar(a, b string, bound int) bool {
	var counts [256]int
	for i := range len(a) {
		counts[a[i]]++
	}
	for i := range len(b) {
		counts[b[i]]--
	}
	n := 0
	for _, c := range counts {
		n += max(c, -c)
	}
	return n < 2*bound // a substituted letter counts twice
}

// isMisspelled reports whether an OCR text is the right text with some misread letters: one in eight, at most six.
func isMisspelled(read, right string) bool {
	r, o := recognize.Compact(read), recognize.Compact(right)
	return r != o && ocrconfusion.Slips(o, r) <= maxMisread(o)
}

// strokeVariants returns a text and its variants with slashes read as strokes: "Quay 512/7" as "Quay 51217".
func strokeVariants(text string) []string {
	if !strings.Contains(text, "/") {
		return []string{text}
	}
	return []string{text, strings.ReplaceAll(text, "/", "1"), strings.ReplaceAll(text, "/", "I")}
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

// asShaped returns the printed number if OCR only confused its signs with letters or digits.
func (p *Page) asShaped(t llm.Target, right, read string) (printed string, ok bool) {
	text, ok := inShape(read, shapeOf(right), false)
	if !ok || text != right {
		return "", false
	}
	found := p.quotes.Find(t, read)
	return read, len(found) > 0 && isRecognized(found[0].Parts)
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
