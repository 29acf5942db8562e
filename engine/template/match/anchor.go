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
	endPostal = "p" // the lines to the one with the post code
	endStreet = "q" // the same, from the first line with digits
	endBefore = "a" // the lines before the first with digits, which starts an address
	endTyped  = "t" // the first value of the field's form in the line
	endCode   = "c" // the first word with digits
	endGlued  = "g" // the same without its leading letters and signs: 0417 of "No.0417"
	endColon  = "k" // the text after the line's colon
	endComma  = "m" // the words to the line's first comma or freestanding dash
	endLines  = "n" // a number of whole lines: "n2"
	endBlock  = "w" // the whole lines to the end of the block, at most three
	endDays   = "d" // the issue date plus a number of days in the line; "d0" is the first number
)

const (
	mostLines   = 8  // below a base
	mostAnchors = 14 // of a field
	mostRight   = 2  // segments right of a line
	mostAlike   = 4  // equal labels selected by place
	farBelow    = 3  // line heights of the label
	farAbove    = 2  // line heights of the label
)

type way struct {
	line int
	end  string
}

func (w way) String() string { return strconv.Itoa(w.line) + "." + w.end }

func parseWay(text string) (way, bool) {
	number, end, ok := strings.Cut(text, ".")
	line, err := strconv.Atoi(number)
	return way{line, end}, ok && err == nil && line >= 0 && line < mostLines
}

// ways lists all ways that can lead to a field of the target's form.
func ways(t llm.Target) []way {
	var all []way
	for line := range mostLines {
		if t.Typed() || t.Currency() {
			all = append(all, way{line, endTyped})
			if t.Field() == dueDate {
				all = append(all, daysWays(line)...)
			}
			continue
		}
		if t.Address() {
			all = append(all, way{line, endPostal}, way{line, endStreet})
		} else if t.Name() {
			all = append(all, way{line, endBefore}, way{line, endBlock}, way{line, endComma})
		}
		for n := 1; n <= 3; n++ {
			all = append(all, way{line, endLines + strconv.Itoa(n)})
		}
		all = append(all, way{line, endCode}, way{line, endColon})
		if !t.Party() {
			all = append(all, way{line, endGlued})
		}
	}
	return all
}

// follow makes the value that a way leads to from the lines of a base.
func (p *Page) follow(t llm.Target, lines []layout.Part, w way) (llm.Quote, bool) {
	if w.line >= len(lines) {
		return llm.Quote{}, false
	}
	lines = lines[w.line:]
	first := lines[0]
	switch {
	case w.end == endTyped:
		return p.quotes.First(t, first)
	case w.end == endPostal, w.end == endStreet, w.end == endBefore:
		return p.address(t, lines, w.end)
	case w.end == endBlock:
		const most = 3 // lines of a name
		if len(lines) <= most {
			return p.quotes.Read(t, lines)
		}
	case w.end == endCode:
		for i := first.First; i <= first.Last; i++ {
			if recognize.CountDigits(first.Segment.Words[i]) > 0 {
				return p.quotes.Read(t, []layout.Part{{Segment: first.Segment, First: i, Last: i}})
			}
		}
	case w.end == endGlued:
		return glued(first)
	case w.end == endColon:
		for i := first.First; i < first.Last; i++ {
			if strings.HasSuffix(first.Segment.Words[i], ":") {
				return p.quotes.Read(t, []layout.Part{{Segment: first.Segment, First: i + 1, Last: first.Last}})
			}
		}
	case w.end == endComma:
		for i := first.First; i < first.Last; i++ {
			word, next := first.Segment.Words[i], first.Segment.Words[i+1]
			dashed := i+1 < first.Last && (next == "-" || next == "–")
			if strings.HasSuffix(word, ",") || dashed {
				return p.quotes.Read(t, []layout.Part{{Segment: first.Segment, First: first.First, Last: i}})
			}
		}
	case strings.HasPrefix(w.end, endDays):
		return p.afterDays(first, w.end[len(endDays):])
	case strings.HasPrefix(w.end, endLines):
		n, err := strconv.Atoi(w.end[len(endLines):])
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
		begins = streetLike
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
	n := postalAmong(lines[:min(len(lines), most)])
	if n < 0 || n == 0 && end == endStreet && first > 0 { // the street has no number
		return llm.Quote{}, false
	}
	return p.quotes.Read(t, lines[:n+1])
}

// streetLike reports whether a line can start an address: no tax ID, phone number or contact.
func streetLike(l layout.Part) bool {
	text := l.Text()
	return recognize.CountDigits(text) > 0 && strings.ContainsFunc(text, unicode.IsLetter) &&
		strings.Contains(text, " ") && !textshape.TaxNumber(l.Words()) && !strings.ContainsAny(text, "@:") &&
		!strings.Contains(text, "www.")
}

// postalAmong returns the line with the post code, or -1. A first line that may be a house number and street is
// skipped if one of the next two has a post code.
func postalAmong(lines []layout.Part) int {
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

// chain returns the whole lines of a block from a segment.
func chain(s *layout.Segment) []layout.Part {
	var lines []layout.Part
	for ; s != nil && len(lines) < mostLines; s = s.NextInBlock() {
		lines = append(lines, layout.Part{Segment: s, First: 0, Last: len(s.Tokens) - 1})
	}
	return lines
}

// Relations of lines to a label: after it, in the first and second segment right of it, below it and above it.
const (
	relations = "irsbt"
	rightward = "rs"
)

// edge is a label's left edge, in thousandths of the page width.
func (o *occurrence) edge() int { return int(thousand * o.segment.Box.X0 / o.segment.Page.Width) }

// occurrences returns the labels that an anchor starts from: all equal labels, or only those at its left edge.
func (p *Page) occurrences(hash uint32, anchor string) []occurrence {
	all := p.labels[hash]
	_, x, _, one := template.Beside(anchor)
	if !one {
		return all
	}
	var there []occurrence
	for _, o := range all {
		if template.Near(o.edge(), x) {
			there = append(there, o)
		}
	}
	return there
}

func starts(o occurrence, relation byte) [][]layout.Part {
	switch relation {
	case 'i':
		if o.last+1 < len(o.segment.Tokens) {
			rest := layout.Part{Segment: o.segment, First: o.last + 1, Last: len(o.segment.Tokens) - 1}
			lines := []layout.Part{rest}
			if next := o.segment.NextInBlock(); next != nil {
				lines = append(lines, chain(next)...)
			}
			return [][]layout.Part{lines}
		}
	case 'r', 's':
		n := strings.IndexByte(rightward, relation)
		if right := o.segment.Right(); o.last == len(o.segment.Tokens)-1 && n < len(right) {
			return [][]layout.Part{chain(right[n])}
		}
	case 'b':
		below := o.segment.Page.Below(o.segment.Row, o.segment.Box, farBelow*o.segment.Height())
		if len(below) > 0 {
			return [][]layout.Part{chain(below[0])}
		}
	case 't': // one line, because the lines above it belong to another label
		above := o.segment.Page.Above(o.segment.Row, o.segment.Box, farAbove*o.segment.Height())
		if len(above) > 0 {
			return [][]layout.Part{chain(above[0])[:1]}
		}
	}
	return nil
}

// at returns the distinct values that an anchor leads to.
func (p *Page) at(t llm.Target, anchor string) []llm.Quote {
	base, rest, ok := strings.Cut(anchor, "/")
	w, valid := parseWay(rest)
	if !ok || !valid || base == "" {
		return nil
	}
	var found []llm.Quote
	add := func(lines []layout.Part) {
		if q, ok := p.follow(t, lines, w); ok &&
			!slices.ContainsFunc(found, func(o llm.Quote) bool { return t.Same(o.Value, q.Value) }) {
			found = append(found, q)
		}
	}
	if template.Placed(base) {
		if s := p.nearest(base); s != nil {
			add(chain(s))
		}
		return found
	}
	hash, ok := template.Label(anchor)
	if !ok {
		return nil
	}
	for _, o := range p.occurrences(hash, anchor) {
		for _, lines := range starts(o, base[0]) {
			add(lines)
		}
	}
	return found
}
