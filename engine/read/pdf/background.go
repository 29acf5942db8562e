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

// background holds the areas behind text, from the lowest to the topmost.
type background []paint

// paint is an area of one color or of unknown colors.
type paint struct {
	box   rect // in display space
	color color
	plain bool // a rectangle of that color all over
}

// hides reports whether text of that color is invisible on its background. It returns false if unsure, for
// example on pictures.
func (b background) hides(text color, box rect) bool {
	x, y := (box.x0+box.x1)/2, (box.y0+box.y1)/2
	for i := len(b) - 1; i >= 0; i-- {
		p := &b[i]
		if x < p.box.x0 || x > p.box.x1 || y < p.box.y0 || y > p.box.y1 {
			continue
		}
		if p.plain {
			return p.color.isNear(text)
		}
		return false
	}
	return white.isNear(text)
}

// mayHide reports whether hides can be true for text of that color.
func (b background) mayHide(text color) bool {
	if white.isNear(text) {
		return true
	}
	for i := range b {
		if b[i].plain && b[i].color.isNear(text) {
			return true
		}
	}
	return false
}

// matrix maps a form's space to another (ISO 32000-1, 8.3.3).
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) point(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// rect maps a rectangle to its bounding rectangle.
func (m matrix) rect(r rect) rect {
	if m.b == 0 && m.c == 0 {
		return hull(m.a*r.x0+m.e, m.d*r.y0+m.f, m.a*r.x1+m.e, m.d*r.y1+m.f)
	}
	ax, ay := m.point(r.x0, r.y0)
	bx, by := m.point(r.x1, r.y1)
	cx, cy := m.point(r.x0, r.y1)
	dx, dy := m.point(r.x1, r.y0)
	return rect{min(ax, bx, cx, dx), min(ay, by, cy, dy), max(ax, bx, cx, dx), max(ay, by, cy, dy)}
}

// then returns the matrix that applies m first and then o.
func (m matrix) then(o matrix) matrix {
	return matrix{
		o.a*m.a + o.c*m.b, o.b*m.a + o.d*m.b,
		o.a*m.c + o.c*m.d, o.b*m.c + o.d*m.d,
		o.a*m.e + o.c*m.f + o.e, o.b*m.e + o.d*m.f + o.f,
	}
}

// painter collects the objects of a page and its forms except text.
type painter struct {
	file    *File
	at      placement
	objects int // of all kinds, seen so far
	images  float64
	found   background
}

// add processes objects of the page, or of a form whose space to maps to the page's.
func (p *painter) add(ctx context.Context, objects []object, to matrix, depth int) error {
	for i := range objects {
		o := &objects[i]
		switch {
		case o.objectType == objectForm && depth < maxFormDepth && p.objects < maxObjects:
			if err := p.form(ctx, o, to, depth); err != nil {
				return err
			}
		case o.objectType == objectImage, o.objectType == objectForm: // a form full of whatever
			box := p.at.fractions(p.at.rect(to.rect(o.box)))
			p.images = max(p.images, box.Width()*box.Height())
			p.paint(o, to)
		default:
			p.paint(o, to)
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
