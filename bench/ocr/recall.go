// Package ocr compares text recognition with plain Tesseract and with PP-OCR, by processor time and by the words and
// lines that are read (program cmd/recall).
package ocr

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/docmill/docmill/engine/document"
)

// Recall counts the words read of labeled images.
type Recall struct {
	Images                int
	Words, FoundWords     int // of the reference
	Lines, FoundLines     int // letters and digits of a line, without spaces
	Amounts, FoundAmounts int // printed with two decimals
	Read                  int // all words read
	Outside               int // words read where the page has no text
	CPU                   time.Duration
	// Sure are the confidences of right and wrong words.
	Sure struct{ Right, Wrong []float64 }
}

// Add compares the lines read with the reference. It returns the words of the reference that were not read, reduced to
// letters and digits.
func (r *Recall) Add(read, reference []document.Line) (lost []string) {
	r.Images++
	amounts := map[string]int{}
	var words []string
	for _, l := range reference {
		for _, w := range l.Words {
			if a, ok := amount(w.Text); ok {
				amounts[a]++
				r.Amounts++
			}
			if n := letters(w.Text); n != "" {
				words = append(words, n)
			}
		}
	}
	r.addLines(read, reference)
	for _, l := range read {
		for _, w := range l.Words {
			if a, ok := amount(w.Text); ok && amounts[a] > 0 {
				amounts[a]--
				r.FoundAmounts++
			}
		}
	}
	r.Words += len(words)
	lost, pieces := match(words, read)
	r.FoundWords += len(words) - len(lost)
	r.Read += len(pieces)
	for _, p := range pieces {
		if p.used {
			r.Sure.Right = append(r.Sure.Right, p.confidence)
		} else {
			r.Sure.Wrong = append(r.Sure.Wrong, p.confidence)
		}
	}
	return lost
}

// addLines counts the lines of the reference that a line read contains, each part of it once. The longest
// ones choose first.
func (r *Recall) addLines(read, reference []document.Line) {
	const used = "\n"
	pages, lines := make([]string, len(read)), make([]string, 0, len(reference))
	for i, l := range read {
		pages[i] = letters(l.Text())
	}
	for _, l := range reference {
		if text := letters(l.Text()); text != "" {
			lines = append(lines, text)
		}
	}
	slices.SortStableFunc(lines, func(a, b string) int { return len(b) - len(a) })
	r.Lines += len(lines)
	for _, line := range lines {
		if i := slices.IndexFunc(pages, func(p string) bool { return strings.Contains(p, line) }); i >= 0 {
			pages[i] = strings.Replace(pages[i], line, used, 1)
			r.FoundLines++
		}
	}
}

// AddOutside counts the words read whose center is not in or near a part of the page that has text, and returns them.
// Boxes are fractions of the same picture; words without one do not count.
func (r *Recall) AddOutside(read []document.Line, parts []document.Box) (outside []document.Word) {
	const near = 0.5 // of the line's height
	for _, l := range read {
		for _, w := range l.Words {
			isInside := func(b document.Box) bool {
				around := near * b.Height()
				x, y := w.Box.CenterX(), w.Box.CenterY()
				return x > b.X0-around && x < b.X1+around && y > b.Y0-around && y < b.Y1+around
			}
			if letters(w.Text) != "" && w.Box.Height() > 0 && !slices.ContainsFunc(parts, isInside) {
				outside = append(outside, w)
			}
		}
	}
	r.Outside += len(outside)
	return outside
}

// Tenths returns the minimum, the nine deciles and the maximum of some values.
func Tenths(values []float64) [11]float64 {
	sorted := slices.Sorted(slices.Values(values))
	var out [11]float64
	for i := range out {
		if len(sorted) > 0 {
			out[i] = sorted[i*(len(sorted)-1)/10]
		}
	}
	return out
}

// String returns a line of a table.
func (r *Recall) String() string {
	share := func(n, of int) string { return fmt.Sprintf("%5.1f %%", 100*float64(n)/float64(max(of, 1))) }
	return fmt.Sprintf("lines %s  words %s  amounts %s  of what was read %s  outside %d  %.2f s CPU an image",
		share(r.FoundLines, r.Lines), share(r.FoundWords, r.Words), share(r.FoundAmounts, r.Amounts),
		share(len(r.Sure.Right), r.Read), r.Outside,
		r.CPU.Seconds()/float64(max(r.Images, 1)))
}

type piece struct {
	text       string
	line       int
	used       bool
	confidence float64
}

// match returns the reference's words that were not read, counting each reading once, and the pieces that were read. A
// word may be read as several pieces of one line, because references join words more often than engines do. This does
// not apply if the whole word was read anywhere: adjacent 2 and 5 are then not 25.
func match(words []string, read []document.Line) (lost []string, pieces []piece) {
	for i, l := range read {
		for _, w := range l.Words {
			if n := letters(w.Text); n != "" {
				pieces = append(pieces, piece{text: n, line: i, confidence: w.Confidence})
			}
		}
	}
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	for _, word := range words {
		if !takeWhole(pieces, word) && !take(pieces, word) {
			lost = append(lost, word)
		}
	}
	return lost, pieces
}

func takeWhole(pieces []piece, word string) bool {
	i := slices.IndexFunc(pieces, func(p piece) bool { return !p.used && p.text == word })
	if i >= 0 {
		pieces[i].used = true
	}
	return i >= 0
}

func take(pieces []piece, word string) bool {
	for i := range pieces {
		if n := joined(pieces[i:], word); n > 0 {
			for k := i; k < i+n; k++ {
				pieces[k].used = true
			}
			return true
		}
	}
	return false
}

// joined returns how many of the first pieces form the word, or 0.
func joined(pieces []piece, word string) int {
	text := ""
	for n := range pieces {
		p := &pieces[n]
		if p.used || p.line != pieces[0].line {
			return 0
		}
		text += p.text
		if text == word {
			return n + 1
		}
		if !strings.HasPrefix(word, text) {
			return 0
		}
	}
	return 0
}

// letters reduces a word to lower-case letters and digits. It merges ordinals with the degree sign, and × with x.
func letters(s string) string {
	return strings.Map(func(c rune) rune {
		if c == 'º' || c == 'ª' {
			return -1
		}
		if c == '×' {
			return 'x'
		}
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, s)
}

// amount parses a word that is an amount, with at most a currency before it.
func amount(s string) (string, bool) {
	m := regexp.MustCompile(`^\D{0,3}(\d{1,3}(?:,\d{3})*[.,]\d\d)\D?$`).FindStringSubmatch(s)
	if m == nil {
		return "", false
	}
	return m[1], true
}

// plain runs unmodified Tesseract on one thread with the given file or bytes, and returns the lines of words.
func plain(ctx context.Context, path string, pixels []byte, args ...string) ([]document.Line, time.Duration, error) {
	cmd := exec.CommandContext(ctx, "tesseract", append([]string{path, "stdout"}, append(args, "tsv")...)...)
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	cmd.Stdin = bytes.NewReader(pixels)
	out, err := cmd.Output()
	if err != nil {
		return nil, 0, fmt.Errorf("tesseract %s: %w", path, err)
	}
	return lines(string(out)), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// lines parses Tesseract's table; tesseract(1) describes the columns.
func lines(table string) []document.Line {
	const columns, level, confidence, text, lineLevel, wordLevel = 12, 0, 10, 11, "4", "5"
	var out []document.Line
	for row := range strings.Lines(table) {
		cells := strings.SplitN(strings.TrimRight(row, "\r\n"), "\t", columns)
		switch {
		case cells[level] == lineLevel:
			out = append(out, document.Line{})
		case cells[level] == wordLevel && len(cells) == columns && len(out) > 0:
			c, err := strconv.ParseFloat(cells[confidence], 64)
			if word := strings.TrimSpace(cells[text]); word != "" && err == nil && c >= 0 {
				last := &out[len(out)-1]
				last.Words = append(last.Words, document.Word{Text: word, Confidence: c / 100})
			}
		}
	}
	return out
}

// cpu returns the processor time of this process and of its ended children.
func cpu() (time.Duration, error) {
	var total time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			return 0, fmt.Errorf("processor time: %w", err)
		}
		total += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return total, nil
}
