package intake

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
)

const (
	// maxPartHeader bounds the header of one part, in bytes.
	maxPartHeader = 8 << 10
	// readAhead is how much multipart.Reader may read ahead of its current need.
	readAhead = 4 << 10
)

// headerLimitReader bounds part headers. The multipart reader, its consumer, would accept ten megabytes.
type headerLimitReader struct {
	r      io.Reader
	closed bool // a header is being read
	left   int
}

func (g *headerLimitReader) close() { g.closed, g.left = true, maxPartHeader+readAhead }
func (g *headerLimitReader) open()  { g.closed = false }

func (g *headerLimitReader) Read(p []byte) (int, error) {
	if !g.closed {
		return g.r.Read(p)
	}
	if g.left <= 0 {
		return 0, headerTooLong()
	}
	n, err := g.r.Read(p[:min(len(p), g.left)])
	g.left -= n
	return n, err
}

func headerTooLong() error {
	return apierror.New(contract.CodeInvalidRequest, "The header of a form part may have at most %d bytes.", maxPartHeader)
}

// cappedReader refuses a body longer than the files of a batch may be together.
type cappedReader struct {
	r    io.Reader
	left int64
}

func (c *cappedReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.left -= int64(n); c.left < 0 {
		return 0, tooLargeTogether(contract.MaxBatchFiles)
	}
	return n, err
}

// meter counts and hashes a file, refuses what exceeds the limit once one is set, and keeps the error of the source.
type meter struct {
	r    io.Reader
	plan contract.Plan // whose limit holds; none when empty
	n    int64
	sum  hash.Hash
	err  error
}

func newMeter(r io.Reader) *meter { return &meter{r: r, sum: sha256.New()} }

// limit sets the plan whose limit applies from now on.
func (m *meter) limit(plan contract.Plan) { m.plan = plan }

func (m *meter) Read(p []byte) (int, error) {
	if m.err != nil {
		return 0, m.err
	}
	n, err := m.r.Read(p)
	m.n += int64(n)
	m.sum.Write(p[:n])
	if m.plan != "" && m.n > maxFile(m.plan) {
		n, err = 0, &refusal{tooLarge(m.plan)}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		m.err = err
	}
	return n, err
}

// drain reads the rest of a file without a limit, so that the hash covers all of it.
func (m *meter) drain() error {
	m.plan, m.err = "", nil
	_, err := io.Copy(io.Discard, m)
	return err
}

func (m *meter) sha256() string { return hex.EncodeToString(m.sum.Sum(nil)) }

func tooLarge(plan contract.Plan) *apierror.Error {
	limit := maxFile(plan)
	return apierror.New(contract.CodeFileTooLarge,
		"The file exceeds the limit of the %s plan: %d MB (%d bytes).", plan, limit/contract.MiB, limit)
}

func tooLargeTogether(files int) *apierror.Error {
	return apierror.New(contract.CodeFileTooLarge,
		"The request exceeds %d files of the plan's maximum size.", files)
}

func publicFault(err error) error {
	var r *refusal
	if errors.As(err, &r) {
		return r.fault
	}
	return bodyFault(err)
}

func bodyFault(err error) error {
	var f *apierror.Error
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, blob.ErrTruncated):
		return apierror.Wrap(err, contract.CodeInvalidRequest, "The body ends before its closing boundary.")
	}
	return malformed(err)
}

func malformed(err error) error {
	return apierror.Wrap(err, contract.CodeInvalidRequest, "The body is not valid multipart/form-data (RFC 7578).")
}

// readUpTo reads until buf is full or r ends.
func readUpTo(r io.Reader, buf []byte) (int, error) {
	n := 0
	for n < len(buf) {
		m, err := r.Read(buf[n:])
		n += m
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, fmt.Errorf("read body: %w", err)
		}
	}
	return n, nil
}
