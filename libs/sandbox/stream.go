package sandbox

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// bodyError marks an error as the body's, not the child's.
type bodyError struct{ error }

func (e bodyError) Unwrap() error { return e.error }

// bodyReader records a read error of the body, to distinguish it from a failed write to the child.
type bodyReader struct {
	body io.Reader
	err  error
}

func (r *bodyReader) Read(p []byte) (int, error) {
	n, err := r.body.Read(p)
	r.err = err
	return n, err
}

// blame attributes the error to the body if that failed or ended early.
func (r *bodyReader) blame(err error) error {
	if r.err != nil {
		return bodyError{unexpected(r.err)}
	}
	return err
}

// atEnd requires the end of the body. Checking readers report their errors here.
func (r *bodyReader) atEnd() error {
	if r.err == nil {
		var one [1]byte
		n, err := io.ReadFull(r.body, one[:])
		if n > 0 {
			return bodyError{errors.New("longer than announced")}
		}
		r.err = err
	}
	if !errors.Is(r.err, io.EOF) {
		return bodyError{r.err}
	}
	return nil
}

// tailSize is the kept part of a child's standard error, in bytes.
const tailSize = 8 << 10

// tail keeps the end of the written data.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p[max(0, len(p)-tailSize):]...)
	if over := len(t.buf) - tailSize; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(p), nil
}

func (t *tail) reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = t.buf[:0]
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.buf), "�")
}

// quoted returns the data as a suffix for an error, or "".
func (t *tail) quoted() string {
	if s := strings.TrimSpace(t.String()); s != "" {
		return fmt.Sprintf(" (standard error: %q)", s)
	}
	return ""
}
