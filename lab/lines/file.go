package lines

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
)

const magic = "DMLINES1"

// Sample is a line's picture with its text.
type Sample struct {
	Text    string
	Columns int
	Ink     []byte // crop.Rows × Columns, row by row: 0 paper, 255 full ink
}

// Writer writes files of lines: the letters DMLINES1, then for each line its number of columns and of bytes of text as
// 16-bit little-endian numbers, the text in UTF-8, and the ink.
type Writer struct{ to *bufio.Writer }

// NewWriter begins a file.
func NewWriter(w io.Writer) (*Writer, error) {
	to := bufio.NewWriterSize(w, 1<<20)
	if _, err := to.WriteString(magic); err != nil {
		return nil, fmt.Errorf("lines: %w", err)
	}
	return &Writer{to}, nil
}

// Write adds a line. Callers must call Flush after the last one.
func (w *Writer) Write(s Sample) error {
	if s.Columns < 1 || s.Columns > math.MaxUint16 || len(s.Text) > math.MaxUint16 || len(s.Ink) != s.Columns*crop.Rows {
		return fmt.Errorf("lines: %d columns, %d bytes of ink, %d of text", s.Columns, len(s.Ink), len(s.Text))
	}
	var head [4]byte
	binary.LittleEndian.PutUint16(head[:], uint16(s.Columns))    //nolint:gosec // checked above
	binary.LittleEndian.PutUint16(head[2:], uint16(len(s.Text))) //nolint:gosec // checked above
	for _, part := range [][]byte{head[:], []byte(s.Text), s.Ink} {
		if _, err := w.to.Write(part); err != nil {
			return fmt.Errorf("lines: %w", err)
		}
	}
	return nil
}

// Flush writes buffered data.
func (w *Writer) Flush() error { return w.to.Flush() }

// Reader reads files that a Writer wrote.
type Reader struct{ from *bufio.Reader }

// NewReader begins to read a file.
func NewReader(r io.Reader) (*Reader, error) {
	from := bufio.NewReaderSize(r, 1<<20)
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(from, head); err != nil || string(head) != magic {
		return nil, errors.New("lines: not a file of lines")
	}
	return &Reader{from}, nil
}

// Next returns the next line, or io.EOF after the last one.
func (r *Reader) Next() (Sample, error) {
	var head [4]byte
	if _, err := io.ReadFull(r.from, head[:]); errors.Is(err, io.EOF) {
		return Sample{}, io.EOF
	} else if err != nil {
		return Sample{}, fmt.Errorf("lines: %w", err)
	}
	columns, long := int(binary.LittleEndian.Uint16(head[:])), int(binary.LittleEndian.Uint16(head[2:]))
	data := make([]byte, long+columns*crop.Rows)
	if _, err := io.ReadFull(r.from, data); err != nil {
		return Sample{}, fmt.Errorf("lines: cut off: %w", err)
	}
	return Sample{Text: string(data[:long]), Columns: columns, Ink: data[long:]}, nil
}
