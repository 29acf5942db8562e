package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"
)

// frameType is the purpose of a frame.
type frameType uint8

const (
	frameSetup  frameType = iota + 1 // to the child, once: settings
	frameReady                       // from the child, once: report
	frameJob                         // to the child: header, then the body
	frameAnswer                      // from the child: what the handler gave
	frameError                       // from the child: the handler's error, or the setup's
	frameCall                        // from the child, during a job: a question
	frameReply                       // to the child: the answer to it
)

// frame precedes its body of Size raw bytes. On the wire: a head of fixed size (see headSize), then Header.
type frame struct {
	Type   frameType
	Header []byte
	Size   int64         // of the body, in bytes
	Limit  time.Duration // how long the job may take; 0 for no limit
}

// headSize is in bytes: kind (1), sizes of header (4) and body (8), limit in nanoseconds (8), big endian.
const headSize = 1 + 4 + 8 + 8

// portionBytes is written at a time. It is also the pipe's size if allowed, so a small job wakes each process once.
const portionBytes = 256 << 10

var errFrame = errors.New("malformed frame")

func writeFrame(w io.Writer, f frame) error {
	b, err := appendFrame(nil, f)
	if err == nil {
		_, err = w.Write(b)
	}
	return err
}

// appendFrame appends the frame without its body.
func appendFrame(b []byte, f frame) ([]byte, error) {
	if len(f.Header) > math.MaxUint32 {
		return nil, fmt.Errorf("header of %d bytes: %w", len(f.Header), errFrame)
	}
	b = slices.Grow(b, headSize+len(f.Header))
	b = append(b, byte(f.Type))
	b = binary.BigEndian.AppendUint32(b, uint32(len(f.Header)))
	b = binary.BigEndian.AppendUint64(b, uint64(f.Size))
	b = binary.BigEndian.AppendUint64(b, uint64(f.Limit))
	return append(b, f.Header...), nil
}

// readFrame rejects a header above maxHeader bytes before allocating, because the other side may be hostile.
func readFrame(r io.Reader, maxHeader int64) (frame, error) {
	var h [headSize]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return frame{}, err
	}
	header := int64(binary.BigEndian.Uint32(h[1:]))
	f := frame{
		Type: frameType(h[0]), Size: int64(binary.BigEndian.Uint64(h[5:])),
		Limit: time.Duration(binary.BigEndian.Uint64(h[13:])),
	}
	if header > maxHeader {
		return frame{}, fmt.Errorf("header of %d bytes, the maximum is %d: %w", header, maxHeader, errFrame)
	}
	if f.Size < 0 || f.Limit < 0 {
		return frame{}, fmt.Errorf("negative size: %w", errFrame)
	}
	var err error
	f.Header, err = readSized(r, int(header))
	return f, unexpected(err)
}

// trusted is the maximum of bytes allocated before they arrive, so that announced sizes cost no memory.
const trusted = 64 << 10

func readSized(r io.Reader, n int) ([]byte, error) {
	b := make([]byte, min(n, trusted))
	for read := 0; ; {
		m, err := io.ReadFull(r, b[read:])
		if read += m; err != nil {
			return nil, err
		}
		if read == n {
			return b, nil
		}
		b = append(b, make([]byte, min(n-read, read))...)
	}
}

// unexpected converts the end of input inside a frame to an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
