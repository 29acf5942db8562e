package page

import (
	"context"
	"image"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/ocr/textline"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// hypothesis is the reading of a line, without spans if the line is empty.
type hypothesis struct {
	picture crop.Picture
	spans   []span
	height  float64
}

// attempt is a line's text for an assumed height.
type attempt struct {
	picture crop.Picture
	text    ctc.Text
	sure    float64 // mean confidence; 0 for an empty line
	height  float64
	step    int // columns of the picture for a step of the text
}

// attemptOf reads a line with its height.
func attemptOf(
	ctx context.Context, by *textline.Recognizer, img *image.Gray, line crop.Line,
) (*attempt, error) {
	picture, ok := crop.Cut(img, line)
	if !ok {
		return &attempt{}, nil
	}
	text, err := by.Read(ctx, picture)
	if err != nil {
		return nil, err
	}
	return &attempt{picture, text, confidenceOf(text), line.Height, by.StepColumns()}, nil
}

// line reads a line and splits it at spaces. If a character is doubtful, it reads the line again with the
// second recognizer, and as a higher and a lower one: the finder's height may be wrong, and another picture
// may show a letter better.
func (r *Reader) line(ctx context.Context, img *image.Gray, line crop.Line) (hypothesis, error) {
	const least = 0.35 // mean confidence of anything that is text
	best, err := attemptOf(ctx, r.recognizer, img, line)
	if err != nil {
		return hypothesis{}, err
	}
	if best.isDoubtful() {
		if best, err = r.reconsidered(ctx, img, line, best); err != nil {
			return hypothesis{}, err
		}
	}
	if best.sure < least {
		return hypothesis{}, nil
	}
	best.text = r.spelling.choose(redoubled(best.text))
	return hypothesis{best.picture, wordsOf(best), best.height}, nil
}

// reconsidered returns the most likely text over attempts with the found, a larger and a smaller height;
// the second recognizer takes part if there is any text.
func (r *Reader) reconsidered(ctx context.Context, img *image.Gray, line crop.Line, first *attempt) (*attempt, error) {
	const (
		asFound, higher, lower = 1, 1.18, 0.87
		legible                = 0.5 // mean confidence of the surest: noise is not worth more time
	)
	own, err := attemptsOf(ctx, r.recognizer, img, line, higher, lower)
	if err != nil {
		return nil, err
	}
	all := append(own, first)
	if !slices.ContainsFunc(all, func(a *attempt) bool { return a.sure >= legible }) {
		best := elected(all)
		pooled(best, all)
		return best, nil
	}
	others, err := attemptsOf(ctx, r.second, img, line, asFound, higher, lower)
	if err != nil {
		return nil, err
	}
	all = append(all, others...)
	best := elected(all)
	pooled(best, all)
	return best, nil
}

// attemptsOf reads a line with heights multiplied by the factors.
func attemptsOf(
	ctx context.Context, by *textline.Recognizer, img *image.Gray, line crop.Line, factors ...float64,
) ([]*attempt, error) {
	var all []*attempt
	for _, factor := range factors {
		other := line
		other.Height *= factor
		a, err := attemptOf(ctx, by, img, other)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// isDoubtful reports whether another attempt at a line is worth its time.
func (a *attempt) isDoubtful() bool {
	const doubtful = 0.9
	for i := range a.text.Characters {
		if a.text.Characters[i].Probability < doubtful {
			return true
		}
	}
	return false
}

// elected returns the attempt with the text that all attempts together rate most likely. Wrong heights
// yield low probabilities, so their votes are weak.
func elected(attempts []*attempt) *attempt {
	best, most := attempts[0], math.Inf(-1)
	for _, a := range attempts {
		votes := 0.0
		for _, other := range attempts {
			votes += other.text.Support(a.text)
		}
		if a.sure > 0 && votes > most {
			best, most = a, votes
		}
	}
	return best
}

// words places the words of a line that was cut out of a source. It multiplies their confidences by a certainty.
func (l *hypothesis) words(source source, certainty float64) []Word {
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
		a, b := l.picture.At(float64(left)), l.picture.At(float64(right))
		w := s.word(source.flattened(a), source.flattened(b), l.height)
		w.Confidence *= certainty
		out = append(out, w)
	}
	return out
}

// span is a word within a line: its characters, and the columns of the picture of the first and the last of
// them.
type span struct {
	characters  []ctc.Character
	at          int // of the first character in the text
	first, last int
}

func spansOf(a *attempt) []span {
	var out []span
	from := 0
	characters := a.text.Characters
	for i := range characters {
		if strings.TrimSpace(characters[i].Text) != "" {
			continue
		}
		if i > from {
			out = append(out, a.span(from, i))
		}
		from = i + 1
	}
	if from < len(characters) {
		out = append(out, a.span(from, len(characters)))
	}
	return out
}

func wordsOf(a *attempt) []span {
	words := parted(a, spansOf(a))
	if len(words) == 1 && len(words[0].characters) == 1 {
		// A single stroke is a one: mostly the cell of a table.
		if c := &words[0].characters[0]; c.Text == "l" || c.Text == "I" || c.Text == "|" {
			c.Text = "1"
		}
	}
	return words
}

// column is the center of a step.
func (a *attempt) column(step int) int { return step*a.step + a.step/2 }

// span returns a word of the text's characters from one index up to another.
func (a *attempt) span(from, to int) span {
	characters := a.text.Characters[from:to]
	first, last := characters[0].First, characters[len(characters)-1].Last
	return span{characters: characters, at: from, first: a.column(first), last: a.column(last)}
}

// inkAround widens a span to the ink around it, within bounds.
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

// hasInk reports whether a column has print of the line itself, not of its neighbors above and below.
func hasInk(p crop.Picture, x int) bool {
	const printed, margin = 100, (crop.Rows - crop.LineRows) / 2
	for y := margin; y < crop.Rows-margin; y++ {
		if p.Ink[y*p.Columns+x] > printed {
			return true
		}
	}
	return false
}

// word returns the span's word from a to b.
func (s span) word(a, b crop.Point, height float64) Word {
	w := Word{Confidence: 1}
	for _, c := range s.characters {
		w.Text += c.Text
		w.Confidence *= c.Probability
	}
	w.X0, w.X1, w.Y0, w.Y1 = min(a.X, b.X), max(a.X, b.X), min(a.Y, b.Y), max(a.Y, b.Y)
	if w.X1-w.X0 < w.Y1-w.Y0 { // it runs up or down
		middle := (a.X + b.X) / 2
		w.X0, w.X1 = middle-height/2, middle+height/2
		return w
	}
	middle := (a.Y + b.Y) / 2
	w.Y0, w.Y1 = middle-height/2, middle+height/2
	return w
}

// confidenceOf is the mean probability of a text's characters, or 0.
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

// legible counts letters and digits and returns their mean confidence.
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
