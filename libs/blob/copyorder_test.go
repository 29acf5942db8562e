package blob_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// fill puts small objects of these keys.
func fill(t *testing.T, s *blob.Store, keys []string) {
	t.Helper()
	g, ctx := errgroup.WithContext(t.Context())
	g.SetLimit(8)
	for _, key := range keys {
		g.Go(func() error { return s.PutBytes(ctx, key, []byte(key)) })
	}
	require.NoError(t, g.Wait())
}

// manyKeys are keys whose folders sort differently: "a-b/x" precedes "a/x", but folder "a" precedes "a-b".
func manyKeys(n int) (keys []string) {
	folders := []string{"a", "a-b", "a-b/c", "a.b", "a0", "a b", "ä", "docs/01a223"}
	for i := range n {
		keys = append(keys, fmt.Sprintf("%s/%05d", folders[i%len(folders)], i))
	}
	return append(keys, "a.", "a0.txt", "a-", "zz")
}

func copied(t *testing.T, from, to *blob.Store) blob.Copied {
	t.Helper()
	done, err := blob.Copy(t.Context(), from, to)
	require.NoError(t, err)
	return done
}

// pages counts the pages of the listings of two buckets, and how far the other's was ahead.
type pages struct {
	mu       sync.Mutex
	from, to int
	ahead    int
}

// counted is a transport that counts the pages of a listing.
type counted func()

func (count counted) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Query().Has("list-type") {
		count()
	}
	return http.DefaultTransport.RoundTrip(r)
}

func (p *pages) countFrom() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.from++
}

func (p *pages) countTo() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to++
	p.ahead = max(p.ahead, p.to-p.from)
}

// For any number of objects, both listings are read concurrently, page by page.
func TestCopyMergedListings(t *testing.T) {
	t.Parallel()
	one, other := testkit.S3(t), testkit.S3(t)
	keys := manyKeys(400)
	fill(t, bucketOf(t, one), keys)
	var p pages
	from, to := bucketThrough(t, one, counted(p.countFrom)), bucketThrough(t, other, counted(p.countTo))
	done := copied(t, from, to)
	require.True(t, int(done.Objects) == len(keys) && done.There == 0, done, "of", len(keys))
	require.NoError(t, bucketOf(t, other).Delete(t.Context(), keys[123]))
	p = pages{}
	done = copied(t, from, to)
	assert.True(t, done.Objects == 1 && int(done.There) == len(keys)-1, done, "want 1 copied and", len(keys)-1, "there")
	// The next page is requested before the present one is processed.
	assert.True(t, p.to >= 5 && p.ahead <= 2,
		p.from, "pages of one listing and", p.to, "of the other, which was", p.ahead, "ahead")
}

// backwards is a transport that turns the order of each page of a listing around.
type backwards struct{ object *regexp.Regexp }

func (b backwards) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil || !r.URL.Query().Has("list-type") {
		return answer, err
	}
	whole, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	found := b.object.FindAll(whole, -1)
	slices.Reverse(found)
	turned := b.object.ReplaceAllFunc(whole, func([]byte) []byte {
		next := found[0]
		found = found[1:]
		return next
	})
	answer.Body = io.NopCloser(bytes.NewReader(turned))
	return answer, nil
}

// If a store does not list keys in order, it is asked for each object.
func TestCopyUnorderedListings(t *testing.T) {
	t.Parallel()
	turn := backwards{regexp.MustCompile(`(?s)<Contents>.*?</Contents>`)}
	one, other := testkit.S3(t), testkit.S3(t)
	from, to := bucketOf(t, one), bucketOf(t, other)
	keys := manyKeys(100)
	fill(t, from, keys)
	// A single object's time has whole seconds.
	time.Sleep(time.Until(time.Now().Truncate(time.Second).Add(time.Second)))
	done := copied(t, from, to)
	require.Equal(t, int(done.Objects), len(keys), done)
	for name, pair := range map[string][2]*blob.Store{
		"from": {bucketThrough(t, one, turn), to},
		"to":   {from, bucketThrough(t, other, turn)},
		"both": {bucketThrough(t, one, turn), bucketThrough(t, other, turn)},
	} {
		require.NoError(t, to.Delete(t.Context(), keys[50]))
		done := copied(t, pair[0], pair[1])
		assert.True(t, done.Objects == 1 && int(done.There) == len(keys)-1, name, done, "of", len(keys), "want 1 copied")
	}
}
