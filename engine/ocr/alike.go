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

// glyph is one character of what was recognised, where it stands on the image.
type glyph struct {
	word, at int // of the words, and of the word's characters
	label    rune
	sure     float64 // of the word
	box      image.Rectangle
	shape    *shape // nil until it is asked for
}

// shapeOn gives the glyph's shape, taken from the image when it is first asked
// for: most glyphs are never compared.
func (g *glyph) shapeOn(img *image.Gray) *shape {
	if g.shape == nil {
		s := shapeOf(img, g.box)
		g.shape = &s
	}
	return g.shape
}

// reconsider compares the characters of one image with each other and corrects
// those that look like another character does elsewhere on it, as a slashed zero
// taken for an eight now and then: print of one machine is the same wherever it
// stands, and what most of it was read as is mostly right. (Adaptation to the
// document at hand; see Xu and Nagy, Prototype Extraction and Adaptive OCR, IEEE
// TPAMI 21(12), 1999.)
//
// Only words whose characters stand apart take part.
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

// glyphsOf gives the characters of the words that fall apart into as many pieces
// as they have characters.
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

// canBeMisread tells characters that others are taken for: letters, digits, and
// the signs that tills hardly print.
func canBeMisread(r rune) bool {
	return isAlphanumeric(r) || ocrconfusion.CanConfuse(ocrconfusion.Any, r, ocrconfusion.Sign)
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// models are the characters of an image by what they were read as.
type models struct {
	img    *image.Gray
	labels []rune // in order
	of     map[rune][]*glyph
}

// modelsOf gathers the letters and digits of words that were read with at least
// the confidence least; of each those read best, which bounds the work.
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

// Thresholds on likeness, found on scanned receipts of half of the issuers and
// confirmed on the others.
const (
	alike     = 0.85 // what has at least that is the same character
	clearly   = 0.06 // by how much more than its own label another must be alike
	doubtless = 0.1  // how much more than that in words read with confidence
	alone     = 0.75 // taken for a character's likeness to its label where no other bears it
	unlike    = 0.5  // at least taken for it: a single other one may be broken
)

// better gives the label that suits a character of a word better than its own.
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

// likeness is how much a glyph looks like those of a label, at least so many of
// its size: the mean over the three most alike. The glyph itself does not count.
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

// sameSize tells whether two characters can be the same one of the same print: a
// pixel more or less at either end aside.
func sameSize(a, b image.Point) bool {
	return math.Abs(float64(a.Y-b.Y)) <= 1+0.12*float64(a.Y) && math.Abs(float64(a.X-b.X)) <= 1.5+0.15*float64(a.X)
}

// fits tells whether a character may stand at a place of a word, going by the
// others: print alone does not tell O from 0 and l from 1, and small letters from
// capitals of the same form.
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

// isTaxLetter tells whether the place is that of a letter behind an amount, which
// tills mark rates of tax with.
func isTaxLetter(word []rune, at int) bool {
	return at == len(word)-1 && at >= 3 &&
		unicode.IsDigit(word[at-1]) && unicode.IsDigit(word[at-2]) && (word[at-3] == '.' || word[at-3] == ',')
}

// areTwins reports whether only their size or their neighbours tell two letters
// apart.
func areTwins(a, b rune) bool { return ocrconfusion.CanConfuse(a, b, ocrconfusion.Shape) }

// withoutYen reads a sign in a word of letters, such as that for yen, as the
// letter that it is mistaken for.
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
