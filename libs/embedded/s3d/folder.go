package s3d

import (
	"context"
	"io"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/versity/versitygw/s3api/middlewares"
	"github.com/versity/versitygw/s3response"
)

// put lets the backend receive an object and move it to its name. Only the move, which is short, locks the folders.
func (s *store) put(ctx context.Context, in s3response.PutObjectInput) (s3response.PutObjectOutput, error) {
	if in.Body == nil {
		in.Body = http.NoBody
	}
	body := &received{from: in.Body, end: s.folders.RLock}
	defer func() {
		if body.ended {
			s.folders.RUnlock()
		}
	}()
	if sum, ok := in.Body.(middlewares.ChecksumReader); ok {
		in.Body = receivedSum{body, sum}
	} else {
		in.Body = body
	}
	return s.posix.PutObject(ctx, in)
}

// complete lets the backend assemble an object from stored parts, with the folders locked (shared).
func (s *store) complete(
	ctx context.Context, in *s3.CompleteMultipartUploadInput,
) (s3response.CompleteMultipartUploadResult, string, error) {
	s.folders.RLock()
	defer s.folders.RUnlock()
	return s.posix.CompleteMultipartUpload(ctx, in)
}

// received calls end when everything is read.
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

// receivedSum is received for a body with a trailing checksum.
type receivedSum struct {
	*received

	sum middlewares.ChecksumReader
}

func (r receivedSum) Algorithm() string { return r.sum.Algorithm() }
func (r receivedSum) Checksum() string  { return r.sum.Checksum() }
