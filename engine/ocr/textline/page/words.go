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

// reading is a line that was read; without spans where there was nothing to read.
type hypothesis struct {
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
	step    int // columns of the picture for a step of the text
}

// attemptOf reads a line as one of the height that it has.
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

// line reads a line and parts it at its spaces.
// Where a character is doubtful the line is read again, also by the second recogniser,
// and as a higher and as a lower one: finders are wrong about heights now and then,
// letters are told from their like by theirs, and what one picture shows badly another one
// may not.
func (r *Reader) line(ctx context.Context, img *image.Gray, line crop.Line) (hypothesis, error) {
	const least = 0.35 // mean confidence of anything that is text
	best, err := attemptOf(ctx, r.recogniser, img, line)
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
	best.text = redoubled(best.text)
	return hypothesis{best.picture, wordsOf(best), best.height}, nil
}

// reconsidered returns what is held for the likeliest text of the line as it was found and
// as a higher and a lower one, by the second recogniser too if there is any text.
func (r *Reader) reconsidered(ctx context.Context, img *image.Gray, line crop.Line, first *attempt) (*attempt, error) {
	const (
		asFound, higher, lower = 1, 1.18, 0.87
		legible                = 0.5 // mean confidence of the surest: noise is not worth more time
	)
	own, err := attemptsOf(ctx, r.recogniser, img, line, higher, lower)
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

// attemptsOf reads a line as one of other heights, by factors of its own.
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

// isDoubtful reports whether another look at a line is worth its time.
func (a *attempt) isDoubtful() bool {
	const doubtful = 0.9
	for i := range a.text.Characters {
		if a.text.Characters[i].Probability < doubtful {
			return true
		}
	}
	return false
}

// elected returns the attempt whose text all attempts together hold for the likeliest:
// heights that do not fit read badly, which makes their votes weak ones.
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

// words places the words of a line.
func (l *hypothesis) words() []Word {
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

// wordsOf are the words of a line that was read.
func wordsOf(a *attempt) []span {
	words := parted(a, spansOf(a))
	if len(words) == 1 && len(words[0].characters) == 1 {
		// One stroke that stands alone is a one: the cell of a table, mostly.
		if c := &words[0].characters[0]; c.Text == "l" || c.Text == "I" || c.Text == "|" {
			c.Text = "1"
		}
	}
	return words
}

// column is the one in the middle of a step.
func (a *attempt) column(step int) int { return step*a.step + a.step/2 }

// span is a word of the text's characters from one place up to another.
func (a *attempt) span(from, to int) span {
	characters := a.text.Characters[from:to]
	first, last := characters[0].First, characters[len(characters)-1].Last
	return span{characters: characters, at: from, first: a.column(first), last: a.column(last)}
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
