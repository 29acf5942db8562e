package eval

import (
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/engine/result"
)

// Reader reads a file, as *read.Reader does. It must be safe for concurrent use if Selection.Workers exceeds one.
type Reader interface {
	Read(ctx context.Context, data []byte) (*document.Document, error)
}

// ErrNothing is returned if a selection excludes all documents of a folder.
var ErrNothing = errors.New("no document of the folder is selected")

// Run extracts the documents of folders, one after the other, and scores them. A failed extraction counts as a document
// without found values. Except for its times, the report does not depend on the number of workers. Errors: those of
// Load, ErrNothing, ctx's.
func Run(ctx context.Context, reader Reader, folders []string, sel Selection) (*Report, error) {
	cases, err := sel.prepare(folders)
	if err != nil {
		return nil, err
	}
	if sel.Progress == nil {
		sel.Progress = func(int, int) {}
	}
	r := runner{reader: reader, sel: sel}
	documents := r.measureAll(ctx, cases)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return newReport(documents), nil
}

// prepare loads the selected cases of the folders. It uses the embedded models if none are set. Errors: those of Load,
// ErrNothing.
func (s *Selection) prepare(folders []string) (cases []Case, err error) {
	for _, folder := range folders {
		more, err := Load(folder)
		if err != nil {
			return nil, err
		}
		cases = append(cases, more...)
	}
	if cases = s.choose(cases); len(cases) == 0 {
		return nil, fmt.Errorf("%s: %w", strings.Join(folders, ", "), ErrNothing)
	}
	if s.Models == nil {
		embedded, err := extract.EmbeddedModels()
		if err != nil {
			return nil, err
		}
		s.Models = &embedded
	}
	return cases, nil
}

type runner struct {
	reader Reader
	sel    Selection
}

// measureAll returns the documents in the order of their cases. Some are empty if ctx ends.
func (r *runner) measureAll(ctx context.Context, cases []Case) []Document {
	documents := make([]Document, len(cases))
	next := make(chan int)
	var wg sync.WaitGroup
	var done atomic.Int64
	for range max(1, r.sel.Workers) {
		wg.Go(func() {
			for i := range next {
				documents[i] = r.measure(ctx, &cases[i])
				r.sel.Progress(int(done.Add(1)), len(cases))
			}
		})
	}
	for i := range cases {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	return documents
}

func (r *runner) measure(ctx context.Context, c *Case) Document {
	d := Document{Case: c, Found: &result.Result{Data: map[string]any{}}}
	start := time.Now()
	doc, models, err := r.read(ctx, c)
	d.Reading = time.Since(start)
	if err == nil {
		d.Pages = len(doc.Pages)
		d.Channel = channelOf(doc, c, r.given(c))
		start = time.Now()
		var found *result.Result
		if found, err = understand(doc, models); err == nil {
			d.Found = found
		}
		d.Understanding = time.Since(start)
	}
	if err != nil {
		d.Err, doc = err, &document.Document{}
	}
	d.score(newPageIndex(doc))
	return d
}

// given reports whether a document is made from the manifest's words.
func (r *runner) given(c *Case) bool { return r.sel.Boxes && c.OCRBoxes != "" }

func (r *runner) read(ctx context.Context, c *Case) (doc *document.Document, m extract.Models, err error) {
	if r.given(c) && r.sel.Folds == nil { // the file itself may be missing
		doc, err = r.givenWords(c)
		return doc, *r.sel.Models, err
	}
	data, err := os.ReadFile(c.Path())
	if err != nil {
		return nil, m, err
	}
	m = r.models(data)
	if r.given(c) {
		doc, err = r.givenWords(c)
		return doc, m, err
	}
	if doc, err = r.reader.Read(ctx, data); err != nil {
		return nil, m, err
	}
	if !r.sel.XML && doc.MIMEType != sniff.XML.MIMEType() {
		doc.Attachments = nil
	}
	return doc, m, nil
}

func (r *runner) givenWords(c *Case) (*document.Document, error) {
	return loadBoxes(filepath.Join(c.Folder, filepath.FromSlash(c.OCRBoxes)), c.Path())
}

// models returns the models trained without the file's fold if folds are in use, else the common ones.
func (r *runner) models(data []byte) extract.Models {
	if r.sel.Folds != nil && !r.sel.Seen {
		if m, ok := r.sel.Folds.Models(sha256.Sum256(data)); ok {
			return m
		}
	}
	return *r.sel.Models
}

// understand extracts the document and converts a panic into an error.
func understand(doc *document.Document, m extract.Models) (res *result.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			res, err = nil, fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return m.Document(doc, result.TypeAuto), nil
}

// Channels by which a value reached the engine.
const (
	ChannelText    = "text"
	ChannelOCR     = "ocr" // scan or photo, unknown which
	ChannelScan    = "scan"
	ChannelPhoto   = "photo"
	ChannelGiven   = "given" // words from the manifest
	ChannelXML     = "xml"
	ChannelCode    = "code"
	ChannelForm    = "form"
	ChannelDerived = "derived"
	ChannelModel   = "model"
	ChannelLearned = "learned"
)

func channelOf(doc *document.Document, c *Case, given bool) string {
	words := map[document.Source]int{}
	for i := range doc.Pages {
		for _, line := range doc.Pages[i].Lines {
			for k := range line.Words {
				words[line.Words[k].Source]++
			}
		}
	}
	switch {
	case given:
		return ChannelGiven
	case words[document.SourceOCR] > words[document.SourceText]:
		return recognized(c.Capture)
	case words[document.SourceText] > 0:
		return ChannelText
	case doc.MIMEType == sniff.XML.MIMEType():
		return ChannelXML
	}
	return ChannelText
}

func recognized(capture string) string {
	switch capture {
	case CaptureScan:
		return ChannelScan
	case CapturePhoto:
		return ChannelPhoto
	}
	return ChannelOCR
}

func (d *Document) channel(source document.Source) string {
	switch source {
	case document.SourceOCR:
		if d.Channel == ChannelGiven {
			return ChannelGiven
		}
		return recognized(d.Case.Capture)
	case document.SourceXML:
		return ChannelXML
	case document.SourceCode:
		return ChannelCode
	case document.SourceForm:
		return ChannelForm
	case document.SourceDerived:
		return ChannelDerived
	case document.SourceModel:
		return ChannelModel
	case document.SourceLearned:
		return ChannelLearned
	case document.SourceText:
	}
	return ChannelText
}

func (d *Document) score(words *pageIndex) {
	s := &scorer{c: d.Case, res: d.Found, words: words}
	for _, f := range d.Found.Fields {
		s.everything = s.everything || f.Source == document.SourceXML
	}
	s.scalars()
	s.items()
	d.Scores, d.Lines = s.scores, s.lines
	d.Unanchored = words.unanchored(d.Found.Fields)
}

// CachedReader caches the document of each file in a folder, by the file's SHA-256, because text recognition takes
// seconds per page. A folder is valid for one version of the program and one set of reading options.
type CachedReader struct {
	Reader Reader
	Folder string
}

// Read reads a file once. Errors: those of the reader, which are not cached, and of the folder.
func (r CachedReader) Read(ctx context.Context, data []byte) (*document.Document, error) {
	sum := sha256.Sum256(data)
	path := filepath.Join(r.Folder, hex.EncodeToString(sum[:])+".gob")
	doc, err := decode(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return doc, err
	}
	if doc, err = r.Reader.Read(ctx, data); err != nil {
		return nil, err
	}
	return doc, r.keep(path, doc)
}

func decode(path string) (*document.Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	doc := &document.Document{}
	if err := gob.NewDecoder(f).Decode(doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return doc, nil
}

// keep writes a temporary file first, so an interrupted run leaves no partial file.
func (r CachedReader) keep(path string, doc *document.Document) error {
	f, err := os.CreateTemp(r.Folder, "read-*")
	if err != nil {
		return err
	}
	err = errors.Join(gob.NewEncoder(f).Encode(doc), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
