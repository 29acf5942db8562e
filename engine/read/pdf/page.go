package pdf

import (
	"context"
	"fmt"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
)

// Page is one page's text and the data to judge whether it is complete.
type Page struct {
	document.Page
	// Visible counts the visible characters, Garbled those of them without a valid Unicode character.
	Visible, Garbled int
	// Objects counts the page's text, path, image and shading objects, including those in form objects.
	Objects int
	// Images is the share of the page that its largest image covers, up to 1.
	Images float64
	// Squares are the places of objects with the shape and size of a QR code.
	Squares []document.CodePlace
}

const (
	flattenDisplay = 0
	flattenSuccess = 1
)

// Page reads page n, counted from 0. A page that PDFium cannot load is empty with Number 0. Annotations
// over the work limit are left out. Errors are *extractionerror.Error; see IsCut.
func (f *File) Page(ctx context.Context, n int) (page *Page, err error) {
	for range 2 {
		err = f.bounded(ctx, textShare, func() (err error) {
			page, err = f.page(ctx, n)
			return err
		})
		if !IsCut(err) || f.work.plainOnly[n] || !f.work.flattening {
			break
		}
		f.work.plainOnly[n] = true
	}
	if err != nil {
		return nil, asFailure(err)
	}
	return page, nil
}

func (f *File) page(ctx context.Context, n int) (*Page, error) {
	page := &Page{}
	err := f.withPage(ctx, n, func(handle uint32, notes []note) error {
		if err := f.readPage(ctx, handle, notes, page); err != nil {
			return err
		}
		if f.chars += page.Visible; f.chars > f.maxChars {
			return extractionerror.New(extractionerror.TooComplex, fmt.Errorf("more than %d characters", f.maxChars),
				"The PDF holds more text than can be read. Split it and send the parts.")
		}
		page.Number = n + 1
		f.bare[n] = page.Visible == 0
		return nil
	})
	return page, err
}

// withPage calls do with the loaded page n after drawing its annotations (form fields, stamps, free text)
// with an appearance into it. It does not call do if the page cannot be loaded.
func (f *File) withPage(ctx context.Context, n int, do func(handle uint32, notes []note) error) error {
	f.work.flattening = false
	handle, err := f.in.Call32(ctx, "FPDF_LoadPage", uint64(f.doc), uint64(n))
	if err != nil || handle == 0 {
		return err
	}
	drawn, notes, err := f.annotations(ctx, handle)
	if err != nil {
		return err
	}
	if drawn && !f.work.plainOnly[n] {
		f.work.flattening = true
		if handle, err = f.flatten(ctx, n, handle); err != nil || handle == 0 {
			return err
		}
	}
	if err := do(handle, notes); err != nil || !f.in.IsUsable() {
		return err
	}
	_, err = f.in.Call(ctx, "FPDF_ClosePage", uint64(handle))
	return err
}

// flatten draws the annotations of the loaded page n into it and returns the reloaded page, because the
// drawing is visible only after reloading.
func (f *File) flatten(ctx context.Context, n int, handle uint32) (uint32, error) {
	result, err := f.in.Call32(ctx, "FPDFPage_Flatten", uint64(handle), flattenDisplay)
	if err != nil || result != flattenSuccess {
		return handle, err
	}
	if _, err := f.in.Call(ctx, "FPDF_ClosePage", uint64(handle)); err != nil {
		return 0, err
	}
	return f.in.Call32(ctx, "FPDF_LoadPage", uint64(f.doc), uint64(n))
}

func (f *File) readPage(ctx context.Context, handle uint32, notes []note, page *Page) error {
	at, err := f.placement(ctx, handle)
	if err != nil {
		return err
	}
	page.Width, page.Height = at.size()
	objects, total, err := f.objects(ctx, handle, false, maxObjects)
	if err != nil {
		return err
	}
	shown := painter{file: f, page: handle, at: at, objects: total}
	if err := shown.add(ctx, objects, matrix{a: 1, d: 1}, 0); err != nil {
		return err
	}
	page.Objects, page.Images = shown.objects, shown.images
	shown.finish()
	page.CodePlaces, page.Squares = shown.codePlaces()
	s := f.newSplitter(at, shown.found)
	if err := f.readText(ctx, handle, at, s); err != nil {
		return err
	}
	s.addNotes(notes)
	page.Lines, page.Turned = s.lines()
	page.Marks = shown.marks(page.Turned)
	for _, r := range shown.rules {
		page.Rules = append(page.Rules, at.fractions(r).Turn(page.Turned))
	}
	for _, n := range notes {
		if n.field != nil {
			n.field.Box = at.fractions(at.rect(n.rect)).Turn(page.Turned)
			page.Fields = append(page.Fields, *n.field)
		}
	}
	if page.Turned%2 != 0 {
		page.Width, page.Height = page.Height, page.Width
	}
	page.countCharacters()
	return nil
}

func (f *File) readText(ctx context.Context, handle uint32, at placement, s *splitter) error {
	clear(f.faces)
	all, plain, err := f.runs(ctx, handle, at)
	if err != nil {
		return err
	}
	if f.plain = plain; !plain {
		return f.readTextPage(ctx, handle, at, s)
	}
	c := composer{at: at, take: s}
	c.write(all)
	return nil
}

// newSplitter starts a page and reuses the memory of earlier pages.
func (f *File) newSplitter(at placement, behind background) *splitter {
	last := &f.last
	*last = splitter{
		at: at, background: behind, text: last.text[:0], words: last.words[:0], clusters: last.clusters[:0],
	}
	return last
}

func (p *Page) countCharacters() {
	for _, line := range p.Lines {
		for _, word := range line.Words {
			if word.Hidden {
				continue
			}
			for _, r := range word.Text {
				p.Visible++
				if r == unicode.ReplacementChar || r >= 0xe000 && r <= 0xf8ff { // private use
					p.Garbled++
				}
			}
		}
	}
}

func (f *File) placement(ctx context.Context, handle uint32) (placement, error) {
	quarters, err := f.in.Count(ctx, "FPDFPage_GetRotation", uint64(handle))
	if err != nil {
		return placement{}, err
	}
	// FPDF_GetPageBoundingBox returns the crop box within the media box.
	if _, err := f.in.Call(ctx, "FPDF_GetPageBoundingBox", uint64(handle), uint64(f.in.Scratch)); err != nil {
		return placement{}, err
	}
	v, err := f.in.Floats(4) // left, top, right, bottom
	if err != nil {
		return placement{}, err
	}
	return placement{box: hull(v[0], v[3], v[2], v[1]), quarters: quarters % 4}, nil
}
