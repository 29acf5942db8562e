package charset

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// candidate is an 8-bit encoding with the evidence for it.
type candidate struct {
	charmap *charmap.Charmap
	// letters beyond ASCII that are common in its languages.
	letters string
	// words of business documents that contain such letters.
	words string
}

// candidates are sorted by frequency; the first wins a tie. A Windows encoding contains its ISO counterpart
// except for letters at other codes, which have a candidate.
func candidates() []candidate {
	return []candidate{
		{charmap.Windows1252, "äöüßéèêàáâçñóôòõãåøæíúùîïëœ",
			"für straße größe fällig gebühr überweisung numéro échéance désignation quantité à número código descripción " +
				"descrição são beløb løbenummer förfallodag är città"},
		{charmap.ISO8859_15, "äöüßéèêàáâçñóôòõãåøæíúùîïëœ€",
			"für straße größe fällig gebühr überweisung numéro échéance désignation quantité à"},
		{charmap.Windows1250, "áéíóúýäöüčďěňřšťůžąćęłńśźżőűăâîşţș",
			"číslo částka kč množství příjemce odběratel sprzedaży płatności należność ilość usługa zł száma összeg fizetendő " +
				"bankszámla határidő dátum številka količina račun iznos količina dospěje plăţi"},
		{charmap.ISO8859_2, "áéíóúýäöüčďěňřšťůžąćęłńśźżőűăâîşţș",
			"číslo částka kč množství příjemce odběratel sprzedaży płatności należność ilość usługa zł száma összeg fizetendő " +
				"bankszámla határidő dátum številka količina račun iznos količina dospěje plăţi"},
		{charmap.Windows1254, "çğıöşüâ", "müşteri açıklama ödeme tutarı şirketi"},
		{charmap.Windows1257, "ąčęėįšųūžāēģīķļņõäöü", "sąskaita numeris rēķins summa pvm kopā"},
		{charmap.Windows1251, "абвгдежзийклмнопрстуфхцчшщъыьэюяёії", "счет счёт сумма дата итого фактура номер"},
		{charmap.Windows1253, "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώς", "τιμολόγιο σύνολο ποσό ημερομηνία"},
		{charmap.KOI8R, "абвгдежзийклмнопрстуфхцчшщъыьэюяё", "счет сумма дата итого фактура номер"},
	}
}

const guessSample = 256 << 10

// guessSingleByte returns the 8-bit encoding in which the text resembles words most. The default is
// Windows-1252, a superset of ISO 8859-1.
func guessSingleByte(data []byte) encoding.Encoding {
	sample := data[:min(len(data), guessSample)]
	var best encoding.Encoding = charmap.Windows1252
	most := 0
	for i, c := range candidates() {
		if n := c.score(sample); i == 0 || n > most {
			best, most = c.charmap, n
		}
	}
	return best
}

const (
	commonLetter = 2
	rareLetter   = -1
	capitalWithin,
	signWithin = -4, -4
	undefined = -20
	knownWord = 8
)

// score sums the evidence that data is text in the encoding: characters beyond ASCII, their neighbors, and
// known words.
func (c *candidate) score(data []byte) int {
	sum := 0
	before := ' '
	for i, b := range data {
		r := c.charmap.DecodeByte(b)
		if b >= utf8.RuneSelf {
			after := ' '
			if i+1 < len(data) {
				after = c.charmap.DecodeByte(data[i+1])
			}
			sum += c.scoreRune(before, r, after)
		}
		before = r
	}
	text, err := c.charmap.NewDecoder().Bytes(data)
	if err != nil {
		return sum
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(string(text)), func(r rune) bool {
		return !unicode.IsLetter(r)
	}) {
		if len(w) > 1 && strings.Contains(" "+c.words+" ", " "+w+" ") && !ascii(w) {
			sum += knownWord
		}
	}
	return sum
}

func (c *candidate) scoreRune(before, r, after rune) int {
	within := unicode.IsLetter(before) && unicode.IsLetter(after)
	switch {
	case r == utf8.RuneError, unicode.IsControl(r):
		return undefined
	case unicode.IsUpper(r) && unicode.IsLower(before):
		return capitalWithin
	case strings.ContainsRune(c.letters, unicode.ToLower(r)):
		return commonLetter
	case unicode.IsLetter(r):
		return rareLetter
	case within:
		return signWithin
	case r == '€', r == '£', r == '°', r == '§', r == '\u00a0', r >= 0x2010 && r <= 0x2026:
		return 1
	}
	return 0
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
