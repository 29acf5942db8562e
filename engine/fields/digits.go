package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// digitised gives the words of a segment with letters that text recognition took
// for digits turned back, where nothing but a date, a time or an amount with
// cents comes of it: "O1/12/2O18", "l2.5O". It gives the segment's own words
// where nothing changes.
func digitised(s *layout.Segment) []string {
	var out []string
	for i, w := range s.Words {
		if s.Tokens[i].Source != document.SourceOCR {
			continue
		}
		d, ok := digitsOf(w)
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

// digitsOf reads letters as the digits they look like.
func digitsOf(w string) (string, bool) {
	digits, letters := 0, 0
	read := strings.Map(func(c rune) rune {
		switch c {
		case 'O', 'o', 'D', 'Q':
			letters++
			return '0'
		case 'l', 'I', 'i', '|', '!':
			letters++
			return '1'
		case 'Z', 'z':
			letters++
			return '2'
		case 'S', 's':
			letters++
			return '5'
		case 'B':
			letters++
			return '8'
		case 'g', 'q':
			letters++
			return '9'
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

// shapeOf writes a text with every run of digits as its length: "12/05/2031" is
// "2/2/4".
func shapeOf(w string) string {
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
	shape := strings.NewReplacer("-", "/", ".", "/").Replace(shapeOf(w))
	switch shape {
	case "2/2/4", "1/2/4", "2/1/4", "1/1/4", "2/2/2", "1/2/2", "2/1/2", "4/2/2":
		return true
	}
	return false
}

func clockShape(w string) bool {
	switch shapeOf(w) {
	case "2:2", "2:2:2", "1:2", "1:2:2":
		return true
	}
	return false
}

// moneyShape wants cents, and groups of three before them.
func moneyShape(w string) bool {
	shape := strings.ReplaceAll(shapeOf(strings.Trim(w, "-()")), ",", ".")
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
