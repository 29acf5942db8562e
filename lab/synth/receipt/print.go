package receipt

import (
	"strings"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/docmill/docmill/lab/synth/sheet"
)

type side int

const (
	sideLeft side = iota
	sideMiddle
	sideRight
)

func (t *receipt) line(at side, size float64, bold bool, text string) {
	for _, part := range sheet.Wrap(text, size, bold, t.right-t.left) {
		t.rise(size)
		switch at {
		case sideMiddle:
			t.s.SetCentered((t.left+t.right)/2, t.y, size, bold, part)
		case sideRight:
			t.s.SetRight(t.right, t.y, size, bold, part)
		default:
			t.s.Set(t.left, t.y, size, bold, part)
		}
		t.y += t.step
	}
}

func (t *receipt) rise(size float64) { t.y += 0.95 * max(0, size-t.size) }

func (t *receipt) plain(at side, text string) { t.line(at, t.size, false, text) }

func (t *receipt) pair(label, value string, x, size float64, bold bool) {
	if t.left+sheet.TextWidth(label, size, bold)+size > x-sheet.TextWidth(value, size, bold) {
		t.line(sideLeft, size, bold, label)
	} else {
		t.rise(size)
		t.s.Set(t.left, t.y, size, bold, label)
	}
	t.s.SetRight(x, t.y, size, bold, value)
	t.y += t.step
}

func (t *receipt) gap() {
	switch t.IntN(5) {
	case 0:
		t.y += t.step * (0.3 + 0.8*t.Float64())
	case 1:
		t.s.AddRule(t.left, t.y-0.3*t.size, t.right, t.y-0.3*t.size)
		t.y += t.step * 0.8
	case 2, 3:
		one := random.Pick(t.Rand, "-", "-", "=", "*", "_", ".", "- ")
		n := int((t.right - t.left) / sheet.TextWidth(one, t.size, false))
		t.plain(sideLeft, strings.TrimSpace(strings.Repeat(one, n)))
	}
}

// unaccented removes the accents of European letters, as tills with a small character set do.
func unaccented(text string) string {
	return strings.NewReplacer(
		"ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "à", "a", "á", "a", "â", "a", "ã", "a",
		"ç", "c", "è", "e", "é", "e", "ê", "e", "ë", "e", "í", "i", "î", "i", "ï", "i", "ì", "i", "ñ", "n", "ó", "o", "ô",
		"o", "õ", "o", "ò", "o", "ú", "u", "ù", "u", "û", "u", "À", "A", "Á", "A", "É", "E", "È", "E", "Í", "I", "Ó", "O",
		"Ú", "U", "Ç", "C", "Ñ", "N", "ą", "a", "ć", "c", "ę", "e", "ł", "l", "ń", "n", "ś", "s", "ź", "z", "ż", "z", "Ą",
		"A", "Ć", "C", "Ę", "E", "Ł", "L", "Ń", "N", "Ś", "S", "Ź", "Z", "Ż", "Z",
	).Replace(text)
}
