// Package read converts a file of any readable format to a document: words, with positions if possible,
// attachments and metadata.
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
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
)

// maxOCRPages bounds the pages of a file that are recognized; each takes a second or two.
const maxOCRPages = 200

// Options configures a Reader.
type Options struct {
	// CacheDir stores PDFium's compiled code, which saves seconds at each start; "" stores nothing. Anyone
	// with write access to it can run code in this process.
	CacheDir string
	// OCREngine recognizes text on pages made of pixels; see ocr.Options.
	OCREngine ocr.Engine
	// OCRLanguages are the possible languages of scans: Tesseract's names joined by "+", such as "eng+deu";
	// see ocr.Options.
	OCRLanguages string
	// Confine prepares the start of Tesseract; see ocr.Options.
	Confine func(*exec.Cmd)
}

// Reader reads files. It is safe for concurrent use.
type Reader struct {
	pdfium *pdfium.Library
	// ocr is initialized on first use: most documents do not need it.
	ocr func() (*ocr.Recognizer, error)
}

// New compiles PDFium. A missing OCR program is not an error here, but fails the documents that need it;
// ocr.Check finds it earlier.
func New(ctx context.Context, o Options) (*Reader, error) {
	library, err := pdfium.New(ctx, o.CacheDir)
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	recognizer := sync.OnceValues(func() (*ocr.Recognizer, error) {
		// The result is for all documents, not only for the first one's context.
		return ocr.New(context.WithoutCancel(ctx), ocr.Options{
			Engine: o.OCREngine, Languages: o.OCRLanguages, Confine: o.Confine,
		})
	})
	return &Reader{pdfium: library, ocr: recognizer}, nil
}

// Close releases the compiled code.
func (r *Reader) Close(ctx context.Context) error {
	if err := r.pdfium.Close(ctx); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return nil
}

// BeforePage is called before each page that needs OCR, by one goroutine at a time, and may block. Its
// error ends the reading.
type BeforePage func(ctx context.Context) error

// Recognized is called after OCR with the number of pages and its duration, including drawing but not
// BeforePage. If reading fails, it counts the pages that were begun.
type Recognized func(pages int, took time.Duration)

// Watch observes the reading of a file; its functions may be nil.
type Watch struct {
	BeforePage BeforePage
	Recognized Recognized
}

// session is the reading of one file.
type session struct {
	*Reader
	watch  Watch
	only   int   // the page that is wanted, from 1; 0 for all
	chosen *file // the attachment of a mail, or the signed file, that is the document; nil for none
}

// file is a file within another.
type file struct {
	format sniff.Format
	data   []byte
}

// Read reads a whole file. Errors are *extractionerror.Error. It observes the deadline of ctx between and
// within pages. Pages of a PDF beyond the work limit are marked document.Page.Partial.
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
		doc, err = r.readFormat(ctx, kind, data)
	}
	if err == nil {
		boundValues(doc)
	}
	return doc, err
}

// readFormat reads a file of any kind but mail.
func (r *session) readFormat(ctx context.Context, kind sniff.Format, data []byte) (*document.Document, error) {
	switch {
	case kind == sniff.PDF:
		return r.readPDF(ctx, data)
	case raster.CanDecode(kind):
		return r.readImage(ctx, kind, data)
	case kind == sniff.XML:
		return readXML(data)
	case kind == sniff.P7M:
		return r.readSigned(ctx, data)
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

// classify converts every error to a *extractionerror.Error. The context's error has priority, because an
// interruption is not the document's fault.
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

// maxWordBytes bounds a word and an entry of the metadata; longer ones are cut off. The longest genuine
// words are web addresses of a few hundred bytes.
const maxWordBytes = 4 << 10

func boundValues(doc *document.Document) {
	for i := range doc.Pages {
		for _, line := range doc.Pages[i].Lines {
			for k := range line.Words {
				line.Words[k].Text = document.TruncateText(line.Words[k].Text, maxWordBytes)
			}
		}
	}
	for key, value := range doc.Info {
		doc.Info[key] = document.TruncateText(value, maxWordBytes)
	}
	for i := range doc.Attachments {
		doc.Attachments[i].Name = document.TruncateText(doc.Attachments[i].Name, maxWordBytes)
	}
}
