package pdf

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/docmill/docmill/engine/failure"
)

// Layout of the records of text objects; see glyphs.wat.
const (
	runSize     = 56
	codeSize    = 4
	runRoomSize = 256 << 10 // for the records of one batch
)

// run is a text object: characters of one font on one line. The numbers of the
// line are those before the matrix applies.
type run struct {
	face   *face
	style  *style
	size   float64
	matrix matrix // from the line, which is the x axis, to page space
	codes  []uint32
	places []float32 // where each letter begins
	shifts []float32 // behind each letter, towards the left, in thousandths of the size
}

// end is where a letter ends along the line.
func (t *run) end(i int) float64 {
	return float64(t.places[i]) + t.face.letter(t.codes[i]).width*t.size/1000
}

// runs collects the text objects of a page in the order of the content. Most
// pages can be read from those in half the time that PDFium's text page takes
// (FPDFText_LoadPage): pages of upright lines of letters that run from left to
// right and stand for what they show. unfit is set for all others.
type runs struct {
	file  *File
	at    placement
	all   []run
	unfit bool
}

// runRoom is what is kept from page to page.
type runRoom struct {
	records uint32 // for what glyphs.wasm writes
	all     []run
	codes   []uint32
	numbers []float32
}

// runs gives the text objects of a loaded page; false where they do not tell its
// text.
func (f *File) runs(ctx context.Context, page uint32, at placement) ([]run, bool, error) {
	if f.viaTextPage {
		return nil, false, nil
	}
	room := &f.room
	if room.records == 0 {
		p, err := f.in.malloc(ctx, runRoomSize+slackSize)
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

// add takes the text objects of a page, or of a form whose space to maps to the
// page's, and of the forms within.
func (r *runs) add(ctx context.Context, holder uint32, inForm bool, to matrix, depth int) error {
	count, form := "FPDFPage_CountObjects", uint64(0)
	if inForm {
		count, form = "FPDFFormObj_CountObjects", 1
	}
	in, records := r.file.in, r.file.room.records
	total, err := in.count(ctx, count, uint64(holder))
	if err != nil {
		return err
	}
	for next := 0; next < total && !r.unfit; {
		batch, err := in.records(ctx, in.texts, records,
			uint64(holder), form, uint64(next), uint64(total), uint64(records), runRoomSize, uint64(in.scratch))
		if err != nil {
			return err
		}
		met, err := in.view(in.scratch, 8)
		if err != nil {
			return err
		}
		first, inner := next, binary.LittleEndian.Uint32(met[4:])
		if next = int(binary.LittleEndian.Uint32(met)); next <= first { // one object alone is too long
			r.unfit = true
			return nil
		}
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

// decode takes a batch of records.
func (r *runs) decode(ctx context.Context, batch []byte, to matrix) (err error) {
	for len(batch) >= runSize && !r.unfit {
		if batch, err = r.take(ctx, batch, to); err != nil {
			return err
		}
	}
	return nil
}

// take decodes the first record and gives the rest.
func (r *runs) take(ctx context.Context, batch []byte, to matrix) ([]byte, error) {
	rec, rest := batch[:runSize], batch[runSize:]
	number := func(offset int) uint32 { return binary.LittleEndian.Uint32(rec[offset:]) }
	field := func(offset int) float64 { return float64(f32(rec[offset:])) }
	n, handle := int(int32(number(4))), number(40)
	if n < 0 || number(52) != 0 || 3*n*codeSize > len(rest) {
		r.unfit = true
		return nil, nil
	}
	t := run{size: field(8), matrix: matrix{field(12), field(16), field(20), field(24), field(28), field(32)}.then(to)}
	rest = r.letters(&t, rest, n)
	if len(r.file.room.codes) > maxPageChars {
		return nil, failure.New(failure.TooComplex, fmt.Errorf("more than %d characters on one page", maxPageChars),
			"A page of the PDF holds more text than can be read.")
	}
	var err error
	if t.face, err = r.file.face(ctx, handle); err != nil {
		return nil, err
	}
	if r.unfit = !t.isPlain(); r.unfit {
		return nil, nil
	}
	fit, err := r.file.lookUp(ctx, t.face, handle, t.codes)
	if r.unfit = !fit; r.unfit || err != nil {
		return nil, err
	}
	t.style = styleOf(t.face.font, t.size, t.matrix, r.at, ink{
		mode: number(36), fill: color(number(44)), stroke: color(number(48)),
	})
	r.all = append(r.all, t)
	return rest, nil
}

// letters decodes codes, places and shifts and gives what follows.
func (r *runs) letters(t *run, b []byte, n int) []byte {
	room := &r.file.room
	first := len(room.codes)
	for i := range n {
		room.codes = append(room.codes, binary.LittleEndian.Uint32(b[codeSize*i:]))
	}
	t.codes = room.codes[first:]
	b = b[codeSize*n:]
	first = len(room.numbers)
	for i := range 2 * n {
		room.numbers = append(room.numbers, f32(b[codeSize*i:]))
	}
	t.places, t.shifts = room.numbers[first:first+n], room.numbers[first+n:]
	return b[2*codeSize*n:]
}

// isPlain tells text that stands upright in page space, in a fit font. No
// comparison holds for what is not a number.
func (t *run) isPlain() bool {
	const slant = 1.0 / 64
	m := t.matrix
	return !t.face.unfit && t.size > 0 && m.a > 0 && m.d > 0 && math.Abs(m.b) <= slant*m.a && math.Abs(m.c) <= m.d
}
