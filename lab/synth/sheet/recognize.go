package sheet

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
)

// Recognized returns the document as text recognition would: misread letters, words joined, split or lost, specks read
// as letters, boxes slightly off. Level 0 is a clean scan, 1 a bad photo; photographed receipts are mostly between 0.4
// and 0.8.
func (s Sheets) Recognized(seed uint64, level float64) *document.Document {
	doc, _ := s.RecognizedFields(seed, level)
	return doc
}

// RecognizedFields is Recognized with the field of each word made from printed ones. Joined words have the first one's
// field, specks none.
func (s Sheets) RecognizedFields(seed uint64, level float64) (*document.Document, Fields) {
	r := rand.New(rand.NewPCG(seed, 0x726561646572)) //nolint:gosec // documents, not secrets
	doc := &document.Document{MIMEType: "image/jpeg"}
	var fields Fields
	for i, sheet := range s {
		n := noise{r: r, level: level, sheet: sheet, slope: (r.Float64() - 0.5) * 0.02 * level, lost: drawLostArea(r, level)}
		page, names := pageOf(i+1, sheet, n.rows(n.lines(joinRows(sheet.lines()))))
		doc.Pages, fields = append(doc.Pages, page), append(fields, names)
	}
	return doc, fields
}

type noise struct {
	r     *rand.Rand
	level float64
	sheet *Sheet
	slope float64      // of the lines, page heights per width
	lost  document.Box // an area where hardly anything is read
}

// drawLostArea draws an area with print that is too faint: usually none, else at one side of some rows.
func drawLostArea(r *rand.Rand, level float64) document.Box {
	if r.Float64() >= 0.25*level {
		return document.Box{}
	}
	top := r.Float64()
	b := document.Box{X0: 0.4 + 0.4*r.Float64(), Y0: top, X1: 1, Y1: top + 0.3*r.Float64()}
	if r.IntN(4) == 0 {
		b.X0, b.X1 = 0, 0.4*r.Float64()
	}
	return b
}

// joinRows joins lines side by side, because text recognition returns rows.
func joinRows(lines []sheetLine) []sheetLine {
	var out []sheetLine
	for _, l := range lines {
		if k := len(out) - 1; k >= 0 && l.box.X0 >= out[k].box.X1 && sameRow(out[k].box, l.box) {
			out[k].words = append(slices.Clip(out[k].words), l.words...)
			out[k].box = out[k].box.Union(l.box)
			continue
		}
		out = append(out, l)
	}
	return out
}

func sameRow(a, b document.Box) bool {
	return min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > 0.6*min(a.Height(), b.Height())
}

func (n noise) lines(lines []sheetLine) []sheetLine {
	var out []sheetLine
	for _, l := range lines {
		if n.r.Float64() < 0.02*n.level || isRule(l.text()) && n.r.IntN(4) > 0 {
			continue // not found, or recognized as a drawn line
		}
		bad := n.level
		switch p := n.r.Float64(); {
		case p < 0.03*n.level:
			bad = 15 * n.level // so faint that most letters are guessed
		case p < 0.15*n.level:
			bad = 4 * n.level // a crease, a shadow
		}
		if words := n.words(l.words, bad); len(words) > 0 {
			out = append(out, lineOf(words))
		}
	}
	return out
}

func (l sheetLine) text() string {
	texts := make([]string, len(l.words))
	for i, w := range l.words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

func (n noise) words(words []sheetWord, bad float64) []sheetWord {
	var out []sheetWord
	for _, w := range words {
		if n.isLost(w.Box) && n.r.IntN(8) > 0 {
			continue
		}
		w.Word = n.recognizeWord(w.Word, bad)
		switch p := n.r.Float64(); {
		case w.Text == "" || p < 0.006*bad || len(w.Text) < 3 && p < 0.03*bad:
			continue
		case p < 0.012*bad && len(out) > 0 && out[len(out)-1].Box.X1+0.7*w.Box.Height() > w.Box.X0:
			last := &out[len(out)-1]
			last.Text += w.Text
			last.Box = last.Box.Union(w.Box)
			last.Confidence = min(last.Confidence, w.Confidence) * 0.9
			continue
		case p < 0.03*bad && len([]rune(w.Text)) > 3:
			out = append(out, n.splitWord(w)...)
			continue
		}
		out = append(out, w)
	}
	return out
}

func (n noise) isLost(b document.Box) bool {
	x, y := b.CenterX(), b.Y0
	return x > n.lost.X0 && x < n.lost.X1 && y > n.lost.Y0 && y < n.lost.Y1
}

func isRule(text string) bool { return len(text) > 3 && strings.Trim(text, "-=_*.~ ") == "" }

// recognizeWord returns a word as it is read, with its box around the ink.
func (n noise) recognizeWord(w document.Word, bad float64) document.Word {
	b := w.Box
	size := w.Size / n.sheet.Height
	if base := b.Y1 - descent*size; !strings.ContainsAny(w.Text, "gjpqy,;QçęąŞş()[]@/|") {
		b.Y1 = base
	}
	if strings.ToLower(w.Text) == w.Text && strings.Trim(w.Text, "acegmnopqrsuvwxyz.,-:") == "" {
		b.Y0 += (ascent - 0.53) * size
	}
	w.Source, w.Bold, w.Box = document.SourceOCR, false, n.shifted(b)
	w.Text, w.Confidence = n.misread(w.Text, bad)
	return w
}

// shifted moves a box to imitate a tilt and imprecise segmentation.
func (n noise) shifted(b document.Box) document.Box {
	jitter := func() float64 { return (n.r.Float64() - 0.5) * 0.15 * b.Height() * (0.3 + n.level) }
	dy := n.slope*(b.CenterX()-0.5) + jitter()
	moved := document.Box{X0: b.X0 + jitter(), Y0: b.Y0 + dy, X1: b.X1 + jitter(), Y1: b.Y1 + dy + jitter()}
	return document.Box{X0: max(0, moved.X0), Y0: max(0, moved.Y0), X1: min(1, moved.X1), Y1: min(1, moved.Y1)}
}

// splitWord splits a word in two; amounts usually split after the decimal point.
func (n noise) splitWord(w sheetWord) []sheetWord {
	letters := []rune(w.Text)
	k := 1 + n.r.IntN(len(letters)-1)
	if at := strings.LastIndexAny(w.Text, ".,"); at > 0 && at < len(w.Text)-1 && n.r.IntN(4) > 0 {
		k = len([]rune(w.Text[:at+1]))
	}
	a, b := w, w
	a.Text, b.Text = string(letters[:k]), string(letters[k:])
	at := w.Box.X0 + w.Box.Width()*float64(k)/float64(len(letters))
	a.Box.X1, b.Box.X0 = at, at
	a.Confidence *= 0.5 + 0.5*n.r.Float64()
	b.Confidence *= 0.5 + 0.5*n.r.Float64()
	return []sheetWord{a, b}
}

// rows sets the size of all words of a row to its height, and adds specks that are read as letters in or between rows.
func (n noise) rows(lines []sheetLine) []sheetLine {
	for i := range lines {
		if n.r.Float64() < 0.12*n.level {
			lines[i] = lineOf(n.withSpeck(lines[i]))
		}
		words := lines[i].words
		size := min(words[len(words)/2].Box.Height()*1.25, lines[i].box.Height()) * n.sheet.Height
		for k := range words {
			words[k].Size = size
		}
	}
	for range n.r.IntN(1 + int(8*n.level)) {
		lines = append(lines, n.speckLine())
	}
	slices.SortStableFunc(lines, func(a, b sheetLine) int { return cmp.Compare(a.box.Y0, b.box.Y0) })
	return lines
}
