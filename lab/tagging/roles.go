package tagging

import (
	"bufio"
	"bytes"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/lab/synth/form"
	"github.com/docmill/docmill/lab/synth/sheet"
)

// Kinds of pages in the training data of roles.
const (
	KindMade     = iota // made forms, in no fold
	KindForeign         // made forms in the languages of IsForeign
	KindForm            // filled PDF forms, also without some answers
	KindRefilled        // PDF forms with made answers
	KindValues          // documents of which some values are known
)

// ForeignFold is the fold of made forms in the languages of IsForeign. Folds of real documents are 1 to RealFolds.
const (
	RealFolds   = 5
	ForeignFold = RealFolds + 1
)

// IsForeign reports whether made forms in a language are in ForeignFold, so that a training can leave them out.
func IsForeign(language string) bool { return slices.Contains([]string{"sv", "hu", "pt"}, language) }

// FoldOf returns the fold of a layout of real documents.
func FoldOf(cluster string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(cluster))
	return 1 + int(h.Sum32()%RealFolds)
}

// NewRoleWriter returns a Writer that writes the training data of package formrole to w, with an entry per page. The
// type of a document is one of the kinds of pages.
func NewRoleWriter(w io.Writer) *Writer {
	all, words := formrole.Features()
	return newWriter(w, formrole.Names(), nil, all, words)
}

// AddForms writes the made forms of seeds 1 to n.
func (w *Writer) AddForms(n int) { w.addSeeds(n, encodeForm) }

// encodeForm writes the made form of a seed; one in four as text recognition returns it.
func encodeForm(seed uint64) *bytes.Buffer {
	s := form.New(seed, form.Options{})
	doc, fields := s.DocumentFields()
	if seed%2 == 0 { // as in scans, and in files that draw lines as a part of a picture
		doc = WithoutRules(doc)
	}
	if seed%4 == 0 {
		doc, fields = s.RecognizedFields(seed, float64(seed/4%4)/5) //nolint:mnd // levels 0 to 0.6
	}
	var b bytes.Buffer
	w := Writer{w: bufio.NewWriter(&b)}
	kind, fold := KindMade, madeFold
	if IsForeign(s.Language) {
		kind, fold = KindForeign, ForeignFold
	}
	w.AddPages(doc, DrawnRoles(doc, fields), kind, fold, 1)
	_ = w.Close() // a buffer accepts all
	return &b
}

// WithoutRules returns a document whose pages draw no lines.
func WithoutRules(doc *document.Document) *document.Document {
	out := *doc
	out.Pages = slices.Clone(doc.Pages)
	for i := range out.Pages {
		out.Pages[i].Rules = nil
	}
	return &out
}

// Roles returns the allowed roles of a token of a page.
type Roles func(page int, t *layout.Token) Mask

// AddPages writes the pages of a document with the roles of their words. Words with an empty mask do not count.
func (w *Writer) AddPages(doc *document.Document, roles Roles, kind, fold, times int) {
	analyzed := annotate.New(layout.Analyze(doc))
	for _, p := range analyzed.Layout.Pages {
		g := formrole.Observe(analyzed, p)
		masks := make([]Mask, len(g.Units))
		for i, u := range g.Units {
			masks[i] = UnitRoles(u.Part, roles)
		}
		w.write(g, masks, kind, fold, times)
	}
}

// UnitRoles returns the roles of a unit. Those of few of its letters do not count.
func UnitRoles(u layout.Part, roles Roles) Mask {
	const minShare = 0.3
	letters, all := map[Mask]int{}, 0
	for k := u.First; k <= u.Last; k++ {
		t := &u.Segment.Tokens[k]
		m, n := roles(u.Segment.Page.Number, t), len(t.Text)
		letters[m] += n
		all += n
	}
	other := maskOfRoles(formrole.Other)
	if len(letters) > 1 {
		all -= letters[other]
		delete(letters, other) // a number or hint of a label
	}
	var out Mask
	for m, n := range letters {
		if m == 0 || float64(n) >= minShare*float64(all) {
			out |= m
		}
	}
	if out == 0 {
		return allRoles
	}
	return out
}

const allRoles = Mask(1<<formrole.Roles) - 1

func maskOfRoles(roles ...formrole.Role) Mask {
	m := Mask(0)
	for _, r := range roles {
		m |= 1 << r
	}
	return m
}

// DrawnRoles returns the roles of the words of a made form.
func DrawnRoles(doc *document.Document, fields sheet.Fields) Roles {
	type line struct {
		page   int
		y0, y1 float64
	}
	type word struct {
		x0, x1 float64
		mask   Mask
	}
	words := map[line][]word{}
	for p := range doc.Pages {
		for l := range doc.Pages[p].Lines {
			for w, x := range doc.Pages[p].Lines[l].Words {
				at := line{doc.Pages[p].Number, x.Box.Y0, x.Box.Y1}
				words[at] = append(words[at], word{x.Box.X0, x.Box.X1, roleOf(fields[p][l][w])})
			}
		}
	}
	return func(page int, t *layout.Token) Mask {
		for _, w := range words[line{page, t.Place.Y0, t.Place.Y1}] { // tokens can be parts of words
			if x := t.Place.CenterX(); w.x0 <= x && x <= w.x1 {
				return w.mask
			}
		}
		return 0
	}
}

// roleOf returns the roles of a field of a made form; see package form.
func roleOf(field string) Mask {
	role, name, _ := strings.Cut(field, ":")
	if role == "cell" && strings.HasPrefix(name, "toDate.") {
		return maskOfRoles(formrole.Cell, formrole.Answer)
	}
	if i := slices.Index(formrole.Names(), role); i >= 0 {
		return 1 << i
	}
	return maskOfRoles(formrole.Other)
}

// FilledRoles returns the roles of the words of a flattened PDF form, given the same form with its fields: words in a
// text field are answers, and other words are not.
func FilledRoles(filled *document.Document) Roles {
	printed := allRoles &^ maskOfRoles(formrole.Answer, formrole.Cell)
	return func(page int, t *layout.Token) Mask {
		for i := range filled.Pages {
			if filled.Pages[i].Number != page {
				continue
			}
			for _, f := range filled.Pages[i].Fields {
				if !holds(f.Box, t.Place) {
					continue
				}
				switch {
				case f.Type == document.CheckBox || f.Type == document.RadioButton:
					return maskOfRoles(formrole.Other)
				case recognize.Compact(t.Text) != "" &&
					strings.Contains(recognize.Compact(f.Value), recognize.Compact(t.Text)):
					return maskOfRoles(formrole.Answer, formrole.Cell)
				}
			}
		}
		return printed
	}
}

func holds(field, word document.Box) bool {
	x, y := word.CenterX(), word.CenterY()
	const slack = 0.003
	return field.X0-slack <= x && x <= field.X1+slack && field.Y0-slack <= y && y <= field.Y1+slack
}

// WithoutAnswers returns a copy of a document without the answers of some lines, as forms that are partly filled.
func WithoutAnswers(doc *document.Document, roles Roles, share float64, r *rand.Rand) *document.Document {
	answer := maskOfRoles(formrole.Answer)
	out := *doc
	out.Pages = slices.Clone(doc.Pages)
	for i := range out.Pages {
		p := &out.Pages[i]
		p.Lines = slices.Clone(p.Lines)
		for k := range p.Lines {
			if r.Float64() >= share {
				continue
			}
			p.Lines[k].Words = slices.DeleteFunc(slices.Clone(p.Lines[k].Words), func(w document.Word) bool {
				m := roles(p.Number, &layout.Token{Text: w.Text, Place: w.Box})
				return m&answer != 0 && m&maskOfRoles(formrole.Question) == 0
			})
		}
		p.Lines = slices.DeleteFunc(p.Lines, func(l document.Line) bool { return len(l.Words) == 0 })
	}
	return &out
}

// Refill returns a copy of a form with other answers in its fields, and its fields with them. Blank is the form without
// answers, filled has its fields.
func Refill(blank, filled *document.Document, answers []string, r *rand.Rand) (doc, fields *document.Document) {
	d, f := *blank, *filled
	d.Pages, f.Pages = slices.Clone(blank.Pages), slices.Clone(filled.Pages)
	size, share, bold := 7.5+4.5*r.Float64(), 0.3+0.7*r.Float64(), r.Float64() < 0.1
	for i := range d.Pages {
		p := &d.Pages[i]
		p.Lines, p.Fields = slices.Clone(p.Lines), nil
		for k := range f.Pages {
			if f.Pages[k].Number != p.Number {
				continue
			}
			f.Pages[k].Fields = slices.Clone(f.Pages[k].Fields)
			for n := range f.Pages[k].Fields {
				field := &f.Pages[k].Fields[n]
				field.Value = ""
				if r.Float64() > share {
					continue
				}
				if field.Type == document.TextField || field.Type == document.ChoiceField {
					field.Value = answers[r.IntN(len(answers))]
				} else if r.Float64() < 0.3 {
					field.Value = "X"
				}
				if words := fillIn(p, field, size, bold); len(words) > 0 {
					p.Lines = append(p.Lines, document.Line{Words: words, Box: field.Box})
				}
			}
		}
	}
	return &d, &f
}

// fillIn returns the words of a field's value that fit in it.
func fillIn(p *document.Page, field *document.FormField, size float64, bold bool) []document.Word {
	const letter, line = 0.52, 1.15 // mean width of a letter and height of a line in a font of size 1
	high := field.Box.Height() * p.Height
	size = min(size, high/line)
	if size < 4 { //nolint:mnd // points
		return nil
	}
	x, y := field.Box.X0+2/p.Width, field.Box.CenterY()-size*line/2/p.Height
	if high > 3*size {
		y = field.Box.Y0 + 2/p.Height
	}
	var out []document.Word
	for text := range strings.FieldsSeq(field.Value) {
		w := letter * size * float64(len([]rune(text))) / p.Width
		if x+w > field.Box.X1+2/p.Width {
			break
		}
		out = append(out, document.Word{Text: text, Confidence: 1, Size: size, Bold: bold, Source: document.SourceText,
			Box: document.Box{X0: x, Y0: y, X1: x + w, Y1: y + size*line/p.Height}})
		x += w + 0.28*size/p.Width
	}
	return out
}

// ValueRoles returns the roles of the words of a document of which some values are known, as printed. Words of values
// are answers or cells, words with a colon are neither, and nothing is known about the others.
func ValueRoles(doc *document.Document, values []string) Roles {
	type place struct {
		page int
		box  document.Box
	}
	keys := map[string]bool{}
	for _, v := range values {
		keys[recognize.Compact(v)] = true
	}
	known := map[place]bool{}
	for i := range doc.Pages {
		for _, l := range doc.Pages[i].Lines {
			for from := range l.Words {
				key := ""
				for to := from; to < len(l.Words) && to < from+8; to++ {
					if key += recognize.Compact(l.Words[to].Text); len(key) < 3 || !keys[key] {
						continue
					}
					for _, w := range l.Words[from : to+1] {
						known[place{doc.Pages[i].Number, w.Box}] = true
					}
				}
			}
		}
	}
	value := maskOfRoles(formrole.Answer, formrole.Cell)
	return func(page int, t *layout.Token) Mask {
		switch {
		case known[place{page, t.Place}]:
			return value
		case strings.HasSuffix(t.Text, ":"):
			return allRoles &^ value
		}
		return allRoles
	}
}
