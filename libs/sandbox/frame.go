package sandbox

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"time"
)

// kind is the purpose of a frame.
type kind uint8

const (
	kindSetup  kind = iota + 1 // to the child, once: settings
	kindReady                  // from the child, once: report
	kindJob                    // to the child: header, then the body
	kindAnswer                 // from the child: what the handler gave
	kindError                  // from the child: the handler's error, or the setup's
	kindAsk                    // from the child, during a job: a question
	kindReply                  // to the child: the answer to it
)

// frame precedes its body, which follows as Size raw bytes. On the wire: a head
// of fixed size (see head), then Header.
type frame struct {
	Kind   kind
	Header []byte
	Size   int64         // of the body, in bytes
	Limit  time.Duration // how long the job may take; 0 for no limit
}

// head is the fixed part of a frame, big endian.
type head struct {
	Kind   kind
	Header uint32
	Size   int64
	Limit  int64 // nanoseconds
}

var errFrame = errors.New("malformed frame")

func writeFrame(w io.Writer, f frame) error {
	if len(f.Header) > math.MaxUint32 {
		return fmt.Errorf("header of %d bytes: %w", len(f.Header), errFrame)
	}
	var b bytes.Buffer
	// Writing fixed-size values to memory cannot fail.
	_ = binary.Write(&b, binary.BigEndian, head{f.Kind, uint32(len(f.Header)), f.Size, int64(f.Limit)})
	b.Write(f.Header)
	_, err := w.Write(b.Bytes())
	return err
}

// readFrame refuses a header of more than maxHeader bytes before it makes room
// for it: the other side may be hostile.
func readFrame(r io.Reader, maxHeader int64) (frame, error) {
	var h head
	if err := binary.Read(r, binary.BigEndian, &h); err != nil {
		return frame{}, err
	}
	if int64(h.Header) > maxHeader {
		return frame{}, fmt.Errorf("header of %d bytes, at most %d are taken: %w", h.Header, maxHeader, errFrame)
	}
	if h.Size < 0 || h.Limit < 0 {
		return frame{}, fmt.Errorf("negative size: %w", errFrame)
	}
	f := frame{Kind: h.Kind, Size: h.Size, Limit: time.Duration(h.Limit)}
	// The header grows as it arrives: a mere announcement costs no memory.
	var b bytes.Buffer
	if _, err := io.CopyN(&b, r, int64(h.Header)); err != nil {
		return frame{}, unexpected(err)
	}
	f.Header = b.Bytes()
	return f, nil
}

// unexpected turns the end of input inside a frame into an error of its own.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
