package synth

import (
	"math/rand/v2"
	"strings"

	"github.com/docmill/docmill/engine/document"
)

// Recognised gives the document as text recognition would: letters taken for
// others, words run together, torn apart or lost, boxes a little off. Level 0
// is a clean scan, 1 a bad photo.
func (s *Specimen) Recognised(seed uint64, level float64) *document.Document {
	r := rand.New(rand.NewPCG(seed, 0x726561646572)) //nolint:gosec // documents, not secrets
	doc := s.Document()
	doc.MIMEType = "image/jpeg"
	for i := range doc.Pages {
		n := noise{r: r, level: level, slope: (r.Float64() - 0.5) * 0.02 * level}
		doc.Pages[i].Lines = n.lines(doc.Pages[i].Lines)
	}
	return doc
}

// noise is how badly a page is recognised.
type noise struct {
	r     *rand.Rand
	level float64
	slope float64 // of the lines, heights of the page per width
}

func (n noise) lines(lines []document.Line) []document.Line {
	var out []document.Line
	for _, l := range lines {
		if n.r.Float64() < 0.015*n.level {
			continue // not found at all
		}
		bad := n.level
		if n.r.Float64() < 0.12*n.level {
			bad = 3 * n.level // a crease, a shadow
		}
		words := n.words(l.Words, bad)
		if len(words) == 0 {
			continue
		}
		line := document.Line{Words: words}
		for _, w := range words {
			line.Box = line.Box.Union(w.Box)
		}
		out = append(out, line)
	}
	return out
}

func (n noise) words(words []document.Word, bad float64) []document.Word {
	var out []document.Word
	for _, w := range words {
		w.Source, w.Size, w.Bold = document.SourceOCR, 0, false
		w.Text, w.Confidence = n.misread(w.Text, bad)
		w.Box = n.shifted(w.Box)
		switch p := n.r.Float64(); {
		case w.Text == "" || p < 0.006*bad:
			continue
		case p < 0.02*bad && len(out) > 0:
			last := &out[len(out)-1]
			last.Text += w.Text
			last.Box = last.Box.Union(w.Box)
			last.Confidence = min(last.Confidence, w.Confidence) * 0.9
			continue
		case p < 0.035*bad && len([]rune(w.Text)) > 4:
			out = append(out, torn(w)...)
			continue
		}
		out = append(out, w)
	}
	return out
}

// shifted moves a box as a tilt and a careless segmentation would.
func (n noise) shifted(b document.Box) document.Box {
	jitter := func() float64 { return (n.r.Float64() - 0.5) * 0.15 * b.Height() * (0.3 + n.level) }
	dy := n.slope*(b.CenterX()-0.5) + jitter()
	return document.Box{X0: b.X0 + jitter(), Y0: b.Y0 + dy, X1: b.X1 + jitter(), Y1: b.Y1 + dy + jitter()}
}

// torn cuts a word in two.
func torn(w document.Word) []document.Word {
	letters := []rune(w.Text)
	k := len(letters) / 2
	a, b := w, w
	a.Text, b.Text = string(letters[:k]), string(letters[k:])
	at := w.Box.X0 + w.Box.Width()*float64(k)/float64(len(letters))
	a.Box.X1, b.Box.X0 = at, at
	a.Confidence, b.Confidence = w.Confidence*0.8, w.Confidence*0.8
	return []document.Word{a, b}
}

// misread gives the text with some letters wrong, and how certain the
// recogniser says it is: mostly less where it is wrong, but not always.
func (n noise) misread(text string, bad float64) (string, float64) {
	var sb strings.Builder
	wrong := 0
	for _, c := range text {
		if n.r.Float64() >= 0.025*bad {
			sb.WriteRune(c)
			continue
		}
		wrong++
		switch n.r.IntN(10) {
		case 0: // lost
		case 1:
			sb.WriteRune(c)
			sb.WriteString(pick(n.r, "'", ".", ",", "-", "_", "|", ":"))
		default:
			sb.WriteString(n.like(c))
		}
	}
	sure := 0.96 - 0.1*n.r.Float64()*(0.2+n.level)
	if wrong > 0 {
		sure = 0.9 - 0.75*n.r.Float64()
	} else if n.r.Float64() < 0.05+0.12*bad {
		sure = 0.9 - 0.6*n.r.Float64()
	}
	return sb.String(), min(0.99, max(0.05, sure))
}

// like gives what a letter is often taken for.
func (n noise) like(c rune) string {
	for _, group := range []string{"0OoDQ68", "1lI|i7!", "5Ss$", "8B63&", "2Zz7", "6bG8", "9gq4", "4A9", "3S8", "7T1/", "cCeoG", "uvnii", "hbn", "tf+", "rn", "EFB", "MNW", "UV", "PR", "HN", ".,'", ",.;", ":;.", "-~=", "aoe", "äa", "öo", "üu", "ée", "çc", "łl", "€E£"} {
		if strings.ContainsRune(group[:len(string([]rune(group)[0]))], c) {
			all := []rune(group)
			return string(all[1+n.r.IntN(len(all)-1)])
		}
	}
	switch c {
	case 'm':
		return "rn"
	case 'w':
		return "vv"
	case 'd':
		return "cl"
	case 'O':
		return "0"
	case 'l', 'I', 'i':
		return pick(n.r, "1", "l", "I", "|")
	case 'S':
		return "5"
	case 'B':
		return "8"
	}
	return pick(n.r, "e", "o", "i", "r", "a", "s", "n", "c")
}
