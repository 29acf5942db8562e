package pdf

import (
	"context"
	"image"
	"math"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr/pixels"
)

// Limits of the pictures that pages show. Most are logos.
const (
	large       = 0.25      // of the page: the page is drawn
	maxPictured = 20        // candidates of a page
	maxPicture  = 250_000   // pixels
	maxPictures = 4_000_000 // pixels of all pictures of a file
)

// codeSearch collects the objects of a page where codes may be.
type codeSearch struct {
	candidates []candidate
	groups     []group
}

// candidate is a place for codes, if it is large enough.
type candidate struct {
	document.CodePlace
	isImage, isFine bool
	isDetailed      bool // other paths are places for QR codes only
}

// addCandidate adds an image, a form that was not read, or a path. Images that form a rectangle with the last one are
// strips of one. Small paths may be bars or modules.
func (p *painter) addCandidate(ctx context.Context, o *object, to matrix) (err error) {
	const maxSmall, maxBar, minSegments, minCode = 6.0, 200.0, 40, 8 // points; pixels
	c := candidate{isImage: o.objectType == objectImage, isDetailed: true}
	c.Box = p.at.fractions(p.at.rect(to.rect(o.box)))
	pageW, pageH := p.at.size()
	short, long := min(c.Width()*pageW, c.Height()*pageH), max(c.Width()*pageW, c.Height()*pageH)
	switch {
	case c.isImage:
		if n := len(p.codes.candidates) - 1; n >= 0 && p.codes.candidates[n].isImage {
			if last := &p.codes.candidates[n]; isStrip(last.Box, c.Box) {
				last.Box, last.Picture = last.Union(c.Box), nil
				return nil
			}
		}
		w, h, err := p.file.imageSize(ctx, o.handle)
		if err != nil || max(w, h) < minCode {
			return err
		}
		c.isFine = isTooFine(w, h)
		if c.Picture, err = p.picture(ctx, o, to, w, h); err != nil {
			return err
		}
	case o.objectType == objectPath && short <= maxSmall && long <= maxBar:
		p.codes.groups = addToGroup(p.codes.groups, c.Box, pageW, pageH)
		return nil
	case o.objectType == objectPath:
		if c.isDetailed = o.segments >= minSegments && long <= maxBar; !c.isDetailed && !isCodeSized(short, long) {
			return nil
		}
	case o.objectType != objectForm:
		return nil
	}
	p.codes.candidates = append(p.codes.candidates, c)
	return nil
}

func isStrip(a, b document.Box) bool {
	const slack = 0.02 // of the whole
	area := func(b document.Box) float64 { return b.Width() * b.Height() }
	whole := area(a.Union(b))
	return math.Abs(whole-area(a)-area(b)) <= slack*whole
}

// codePlaces returns the places of the page where codes may be, and those of square shape, which may be QR codes.
func (p *painter) codePlaces() (places, squares []document.CodePlace) {
	const minLength, minWidth, maxSquares = 14.0, 10.0, 8 // points; dashed lines are narrower
	for _, g := range p.codes.groups {
		if g.isDense() {
			place := document.CodePlace{Box: g.Box}
			p.codes.candidates = append(p.codes.candidates, candidate{CodePlace: place, isDetailed: true})
		}
	}
	pageW, pageH := p.at.size()
	for _, c := range p.codes.candidates {
		w, h := c.Width()*pageW, c.Height()*pageH
		if c.isDetailed && max(w, h) >= minLength && min(w, h) >= minWidth {
			places = append(places, c.CodePlace)
		}
		if !c.isFine && isCodeSized(w, h) && len(squares) < maxSquares {
			squares = append(squares, c.CodePlace)
		}
	}
	return places, squares
}

// picture returns what an image shows at its place. It returns nil if the page has to be drawn: for a large image, and
// for one that is or may have a mask.
func (p *painter) picture(ctx context.Context, o *object, to matrix, w, h int) (*image.Gray, error) {
	const minWidth = 4 // pixels, for FromBGR
	f := p.file
	if f.hasMasks || w < minWidth || w*h > min(maxPicture, maxPictures-f.pictured) ||
		len(p.codes.candidates) >= maxPictured {
		return nil, nil
	}
	m, err := f.matrixOf(ctx, o.handle)
	if err != nil {
		return nil, err
	}
	place, isUpright := placeOf(m.then(to), p.at)
	pageW, pageH := p.at.size()
	if !isUpright || place.box.width()*place.box.height() > large*pageW*pageH {
		return nil, nil
	}
	img, err := f.jpeg(ctx, o.handle, p.page)
	if err == nil && img == nil {
		img, err = f.decoded(ctx, o.handle, p.page, w, h)
	}
	if err != nil || img == nil {
		return nil, err
	}
	f.pictured += w * h
	return place.turn.Gray(img), nil
}

// decoded lets PDFium decode an image of that size. It returns nil for stencils and other images of one bit.
func (f *File) decoded(ctx context.Context, object, page uint32, w, h int) (*image.Gray, error) {
	metadata, err := f.metadata(ctx, object, page)
	if err != nil || metadata == nil || metadata[bitsOffset] == 1 {
		return nil, err
	}
	bitmap, err := f.in.Call(ctx, "FPDFImageObj_GetBitmap", uint64(object))
	if err != nil || uint32(bitmap) == 0 {
		return nil, err
	}
	buffer, stride, err := f.bufferOf(ctx, bitmap)
	if err != nil || stride < w {
		return nil, err
	}
	data, err := f.in.View(buffer, stride*h)
	if err != nil {
		return nil, err
	}
	img := pixels.FromBGR(data, w, h, stride)
	_, err = f.in.Call(ctx, "FPDFBitmap_Destroy", bitmap)
	return img, err
}

// isCodeSized reports whether an object's size fits a QR code, with or without its quiet zone: 9 to 110 millimeters.
func isCodeSized(w, h float64) bool {
	const smallest, largest, oblong = 25.0, 310.0, 1.25 // points
	return w >= smallest && h >= smallest && w <= largest && h <= largest && w <= oblong*h && h <= oblong*w
}

// group is the place of small shapes that are drawn one after the other, with their whole area and number. Shapes that
// are drawn again with a slight shift, as for bold print, count once.
type group struct {
	document.Box
	last  document.Box
	area  float64
	count int
}

// isDense reports whether the group may be a code: bars and modules are dark in half of their place, rules are not.
func (g *group) isDense() bool {
	const minCount, minFill = 20, 0.2
	return g.count >= minCount && g.area >= minFill*g.Width()*g.Height()
}

// addToGroup adds a shape to the last group if it is near.
func addToGroup(groups []group, b document.Box, pageW, pageH float64) []group {
	const near, shift = 20.0, 0.25 // points; of the shape
	around := document.Box{X0: b.X0 - near/pageW, Y0: b.Y0 - near/pageH, X1: b.X1 + near/pageW, Y1: b.Y1 + near/pageH}
	if n := len(groups); n == 0 || !groups[n-1].Overlaps(around) {
		groups = append(groups, group{})
	}
	g := &groups[len(groups)-1]
	if g.count == 0 || math.Abs(b.X0-g.last.X0) > shift*b.Width() || math.Abs(b.Y0-g.last.Y0) > shift*b.Height() {
		g.count++
	}
	g.Box, g.last, g.area = g.Union(b), b, g.area+b.Width()*b.Height()
	return groups
}
