package read

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/mesh"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/paymentqr"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/ticks"
)

// Pages recognized at a time, each by a child process. Two usual scans take 256 MB, too much for a process
// with a small limit; a page of more than largeScan pixels is recognized alone.
const (
	maxAtOnce = 2
	roomy     = 512 << 20 // bytes that the process may use
	largeScan = 12_000_000
)

func atOnce() int {
	if debug.SetMemoryLimit(-1) < roomy { // a negative one reads the limit
		return 1
	}
	return min(maxAtOnce, runtime.GOMAXPROCS(0))
}

// recognition runs OCR for several pages at a time. A page starts with the language of the page maxAtOnce
// before it, which is always finished by then. So the result is the same on every machine.
type recognition struct {
	reader *session
	begun  bool
	ctx    context.Context
	cancel context.CancelCauseFunc
	slots  chan struct{}
	done   sync.WaitGroup
	pages  []*recognized
	start  time.Time
	away   time.Duration // in BeforePage
}

// recognized is the language of a page, available once it is done.
type recognized struct {
	done     chan struct{}
	language string
}

// newRecognition is for a file with at least one page to recognize.
func (r *session) newRecognition(ctx context.Context) *recognition {
	ctx, cancel := context.WithCancelCause(ctx)
	q := &recognition{reader: r, ctx: ctx, cancel: cancel, slots: make(chan struct{}, atOnce()), start: time.Now()}
	q.before() // even drawing the first page takes a while
	return q
}

// before calls BeforePage; false ends the recognition.
func (q *recognition) before() (goOn bool) {
	before := q.reader.watch.BeforePage
	if before == nil {
		return true
	}
	start := time.Now()
	if err := before(q.ctx); err != nil {
		q.cancel(err)
	}
	q.away += time.Since(start)
	return q.ctx.Err() == nil
}

// add recognizes a page into page, and its codes into codes, when there is room. The caller must not touch
// them until wait returns. After an error it does nothing.
func (q *recognition) add(img *image.Gray, dpi int, page *document.Page, codes *[]document.Barcode) {
	need := 1
	if img.Rect.Dx()*img.Rect.Dy() > largeScan {
		need = cap(q.slots)
	}
	for range need {
		select {
		case q.slots <- struct{}{}:
		case <-q.ctx.Done():
			return // the occupied slots are no longer needed
		}
	}
	if q.begun && !q.before() {
		return
	}
	q.begun = true
	this, earlier := &recognized{done: make(chan struct{})}, q.earlier()
	q.pages = append(q.pages, this)
	q.done.Go(func() {
		defer close(this.done)
		defer func() {
			if p := recover(); p != nil {
				q.cancel(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
			}
			for range need {
				<-q.slots
			}
		}()
		language, err := q.reader.recognize(q.ctx, img, dpi, earlier.wait(), page, codes)
		if err != nil {
			q.cancel(err)
		}
		this.language = language
	})
}

// earlier returns the page whose language the next one starts with, or nil for the first ones.
func (q *recognition) earlier() *recognized {
	if len(q.pages) < maxAtOnce {
		return nil
	}
	return q.pages[len(q.pages)-maxAtOnce]
}

// wait returns the page's language, or "" without a page.
func (p *recognized) wait() string {
	if p == nil {
		return ""
	}
	<-p.done
	return p.language
}

// wait returns the first error after all pages are done. It must be called.
func (q *recognition) wait() error {
	q.done.Wait()
	defer q.cancel(nil)
	if told := q.reader.watch.Recognized; told != nil {
		told(len(q.pages), time.Since(q.start)-q.away)
	}
	return context.Cause(q.ctx)
}

// recognize runs OCR on a page and returns its language; before is that of an earlier page. If the OCR
// program is missing, the error does not blame the document.
func (r *Reader) recognize(
	ctx context.Context, img *image.Gray, dpi int, before string, page *document.Page, codes *[]document.Barcode,
) (
	language string, err error,
) {
	recognizer, err := r.ocr()
	if err != nil {
		return "", extractionerror.New(extractionerror.InternalError, err,
			"Documents made of pictures cannot be read at the moment.")
	}
	reading, err := recognizer.Recognize(ctx, img, dpi, before)
	if err != nil {
		return "", extractionerror.New(extractionerror.InternalError, err,
			"The text on the pictures of the document could not be recognized.")
	}
	page.Lines, page.CodePlaces = reading.Lines, []document.CodePlace{{Box: wholePage()}}
	if page.Turned = reading.Quarters; page.Turned%2 != 0 {
		page.Width, page.Height = page.Height, page.Width
	}
	if page.Sheet = reading.Sheet; page.Sheet != nil {
		flat := reading.Picture.Rect
		x, y := page.Width/page.Sheet.Width, page.Height/page.Sheet.Height // points per pixel
		page.Sheet.Width, page.Sheet.Height = page.Width, page.Height
		page.Width, page.Height = float64(flat.Dx())*x, float64(flat.Dy())*y
	}
	page.Marks = marksOn(reading.Picture, dpi)
	ticks.Read(page)
	*codes = codesOn(page, paymentqr.Find(img))
	return reading.Language, nil
}

// marksOn finds small squares in an upright picture.
func marksOn(img *image.Gray, dpi int) (marks []document.Mark) {
	const minSide, maxSide, pageWidth = 0.09, 0.28, 8.3 // inches
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	inch := cmp.Or(float64(dpi), min(w, h)/pageWidth)
	for _, f := range pixels.Frames(img, int(minSide*inch), int(maxSide*inch)) {
		box := document.Box{X0: float64(f.Rect.Min.X) / w, Y0: float64(f.Rect.Min.Y) / h,
			X1: float64(f.Rect.Max.X) / w, Y1: float64(f.Rect.Max.Y) / h}
		marks = append(marks, document.Mark{Box: box, Checked: f.Ink > checkedInk,
			Confidence: min(clearInk, 0.5+math.Abs(f.Ink-checkedInk)/(2*checkedInk))})
	}
	return marks
}

// Dark shares of the inside of a check box: at least checkedInk if it is checked. No state is surer than clearInk.
const (
	checkedInk = 0.06
	clearInk   = 0.95
)

// readScans replaces the text of the pages at the indexes by OCR results, followed by their hidden text.
func (r *session) readScans(ctx context.Context, file *pdf.File, doc *document.Document, scans []int) error {
	if len(scans) == 0 {
		return nil
	}
	if len(scans) > maxOCRPages {
		return tooManyScans(len(scans))
	}
	found := make([]document.Page, len(scans))
	codes := make([][]document.Barcode, len(scans))
	q := r.newRecognition(ctx)
	for i, n := range scans {
		if q.ctx.Err() != nil {
			break
		}
		img, err := file.Render(q.ctx, doc.Pages[n].Number-1, renderDPI)
		if pdf.IsCut(err) {
			found[i] = doc.Pages[n]
			found[i].Lines, found[i].Partial = nil, true
			continue
		}
		if err != nil {
			q.cancel(err)
			break
		}
		found[i] = document.Page{Number: doc.Pages[n].Number, Width: doc.Pages[n].Width, Height: doc.Pages[n].Height}
		found[i].Partial = file.IsDrawnInPart(doc.Pages[n].Number - 1)
		if doc.Pages[n].Turned%2 != 0 { // for the sake of some hidden text
			found[i].Width, found[i].Height = found[i].Height, found[i].Width
		}
		dpi := renderDPI
		if found[i].Width > 0 { // a huge page comes at less
			dpi = max(int(float64(img.Rect.Dx())/found[i].Width*72+0.5), 1)
		}
		q.add(img, dpi, &found[i], &codes[i])
	}
	if err := q.wait(); err != nil {
		return err
	}
	for i, n := range scans {
		doc.Barcodes = append(doc.Barcodes, codes[i]...)
		if len(found[i].Lines) == 0 && len(doc.Pages[n].Lines) > 0 {
			doc.Pages[n].Partial = found[i].Partial
			continue // the page's own text is all there is
		}
		found[i].Lines = append(found[i].Lines, hidden(&doc.Pages[n], found[i].Sheet)...)
		doc.Pages[n] = found[i]
	}
	return nil
}

func tooManyScans(n int) error {
	return extractionerror.New(extractionerror.TooManyPages, nil,
		"%d pages have to be read from pictures; at most %d can be. Split the file and send the parts.", n, maxOCRPages)
}

// hidden returns the hidden lines of a page as they are on its flat sheet.
func hidden(page *document.Page, sheet *mesh.Mesh) []document.Line {
	var out []document.Line
	flat := &document.Page{Sheet: sheet}
	for _, l := range page.Lines {
		if !l.IsHidden() {
			continue
		}
		if sheet != nil {
			l.Box = document.Box{}
			for i := range l.Words {
				l.Words[i].Box = flat.Upright(l.Words[i].Box)
				l.Box = l.Box.Union(l.Words[i].Box)
			}
		}
		out = append(out, l)
	}
	return out
}
