package pdf

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

const (
	objectPath  = 2
	objectImage = 3
	objectForm  = 5
)

// Limits of the search: a drawing has a hundred thousand paths, a scan a few objects.
const (
	maxObjects   = 2000
	maxFormDepth = 4
)

// object is a page object other than text.
type object struct {
	handle     uint32
	objectType uint32
	box        rect // in the space of its page or form
	fill       color
	filled     bool // of a path
	segments   int  // of a path
}

// objectSize is the length of a record of glyphs.wasm; see glyphs.wat.
const objectSize = 36

// objects reads the objects of a page or form except text, at most limit. total counts all objects,
// including text.
func (f *File) objects(ctx context.Context, holder uint32, inForm bool, limit int) (
	found []object, total int, err error,
) {
	count, form := "FPDFPage_CountObjects", uint64(0)
	if inForm {
		count, form = "FPDFFormObj_CountObjects", 1
	}
	if total, err = f.in.Count(ctx, count, uint64(holder)); err != nil || total == 0 {
		return nil, 0, err
	}
	n := min(total, limit)
	records, err := f.in.Malloc(ctx, n*objectSize+slackSize)
	if err != nil {
		return nil, 0, err
	}
	batch, err := f.in.Records(ctx, f.in.Objects, records, uint64(holder), form, 0, uint64(n), uint64(records))
	if err != nil {
		return nil, 0, err
	}
	for ; len(batch) >= objectSize; batch = batch[objectSize:] {
		found = append(found, objectOf(batch))
	}
	return found, total, f.in.Free(ctx, records)
}

func objectOf(rec []byte) object {
	number := func(offset int) uint32 { return binary.LittleEndian.Uint32(rec[offset:]) }
	field := func(offset int) float64 { return float64(pdfium.Float32(rec[offset:])) }
	return object{
		handle:     number(0),
		objectType: number(4),
		box:        hull(field(8), field(12), field(16), field(20)),
		fill:       color(number(24)),
		filled:     number(28) != 0,
		segments:   int(number(32)),
	}
}

// painter collects the objects of a page and its forms except text.
type painter struct {
	file    *File
	page    uint32
	at      placement
	objects int // of all kinds, seen so far
	images  float64
	found   background
	small   []shape
	rules   []rect
	codes   codeSearch
}

// add processes objects of the page, or of a form whose space to maps to the page's.
func (p *painter) add(ctx context.Context, objects []object, to matrix, depth int) error {
	for i := range objects {
		o := &objects[i]
		switch {
		case o.objectType == objectForm && depth < maxFormDepth && p.objects < maxObjects:
			before := p.codes
			if err := p.form(ctx, o, to, depth); err != nil {
				return err
			}
			if p.objects <= maxObjects {
				continue
			}
			p.codes = before // some objects of the form are unknown
		case o.objectType == objectImage, o.objectType == objectForm: // a form full of whatever
			box := p.at.fractions(p.at.rect(to.rect(o.box)))
			p.images = max(p.images, box.Width()*box.Height())
			p.paint(o, to)
		default:
			p.addShape(o, to)
			p.paint(o, to)
		}
		if err := p.addCandidate(ctx, o, to); err != nil {
			return err
		}
	}
	return nil
}

// finish adds the unread objects, if any, as a paint with any place and color, such as a dark band behind
// the total after a thousand dashes of ruled lines.
func (p *painter) finish() {
	if p.objects > maxObjects {
		everywhere := rect{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}
		p.found = append(p.found, paint{box: everywhere})
	}
}

func (p *painter) paint(o *object, to matrix) {
	const (
		thin      = 3.0 // points: a rule, which hides nothing
		rectangle = 5   // segments at most
		opaque    = 250
	)
	if o.objectType == objectPath && (!o.filled || o.fill.alpha() < faintest) {
		return
	}
	box := p.at.rect(to.rect(o.box))
	if !(box.width() >= thin && box.height() >= thin) { // NaN as well
		return
	}
	p.found = append(p.found, paint{
		box:   box,
		color: o.fill,
		plain: o.objectType == objectPath && o.segments <= rectangle && o.fill.alpha() >= opaque,
	})
}

func (p *painter) form(ctx context.Context, o *object, to matrix, depth int) error {
	inner, total, err := p.file.objects(ctx, o.handle, true, maxObjects-p.objects)
	if err != nil {
		return err
	}
	p.objects += total
	if len(inner) == 0 {
		return nil
	}
	m, err := p.file.matrixOf(ctx, o.handle)
	if err != nil {
		return err
	}
	return p.add(ctx, inner, m.then(to), depth+1)
}

// matrixOf returns the matrix of a form or image object to its parent's space.
func (f *File) matrixOf(ctx context.Context, object uint32) (matrix, error) {
	ok, err := f.in.Call32(ctx, "FPDFPageObj_GetMatrix", uint64(object), uint64(f.in.Scratch))
	if err != nil || ok == 0 {
		return matrix{a: 1, d: 1}, err
	}
	v, err := f.in.Floats(6)
	if err != nil {
		return matrix{}, err
	}
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return matrix{a: 1, d: 1}, nil
		}
	}
	return matrix{v[0], v[1], v[2], v[3], v[4], v[5]}, nil
}

// imageSize returns an image's size in pixels; 0 if unknown.
func (f *File) imageSize(ctx context.Context, image uint32) (w, h int, err error) {
	p := uint64(f.in.Scratch)
	ok, err := f.in.Call32(ctx, "FPDFImageObj_GetImagePixelSize", uint64(image), p, p+4)
	if err != nil || ok == 0 {
		return 0, 0, err
	}
	size, err := f.in.View(f.in.Scratch, 8)
	if err != nil {
		return 0, 0, err
	}
	return int(binary.LittleEndian.Uint32(size)), int(binary.LittleEndian.Uint32(size[4:])), nil
}

// isTooFine reports an image with so many samples that drawing it would take longer than the whole page,
// such as a logo in print resolution or a scanned letterhead. Pictures of codes are smaller.
func isTooFine(w, h int) bool { return w*h > 1_500_000 }
