package read

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"runtime/debug"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pagerender"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
)

// MaxPictureHeight is the longest picture of a page, in pixels.
const MaxPictureHeight = 10_000

// Picture draws a page, counted from 1, exactly width pixels wide; the height follows from the proportions.
// For formats without pages it draws what Read reads (see package pagerender). Errors are
// *extractionerror.Error: NOT_FOUND if the page does not exist, TOO_COMPLEX if it is too long for the
// width, and those of Read. It observes the deadline of ctx as Read does.
func (r *Reader) Picture(ctx context.Context, data []byte, page, width int) (img *image.RGBA, err error) {
	defer func() {
		if p := recover(); p != nil {
			img, err = nil, extractionerror.New(extractionerror.InternalError, fmt.Errorf("panic: %v\n%s", p, debug.Stack()),
				"The page could not be drawn because of an error on our side.")
		}
	}()
	kind, _ := sniff.Sniff(data)
	if img, err = r.picture(ctx, file{kind, data}, page, width); err != nil {
		return nil, classify(ctx, err)
	}
	return img, nil
}

func (r *Reader) picture(ctx context.Context, of file, page, width int) (*image.RGBA, error) {
	height := func(pageW, pageH float64) (int, error) { return pictureHeight(width, pageW, pageH) }
	switch {
	case of.format == sniff.PDF:
		img, err := r.pdfPicture(ctx, of.data, page, width, height)
		if !errors.Is(err, pdf.ErrDynamicForm) {
			return img, err
		}
	case raster.CanDecode(of.format):
		return raster.Picture(of.format, of.data, page-1, width, height)
	}
	q := &session{Reader: r, only: page}
	doc, err := q.dispatch(ctx, of.data)
	if err != nil {
		return nil, err
	}
	if q.chosen != nil && (q.chosen.format == sniff.PDF || raster.CanDecode(q.chosen.format)) {
		return r.picture(ctx, *q.chosen, page, width)
	}
	sheet, err := onlySheet(doc, page)
	if err != nil {
		return nil, err
	}
	tall, err := height(sheet.Width, sheet.Height)
	if err != nil {
		return nil, err
	}
	return pagerender.Draw(ctx, sheet, width, tall)
}

func (r *Reader) pdfPicture(
	ctx context.Context, data []byte, page, width int, height func(pageW, pageH float64) (int, error),
) (
	img *image.RGBA, err error,
) {
	file, err := pdf.Open(ctx, r.pdfium, data)
	if err != nil {
		return nil, err
	}
	defer func() {
		if cerr := file.Close(ctx); err == nil && cerr != nil {
			err = cerr
		}
	}()
	if page > file.PageCount() {
		return nil, noSuchPage(page, file.PageCount())
	}
	return file.Picture(ctx, page-1, width, height)
}

// pictureHeight keeps the page's proportions, and rejects extremely long pages.
func pictureHeight(width int, pageW, pageH float64) (int, error) {
	if !(pageW > 0 && pageH > 0) || math.IsInf(pageW, 0) || math.IsInf(pageH, 0) {
		return 0, extractionerror.New(extractionerror.CorruptFile, fmt.Errorf("page of %g × %g", pageW, pageH),
			"The page has no size, so it cannot be drawn.")
	}
	height := math.Round(float64(width) * pageH / pageW)
	if height > MaxPictureHeight {
		return 0, extractionerror.New(extractionerror.TooComplex, fmt.Errorf("page of %g × %g", pageW, pageH),
			"The page is too long for a picture %d pixels wide, which may have at most %d pixels of height. Ask for a smaller "+
				"width.",
			width, MaxPictureHeight)
	}
	return max(int(height), 1), nil
}
