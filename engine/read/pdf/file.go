// Package pdf reads PDF files through PDFium: words with boxes in display space, embedded files, metadata,
// and pages as pixels.
//
// Each document has its own instance of PDFium (see package pdfium). Work is limited per page and per file: a
// page over its limit is skipped or drawn in part, and the others are read. To read hostile files, run this
// package in a process that can be killed.
package pdf

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pdf/associated"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// MaxPages is the number of pages that a file may have.
const MaxPages = 2000

const (
	maxAttachments     = 100
	maxAttachmentBytes = 64 << 20 // of all together
)

// Limits of text in characters. The densest real pages, telephone books, have less than a tenth of the
// first; a file with the maximum number of full pages has less than half of the second.
const (
	maxPageChars = 500_000
	maxFileChars = 20_000_000
)

const (
	errorFormat   = 3
	errorPassword = 4
	errorSecurity = 5
)

// formXFAFull is FPDF_GetFormType's result for a form whose pages exist only after running its XFA template
// (ISO 32000-1, 7.7.2, NeedsRendering).
const formXFAFull = 2

// File is an open PDF. It is not safe for concurrent use, and keeps the memory of its WebAssembly instance
// until it is closed.
type File struct {
	library *pdfium.Library
	in      *pdfium.Instance
	data    []byte
	doc     uint32
	pages   int
	faces   map[uint32]*face  // of the page under way, by FPDF_FONT
	keys    map[string]uint32 // addresses of names
	bare    map[int]bool      // pages that show no text
	work    fileWork

	hasMasks        bool // perhaps of images
	pictured        int  // pixels of pictures so far
	chars, maxChars int  // visible ones of the pages read so far, and how many there may be

	last  splitter // of the page read before, for its room
	room  runRoom
	plain bool // the page read last needed none

	formMade   bool
	formHandle uint32 // FPDF_FORMHANDLE
}

// Open parses a file. Errors are *extractionerror.Error: PASSWORD_PROTECTED, CORRUPT_FILE, TOO_MANY_PAGES,
// UNSUPPORTED_FORMAT (with ErrDynamicForm, a form that only an XFA processor can show) and TOO_COMPLEX.
func Open(ctx context.Context, library *pdfium.Library, data []byte) (*File, error) {
	in, err := library.Start(ctx, pdfium.MemoryFor(len(data)))
	if err != nil {
		return nil, extractionerror.New(extractionerror.InternalError, err, "The PDF reader could not be started.")
	}
	f := &File{
		in: in, data: data, faces: make(map[uint32]*face), keys: make(map[string]uint32), bare: make(map[int]bool),
		maxChars: maxFileChars, library: library, work: newFileWork(),
		hasMasks: bytes.Contains(data, []byte("Mask")),
	}
	in.Allow(f.work.left)
	if err := f.load(ctx, data); err != nil {
		_ = in.Close(ctx)
		return nil, asFailure(err)
	}
	return f, nil
}

func (f *File) load(ctx context.Context, data []byte) error {
	// PDFium reads from this copy while the document is open.
	p, err := f.in.WriteBytes(ctx, data)
	if err != nil {
		return err
	}
	if f.doc, err = f.in.Call32(ctx, "FPDF_LoadMemDocument64", uint64(p), uint64(len(data)), 0); err != nil {
		return err
	}
	if f.doc == 0 {
		code, err := f.in.Call32(ctx, "FPDF_GetLastError")
		if err != nil {
			return err
		}
		return openFailure(code)
	}
	if f.pages, err = f.in.Count(ctx, "FPDF_GetPageCount", uint64(f.doc)); err != nil {
		return err
	}
	switch {
	case f.pages == 0:
		return extractionerror.New(extractionerror.CorruptFile, nil, "The PDF has no pages.")
	case f.pages > MaxPages:
		return extractionerror.New(extractionerror.TooManyPages, nil,
			"The PDF has %d pages; at most %d can be read. Split it and send the parts.", f.pages, MaxPages)
	}
	return f.refuseXFA(ctx)
}

func (f *File) refuseXFA(ctx context.Context) error {
	form, err := f.in.Call32(ctx, "FPDF_GetFormType", uint64(f.doc))
	if err != nil {
		return err
	}
	if form == formXFAFull {
		return extractionerror.New(extractionerror.UnsupportedFormat, ErrDynamicForm,
			"The PDF is a dynamic XFA form, which only Adobe software can show. Print it to a new PDF and send that.")
	}
	return nil
}

func openFailure(code uint32) error {
	cause := fmt.Errorf("FPDF_LoadMemDocument64: error %d", code)
	switch code {
	case errorPassword:
		return extractionerror.New(extractionerror.PasswordProtected, cause,
			"The PDF is protected with a password. Remove the password and send it again.")
	case errorSecurity:
		return extractionerror.New(extractionerror.UnsupportedFormat, cause,
			"The PDF is encrypted by a method that cannot be read. Save it without encryption and send it again.")
	case errorFormat:
		return extractionerror.New(extractionerror.CorruptFile, cause,
			"The PDF is damaged or incomplete and cannot be opened.")
	}
	return extractionerror.New(extractionerror.CorruptFile, cause, "The PDF cannot be opened.")
}

// IsDrawnInPart reports whether the picture of page n, counted from 0, is incomplete.
func (f *File) IsDrawnInPart(n int) bool { return f.work.partial[n] }

// asFailure converts a trap inside the instance to a failure of the document: the code aborts if it runs
// out of memory or reaches an unexpected state.
func asFailure(err error) error {
	var f *extractionerror.Error
	if err == nil || errors.As(err, &f) {
		return err
	}
	return extractionerror.New(extractionerror.TooComplex, err,
		"The PDF needs more memory or work than one document may take. Save it anew, or send it in parts.")
}

// Close frees the file and its WebAssembly instance.
func (f *File) Close(ctx context.Context) error {
	if err := f.in.Close(ctx); err != nil {
		return fmt.Errorf("close the PDFium instance: %w", err)
	}
	return nil
}

// PageCount is the number of pages, at least one.
func (f *File) PageCount() int { return f.pages }

// MemoryBytes is how much memory the file's instance has grown to.
func (f *File) MemoryBytes() int { return f.in.MemorySize() }

// Info returns the non-empty entries of the document information dictionary (ISO 32000-1, 14.3.3).
func (f *File) Info(ctx context.Context) (map[string]string, error) {
	info := make(map[string]string)
	for _, key := range []string{"Title", "Author", "Subject", "Keywords", "Creator", "Producer", "CreationDate",
		"ModDate"} {
		value, err := f.metaText(ctx, key)
		if err != nil {
			return nil, asFailure(err)
		}
		if value != "" {
			info[key] = value
		}
	}
	return info, nil
}

func (f *File) metaText(ctx context.Context, key string) (string, error) {
	name, err := f.key(ctx, key)
	if err != nil {
		return "", err
	}
	return f.in.Text(ctx, "FPDF_GetMetaText", uint64(f.doc), name)
}

// key returns the address of a zero-terminated name.
func (f *File) key(ctx context.Context, name string) (uint64, error) {
	p, ok := f.keys[name]
	if !ok {
		var err error
		if p, err = f.in.WriteBytes(ctx, append([]byte(name), 0)); err != nil {
			return 0, err
		}
		f.keys[name] = p
	}
	return uint64(p), nil
}

// Attachments returns the readable embedded files in the order of the name tree, and those of annotations; or else
// the associated files.
func (f *File) Attachments(ctx context.Context) ([]document.Attachment, error) {
	n, err := f.in.Count(ctx, "FPDFDoc_GetAttachmentCount", uint64(f.doc))
	if err != nil {
		return nil, asFailure(err)
	}
	var out []document.Attachment
	budget := maxAttachmentBytes
	for i := range min(n, maxAttachments) {
		a, err := f.attachment(ctx, i, budget)
		if err != nil {
			return nil, asFailure(err)
		}
		if a == nil {
			continue
		}
		budget -= len(a.Data)
		out = append(out, *a)
	}
	if n > 0 && !associated.HasAnnotatedFiles(f.data) {
		return out, nil
	}
	for _, a := range associated.Files(f.data, maxAttachments-len(out), budget) {
		if !slices.ContainsFunc(out, func(b document.Attachment) bool { return bytes.Equal(a.Data, b.Data) }) {
			out = append(out, a)
		}
	}
	return out, nil
}

// attachment returns nil for one that is unreadable or over the budget.
func (f *File) attachment(ctx context.Context, i, budget int) (*document.Attachment, error) {
	handle, err := f.in.Call(ctx, "FPDFDoc_GetAttachment", uint64(f.doc), uint64(i))
	if err != nil || uint32(handle) == 0 {
		return nil, err
	}
	name, err := f.in.Text(ctx, "FPDFAttachment_GetName", handle)
	if err != nil {
		return nil, err
	}
	scratch := uint64(f.in.Scratch)
	ok, err := f.in.Call32(ctx, "FPDFAttachment_GetFile", handle, 0, 0, scratch)
	if err != nil || ok == 0 {
		return nil, err
	}
	written, err := f.in.View(f.in.Scratch, 4)
	if err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(written)
	if int(size) > budget {
		return nil, nil
	}
	data, err := f.copyOut(ctx, int(size), func(p uint32) error {
		_, err := f.in.Call(ctx, "FPDFAttachment_GetFile", handle, uint64(p), uint64(size), scratch)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &document.Attachment{Name: name, Data: data}, nil
}

// copyOut lets fill write size bytes inside the instance and copies them out.
func (f *File) copyOut(ctx context.Context, size int, fill func(p uint32) error) ([]byte, error) {
	p, err := f.in.Malloc(ctx, size+1)
	if err != nil {
		return nil, err
	}
	if err := fill(p); err != nil {
		return nil, err
	}
	b, err := f.in.View(p, size)
	if err != nil {
		return nil, err
	}
	data := append([]byte(nil), b...)
	return data, f.in.Free(ctx, p)
}
