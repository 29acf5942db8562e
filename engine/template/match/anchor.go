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

// An anchor is written BASE/LINE.END. Its base is where lines start: "i#HASH"
// behind a label in its segment, "r#HASH" right of it, "s#HASH" right of that, "b#HASH"
// below it, "t#HASH" over it, "i#HASH~X" behind that one of several labels of the same words, or
// "@PAGE.X0.X1.Y", the block that starts there, "%PAGE.ORDER.ORDER.Y", the one that is at
// that order in its row there, or "^PAGE.X0.X1.COUNT", the one that so many of its edge
// stand above. LINE counts from that line on, 0
// is the first. END is what of the lines is the value.
const (
	endPostal = "p" // the lines to the one with the post code
	endStreet = "q" // the same, from the first line with digits on
	endBefore = "a" // the lines before the first one with digits, which begins an address
	endTyped  = "t" // the first value of the field's form in the line
	endCode   = "c" // the first word with digits
	endGlued  = "g" // the same without the letters and signs that it begins with: 0417 of "No.0417"
	endColon  = "k" // what stands behind the line's colon
	endComma  = "m" // the words to the line's first comma, or to a dash that stands alone
	endLines  = "n" // that many whole lines: "n2"
	endBlock  = "w" // the whole lines to the end of the block, few
	endDays   = "d" // as many days after the issue as a whole number of the line says: the first is "d0"
)

// Bounds of anchors.
const (
	mostLines   = 8  // below a base that are looked at
	mostAnchors = 14 // of a field
	mostRight   = 2  // segments right of a line
	mostAlike   = 4  // labels of the same words that are told by their places
	farBelow    = 3  // heights of a label's line
	farAbove    = 2  // the same
)

// way is the part of an anchor behind its base.
type way struct {
	line int
	end  string
}

func (w way) String() string { return strconv.Itoa(w.line) + "." + w.end }

// parseWay reads what String writes; false for anything else.
func parseWay(text string) (way, bool) {
	number, end, ok := strings.Cut(text, ".")
	line, err := strconv.Atoi(number)
	return way{line, end}, ok && err == nil && line >= 0 && line < mostLines
}

// ways lists all that a field of a target's form may be reached by.
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

// address reads lines by where an address begins or ends among them.
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

// streetLike reports whether an address may begin with a line: it has digits, and is
// neither a number alone, such as that of a tax payer or of a telephone, nor a contact.
func streetLike(l layout.Part) bool {
	text := l.Text()
	return recognize.CountDigits(text) > 0 && strings.ContainsFunc(text, unicode.IsLetter) &&
		strings.Contains(text, " ") && !textshape.TaxNumber(l.Words()) && !strings.ContainsAny(text, "@:") &&
		!strings.Contains(text, "www.")
}

// postalAmong returns the line with the post code; -1 where none has. A number before
// a street looks like a code before a town: a first line that may be either is none, and
// the next such line, the one after that at most, counts.
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

// chain gives the whole lines of a block from a segment on.
func chain(s *layout.Segment) []layout.Part {
	var lines []layout.Part
	for ; s != nil && len(lines) < mostLines; s = s.NextInBlock() {
		lines = append(lines, layout.Part{Segment: s, First: 0, Last: len(s.Tokens) - 1})
	}
	return lines
}

// Relations of lines to a label: behind it, in the segments right of it, below and over it.
const (
	relations = "irsbt"
	rightward = "rs"
)

// edge is a label's left edge, in thousandths of the page's width.
func (o *occurrence) edge() int { return int(thousand * o.segment.Box.X0 / o.segment.Page.Width) }

// occurrences returns the labels that an anchor starts from: all of the same words or,
// where it tells one by its left edge, those that stand there.
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

// starts returns the lines that a label leads to by a relation.
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
	case 't': // one line: what stands over that is another label's
		above := o.segment.Page.Above(o.segment.Row, o.segment.Box, farAbove*o.segment.Height())
		if len(above) > 0 {
			return [][]layout.Part{chain(above[0])[:1]}
		}
	}
	return nil
}

// at returns the values to which an anchor leads, without repetitions.
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
