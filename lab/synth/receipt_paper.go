package synth

import "strings"

type side int

const (
	sideLeft side = iota
	sideMiddle
	sideRight
)

func (t *receiptPrinter) line(at side, size float64, bold bool, text string) {
	for _, part := range wrapped(text, size, bold, t.right-t.left) {
		t.rise(size)
		switch at {
		case sideMiddle:
			t.s.middle((t.left+t.right)/2, t.y, size, bold, part)
		case sideRight:
			t.s.end(t.right, t.y, size, bold, part)
		default:
			t.s.set(t.left, t.y, size, bold, part)
		}
		t.y += t.step
	}
}

// rise adds the extra room above large letters.
func (t *receiptPrinter) rise(size float64) { t.y += 0.95 * max(0, size-t.size) }

func (t *receiptPrinter) plain(at side, text string) { t.line(at, t.size, false, text) }

// pair prints a label at the left and a value that ends at x, on two lines if they do not fit on one.
func (t *receiptPrinter) pair(label, value string, x, size float64, bold bool) {
	if t.left+width(label, size, bold)+size > x-width(value, size, bold) {
		t.line(sideLeft, size, bold, label)
	} else {
		t.rise(size)
		t.s.set(t.left, t.y, size, bold, label)
	}
	t.s.end(x, t.y, size, bold, value)
	t.y += t.step
}

func (t *receiptPrinter) gap() {
	switch t.r.IntN(5) {
	case 0:
		t.y += t.step * (0.3 + 0.8*t.r.Float64())
	case 1:
		t.s.rule(t.left, t.y-0.3*t.size, t.right, t.y-0.3*t.size)
		t.y += t.step * 0.8
	case 2, 3:
		one := pick(t.r, "-", "-", "=", "*", "_", ".", "- ")
		n := int((t.right - t.left) / width(one, t.size, false))
		t.plain(sideLeft, strings.TrimSpace(strings.Repeat(one, n)))
	}
}

// wrapped splits a text at spaces into parts that fit into the width. It cuts a single word that is too wide.
func wrapped(text string, size float64, bold bool, room float64) []string {
	var out []string
	line := ""
	for w := range strings.FieldsSeq(text) {
		for width(w, size, bold) > room {
			k := len([]rune(w)) - 1
			for k > 1 && width(string([]rune(w)[:k]), size, bold) > room {
				k--
			}
			if line != "" {
				out = append(out, line)
				line = ""
			}
			out = append(out, string([]rune(w)[:k]))
			w = string([]rune(w)[k:])
		}
		switch {
		case line == "":
			line = w
		case width(line+" "+w, size, bold) <= room:
			line += " " + w
		default:
			out = append(out, line)
			line = w
		}
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

func cut(text string, size float64, room float64) string {
	letters := []rune(text)
	for len(letters) > 1 && width(string(letters), size, false) > room {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimSpace(string(letters))
}

// unaccented removes the accents of European letters, as tills with a small character set do.
func unaccented(text string) string {
	return strings.NewReplacer(
		"ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue",
		"à", "a", "á", "a", "â", "a", "ã", "a", "ç", "c", "è", "e", "é", "e", "ê", "e", "ë", "e", "í", "i", "î",
		"i", "ï", "i",
		"ì", "i", "ñ", "n", "ó", "o", "ô", "o", "õ", "o", "ò", "o", "ú", "u", "ù", "u", "û", "u",
		"À", "A", "Á", "A", "É", "E", "È", "E", "Í", "I", "Ó", "O", "Ú", "U", "Ç", "C", "Ñ", "N",
		"ą", "a", "ć", "c", "ę", "e", "ł", "l", "ń", "n", "ś", "s", "ź", "z", "ż", "z",
		"Ą", "A", "Ć", "C", "Ę", "E", "Ł", "L", "Ń", "N", "Ś", "S", "Ź", "Z", "Ż", "Z",
	).Replace(text)
}
