package match

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

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
