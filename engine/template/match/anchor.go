package match

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// An anchor is written BASE/LINE.END.
//
// BASE is where lines start: after a label in its segment ("i#HASH"), right of it ("r#HASH"), second right of it
// ("s#HASH"), below it ("b#HASH"), above it ("t#HASH"), after one of several equal labels ("i#HASH~X"), at a block's
// place ("@PAGE.X0.X1.Y"), at a block's index in its row ("%PAGE.ORDER.ORDER.Y"), or at the block with COUNT blocks
// above it at its edge ("^PAGE.X0.X1.COUNT").
//
// LINE counts the lines from BASE, from 0. END selects the value among the lines.
const (
	endPostal   = "p" // the lines to the one with the post code
	endStreet   = "q" // the same, from the first line with digits
	endBefore   = "a" // the lines before the first with digits, which starts an address
	endTyped    = "t" // the first value of the field's form in the line
	endLast     = "l" // the last one, such as the end of a period
	endCode     = "c" // the first word with digits
	endPrefixed = "g" // the same without its leading letters and signs: 0417 of "No.0417"
	endColon    = "k" // the text after the line's colon
	endComma    = "m" // the words to the line's first comma or freestanding dash
	endLines    = "n" // a number of whole lines: "n2"
	endBlock    = "w" // the whole lines to the end of the block, at most three
	endDays     = "d" // the issue date plus a number of days in the line; "d0" is the first number
)

const (
	maxLines            = 8  // below a base
	maxAnchors          = 14 // of a field
	maxRightSegments    = 2  // segments right of a line
	maxEqualLabels      = 4  // equal labels selected by place
	maxLineHeightsBelow = 3  // line heights of the label
	maxLineHeightsAbove = 2  // line heights of the label
)

type offset struct {
	line int
	end  string
}

func (o offset) String() string { return strconv.Itoa(o.line) + "." + o.end }

func parseOffset(text string) (offset, bool) {
	number, end, ok := strings.Cut(text, ".")
	line, err := strconv.Atoi(number)
	return offset{line, end}, ok && err == nil && line >= 0 && line < maxLines
}

// offsets lists all offsets that can lead to a field of the target's form.
func offsets(t llm.Target) []offset {
	var all []offset
	for line := range maxLines {
		if t.Typed() || t.Currency() {
			all = append(all, offset{line, endTyped})
			if t.Custom() {
				all = append(all, offset{line, endLast})
			}
			if t.Field() == dueDate {
				all = append(all, daysOffsets(line)...)
			}
			continue
		}
		if t.Address() {
			all = append(all, offset{line, endPostal}, offset{line, endStreet})
		} else if t.Name() {
			all = append(all, offset{line, endBefore}, offset{line, endBlock}, offset{line, endComma})
		}
		for n := 1; n <= 3; n++ {
			all = append(all, offset{line, endLines + strconv.Itoa(n)})
		}
		all = append(all, offset{line, endCode}, offset{line, endColon})
		if !t.Party() {
			all = append(all, offset{line, endPrefixed})
		}
	}
	return all
}

func (p *Page) valueAt(t llm.Target, lines []layout.Part, o offset) (llm.Quote, bool) {
	if o.line >= len(lines) {
		return llm.Quote{}, false
	}
	lines = lines[o.line:]
	first := lines[0]
	switch {
	case o.end == endTyped, o.end == endLast:
		return p.quotes.First(t, first, o.end == endLast)
	case o.end == endPostal, o.end == endStreet, o.end == endBefore:
		return p.address(t, lines, o.end)
	case o.end == endBlock:
		const most = 3 // lines of a name
		if len(lines) <= most {
			return p.quotes.Read(t, lines)
		}
	case o.end == endCode:
		for i := first.First; i <= first.Last; i++ {
			if recognize.CountDigits(first.Segment.Words[i]) > 0 {
				return p.quotes.Read(t, []layout.Part{{Segment: first.Segment, First: i, Last: i}})
			}
		}
	case o.end == endPrefixed:
		return withoutPrefix(first)
	case o.end == endColon:
		for i := first.First; i < first.Last; i++ {
			if strings.HasSuffix(first.Segment.Words[i], ":") {
				return p.quotes.Read(t, []layout.Part{{Segment: first.Segment, First: i + 1, Last: first.Last}})
			}
		}
	case o.end == endComma:
		for i := first.First; i < first.Last; i++ {
			word, next := first.Segment.Words[i], first.Segment.Words[i+1]
			dashed := i+1 < first.Last && (next == "-" || next == "–")
			if strings.HasSuffix(word, ",") || dashed {
				return p.quotes.Read(t, []layout.Part{{Segment: first.Segment, First: first.First, Last: i}})
			}
		}
	case strings.HasPrefix(o.end, endDays):
		return p.afterDays(first, o.end[len(endDays):])
	case strings.HasPrefix(o.end, endLines):
		n, err := strconv.Atoi(o.end[len(endLines):])
		if err == nil && n > 0 && n <= len(lines) {
			return p.quotes.Read(t, lines[:n])
		}
	}
	return llm.Quote{}, false
}

func (p *Page) address(t llm.Target, lines []layout.Part, end string) (llm.Quote, bool) {
	const most = 4 // lines of a value
	begins := func(l layout.Part) bool { return recognize.CountDigits(l.Text()) > 0 }
	if end == endStreet {
		begins = mayBeStreet
	}
	first := slices.IndexFunc(lines, begins)
	switch {
	case end != endPostal && (first < 0 || first > most):
		return llm.Quote{}, false
	case end == endBefore:
		if first == 0 {
			return llm.Quote{}, false
		}
		return p.quotes.Read(t, lines[:first])
	case end == endStreet:
		lines = lines[first:]
	}
	n := postCodeLine(lines[:min(len(lines), most)])
	if n < 0 || n == 0 && end == endStreet && first > 0 { // the street has no number
		return llm.Quote{}, false
	}
	return p.quotes.Read(t, lines[:n+1])
}

// mayBeStreet reports whether a line can start an address: no tax ID, phone number or contact.
func mayBeStreet(l layout.Part) bool {
	text := l.Text()
	return recognize.CountDigits(text) > 0 && strings.ContainsFunc(text, unicode.IsLetter) &&
		strings.Contains(text, " ") && !textshape.TaxNumber(l.Words()) && !strings.ContainsAny(text, "@:") &&
		!strings.Contains(text, "www.")
}

// postCodeLine returns the line with the post code, or -1. A first line that may be a house number and street is
// skipped if one of the next two has a post code.
func postCodeLine(lines []layout.Part) int {
	postal := func(l layout.Part) bool { return textshape.PostalLine(l.Words()) }
	n := slices.IndexFunc(lines, postal)
	if n == 0 && textshape.CodeFirst(lines[0].Words()) {
		const beside = 3
		if n = slices.IndexFunc(lines[1:min(len(lines), beside)], postal); n >= 0 {
			n++
		}
	}
	return n
}

func blockLines(s *layout.Segment) []layout.Part {
	var lines []layout.Part
	for ; s != nil && len(lines) < maxLines; s = s.NextInBlock() {
		lines = append(lines, layout.Part{Segment: s, First: 0, Last: len(s.Tokens) - 1})
	}
	return lines
}

// Relations of lines to a label: after it, in the first and second segment right of it, below it and above it.
const (
	relations      = "irsbt"
	rightRelations = "rs"
)

// edge is a label's left edge, in thousandths of the page width.
func (o *occurrence) edge() int { return int(thousand * o.segment.Box.X0 / o.segment.Page.Width) }

// occurrences returns the labels that an anchor starts from: all equal labels, or only those at its left edge.
func (p *Page) occurrences(hash uint32, anchor string) []occurrence {
	all := p.labels[hash]
	_, x, _, one := template.SplitAtEdge(anchor)
	if !one {
		return all
	}
	var there []occurrence
	for _, o := range all {
		if template.IsSameEdge(o.edge(), x) {
			there = append(there, o)
		}
	}
	return there
}

func startLines(o occurrence, relation byte) [][]layout.Part {
	switch relation {
	case 'i':
		if o.last+1 < len(o.segment.Tokens) {
			rest := layout.Part{Segment: o.segment, First: o.last + 1, Last: len(o.segment.Tokens) - 1}
			lines := []layout.Part{rest}
			if next := o.segment.NextInBlock(); next != nil {
				lines = append(lines, blockLines(next)...)
			}
			return [][]layout.Part{lines}
		}
	case 'r', 's':
		n := strings.IndexByte(rightRelations, relation)
		if right := o.segment.Right(); o.last == len(o.segment.Tokens)-1 && n < len(right) {
			return [][]layout.Part{blockLines(right[n])}
		}
	case 'b':
		below := o.segment.Page.Below(o.segment.Row, o.segment.Box, maxLineHeightsBelow*o.segment.Height())
		if len(below) > 0 {
			return [][]layout.Part{blockLines(below[0])}
		}
	case 't': // one line, because the lines above it belong to another label
		above := o.segment.Page.Above(o.segment.Row, o.segment.Box, maxLineHeightsAbove*o.segment.Height())
		if len(above) > 0 {
			return [][]layout.Part{blockLines(above[0])[:1]}
		}
	}
	return nil
}

// valuesAt returns the distinct values that an anchor leads to.
func (p *Page) valuesAt(t llm.Target, anchor string) []llm.Quote {
	base, rest, ok := strings.Cut(anchor, "/")
	off, valid := parseOffset(rest)
	if !ok || !valid || base == "" {
		return nil
	}
	var found []llm.Quote
	add := func(lines []layout.Part) {
		if q, ok := p.valueAt(t, lines, off); ok &&
			!slices.ContainsFunc(found, func(o llm.Quote) bool { return t.Same(o.Value, q.Value) }) {
			found = append(found, q)
		}
	}
	if template.IsPlaced(base) {
		if s := p.nearestBlock(base); s != nil {
			add(blockLines(s))
		}
		return found
	}
	hash, ok := template.Label(anchor)
	if !ok {
		return nil
	}
	for _, o := range p.occurrences(hash, anchor) {
		for _, lines := range startLines(o, base[0]) {
			add(lines)
		}
	}
	return found
}

// withoutPrefix takes the first word with digits of a line from its first digit; false if the word starts with a digit.
func withoutPrefix(line layout.Part) (llm.Quote, bool) {
	for i := line.First; i <= line.Last; i++ {
		word := line.Segment.Words[i]
		if recognize.CountDigits(word) == 0 {
			continue
		}
		from := strings.IndexFunc(word, unicode.IsDigit)
		value := strings.TrimRight(word[from:], ".,;:")
		return llm.Quote{Value: value, Parts: []layout.Part{{Segment: line.Segment, First: i, Last: i}}}, from > 0
	}
	return llm.Quote{}, false
}

// findValue returns the places of a value as words, of a number also within a word, of a due date also in days.
func (p *Page) findValue(t llm.Target, text string) []llm.Quote {
	found := p.quotes.Find(t, text)
	if len(found) == 0 && t.Field() == dueDate {
		return p.inDays(text)
	}
	if len(found) > 0 || t.Typed() || t.Party() || t.Currency() || text == "" || !unicode.IsDigit(rune(text[0])) {
		return found
	}
	for _, s := range p.doc.Layout.Segments {
		for i := range s.Tokens {
			q, ok := withoutPrefix(layout.Part{Segment: s, First: i, Last: i})
			if ok && t.Same(q.Value, text) {
				found = append(found, q)
			}
		}
	}
	return found
}
