package s3d

import (
	"context"
	"io"
	"sync"

	"github.com/versity/versitygw/s3api/middlewares"
	"github.com/versity/versitygw/s3response"
)

// folders keeps apart what makes folders and what removes them: shared while objects come
// under their names, held alone while some are removed. The backend removes a folder with
// its last object, and gives an object that it has received its name by making the folders
// first: where one is removed in between, the upload fails.
type folders struct{ sync.RWMutex }

// put has the backend receive an object and give it its name, with the folders shared
// for the latter alone: receiving may take long.
func (s *store) put(ctx context.Context, in s3response.PutObjectInput) (s3response.PutObjectOutput, error) {
	if in.Body == nil {
		in.Body = nothing{}
	}
	body := &received{from: in.Body, end: s.folders.RLock}
	if sum, ok := in.Body.(middlewares.ChecksumReader); ok {
		in.Body = receivedSum{body, sum}
	} else {
		in.Body = body
	}
	out, err := s.posix.PutObject(ctx, in)
	if body.ended {
		s.folders.RUnlock()
	}
	return out, err
}

// received calls end when all was read.
type received struct {
	from  io.Reader
	end   func()
	ended bool
}

func (r *received) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if err == io.EOF && !r.ended {
		r.ended = true
		r.end()
	}
	return n, err
}

// receivedSum is received for a body that has its checksum behind it.
type receivedSum struct {
	*received

	sum middlewares.ChecksumReader
}

func (r receivedSum) Algorithm() string { return r.sum.Algorithm() }
func (r receivedSum) Checksum() string  { return r.sum.Checksum() }

// nothing is the body of a request without one.
type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, io.EOF }
