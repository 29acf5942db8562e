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
	// pagesPerRead pages are read at once: each read sorts the whole directory, so single ones would take quadratic time.
	pagesPerRead = 50
	// cacheTime is how long further pages are kept for the client.
	cacheTime = time.Minute
	// maxCachedListings bounds the listings of which pages are kept.
	maxCachedListings = 4
)

// ListObjectsV2 may answer from pages that were read earlier, at most cacheTime ago.
func (s *store) ListObjectsV2(ctx context.Context, in *s3.ListObjectsV2Input) (s3response.ListObjectsV2Result, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	if in.MaxKeys == nil || *in.MaxKeys < 1 || value(in.Delimiter) != "" {
		out, err := s.posix.ListObjectsV2(ctx, &at)
		out.Name = in.Bucket
		return out, withBucketName(err)
	}
	if known, ok := s.listings.take(placeOf(in, value(in.ContinuationToken))); ok {
		return s.page(in, known), nil
	}
	if s.isEmptyPrefix(value(in.Bucket), value(in.Prefix)) {
		whole := false
		return s.page(in, s3response.ListObjectsV2Result{
			Prefix: in.Prefix, Delimiter: in.Delimiter, StartAfter: in.StartAfter, IsTruncated: &whole,
		}), nil
	}
	many := *in.MaxKeys * pagesPerRead
	at.MaxKeys = &many
	out, err := s.posix.ListObjectsV2(ctx, &at)
	if err != nil {
		return out, withBucketName(err)
	}
	return s.page(in, out), nil
}

// isEmptyPrefix reports whether a prefix's directory is missing: the backend would read all names of the parent.
func (s *store) isEmptyPrefix(bucket, prefix string) bool {
	end := strings.LastIndex(prefix, "/")
	if end < 0 || !filepath.IsLocal(prefix[:end]) {
		return false
	}
	if _, err := os.Stat(s.path(bucket)); err != nil {
		return false // the backend returns the error
	}
	_, err := os.Stat(filepath.Join(s.path(bucket), prefix[:end]))
	return errors.Is(err, fs.ErrNotExist)
}

// page returns the first page of a listing and caches the rest.
func (s *store) page(in *s3.ListObjectsV2Input, read s3response.ListObjectsV2Result) s3response.ListObjectsV2Result {
	page := read
	page.Name, page.MaxKeys, page.ContinuationToken = in.Bucket, in.MaxKeys, nil
	if read.Prefix != nil {
		page.Prefix = in.Prefix // the memory of an earlier request is used again
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
		s.listings.keep(placeOf(in, *last), read)
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

// place is where a listing continues: after a key.
type place struct {
	bucket, prefix, after string
	owner                 bool
}

// placeOf copies the strings: the gateway reuses a request's memory, which would change a cached place.
func placeOf(in *s3.ListObjectsV2Input, after string) place {
	return place{
		strings.Clone(value(in.Bucket)), strings.Clone(value(in.Prefix)), strings.Clone(after),
		in.FetchOwner != nil && *in.FetchOwner,
	}
}

// listingCache has the pages that were read in advance. It is safe for concurrent use.
type listingCache struct {
	mu   sync.Mutex
	kept []*cachedListing // the oldest first
}

// cachedListing are the objects after a place.
type cachedListing struct {
	at      place
	listing s3response.ListObjectsV2Result
}

func (a *listingCache) keep(at place, listing s3response.ListObjectsV2Result) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.kept) == maxCachedListings {
		a.kept = slices.Delete(a.kept, 0, 1)
	}
	r := &cachedListing{at, listing}
	a.kept = append(a.kept, r)
	time.AfterFunc(cacheTime, func() { a.forget(r) })
}

// take returns the cached objects after a place and removes them from the cache.
func (a *listingCache) take(at place) (listing s3response.ListObjectsV2Result, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.IndexFunc(a.kept, func(r *cachedListing) bool { return r.at == at })
	if i < 0 {
		return listing, false
	}
	listing = a.kept[i].listing
	a.kept = slices.Delete(a.kept, i, i+1)
	return listing, true
}

func (a *listingCache) forget(r *cachedListing) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept = slices.DeleteFunc(a.kept, func(other *cachedListing) bool { return other == r })
}
