package s3d

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/versity/versitygw/s3response"
)

const (
	// pagesAtOnce is how many pages of a listing are read at a time: the backend reads and
	// sorts the names of the whole folder each time, so that pages by themselves would take
	// a time that grows with the square of what is stored.
	pagesAtOnce = 50
	// aheadFor is how long the pages that follow are kept for a client that goes on.
	aheadFor = time.Minute
	// mostAhead bounds the listings of which pages are kept.
	mostAhead = 4
)

// ListObjectsV2 lists as the store was when the pages were read that are answered together,
// at most aheadFor ago.
func (s *store) ListObjectsV2(ctx context.Context, in *s3.ListObjectsV2Input) (s3response.ListObjectsV2Result, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	if in.MaxKeys == nil || *in.MaxKeys < 1 || value(in.Delimiter) != "" {
		out, err := s.posix.ListObjectsV2(ctx, &at)
		out.Name = in.Bucket
		return out, named(err)
	}
	if known, ok := s.ahead.take(placeOf(in, value(in.ContinuationToken))); ok {
		return s.page(in, known), nil
	}
	if s.nothingUnder(value(in.Bucket), value(in.Prefix)) {
		whole := false
		return s.page(in, s3response.ListObjectsV2Result{
			Prefix: in.Prefix, Delimiter: in.Delimiter, StartAfter: in.StartAfter, IsTruncated: &whole,
		}), nil
	}
	many := *in.MaxKeys * pagesAtOnce
	at.MaxKeys = &many
	out, err := s.posix.ListObjectsV2(ctx, &at)
	if err != nil {
		return out, named(err)
	}
	return s.page(in, out), nil
}

// nothingUnder reports that no object can have the prefix, as the folder that it names is
// not there. The backend would look through all names of the folder above it, which an
// erasure asks for twice, for objects that hardly any document has.
func (s *store) nothingUnder(bucket, prefix string) bool {
	end := strings.LastIndex(prefix, "/")
	if end < 0 || !filepath.IsLocal(prefix[:end]) {
		return false
	}
	if _, err := os.Stat(s.path(bucket)); err != nil {
		return false // the backend says what is wrong
	}
	_, err := os.Stat(filepath.Join(s.path(bucket), prefix[:end]))
	return errors.Is(err, fs.ErrNotExist)
}

// page cuts the first page off what was read, and keeps the rest.
func (s *store) page(in *s3.ListObjectsV2Input, read s3response.ListObjectsV2Result) s3response.ListObjectsV2Result {
	page := read
	page.Name, page.MaxKeys, page.ContinuationToken = in.Bucket, in.MaxKeys, nil
	if read.Prefix != nil {
		page.Prefix = in.Prefix // that of a request that is over is not there any more
	}
	if read.StartAfter != nil {
		page.StartAfter = in.StartAfter
	}
	if value(in.ContinuationToken) != "" {
		page.ContinuationToken = in.ContinuationToken
	}
	if n := int(*in.MaxKeys); len(read.Contents) > n {
		more, last := true, read.Contents[n-1].Key
		page.Contents, page.IsTruncated, page.NextContinuationToken = read.Contents[:n], &more, last
		read.Contents = read.Contents[n:]
		s.ahead.keep(placeOf(in, *last), read)
	}
	count := int32(len(page.Contents)) //nolint:gosec // at most MaxKeys
	page.KeyCount = &count
	return page
}

func value(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

// place is where a listing goes on: behind the key after.
type place struct {
	bucket, prefix, after string
	owner                 bool
}

// placeOf copies what it is given: the gateway's strings are parts of the request's memory,
// which is another request's soon after, so that a place that is kept would be renamed to
// one in another bucket.
func placeOf(in *s3.ListObjectsV2Input, after string) place {
	return place{
		strings.Clone(value(in.Bucket)), strings.Clone(value(in.Prefix)), strings.Clone(after),
		in.FetchOwner != nil && *in.FetchOwner,
	}
}

// ahead is what listings have read beyond the pages that were asked for. It is safe for
// concurrent use.
type ahead struct {
	mu   sync.Mutex
	kept []*rest // the oldest first
}

// rest is what follows a place.
type rest struct {
	at      place
	listing s3response.ListObjectsV2Result
}

func (a *ahead) keep(at place, listing s3response.ListObjectsV2Result) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.kept) == mostAhead {
		a.kept = slices.Delete(a.kept, 0, 1)
	}
	r := &rest{at, listing}
	a.kept = append(a.kept, r)
	time.AfterFunc(aheadFor, func() { a.forget(r) })
}

// take hands over what follows a place, and keeps it no more.
func (a *ahead) take(at place) (listing s3response.ListObjectsV2Result, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.IndexFunc(a.kept, func(r *rest) bool { return r.at == at })
	if i < 0 {
		return listing, false
	}
	listing = a.kept[i].listing
	a.kept = slices.Delete(a.kept, i, i+1)
	return listing, true
}

func (a *ahead) forget(r *rest) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept = slices.DeleteFunc(a.kept, func(other *rest) bool { return other == r })
}
