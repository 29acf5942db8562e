package pdf

import (
	"context"
	"fmt"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/failure"
)

// maxPageChars bounds the text of one page: the densest real ones, telephone
// books, stay below a tenth of it.
const maxPageChars = 500_000

// Page is one page's text and what is needed to judge whether it is all that
// the page shows.
type Page struct {
	document.Page
	// Visible counts the characters that the page shows, Garbled those of
	// them that stand for no character of any script.
	Visible, Garbled int
	// Objects counts the page's text, path, image and shading objects.
	Objects int
	// Images is the share of the page that its images cover, up to 1.
	Images float64
}

// Annotation flattening for the screen (fpdf_flatten.h).
const (
	flattenDisplay = 0
	flattenSuccess = 1
)

// Page reads page n, counted from 0. A page that PDFium cannot load is an
// empty one with Number 0. Errors are *failure.Error.
func (f *File) Page(ctx context.Context, n int) (*Page, error) {
	page := &Page{}
	err := f.withPage(ctx, n, func(handle uint32) error {
		if err := f.readPage(ctx, handle, page); err != nil {
			return err
		}
		page.Number = n + 1
		return nil
	})
	if err != nil {
		return nil, asFailure(err)
	}
	return page, nil
}

// withPage runs do with the loaded page n, its annotations (filled form
// fields, stamps, free text) drawn into it; not at all where the page cannot be
// loaded.
func (f *File) withPage(ctx context.Context, n int, do func(handle uint32) error) error {
	handle, err := f.in.call32(ctx, "FPDF_LoadPage", uint64(f.doc), uint64(n))
	if err != nil || handle == 0 {
		return err
	}
	annotations, err := f.in.count(ctx, "FPDFPage_GetAnnotCount", uint64(handle))
	if err != nil {
		return err
	}
	if annotations > 0 {
		result, err := f.in.call32(ctx, "FPDFPage_Flatten", uint64(handle), flattenDisplay)
		if err != nil {
			return err
		}
		if result == flattenSuccess {
			// What was drawn in is seen only after loading anew.
			if _, err := f.in.call(ctx, "FPDF_ClosePage", uint64(handle)); err != nil {
				return err
			}
			if handle, err = f.in.call32(ctx, "FPDF_LoadPage", uint64(f.doc), uint64(n)); err != nil || handle == 0 {
				return err
			}
		}
	}
	if err := do(handle); err != nil {
		return err
	}
	_, err = f.in.call(ctx, "FPDF_ClosePage", uint64(handle))
	return err
}

func (f *File) readPage(ctx context.Context, handle uint32, page *Page) error {
	at, err := f.placement(ctx, handle)
	if err != nil {
		return err
	}
	page.Width, page.Height = at.size()
	textPage, err := f.in.call32(ctx, "FPDFText_LoadPage", uint64(handle))
	if err != nil {
		return err
	}
	if textPage != 0 {
		if err := f.readText(ctx, textPage, at, page); err != nil {
			return err
		}
		if _, err := f.in.call(ctx, "FPDFText_ClosePage", uint64(textPage)); err != nil {
			return err
		}
	}
	return f.readObjects(ctx, handle, at, page)
}

func (f *File) readText(ctx context.Context, textPage uint32, at placement, page *Page) error {
	total, err := f.in.count(ctx, "FPDFText_CountChars", uint64(textPage))
	if err != nil {
		return err
	}
	if total > maxPageChars {
		return failure.New(failure.TooComplex, fmt.Errorf("%d characters on one page", total),
			"A page of the PDF holds more text than can be read.")
	}
	glyphs, err := f.glyphs(ctx, textPage, at)
	if err != nil {
		return err
	}
	page.Lines = buildLines(glyphs, at)
	page.countCharacters()
	return nil
}

func (p *Page) countCharacters() {
	for _, line := range p.Lines {
		for _, word := range line.Words {
			if word.Hidden {
				continue
			}
			for _, r := range word.Text {
				p.Visible++
				if r == 0xfffd || r >= 0xe000 && r <= 0xf8ff { // unmapped; private use
					p.Garbled++
				}
			}
		}
	}
}

// placement reads how the page is shown.
func (f *File) placement(ctx context.Context, handle uint32) (placement, error) {
	quarters, err := f.in.count(ctx, "FPDFPage_GetRotation", uint64(handle))
	if err != nil {
		return placement{}, err
	}
	// FPDF_GetPageBoundingBox gives the crop box within the media box.
	if _, err := f.in.call(ctx, "FPDF_GetPageBoundingBox", uint64(handle), uint64(f.in.scratch)); err != nil {
		return placement{}, err
	}
	v, err := f.in.floats(4) // left, top, right, bottom
	if err != nil {
		return placement{}, err
	}
	return placement{box: hull(v[0], v[3], v[2], v[1]), quarters: quarters % 4}, nil
}

// Types of page objects (fpdf_edit.h).
const (
	objectImage = 3
	objectForm  = 5
)

// maxCheckedObjects bounds the search for images: a scan has few objects.
const maxCheckedObjects = 2000

// readObjects measures how much of the page its images cover, the largest one
// counting. A form object counts as an image where the page has little else.
func (f *File) readObjects(ctx context.Context, handle uint32, at placement, page *Page) error {
	n, err := f.in.count(ctx, "FPDFPage_CountObjects", uint64(handle))
	if err != nil {
		return err
	}
	page.Objects = n
	for i := range min(n, maxCheckedObjects) {
		object, err := f.in.call32(ctx, "FPDFPage_GetObject", uint64(handle), uint64(i))
		if err != nil {
			return err
		}
		kind, err := f.in.call32(ctx, "FPDFPageObj_GetType", uint64(object))
		if err != nil {
			return err
		}
		if kind != objectImage && kind != objectForm {
			continue
		}
		bounds, err := f.bounds(ctx, object)
		if err != nil {
			return err
		}
		box := at.fractions(at.rect(bounds))
		page.Images = max(page.Images, box.Width()*box.Height())
	}
	return nil
}

// bounds of a page object in page space.
func (f *File) bounds(ctx context.Context, object uint32) (rect, error) {
	p := uint64(f.in.scratch)
	ok, err := f.in.call32(ctx, "FPDFPageObj_GetBounds", uint64(object), p, p+4, p+8, p+12)
	if err != nil || ok == 0 {
		return rect{}, err
	}
	v, err := f.in.floats(4) // left, bottom, right, top
	if err != nil {
		return rect{}, err
	}
	return hull(v[0], v[1], v[2], v[3]), nil
}
