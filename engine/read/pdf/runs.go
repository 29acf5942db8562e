package pdf

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// Layout of the records of text objects; see glyphs.wat.
const (
	runSize   = 52
	batchRuns = 4096
)

// runs collects the text objects of a page in the order of the content. Most pages can be read from them in
// half the time of PDFium's text page (FPDFText_LoadPage): pages of upright, left-to-right lines with
// correctly mapped letters. unfit is set for all others.
type runs struct {
	file  *File
	at    placement
	all   []run
	unfit bool
}

// runs returns the text objects of a loaded page, or false if they do not hold its text.
func (f *File) runs(ctx context.Context, page uint32, at placement) ([]run, bool, error) {
	if !f.in.HasMembers() {
		return nil, false, nil
	}
	room := &f.room
	if room.records == 0 {
		p, err := f.in.Malloc(ctx, batchRuns*runSize+slackSize)
		if err != nil {
			return nil, false, err
		}
		room.records = p
	}
	clear(room.all) // of what the page before refers to
	room.codes, room.numbers = room.codes[:0], room.numbers[:0]
	r := runs{file: f, at: at, all: room.all[:0]}
	err := r.add(ctx, page, false, matrix{a: 1, d: 1}, 0)
	room.all = r.all
	return r.all, !r.unfit, err
}

// add reads the text objects of a page, or of a form whose space to maps to the page's, and of nested
// forms.
func (r *runs) add(ctx context.Context, holder uint32, inForm bool, to matrix, depth int) error {
	count, form := "FPDFPage_CountObjects", uint64(0)
	if inForm {
		count, form = "FPDFFormObj_CountObjects", 1
	}
	in, records := r.file.in, r.file.room.records
	total, err := in.Count(ctx, count, uint64(holder))
	if err != nil {
		return err
	}
	for next := 0; next < total && !r.unfit; {
		end := min(total, next+batchRuns)
		batch, err := in.Records(ctx, in.Texts, records,
			uint64(holder), form, uint64(next), uint64(end), uint64(records), uint64(in.Scratch))
		if err != nil {
			return err
		}
		met, err := in.View(in.Scratch, 8)
		if err != nil {
			return err
		}
		next = int(binary.LittleEndian.Uint32(met))
		inner := binary.LittleEndian.Uint32(met[4:])
		if err := r.decode(ctx, batch, to); err != nil {
			return err
		}
		if inner != 0 {
			if err := r.form(ctx, inner, to, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *runs) form(ctx context.Context, form uint32, to matrix, depth int) error {
	if r.unfit = r.unfit || depth > maxFormDepth; r.unfit {
		return nil
	}
	m, err := r.file.matrixOf(ctx, form)
	if err != nil {
		return err
	}
	return r.add(ctx, form, true, m.then(to), depth)
}

func (r *runs) decode(ctx context.Context, batch []byte, to matrix) error {
	for ; len(batch) >= runSize && !r.unfit; batch = batch[runSize:] {
		if err := r.take(ctx, batch[:runSize], to); err != nil {
			return err
		}
	}
	return nil
}

// take adds the text object of a record, or sets unfit.
func (r *runs) take(ctx context.Context, rec []byte, to matrix) error {
	number := func(offset int) uint32 { return binary.LittleEndian.Uint32(rec[offset:]) }
	field := func(offset int) float64 { return float64(pdfium.Float32(rec[offset:])) }
	object, font := number(0), number(36)
	t := run{size: field(4), matrix: matrix{field(8), field(12), field(16), field(20), field(24), field(28)}.then(to)}
	if err := r.addLetters(&t, object); err != nil || r.unfit {
		return err
	}
	var err error
	if t.face, err = r.file.face(ctx, font); err != nil {
		return err
	}
	if r.unfit = !t.isPlain(); r.unfit {
		return nil
	}
	fit, err := r.file.lookUp(ctx, t.face, font, t.codes)
	if r.unfit = !fit; r.unfit || err != nil {
		return err
	}
	if number(48) != 0 { // a text is to stand for it
		if r.unfit, err = r.differs(ctx, &t, object); r.unfit || err != nil {
			return err
		}
	}
	t.style = styleOf(t.face.font, t.size, t.matrix, r.at, ink{
		mode: number(32), fill: color(number(40)), stroke: color(number(44)),
	})
	r.all = append(r.all, t)
	return nil
}

// addLetters copies the letters of a text object, or sets unfit.
func (r *runs) addLetters(t *run, object uint32) error {
	c, ok, err := r.file.in.CharactersOf(object)
	if r.unfit = !ok; r.unfit || err != nil {
		return err
	}
	room := &r.file.room
	first := len(room.codes)
	if first+c.N > maxPageChars {
		return extractionerror.New(extractionerror.TooComplex, fmt.Errorf("more than %d characters on one page",
			maxPageChars),
			"A page of the PDF holds more text than can be read.")
	}
	for i := range c.N {
		room.codes = append(room.codes, binary.LittleEndian.Uint32(c.Codes[pdfium.CharSize*i:]))
	}
	t.codes = room.codes[first:]
	t.places, t.shifts = room.copy(c.Positions), room.copy(c.Kernings)
	return nil
}

// differs reports whether a text object's replacement text (ActualText; ISO 32000-1, 14.9.4) differs from
// its letters. Browsers mark ligatures with equal text.
func (r *runs) differs(ctx context.Context, t *run, object uint32) (bool, error) {
	actual, err := r.file.actualText(ctx, object)
	if err != nil {
		return false, err
	}
	var shown strings.Builder
	for _, code := range t.codes {
		shown.WriteString(t.face.letter(code).text)
	}
	return resolved(shown.String()) != resolved(actual), nil
}
