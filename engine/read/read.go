// Package read turns a file of any readable kind into a document: words, where
// possible with their places on the page, attachments and metadata.
package read

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
)

// maxOCRPages is how many pages of one file are recognised from pixels, which
// takes a second or two for each.
const maxOCRPages = 200

// Options configures a Reader.
type Options struct {
	// CacheDir keeps PDFium's compiled code between starts, which saves
	// seconds at each; "" keeps nothing. Whoever can write there can run
	// code in this process.
	CacheDir string
	// OCREngine recognises text on pages made of pixels; see ocr.Options.
	OCREngine ocr.Engine
	// OCRLanguages are those that pages made of pixels may be in: Tesseract's
	// names joined by "+", as "eng+deu"; see ocr.Options.
	OCRLanguages string
	// Confine prepares the start of Tesseract; see ocr.Options.
	Confine func(*exec.Cmd)
}

// Reader reads files. It is safe for concurrent use.
type Reader struct {
	pdf *pdf.Library
	// ocr is looked for when the first document needs it: most need none.
	ocr func() (*ocr.Recognizer, error)
}

// New compiles what reading needs. A missing OCR program is no error here, but
// fails the documents that need it; ocr.Check tells beforehand.
func New(ctx context.Context, o Options) (*Reader, error) {
	library, err := pdf.New(ctx, o.CacheDir)
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	recognizer := sync.OnceValues(func() (*ocr.Recognizer, error) {
		// What is found stands for all documents, not for the first one's
		// context alone.
		return ocr.New(context.WithoutCancel(ctx), ocr.Options{
			Engine: o.OCREngine, Languages: o.OCRLanguages, Confine: o.Confine,
		})
	})
	return &Reader{pdf: library, ocr: recognizer}, nil
}

// Close releases the compiled code.
func (r *Reader) Close(ctx context.Context) error {
	if err := r.pdf.Close(ctx); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return nil
}

// BeforePage is called before each page that is to be recognised from its
// pixels, by one goroutine at a time, and may take its time. Its error ends the
// reading.
type BeforePage func(ctx context.Context) error

// Recognized is called when pages of a file were recognised from their pixels, with
// how many, and with how long that took: drawing them included, what BeforePage took
// left out. A reading that fails meanwhile counts the pages that were begun.
type Recognized func(pages int, took time.Duration)

// Watch follows the reading of a file; each of its functions may be nil.
type Watch struct {
	BeforePage BeforePage
	Recognized Recognized
}

// reading is the reading of one file.
type session struct {
	*Reader
	watch  Watch
	only   int   // the page that is wanted, from 1; 0 for all
	chosen *file // the attachment of a mail that is the document; nil for none
}

// file is a file within another.
type file struct {
	kind sniff.Format
	data []byte
}

// Read reads a whole file. Every error is a *failure.Error. The deadline of ctx
// is kept between pages and within them. Pages of a PDF that take more work than a page
// may are marked (document.Page.Partial).
func (r *Reader) Read(ctx context.Context, data []byte) (doc *document.Document, err error) {
	return r.ReadWatched(ctx, data, Watch{})
}

// ReadWatched is Read that calls the functions of watch on the way.
func (r *Reader) ReadWatched(ctx context.Context, data []byte, watch Watch) (doc *document.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, extractionerror.New(extractionerror.InternalError, fmt.Errorf("panic: %v\n%s", p, debug.Stack()),
				"The document could not be read because of an error on our side.")
		}
	}()
	doc, err = (&session{Reader: r, watch: watch}).dispatch(ctx, data)
	if err != nil {
		return nil, classify(ctx, err)
	}
	if !hasText(doc) && len(doc.Attachments) == 0 {
		return nil, extractionerror.New(extractionerror.NoTextFound, nil, "The document shows no text that could be read.")
	}
	return doc, nil
}

func (r *session) dispatch(ctx context.Context, data []byte) (doc *document.Document, err error) {
	kind, _ := sniff.Sniff(data)
	if kind == sniff.EML {
		doc, err = r.readMail(ctx, data)
	} else {
		doc, err = r.readKind(ctx, kind, data)
	}
	if err == nil {
		boundValues(doc)
	}
	return doc, err
}

// readKind reads a file of any kind but mail.
func (r *session) readKind(ctx context.Context, kind sniff.Format, data []byte) (*document.Document, error) {
	switch {
	case kind == sniff.PDF:
		return r.readPDF(ctx, data)
	case raster.CanDecode(kind):
		return r.readImage(ctx, kind, data)
	case kind == sniff.XML:
		return readXML(data)
	case kind == sniff.OLE:
		return nil, refuseOLE(data)
	case sniff.IsReadable(kind):
		return readFlowing(ctx, kind, data)
	case sniff.RefusalMessage(kind) != "":
		return nil, extractionerror.New(extractionerror.UnsupportedFormat, nil, "%s", sniff.RefusalMessage(kind))
	}
	return nil, extractionerror.New(extractionerror.UnsupportedFormat, nil,
		"The file format is not supported. Send one of: %s.", strings.Join(sniff.SupportedNames(), ", "))
}

func hasText(doc *document.Document) bool {
	for _, p := range doc.Pages {
		for _, l := range p.Lines {
			for _, w := range l.Words {
				if !w.Hidden {
					return true
				}
			}
		}
	}
	return false
}

// classify makes every error a *failure.Error. The end of the context comes
// first: whatever it broke off is not the document's fault.
func classify(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return extractionerror.New(extractionerror.TimedOut, err,
				"Reading the document took too long. Send fewer pages, or images of a lower resolution.")
		}
		return extractionerror.New(extractionerror.InternalError, err, "Reading the document was interrupted.")
	}
	var f *extractionerror.Error
	if errors.As(err, &f) {
		return f
	}
	return extractionerror.New(extractionerror.InternalError, err,
		"The document could not be read because of an error on our side.")
}
