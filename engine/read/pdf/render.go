package pdf

import (
	"context"
	"fmt"
	"image"
	"math"

	"github.com/docmill/docmill/engine/failure"
)

// maxPixels bounds a rendered page. An A0 plan at 200 dpi has 62 million; what
// is larger is rendered at a lower resolution.
const maxPixels = 40_000_000

// Formats and flags of fpdfview.h.
const (
	bitmapGray      = 1
	renderAnnots    = 1
	renderGrayscale = 8
	opaqueWhite     = 0xffffffff
)

// Render draws page n, counted from 0, in shades of gray as it is displayed. A
// page of more than 40 million pixels at that resolution comes at a lower one.
// Errors are *failure.Error.
func (f *File) Render(ctx context.Context, n int, dpi float64) (*image.Gray, error) {
	var img *image.Gray
	err := f.withPage(ctx, n, func(handle uint32) (err error) {
		img, err = f.render(ctx, handle, dpi)
		return err
	})
	if err != nil {
		return nil, asFailure(err)
	}
	if img == nil {
		return nil, failure.New(failure.CorruptFile, fmt.Errorf("FPDF_LoadPage %d", n),
			"Page %d of the PDF is damaged.", n+1)
	}
	return img, nil
}

func (f *File) render(ctx context.Context, handle uint32, dpi float64) (*image.Gray, error) {
	at, err := f.placement(ctx, handle)
	if err != nil {
		return nil, err
	}
	w, h, err := pixelSize(at, dpi)
	if err != nil {
		return nil, err
	}
	bitmap, err := f.in.call(ctx, "FPDFBitmap_CreateEx", uint64(w), uint64(h), bitmapGray, 0, 0)
	if err != nil {
		return nil, err
	}
	if uint32(bitmap) == 0 {
		return nil, errNoMemory
	}
	if _, err := f.in.call(ctx, "FPDFBitmap_FillRect", bitmap, 0, 0, uint64(w), uint64(h), opaqueWhite); err != nil {
		return nil, err
	}
	_, err = f.in.call(ctx, "FPDF_RenderPageBitmap", bitmap, uint64(handle), 0, 0, uint64(w), uint64(h), 0, renderAnnots|renderGrayscale)
	if err != nil {
		return nil, err
	}
	img, err := f.copyBitmap(ctx, bitmap, w, h)
	if err != nil {
		return nil, err
	}
	_, err = f.in.call(ctx, "FPDFBitmap_Destroy", bitmap)
	return img, err
}

// pixelSize refuses pages without extent or of a shape that no raster holds.
func pixelSize(at placement, dpi float64) (w, h int, err error) {
	pageW, pageH := at.size()
	scale := dpi / 72
	if pixels := pageW * pageH * scale * scale; pixels > maxPixels {
		scale *= math.Sqrt(maxPixels / pixels)
	}
	fw, fh := math.Round(pageW*scale), math.Round(pageH*scale)
	if !(fw >= 1 && fh >= 1 && fw < 1<<16 && fh < 1<<16) {
		return 0, 0, failure.New(failure.TooComplex, fmt.Errorf("page of %g × %g points", pageW, pageH),
			"A page of the PDF has a size that cannot be drawn.")
	}
	return int(fw), int(fh), nil
}

func (f *File) copyBitmap(ctx context.Context, bitmap uint64, w, h int) (*image.Gray, error) {
	buffer, err := f.in.call32(ctx, "FPDFBitmap_GetBuffer", bitmap)
	if err != nil {
		return nil, err
	}
	stride, err := f.in.count(ctx, "FPDFBitmap_GetStride", bitmap)
	if err != nil {
		return nil, err
	}
	rows, err := f.in.view(buffer, stride*h)
	if err != nil {
		return nil, err
	}
	img := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		copy(img.Pix[y*img.Stride:y*img.Stride+w], rows[y*stride:])
	}
	return img, nil
}
