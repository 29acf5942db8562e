package blob_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// requests are the methods of requests to a store.
type requests struct {
	mu      sync.Mutex
	methods []string
}

func (r *requests) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	r.methods = append(r.methods, req.Method)
	r.mu.Unlock()
	return http.DefaultTransport.RoundTrip(req)
}

func TestDeleteAllBatches(t *testing.T) {
	t.Parallel()
	info, sent := testkit.S3(t), &requests{}
	s, err := blob.New(blob.Config{Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey,
		Bucket: info.Bucket, Transport: sent})
	require.NoError(t, err)
	const objects = 20
	var keys []string
	for i := range objects {
		keys = append(keys, fmt.Sprintf("docs/%02d & more", i))
	}
	for _, key := range append([]string{"docs/kept"}, keys...) {
		_, err := s.Put(t.Context(), key, strings.NewReader("x"))
		require.NoError(t, err)
	}
	sent.methods = nil
	for range 2 { // the second time they are not there
		require.NoError(t, s.DeleteAll(t.Context(), keys))
	}
	assert.EqualSlices(t, sent.methods, []string{http.MethodPost, http.MethodPost}, "requests")
	assert.NoError(t, s.DeleteAll(t.Context(), nil), "nothing to delete")
	var left []string
	err = s.List(t.Context(), "docs/", func(o blob.Object) error { left = append(left, o.Key); return nil })
	require.NoError(t, err)
	assert.EqualSlices(t, left, []string{"docs/kept"}, "left")
}

// Objects that were not removed are never reported as removed.
func TestDeleteAllFailures(t *testing.T) {
	t.Parallel()
	info := testkit.S3(t)
	s, err := blob.New(blob.Config{Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey,
		Bucket: info.Bucket + "-none"})
	require.NoError(t, err)
	err = s.DeleteAll(t.Context(), []string{"a", "b"})
	assert.True(t, err != nil && strings.Contains(err.Error(), "2 of 2"), "in a bucket that is not there", err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Error(t, store(t).DeleteAll(ctx, []string{"a"}), "a context that has ended removed something")
}
