package ocr

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/text/ocrconfusion"
)

// glyph is one recognized character with its position in the image.
type glyph struct {
	word, at int // of the words, and of the word's characters
	label    rune
	sure     float64 // of the word
	box      image.Rectangle
	shape    *shape // nil until it is asked for
}

// shapeOn returns the glyph's shape, computed on first use: most glyphs are never compared.
func (g *glyph) shapeOn(img *image.Gray) *shape {
	if g.shape == nil {
		s := shapeOf(img, g.box)
		g.shape = &s
	}
	return g.shape
}

// reconsider compares the characters of one image and corrects those that look like another label
// elsewhere, for example a slashed zero read as eight. One machine prints a character the same everywhere,
// and most readings are right. (Xu and Nagy, Prototype Extraction and Adaptive OCR, IEEE TPAMI 21(12),
// 1999.)
//
// It uses only words with separate characters.
func reconsider(img *image.Gray, words []recognized) []recognized {
	const (
		settled = 0.95 // confidence of words that are left alone
		model   = 0.5  // and of those that others are compared with
	)
	if !slices.ContainsFunc(words, func(w recognized) bool { return w.confidence < settled }) {
		return words
	}
	glyphs := glyphsOf(img, words)
	models := modelsOf(img, glyphs, model)
	out := slices.Clone(words)
	for i := range glyphs {
		g := &glyphs[i]
		if g.sure >= settled || !canBeMisread(g.label) {
			continue
		}
		if better, ok := models.better(g, []rune(words[g.word].text)); ok {
			text := []rune(out[g.word].text)
			text[g.at] = better
			out[g.word].text = string(text)
		}
	}
	return out
}

// glyphsOf returns the characters of words with as many pieces as characters.
func glyphsOf(img *image.Gray, words []recognized) []glyph {
	const lowest = 6 // pixels; dots and dashes tell nothing
	var out []glyph
	for i, w := range words {
		text := []rune(w.text)
		boxes := inkOf(img, w.box).characters()
		if len(boxes) != len(text) {
			continue
		}
		for k, box := range boxes {
			if box.Dy() >= lowest {
				out = append(out, glyph{word: i, at: k, label: text[k], sure: w.confidence, box: box})
			}
		}
	}
	return out
}

// canBeMisread reports characters that are confused with others: letters, digits, and signs rare on
// receipts.
func canBeMisread(r rune) bool {
	return isAlphanumeric(r) || ocrconfusion.CanConfuse(ocrconfusion.Any, r, ocrconfusion.Sign)
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// models holds the characters of an image by label.
type models struct {
	img    *image.Gray
	labels []rune // in order
	of     map[rune][]*glyph
}

// modelsOf collects letters and digits of words with at least the confidence least; the best of each label,
// to limit the work.
func modelsOf(img *image.Gray, glyphs []glyph, least float64) *models {
	const most = 40
	m := &models{img: img, of: map[rune][]*glyph{}}
	for i := range glyphs {
		g := &glyphs[i]
		if g.sure < least || !canBeMisread(g.label) {
			continue
		}
		if m.of[g.label] == nil {
			m.labels = append(m.labels, g.label)
		}
		m.of[g.label] = append(m.of[g.label], g)
	}
	slices.Sort(m.labels)
	for label, all := range m.of {
		slices.SortStableFunc(all, func(a, b *glyph) int { return cmp.Compare(b.sure, a.sure) })
		m.of[label] = all[:min(len(all), most)]
	}
	return m
}

// Thresholds on likeness, tuned on scanned receipts of half of the issuers and confirmed on the others.
const (
	alike     = 0.85 // what has at least that is the same character
	clearly   = 0.06 // by how much more than its own label another must be alike
	doubtless = 0.1  // how much more than that in words read with confidence
	alone     = 0.75 // likeness of a character to its label if no other has it
	unlike    = 0.5  // minimum of that: a single other one may be broken
)

// better returns a label that suits a character better than its current one.
func (m *models) better(g *glyph, word []rune) (rune, bool) {
	const confident = 0.9
	own, known := m.likeness(g, g.label, 1)
	if !known {
		own = alone
	}
	need := max(own, unlike) + clearly
	if g.sure > confident {
		need += doubtless
	}
	need = max(need, alike)
	best := rune(0)
	for _, label := range m.labels {
		if label == g.label || !isAlphanumeric(label) || !fits(word, g.at, label) {
			continue
		}
		const witnesses = 3
		if likeness, known := m.likeness(g, label, witnesses); known && likeness > need {
			best, need = label, likeness
		}
	}
	return best, best != 0
}

// likeness is the mean similarity to the three most similar other glyphs of a label, if it has at least
// least glyphs of that size.
func (m *models) likeness(g *glyph, label rune, least int) (float64, bool) {
	top := [3]float32{-1, -1, -1}
	n := 0
	for _, o := range m.of[label] {
		if o == g || !sameSize(g.box.Size(), o.box.Size()) {
			continue
		}
		n++
		v := g.shapeOn(m.img).likeness(o.shapeOn(m.img))
		for i := range top {
			if v > top[i] {
				v, top[i] = top[i], v
			}
		}
	}
	if n < least {
		return 0, false
	}
	sum := float32(0)
	for _, v := range top[:min(n, len(top))] {
		sum += v
	}
	return float64(sum) / float64(min(n, len(top))), true
}

// sameSize reports whether two sizes can belong to the same character: each end may differ by a pixel.
func sameSize(a, b image.Point) bool {
	return math.Abs(float64(a.Y-b.Y)) <= 1+0.12*float64(a.Y) && math.Abs(float64(a.X-b.X)) <= 1.5+0.15*float64(a.X)
}

// fits reports whether the rest of a word allows a character at a position: print alone does not
// distinguish O from 0, l from 1, and letters with equal upper and lower case forms.
func fits(word []rune, at int, label rune) bool {
	digits, letters, capitals := 0, 0, 0
	for i, r := range word {
		switch {
		case i == at:
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
			if unicode.IsUpper(r) {
				capitals++
			}
		}
	}
	old := word[at]
	switch {
	case unicode.IsDigit(label):
		return unicode.IsDigit(old) || digits > letters
	case !unicode.IsLetter(old):
		return letters > digits || isTaxLetter(word, at)
	case !areTwins(old, label):
		return true
	case unicode.IsUpper(label):
		return 2*capitals > letters || at == 0 && 2*capitals <= letters
	}
	return 2*capitals < letters
}

// isTaxLetter reports whether the position is that of a tax rate's letter behind an amount, as on receipts.
func isTaxLetter(word []rune, at int) bool {
	return at == len(word)-1 && at >= 3 &&
		unicode.IsDigit(word[at-1]) && unicode.IsDigit(word[at-2]) && (word[at-3] == '.' || word[at-3] == ',')
}

// areTwins reports whether two letters differ only in size or context.
func areTwins(a, b rune) bool { return ocrconfusion.CanConfuse(a, b, ocrconfusion.Shape) }

// withoutYen replaces a sign such as ¥ in a word of letters by the letter it is mistaken for.
func withoutYen(word string) string {
	if strings.ContainsAny(word, "0123456789") || !strings.ContainsFunc(word, unicode.IsLetter) {
		return word
	}
	return strings.Map(func(r rune) rune {
		for _, letter := range ocrconfusion.Printed(r, ocrconfusion.Sign, ocrconfusion.Often) {
			return letter
		}
		return r
	}, word)
}
