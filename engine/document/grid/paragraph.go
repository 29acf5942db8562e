package grid

import (
	"math"
	"unicode"

	"golang.org/x/text/width"

	"github.com/docmill/docmill/engine/document"
)

const (
	tabWidth = 8 * Pitch
	// maxScale bounds the size of letters: twice the body's size suffices to detect a title.
	maxScale = 2.0
)

// scaled is a run's size relative to the body text, within bounds.
func (r *Run) scaled() float64 {
	if r.Scale == 0 {
		return 1
	}
	return min(max(r.Scale, 1), maxScale)
}

// liner places the words of a paragraph on lines.
type liner struct {
	setter *Setter
	p      *Paragraph
	width  float64

	out   area
	x     float64 // where the next character goes
	tall  float64 // the largest size of the open line's words
	first int     // first word of the open line

	open  []rune // the open word
	start float64
	style Run
	end   float64 // of the open word
}

func (s *Setter) paragraph(p *Paragraph, width float64) area {
	out := s.start()
	l := &liner{setter: s, p: p, width: max(width, p.Indent+width/2), out: out, x: p.Indent, tall: 1, first: out.first}
	for i := range p.Runs {
		r := &p.Runs[i]
		if r.Field != nil {
			l.mark(r.Field)
		}
		for _, c := range r.Text {
			l.put(c, r)
		}
		if r.Field != nil {
			last := len(s.words) - 1
			if len(l.open) > 0 {
				last++
			}
			s.fields[len(s.fields)-1].last = last
		}
		if s.full() {
			break
		}
	}
	l.breakLine()
	l.out.height = max(l.out.height, linePitch)
	return l.out
}

// mark ends the current word and marks the place of a field.
func (l *liner) mark(field *document.FormField) {
	l.endWord()
	l.setter.fields = append(l.setter.fields, fieldWords{field: field, first: len(l.setter.words)})
	l.setter.words = append(l.setter.words, document.Word{
		Box: document.Box{X0: l.x, X1: l.x + Pitch, Y1: lineHeight}})
	l.out.end = len(l.setter.words)
}

func (l *liner) put(c rune, r *Run) {
	advance := Pitch * r.scaled()
	switch {
	case c == '\n', c == '\v', c == 0x2028, c == 0x2029:
		l.breakLine()
	case c == '\t':
		l.endWord()
		l.x = l.nextStop()
	case unicode.IsSpace(c):
		l.endWord()
		l.x += advance
	case c == 0xad, unicode.Is(unicode.Cf, c), unicode.Is(unicode.Cc, c):
		// shown as nothing
	default:
		if len(l.open) > 0 && l.style.Hidden != r.Hidden {
			l.endWord()
		}
		if len(l.open) == 0 {
			l.start, l.style = l.x, *r
		}
		l.open = append(l.open, c)
		l.x += advance * columns(c)
		l.end = l.x
	}
}

// columns is the width of a character in the grid.
func columns(c rune) float64 {
	if c < 0x300 {
		return 1
	}
	if unicode.Is(unicode.Mn, c) {
		return 0
	}
	switch width.LookupRune(c).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	default:
		return 1
	}
}

// nextStop is the first tab stop with a visible gap.
func (l *liner) nextStop() float64 {
	least := l.x + 2*Pitch
	for _, stop := range l.p.Stops {
		if stop >= least {
			return stop
		}
	}
	n := float64(int((least + tabWidth - 1) / tabWidth))
	return n * tabWidth
}

// endWord places the current word, on the next line if this one is full.
func (l *liner) endWord() {
	if len(l.open) == 0 {
		return
	}
	length := l.end - l.start
	if !l.p.NoWrap && l.end > l.width && len(l.setter.words) > l.first {
		l.advance()
		l.start = l.p.Indent
		l.x = l.start + length
	}
	scale := l.style.scaled()
	l.tall = max(l.tall, scale)
	l.setter.words = append(l.setter.words, document.Word{
		Text: string(l.open), Confidence: 1, Source: document.SourceText,
		Bold: l.style.Bold, Hidden: l.style.Hidden,
		Box: document.Box{X0: l.start, X1: l.start + max(length, Pitch), Y1: exact(lineHeight * scale)},
	})
	l.out.end = len(l.setter.words)
	l.out.width = max(l.out.width, l.start+length)
	l.open = l.open[:0]
}

func (l *liner) breakLine() {
	l.endWord()
	l.advance()
}

// advance goes to the next line and aligns the words of the present one on a baseline.
func (l *liner) advance() {
	bottom := l.out.height + exact(lineHeight*l.tall)
	for i := l.first; i < l.out.end; i++ {
		b := &l.setter.words[i].Box
		b.Y0, b.Y1 = bottom-b.Y1, bottom
	}
	l.out.height += exact(linePitch * l.tall)
	l.first, l.x, l.tall = l.out.end, l.p.Indent, 1
}

// exact rounds a height to a quarter of a point, so that sums are exact in any order: equal baselines
// identify a line.
func exact(height float64) float64 { return math.Round(4*height) / 4 }
