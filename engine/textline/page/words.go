package page

import (
	"context"
	"image"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/textline"
	"github.com/docmill/docmill/engine/textline/crop"
	"github.com/docmill/docmill/engine/textline/ctc"
)

// reading is a line that was read; without spans where there was nothing to read.
type reading struct {
	picture crop.Picture
	spans   []span
	height  float64
}

// attempt is what a line says if it is as high as was thought.
type attempt struct {
	picture crop.Picture
	text    ctc.Text
	sure    float64 // mean confidence; 0 where there is nothing to read
	height  float64
}

func (r *Reader) attempt(ctx context.Context, img *image.Gray, line crop.Line) (*attempt, error) {
	picture, ok := crop.Cut(img, line)
	if !ok {
		return &attempt{}, nil
	}
	text, err := r.recogniser.Read(ctx, picture)
	if err != nil {
		return nil, err
	}
	return &attempt{picture, text, confidenceOf(text), line.Height}, nil
}

// line reads a line, unless first is what was read of it, and parts it at its spaces.
// Where that is doubtful it is read once more as a higher and as a lower one: finders
// are wrong about heights now and then, and letters are told from their like by theirs.
func (r *Reader) line(ctx context.Context, img *image.Gray, line crop.Line, first *attempt) (reading, error) {
	const (
		doubtful = 0.9  // mean confidence below which another look is worth its time
		least    = 0.35 // that of anything that is text
	)
	best := first
	if best == nil {
		var err error
		if best, err = r.attempt(ctx, img, line); err != nil {
			return reading{}, err
		}
	}
	if best.sure > 0 && best.sure < doubtful {
		for _, factor := range []float64{1.18, 0.87} {
			other := line
			other.Height *= factor
			again, err := r.attempt(ctx, img, other)
			if err != nil {
				return reading{}, err
			}
			if again.sure > best.sure {
				best = again
			}
		}
	}
	if best.sure < least {
		return reading{}, nil
	}
	return reading{best.picture, spansOf(best.text), best.height}, nil
}

// words places the words of a line.
func (l *reading) words() []Word {
	out := make([]Word, 0, len(l.spans))
	for i, s := range l.spans {
		from, to := 0, l.picture.Columns
		if i > 0 {
			from = (l.spans[i-1].last + s.first) / 2
		}
		if i+1 < len(l.spans) {
			to = (s.last + l.spans[i+1].first) / 2
		}
		left, right := inkAround(l.picture, s, from, to)
		out = append(out, s.word(l.picture, float64(left), float64(right), l.height))
	}
	return out
}

// span is a word within a line: its characters, and the columns of the picture
// where the first and the last of them were recognised.
type span struct {
	characters  []ctc.Character
	first, last int
}

func spansOf(text ctc.Text) []span {
	var out []span
	open := false
	for _, c := range text.Characters {
		if strings.TrimSpace(c.Text) == "" {
			open = false
			continue
		}
		if !open {
			out, open = append(out, span{first: c.First*textline.StepColumns + textline.StepColumns/2}), true
		}
		s := &out[len(out)-1]
		s.characters = append(s.characters, c)
		s.last = c.Last*textline.StepColumns + textline.StepColumns/2
	}
	return out
}

// inkAround widens a span to the ink that it is the middle of, within bounds.
func inkAround(p crop.Picture, s span, from, to int) (left, right int) {
	const gap = 6 // columns without ink part words
	left, right = min(max(s.first, 0), p.Columns-1), min(max(s.last, 0), p.Columns-1)
	for x, empty := left, 0; x >= max(from, 0) && empty < gap; x-- {
		if empty++; hasInk(p, x) {
			left, empty = x, 0
		}
	}
	for x, empty := right, 0; x < min(to, p.Columns) && empty < gap; x++ {
		if empty++; hasInk(p, x) {
			right, empty = x, 0
		}
	}
	return left, right + 1
}

// hasInk tells whether a column of the line itself, without what stands above and
// below, has print.
func hasInk(p crop.Picture, x int) bool {
	const printed, margin = 100, (crop.Rows - crop.LineRows) / 2
	for y := margin; y < crop.Rows-margin; y++ {
		if p.Ink[y*p.Columns+x] > printed {
			return true
		}
	}
	return false
}

func (s span) word(p crop.Picture, left, right, height float64) Word {
	w := Word{Confidence: 1}
	for _, c := range s.characters {
		w.Text += c.Text
		w.Confidence *= c.Probability
	}
	a, b := p.At(left), p.At(right)
	w.X0, w.X1 = min(a.X, b.X), max(a.X, b.X)
	middle := (a.Y + b.Y) / 2
	w.Y0, w.Y1 = middle-height/2, middle+height/2
	return w
}

// confidenceOf is the mean probability of a text's characters, 0 without any.
func confidenceOf(text ctc.Text) float64 {
	n, sum := 0, 0.0
	for _, c := range text.Characters {
		if strings.TrimSpace(c.Text) != "" {
			n++
			sum += c.Probability
		}
	}
	return sum / float64(max(n, 1))
}

// legible counts letters and digits and gives their mean confidence.
func legible(text ctc.Text) (n int, confidence float64) {
	sum := 0.0
	for _, c := range text.Characters {
		for _, letter := range c.Text {
			if unicode.IsLetter(letter) || unicode.IsDigit(letter) {
				n++
				sum += c.Probability
			}
		}
	}
	return n, sum / float64(max(n, 1))
}
