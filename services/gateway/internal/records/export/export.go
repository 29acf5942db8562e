// Package export writes records as a stream in constant memory: as NDJSON, CSV or a workbook.
package export

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/table"
)

// Format of an export.
type Format string

// Formats by media type. CSVWithMark is CSV with a byte order mark.
const (
	NDJSON      Format = "application/x-ndjson"
	CSV         Format = "text/csv"
	CSVWithMark Format = "text/csv; bom=1"
	XLSX        Format = table.MediaType
)

// ContentType returns the media type of a response.
func (f Format) ContentType() string {
	if f == CSV || f == CSVWithMark {
		return "text/csv; charset=utf-8; header=present" // RFC 4180, section 3
	}
	return string(f)
}

// maxSpool bounds a workbook's temporary files, in bytes.
const maxSpool = 32 << 20

// Source calls each with every selected record, and stops at the first error of each.
type Source func(each func(contract.Record) error) error

// Stream is an export that is written while it is read: it requests the next record when there is room. It
// is not safe for concurrent use.
type Stream struct {
	next   func() ([]byte, bool)
	stop   func()
	failed error // of the writing, once it has ended

	pending []byte // written, not read yet
	err     error  // what Read answers when nothing is pending
}

var errClosed = errors.New("export was closed")

// Open starts an export. It waits for the first output, so that an early error of the source is returned
// here. own are the columns of a table if all records have a caller's fields. Close must be called.
func Open(format Format, source Source, own ...schema.Field) (*Stream, error) {
	s := &Stream{}
	s.next, s.stop = iter.Pull(func(yield func([]byte) bool) {
		s.failed = write(format, own, source, pieces(yield))
	})
	s.advance()
	if s.err != nil && !errors.Is(s.err, io.EOF) {
		s.stop()
		return nil, s.err
	}
	return s, nil
}

// pieces forwards the written bytes.
type pieces func([]byte) bool

func (p pieces) Write(b []byte) (int, error) {
	if len(b) > 0 && !p(b) {
		return 0, errClosed
	}
	return len(b), nil
}

func write(format Format, own []schema.Field, source Source, to io.Writer) error {
	switch format {
	case CSV, CSVWithMark:
		return writeCSV(format == CSVWithMark, own, source, to)
	case XLSX:
		return writeWorkbook(own, source, to)
	case NDJSON:
	}
	return writeLines(nil, appendNDJSON, source, to)
}

func writeCSV(mark bool, own []schema.Field, source Source, to io.Writer) error {
	var first []byte
	if mark {
		first = append(first, table.ByteOrderMark...)
	}
	t := table.NewCSV(own...)
	return writeLines(t.AppendHeader(first), t.AppendRecord, source, to)
}

// writeLines writes a line per record. The header waits for the first record, because the source may fail.
func writeLines(
	first []byte, appendLine func([]byte, contract.Record) ([]byte, error), source Source, to io.Writer,
) error {
	buffer := first
	err := source(func(rec contract.Record) (err error) {
		if buffer, err = appendLine(buffer, rec); err != nil {
			return ofRecord(rec, err)
		}
		_, err = to.Write(buffer)
		buffer = buffer[:0]
		return err
	})
	if err != nil {
		return err
	}
	_, err = to.Write(buffer) // the header of no records
	return err
}

func ofRecord(rec contract.Record, err error) error { return fmt.Errorf("of %s: %w", rec.ID, err) }

// writeWorkbook buffers the workbook's beginning and more, so that an early error of the source comes first.
func writeWorkbook(own []schema.Field, source Source, to io.Writer) (err error) {
	buffered := bufio.NewWriterSize(to, 64<<10)
	book, err := table.NewWorkbook(buffered, table.Options{MaxSpool: maxSpool, Own: own})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	err = source(func(rec contract.Record) error {
		if err := book.Add(rec); err != nil {
			return ofRecord(rec, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return errors.Join(book.Finish(), buffered.Flush())
}

func (s *Stream) advance() {
	defer func() {
		if p := recover(); p != nil { // the source's; it would end the process
			s.err = fmt.Errorf("export: panic: %v", p)
		}
	}()
	var ok bool
	if s.pending, ok = s.next(); ok {
		return
	}
	if s.err = io.EOF; s.failed != nil {
		s.err = fmt.Errorf("export: %w", s.failed)
	}
}

// Read implements io.Reader. After an error other than io.EOF, the export is incomplete.
func (s *Stream) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(s.pending) == 0 {
			if s.err != nil {
				return n, s.err
			}
			s.advance()
			continue
		}
		k := copy(p[n:], s.pending)
		s.pending = s.pending[k:]
		n += k
	}
	return n, nil
}

// Close ends the source. It can be called more than once.
func (s *Stream) Close() error {
	s.stop()
	s.pending, s.err = nil, errClosed
	return nil
}

func appendNDJSON(b []byte, rec contract.Record) ([]byte, error) {
	line, err := json.Marshal(rec)
	return append(append(b, line...), '\n'), err
}
