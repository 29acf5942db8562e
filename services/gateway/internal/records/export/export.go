// Package export writes records as a stream, one after the other, in constant
// memory: as NDJSON or as CSV for spreadsheets.
package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/docmill/docmill/libs/contract"
)

// Format of an export.
type Format string

// Formats, by their media types.
const (
	NDJSON Format = "application/x-ndjson"
	CSV    Format = "text/csv"
)

// Source calls each with every record of a selection and stops at the first
// error of each.
type Source func(each func(contract.Record) error) error

// Stream is an export that is written as it is read: the source is asked for
// the next record when there is room for it. It is not safe for concurrent use.
type Stream struct {
	encode func([]byte, contract.Record) ([]byte, error)
	next   func() (contract.Record, bool)
	stop   func()
	failed error // of the source, once it has ended

	pending []byte // written, not read yet
	buffer  []byte // pending's memory
	err     error  // what Read answers when nothing is pending
}

var errClosed = errors.New("export was closed")

// Open starts an export. It waits for the first record, so that a source that
// fails from the start fails here. Close must be called.
func Open(format Format, source Source) (*Stream, error) {
	s := &Stream{encode: appendNDJSON}
	var header []byte
	if format == CSV {
		t := newTable()
		s.encode, header = t.appendRecord, t.header()
	}
	s.next, s.stop = iter.Pull(func(yield func(contract.Record) bool) {
		s.failed = source(func(rec contract.Record) error {
			if !yield(rec) {
				return errClosed
			}
			return nil
		})
	})
	s.advance(header)
	if s.err != nil && !errors.Is(s.err, io.EOF) {
		s.stop()
		return nil, s.err
	}
	return s, nil
}

// advance takes the next record into what is pending, behind prefix.
func (s *Stream) advance(prefix []byte) {
	defer func() {
		if p := recover(); p != nil { // the source's; it would end the process
			s.err = fmt.Errorf("export: panic: %v", p)
		}
	}()
	s.buffer = append(s.buffer[:0], prefix...)
	rec, ok := s.next()
	switch {
	case !ok && s.failed != nil:
		s.err = fmt.Errorf("export: %w", s.failed)
	case !ok:
		s.err = io.EOF
	default:
		if s.buffer, s.err = s.encode(s.buffer, rec); s.err != nil {
			s.err = fmt.Errorf("export of %s: %w", rec.ID, s.err)
		}
	}
	s.pending = s.buffer
}

// Read implements io.Reader. Whatever error but io.EOF it returns, the export is
// not whole.
func (s *Stream) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(s.pending) == 0 {
			if s.err != nil {
				return n, s.err
			}
			s.advance(nil)
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
