package page

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// Connectionist temporal classification separates a double letter from a long one by a blank, which the
// recognizer sometimes reports within a wide letter, or misses between narrow ones. The positions decide:
// two letters take twice the room of one.

// redoubled returns the text with letters and figures once or twice by their room, unless the steps exclude
// that.
func redoubled(text ctc.Text) ctc.Text {
	const (
		possible  = -6 // natural logarithm of the odds
		likely    = -2
		likeliest = -0.7 // of narrow letters, whose room says less
	)
	scale := scaleOf(text.Characters)
	if scale == 0 {
		return text
	}
	for k := 0; k < len(text.Characters); k++ {
		own, room := text.Characters[k].Text, roomOf(text.Characters, k, scale)
		least := float64(possible)
		if widthOf(own) < narrow {
			least = likeliest
		}
		switch twice := k > 0 && text.Characters[k-1].Text == own; {
		case twice && room < single:
			if other, odds := text.Merged(k); odds > least {
				text = other
				k--
			}
		case !twice && room > double && strings.Contains(doubled, own):
			if other, odds := text.Doubled(k); odds > likely {
				text = other
				k++
			}
		}
	}
	return text
}

// doubled are narrow letters that occur twice in words.
const doubled = "lftr"

// narrow is the minimum width of a letter whose room is reliable.
const narrow = 0.7

const (
	single = 0.45
	double = 0.7
)

// roomOf returns the extra room of a character between its neighbors, in its widths: about 0 for one, and 1
// for two. For a character equal to the one before, it measures the room of both. It returns a value
// between the bounds if it cannot decide.
func roomOf(characters []ctc.Character, k int, scale float64) float64 {
	const unknown = (single + double) / 2
	own, before := characters[k].Text, k-1
	if !isPlain(own) {
		return unknown
	}
	width := float64(scale * widthOf(own))
	if k > 0 && characters[k-1].Text == own {
		before--
		if apart := centerStep(characters, k) - centerStep(characters, k-1); apart > float64(0.75*width) {
			return unknown
		}
	}
	if before < 0 || k+1 >= len(characters) || !isPlain(characters[before].Text) || !isPlain(characters[k+1].Text) {
		if before == k-2 {
			return (centerStep(characters, k)-centerStep(characters, k-1))/width - 0.1
		}
		return unknown
	}
	if characters[before].Text == own || characters[k+1].Text == own {
		return unknown
	}
	taken := width + float64(scale*(widthOf(characters[before].Text)+widthOf(characters[k+1].Text)))/2
	return (centerStep(characters, k+1) - centerStep(characters, before) - taken) / width
}

// centerStep is the center of a character, in steps.
func centerStep(characters []ctc.Character, k int) float64 {
	return float64(characters[k].First+characters[k].Last) / 2
}

// scaleOf returns the steps that a character of usual width takes, or 0 if too few are known.
func scaleOf(characters []ctc.Character) float64 {
	const enough = 5
	var scales []float64
	for k := 1; k < len(characters); k++ {
		a, b := characters[k-1].Text, characters[k].Text
		if isPlain(a) && isPlain(b) && a != b {
			scales = append(scales, 2*(centerStep(characters, k)-centerStep(characters, k-1))/(widthOf(a)+widthOf(b)))
		}
	}
	if len(scales) < enough {
		return 0
	}
	slices.Sort(scales)
	return scales[len(scales)/2]
}

func isPlain(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(c) || unicode.IsDigit(c)
}

// widthOf is the usual width of a letter, in widths of a figure.
func widthOf(text string) float64 {
	c, _ := utf8.DecodeRuneInString(text)
	plain := accent.Plain(c)
	switch {
	case strings.ContainsRune("ijlI|", plain):
		return 0.45
	case strings.ContainsRune("ftr", plain):
		return 0.62
	case strings.ContainsRune("mMW@", plain):
		return 1.5
	case strings.ContainsRune("wOQGDNH", plain):
		return 1.3
	case unicode.IsUpper(plain):
		return 1.15
	case strings.ContainsRune("sczkxvy", plain):
		return 0.92
	}
	return 1
}
