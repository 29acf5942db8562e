package annotate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Digitized returns the words of a segment with misread letters replaced by digits, if the result is a date, a time
// or an amount with cents: "O1/12/2O18", "l2.5O". It returns the segment's words if nothing changes.
func Digitized(s *layout.Segment) []string {
	var out []string
	for i, w := range s.Words {
		if s.Tokens[i].Source != document.SourceOCR {
			continue
		}
		d, ok := digitsOf(w)
		if !ok {
			d, ok = slashed(w)
			ok = ok && behindDateLabel(s, i)
		}
		if !ok {
			d, ok = dayOfMonth(s.Words, i)
		}
		if !ok {
			continue
		}
		if out == nil {
			out = append(out, s.Words...)
		}
		out[i] = d
	}
	if out == nil {
		return s.Words
	}
	return out
}

// digitsOf replaces letters with similar digits, and drops misread letters of a currency: "FM43.00".
func digitsOf(w string) (string, bool) {
	if len(w) > 2 && AllLetters(strings.ToLower(w[:2])) && moneyShape(w[2:]) {
		_, known := recognize.Currency(w[:2])
		return w[2:], !known
	}
	digits, letters := 0, 0
	read := strings.Map(func(c rune) rune {
		if digit, ok := ocrconfusion.DigitFor(c, ocrconfusion.Often); ok {
			letters++
			return digit
		}
		if c >= '0' && c <= '9' {
			digits++
		}
		return c
	}, w)
	if letters == 0 || digits < 2 || letters > digits {
		return "", false
	}
	return read, dateShape(read) || clockShape(read) || moneyShape(read)
}

// dayOfMonth reads old-style figures before a month and a year as a day: "zo juin 2031", "g mai 2031".
func dayOfMonth(words []string, i int) (string, bool) {
	const (
		longest  = 2
		yearLong = 4
		lastDay  = 31
	)
	w := words[i]
	if i+2 >= len(words) || len(w) > longest && w != "rer" || lexicon.Month(lexicon.Fold(words[i+1])) == 0 ||
		len(words[i+2]) < yearLong || !AllDigitsWord(words[i+2][:yearLong]) {
		return "", false
	}
	if w == "rer" {
		return "1er", true
	}
	day := oldFigures(w)
	n, err := strconv.Atoi(day)
	return day, err == nil && day != w && n > 0 && n <= lastDay
}

// oldFigures replaces letters with the old-style figures that look like them.
func oldFigures(w string) string {
	return strings.NewReplacer("z", "2", "Z", "2", "g", "9", "q", "9", "o", "0", "O", "0", "I", "1", "l", "1").Replace(w)
}

// slashed restores a slash in a date that text recognition read as a one: "07107/2031", "07/0712031".
func slashed(w string) (string, bool) {
	const day, year, gone = 2, 4, '1'
	w = strings.TrimRight(w, ".,;")
	front, back, found := strings.Cut(w, "/")
	if !found || !AllDigitsWord(front) || !AllDigitsWord(back) {
		return "", false
	}
	switch {
	case len(front) == 2*day+1 && len(back) == year && front[day] == gone:
		w = front[:day] + "/" + front[day+1:] + "/" + back
	case len(front) == day && len(back) == day+1+year && back[day] == gone:
		w = front + "/" + back[:day] + "/" + back[day+1:]
	default:
		return "", false
	}
	return w, len(recognize.Dates([]string{w})) == 1
}

// behindDateLabel reports whether the label of a date is directly before a word, in its segment or left of it.
func behindDateLabel(s *layout.Segment, i int) bool {
	words := s.Words[:i]
	if left := s.Left(); i == 0 && left != nil {
		words = left.Words
	}
	label := lexicon.Labels().Meanings(lexicon.Fold(strings.Join(words, " ")))
	return slices.ContainsFunc(label, func(t lexicon.Term) bool {
		switch t.Role {
		case lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate, lexicon.OtherDate:
			return true
		}
		return false
	})
}

// ShapeOf replaces every run of digits in a text with its length: "12/05/2031" is "2/2/4".
func ShapeOf(w string) string {
	var sb strings.Builder
	n := 0
	flush := func() {
		if n > 0 {
			sb.WriteByte(byte('0' + min(n, 9)))
		}
		n = 0
	}
	for _, c := range w {
		if c >= '0' && c <= '9' {
			n++
			continue
		}
		flush()
		sb.WriteRune(c)
	}
	flush()
	return sb.String()
}

func dateShape(w string) bool {
	shape := strings.NewReplacer("-", "/", ".", "/").Replace(ShapeOf(w))
	switch shape {
	case "2/2/4", "1/2/4", "2/1/4", "1/1/4", "2/2/2", "1/2/2", "2/1/2", "4/2/2":
		return true
	}
	return false
}

func clockShape(w string) bool {
	switch ShapeOf(w) {
	case "2:2", "2:2:2", "1:2", "1:2:2":
		return true
	}
	return false
}

// moneyShape requires cents, and groups of three digits before them.
func moneyShape(w string) bool {
	shape := strings.ReplaceAll(ShapeOf(strings.Trim(w, "-()")), ",", ".")
	if !strings.HasSuffix(shape, ".2") {
		return false
	}
	whole := strings.TrimSuffix(shape, ".2")
	first, rest, grouped := strings.Cut(whole, ".")
	if len(first) != 1 || first[0] < '1' || first[0] > '6' {
		return false
	}
	return !grouped || first[0] <= '3' && strings.Trim(strings.ReplaceAll(rest, ".", ""), "3") == ""
}

// mostlyCents reports whether the document prints amounts with two decimals.
func mostlyCents(amounts []recognize.Amount) bool {
	exact := 0
	for _, a := range amounts {
		if a.Number.Fraction == 2 && !a.Percent {
			exact++
		}
	}
	return exact >= 3 && exact*3 > len(amounts)
}

// joinCents joins two numbers at the end of a line that text recognition split at the decimal point: "10 94".
func (f *Spans) joinCents(s *layout.Segment) {
	n := len(f.Amounts)
	if n < 2 {
		return
	}
	a, b := &f.Amounts[n-2], &f.Amounts[n-1]
	whole, cents := s.Words[a.Last], strings.TrimRight(s.Words[b.First], ".,|")
	if b.First != a.Last+1 || b.Last != b.First || !a.Whole() || !b.Whole() || a.First != a.Last || len(cents) != 2 ||
		len(whole) > 4 ||
		!AllDigitsWord(cents) || !AllDigitsWord(whole) ||
		s.Tokens[a.Last].Source != document.SourceOCR ||
		s.Tokens[b.First].Box.X0-s.Tokens[a.Last].Box.X1 > s.Height() {
		return
	}
	number, ok := recognize.ParseNumber(whole + "." + cents)
	if !ok {
		return
	}
	a.Number, a.Last = number, b.Last
	f.Amounts = f.Amounts[:n-1]
}

// AllLetters reports whether a word consists of lower-case ASCII letters.
func AllLetters(w string) bool { return strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" }
