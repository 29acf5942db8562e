package pdf

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// maxPixels bounds a rendered page. Larger ones, such as an A0 plan at 200 dpi with 62 million, get a lower
// resolution.
const maxPixels = 40_000_000

const (
	bitmapGray         = 1
	bitmapBGRx         = 3
	renderAnnots       = 1
	renderGrayscale    = 8
	renderReverseBytes = 16 // red first
	opaqueWhite        = 0xffffffff
)

// Render draws page n, counted from 0, in shades of gray as it is displayed. It reduces the resolution if
// the page would have more than 40 million pixels, or if it is a single JPEG image of lower resolution. A
// page over the work limit is drawn in part; see IsDrawnInPart. Errors are *extractionerror.Error.
func (f *File) Render(ctx context.Context, n int, dpi float64) (*image.Gray, error) {
	var img *image.Gray
	err := f.draw(ctx, n, drawShare, func(at placement, handle uint32) error {
		if f.bare[n] {
			var ok bool
			var err error
			if img, ok, err = f.scanned(ctx, at, handle, dpi); ok || err != nil {
				return err
			}
		}
		w, h, err := pixelSize(at, dpi)
		if err != nil {
			return err
		}
		img, err = f.gray(ctx, handle, image.Pt(w, h), image.Rect(0, 0, w, h))
		return err
	})
	return img, err
}

// RenderPart is Render for a part of the page, meant for codes. Images of more than 1.5 million pixels are left out.
func (f *File) RenderPart(ctx context.Context, n int, dpi float64, part document.Box) (*image.Gray, error) {
	var img *image.Gray
	err := f.draw(ctx, n, partShare, func(at placement, handle uint32) error {
		w, h, err := pixelSize(at, dpi)
		if err != nil {
			return err
		}
		fw, fh := float64(w), float64(h)
		rect := image.Rect(int(part.X0*fw), int(part.Y0*fh), int(math.Ceil(part.X1*fw)), int(math.Ceil(part.Y1*fh)))
		if rect = rect.Intersect(image.Rect(0, 0, w, h)); rect.Empty() {
			return extractionerror.New(extractionerror.InternalError, fmt.Errorf("part %v", part),
				"A page of the PDF could not be drawn.")
		}
		if err = f.hideFine(ctx, at, handle, image.Pt(w, h), rect); err != nil {
			return err
		}
		img, err = f.gray(ctx, handle, image.Pt(w, h), rect)
		return err
	})
	return img, err
}

// gray draws the part of the page that is drawn at a size in pixels.
func (f *File) gray(ctx context.Context, handle uint32, page image.Point, part image.Rectangle) (*image.Gray, error) {
	var img *image.Gray
	target := bitmapOf{part: part, page: page, format: bitmapGray, flags: renderAnnots | renderGrayscale}
	err := f.bitmap(ctx, handle, target, func(pixels []byte, stride int) {
		img = image.NewGray(image.Rect(0, 0, part.Dx(), part.Dy()))
		for y := range part.Dy() {
			copy(img.Pix[y*img.Stride:y*img.Stride+part.Dx()], pixels[y*stride:])
		}
	})
	return img, err
}

// Picture draws page n, counted from 0, in color as it is displayed, width pixels wide. height returns the
// height for the page's size in points, or an error. Errors are *extractionerror.Error.
func (f *File) Picture(
	ctx context.Context, n, width int, height func(pageW, pageH float64) (int, error),
) (*image.RGBA, error) {
	var img *image.RGBA
	err := f.draw(ctx, n, drawShare, func(at placement, handle uint32) error {
		h, err := height(at.size())
		if err != nil {
			return err
		}
		target := bitmapOf{
			part: image.Rect(0, 0, width, h), page: image.Pt(width, h),
			format: bitmapBGRx, flags: renderAnnots | renderReverseBytes,
		}
		return f.bitmap(ctx, handle, target, func(pixels []byte, stride int) {
			img = image.NewRGBA(image.Rect(0, 0, width, h))
			for y := range h {
				row := img.Pix[y*img.Stride : (y+1)*img.Stride]
				copy(row, pixels[y*stride:])
				for x := 3; x < len(row); x += 4 {
					row[x] = 0xff // the fourth byte is undefined
				}
			}
		})
	})
	return img, err
}

// draw loads the page for do with that work limit, independent of other pages.
func (f *File) draw(ctx context.Context, n int, share int64, do func(at placement, handle uint32) error) error {
	loaded := false
	err := f.bounded(ctx, share, func() error {
		return f.withPage(ctx, n, func(handle uint32, _ []note) error {
			loaded = true
			at, err := f.placement(ctx, handle)
			if err != nil {
				return err
			}
			f.work.drawing = n
			return do(at, handle)
		})
	})
	switch {
	case err != nil:
		return asFailure(err)
	case !loaded:
		return extractionerror.New(extractionerror.CorruptFile, fmt.Errorf("FPDF_LoadPage %d", n),
			"Page %d of the PDF is damaged.", n+1)
	}
	return nil
}

// bitmapOf describes a bitmap and how a page is drawn on it.
type bitmapOf struct {
	page          image.Point     // size of the whole page in pixels
	part          image.Rectangle // of it, which the bitmap holds
	format, flags uint64
}

// bitmap draws the page over white and passes the pixels to take, which must not keep them.
func (f *File) bitmap(ctx context.Context, handle uint32, b bitmapOf, take func(pixels []byte, stride int)) error {
	w, h := uint64(b.part.Dx()), uint64(b.part.Dy())
	bitmap, err := f.in.Call(ctx, "FPDFBitmap_CreateEx", w, h, b.format, 0, 0)
	if err != nil {
		return err
	}
	if uint32(bitmap) == 0 {
		return pdfium.ErrNoMemory
	}
	if _, err := f.in.Call(ctx, "FPDFBitmap_FillRect", bitmap, 0, 0, w, h, opaqueWhite); err != nil {
		return err
	}
	// The page begins above and to the left of the part.
	left, top := uint64(uint32(int32(-b.part.Min.X))), uint64(uint32(int32(-b.part.Min.Y)))
	pageW, pageH := uint64(b.page.X), uint64(b.page.Y)
	buffer, stride, err := f.bufferOf(ctx, bitmap)
	if err != nil {
		return err
	}
	flags := b.flags
	if f.work.plainOnly[f.work.drawing] {
		flags &^= renderAnnots
	}
	_, err = f.in.Call(ctx, "FPDF_RenderPageBitmap", bitmap, uint64(handle), left, top, pageW, pageH, 0, flags)
	if err != nil && ctx.Err() != nil {
		return err
	}
	// The part drawn before the call was interrupted is available.
	rows, viewErr := f.in.View(buffer, stride*b.part.Dy())
	if viewErr != nil {
		return errors.Join(err, viewErr)
	}
	take(rows, stride)
	if err != nil {
		f.work.partial[f.work.drawing] = true
		return nil
	}
	_, err = f.in.Call(ctx, "FPDFBitmap_Destroy", bitmap)
	return err
}

// bufferOf returns the address of a bitmap's pixels and the length of its rows.
func (f *File) bufferOf(ctx context.Context, bitmap uint64) (buffer uint32, stride int, err error) {
	if buffer, err = f.in.Call32(ctx, "FPDFBitmap_GetBuffer", bitmap); err != nil {
		return 0, 0, err
	}
	stride, err = f.in.Count(ctx, "FPDFBitmap_GetStride", bitmap)
	return buffer, stride, err
}

// pixelSize rejects empty pages and those of extreme proportions.
func pixelSize(at placement, dpi float64) (w, h int, err error) {
	pageW, pageH := at.size()
	scale := dpi / 72
	if pixels := pageW * pageH * scale * scale; pixels > maxPixels {
		scale *= math.Sqrt(maxPixels / pixels)
	}
	fw, fh := math.Round(pageW*scale), math.Round(pageH*scale)
	if !(fw >= 1 && fh >= 1 && fw < 1<<16 && fh < 1<<16) {
		return 0, 0, extractionerror.New(extractionerror.TooComplex, fmt.Errorf("page of %g × %g points", pageW, pageH),
			"A page of the PDF has a size that cannot be drawn.")
	}
	return int(fw), int(fh), nil
}
