package s3d

import (
	"context"
	"io"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/versity/versitygw/s3api/middlewares"
	"github.com/versity/versitygw/s3response"
)

// put has the backend receive an object and give it its name, with the folders shared
// for the latter alone: receiving may take long.
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

// complete has the backend make an object of parts that are here, with the folders shared.
func (s *store) complete(
	ctx context.Context, in *s3.CompleteMultipartUploadInput,
) (s3response.CompleteMultipartUploadResult, string, error) {
	s.folders.RLock()
	defer s.folders.RUnlock()
	return s.posix.CompleteMultipartUpload(ctx, in)
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
