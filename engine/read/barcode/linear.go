package barcode

import (
	"image"
	"math/bits"
	"slices"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr/pixels"
)

const (
	rowStep = 5 // pixels between the rows looked at
	maxLost = 8 // steps between two rows of a code that are read
	minRows = 2 // of a code
	margin  = 80
)

// scan finds linear codes in the rows of an image.
type scan struct {
	img     *image.Gray
	readers []oned.RowDecoder
	hints   map[gozxing.DecodeHintType]any
	decoded int // parts of rows
	found   []*bars
}

// bars is a linear code in the rows of a rectangle.
type bars struct {
	*gozxing.Result
	image.Rectangle
	rows int
}

// linear finds the linear codes whose bars are upright.
func linear(img *image.Gray) (codes []document.Barcode) {
	defer func() { _ = recover() }() // the library may index out of range for damaged codes
	const apart, contrast = 4, 32    // pixels between two rows that bars make nearly equal; brightness
	s := &scan{img: img, hints: map[gozxing.DecodeHintType]any{
		gozxing.DecodeHintType_ASSUME_GS1:       true,
		gozxing.DecodeHintType_POSSIBLE_FORMATS: []gozxing.BarcodeFormat{gozxing.BarcodeFormat_UPC_A}, // not as EAN-13
	}}
	for _, r := range []gozxing.Reader{
		oned.NewMultiFormatUPCEANReader(nil), oned.NewCode128Reader(), oned.NewCode93Reader(), oned.NewCode39Reader(),
		oned.NewITFReader(), oned.NewCodaBarReader(),
	} {
		s.readers = append(s.readers, r.(oned.RowDecoder))
	}
	row, next, edges := stripes{}, stripes{}, []int(nil)
	stripesOf := func(s stripes, y int) stripes {
		edges = pixels.AppendEdges(edges[:0], img.Pix[y*img.Stride:][:img.Rect.Dx()], contrast)
		return s.of(edges, img.Rect.Dx())
	}
	for y := 0; y+apart < img.Rect.Dy(); y += rowStep {
		row, next = stripesOf(row, y), stripesOf(next, y+apart)
		s.striped(y+apart/2, row, next)
	}
	for _, b := range s.found {
		isWeak := slices.Contains([]gozxing.BarcodeFormat{gozxing.BarcodeFormat_CODE_39, gozxing.BarcodeFormat_ITF,
			gozxing.BarcodeFormat_CODABAR, gozxing.BarcodeFormat_UPC_E}, b.GetBarcodeFormat())
		if b.rows > minRows || b.rows == minRows && !isWeak {
			codes = append(codes, newCode(b.Result, img, b.Rectangle))
		}
	}
	return codes
}

// stripes has a bit for each pixel of a row, which is set if the pixel is dark.
type stripes []uint32

// of returns the stripes of a row with these edges, dark after the first one.
func (s stripes) of(edges []int, width int) stripes {
	s = append(s[:0], make(stripes, (width+31)/32)...)
	for part := range slices.Chunk(append(edges, width), 2) {
		for x := part[0]; x < part[len(part)-1]; x++ {
			s[x/32] |= 1 << (x % 32)
		}
	}
	return s
}

// striped decodes the parts of a row that are nearly equal in both rows and have edges like bars.
func (s *scan) striped(y int, row, next []uint32) {
	const wordBits, maxGap, minEdges = 32, 2, 24 // pixels; words; edges of a code
	first, last, edges, changes := 0, -maxGap-1, 0, 0
	for i := range len(row) + maxGap + 1 {
		n, differ := 0, 0
		if i < len(row) {
			n, differ = bits.OnesCount32(row[i]^row[i]>>1), bits.OnesCount32(row[i]^next[i])
		}
		if n >= 2 && differ <= n {
			if i-last > maxGap {
				first, edges, changes = i, 0, 0
			}
			last, edges, changes = i, edges+n, changes+differ
		} else if i-last == maxGap && edges >= minEdges && 2*changes <= edges {
			s.decode(y, max(0, first*wordBits-margin), min(s.img.Rect.Dx(), (last+1)*wordBits+margin))
		}
	}
}

// decode finds the codes in a part of a row.
func (s *scan) decode(y, x0, x1 int) {
	const maxDecoded, enough, enlarged = 1500, 4, 3 // parts; rows; narrow bars are two pixels wide
	for _, b := range s.found {
		if b.rows >= enough && b.Max.Y+rowStep >= y && b.Min.X <= x0+2*margin && b.Max.X >= x1-2*margin {
			b.Max.Y = y
			return
		}
	}
	if s.decoded++; s.decoded > maxDecoded || x1-x0 < margin {
		return
	}
	w := enlarged * (x1 - x0)
	line := pixels.Enlarge(pixels.Crop(s.img, image.Rect(x0, y, x1, y+1)), w, 1).Pix
	middle := (int(slices.Min(line)) + int(slices.Max(line))) / 2
	row := gozxing.NewBitArray(w)
	for x, v := range line {
		if int(v) < middle {
			row.Set(x)
		}
	}
	for _, isReversed := range []bool{false, true} {
		if isReversed {
			row.Reverse()
		}
		for _, r := range s.readers {
			found, err := r.DecodeRow(y, row, s.hints)
			if err != nil {
				continue
			}
			a, b := int(found.GetResultPoints()[0].GetX())/enlarged, int(found.GetResultPoints()[1].GetX())/enlarged
			if isReversed {
				a, b = x1-x0-b, x1-x0-a
			}
			s.add(&bars{found, image.Rect(x0+a, y, x0+b, y+1), 1})
			s.decode(y, x0, x0+a)
			s.decode(y, x0+b, x1)
			return
		}
	}
}

// add adds a code in a row to that of the rows above.
func (s *scan) add(code *bars) {
	for _, b := range s.found {
		if b.GetText() == code.GetText() && b.Inset(-maxLost*rowStep).Overlaps(code.Rectangle) {
			b.Rectangle, b.rows = b.Union(code.Rectangle), b.rows+1
			return
		}
	}
	s.found = append(s.found, code)
}
