package blob_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

func store(t *testing.T) *blob.Store {
	t.Helper()
	info := testkit.S3(t)
	s, err := blob.New(blob.Config{Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey,
		Bucket: info.Bucket})
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, s.EnsureBucket(t.Context()))
	}
	return s
}

func read(t *testing.T, s *blob.Store, key string) []byte {
	t.Helper()
	r, size, err := s.Get(t.Context(), key)
	require.NoError(t, err)
	defer r.Close()
	b, err := io.ReadAll(r)
	require.NoError(t, err, len(b))
	require.Equal(t, int64(len(b)), size, len(b), "bytes")
	return b
}

func TestPutSizes(t *testing.T) {
	t.Parallel()
	s := store(t)
	for _, size := range []int{0, 1, 1<<20 - 1, 1 << 20, 1<<20 + 1, 5 << 20, 11<<20 + 7} {
		data := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
		n, err := s.Put(t.Context(), "docs/a", iotest.HalfReader(bytes.NewReader(data)))
		require.NoError(t, err, size)
		require.Equal(t, n, int64(size), "size", size)
		require.True(t, bytes.Equal(read(t, s, "docs/a"), data), "size", size, "came back changed")
	}
}

func TestGetRange(t *testing.T) {
	t.Parallel()
	s := store(t)
	_, err := s.Put(t.Context(), "docs/a", strings.NewReader("0123456789"))
	require.NoError(t, err)
	for want, at := range map[string][2]int64{"0": {0, 1}, "3456": {3, 4}, "9": {9, 1}, "0123456789": {0, 10}} {
		r, err := s.GetRange(t.Context(), "docs/a", at[0], at[1])
		require.NoError(t, err)
		got, err := io.ReadAll(r)
		err = errors.Join(err, r.Close())
		assert.True(t, err == nil && string(got) == want, at, string(got), err)
	}
	_, err = s.GetRange(t.Context(), "docs/b", 0, 1)
	assert.ErrorIs(t, err, blob.ErrNotFound, "an object that is not there")
	_, err = s.GetRange(t.Context(), "docs/a", -1, 1)
	assert.Error(t, err, "a negative offset was taken")
}

// A client that disconnects must not leave a partial file that looks complete: minio-go alone would store
// it.
func TestPutFromBrokenSource(t *testing.T) {
	t.Parallel()
	s := store(t)
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		size int
		err  error
		want error
	}{
		"small, truncated": {1000, io.ErrUnexpectedEOF, blob.ErrTruncated},
		"large, truncated": {7 << 20, io.ErrUnexpectedEOF, blob.ErrTruncated},
		"large, broken":    {7 << 20, broken, broken},
	} {
		src := io.MultiReader(bytes.NewReader(make([]byte, c.size)), iotest.ErrReader(c.err))
		key := "docs/" + strings.ReplaceAll(name, ", ", "-")
		_, err := s.Put(t.Context(), key, src)
		assert.ErrorIs(t, err, c.want, name)
		_, _, err = s.Get(t.Context(), key)
		assert.ErrorIs(t, err, blob.ErrNotFound, name, "something was kept")
	}
}

func TestPresign(t *testing.T) {
	t.Parallel()
	s := store(t)
	put, err := s.PresignPut(t.Context(), "results/a", time.Minute)
	require.NoError(t, err)
	do := func(method, url, body string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
		require.NoError(t, err)
		resp, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return resp.StatusCode, string(b)
	}
	status, body := do(http.MethodPut, put, "result")
	require.Equal(t, status, http.StatusOK, "put", body)
	get, err := s.PresignGet(t.Context(), "results/a", time.Minute)
	require.NoError(t, err)
	status, body = do(http.MethodGet, get, "")
	require.True(t, status == http.StatusOK && body == "result", "get", status, body)
	status, _ = do(http.MethodGet, strings.Replace(get, "results/a", "results/b", 1), "")
	require.Equal(t, status, http.StatusForbidden, "another key")
}

func TestEachAndDelete(t *testing.T) {
	t.Parallel()
	s := store(t)
	for _, key := range []string{"docs/a", "docs/b", "results/a"} {
		_, err := s.Put(t.Context(), key, strings.NewReader("x"))
		require.NoError(t, err)
	}
	listAfter := func(after string, before time.Time) (keys []string) {
		err := s.EachAfter(t.Context(), "docs/", after, before, func(key string) error {
			keys = append(keys, key)
			return nil
		})
		require.NoError(t, err)
		return keys
	}
	list := func(before time.Time) (keys []string) {
		err := s.Each(t.Context(), "docs/", before, func(key string) error { keys = append(keys, key); return nil })
		require.NoError(t, err)
		return keys
	}
	got := list(time.Now().Add(time.Hour))
	require.Equal(t, len(got), 2, got)
	require.Empty(t, list(time.Now().Add(-time.Hour)), "too young")
	for after, want := range map[string][]string{
		"": {"docs/a", "docs/b"}, "docs/a": {"docs/b"}, "docs/aa": {"docs/b"}, "docs/b": nil,
	} {
		assert.EqualSlices(t, listAfter(after, time.Now().Add(time.Hour)), want, "after", after)
	}
	for range 2 {
		require.NoError(t, s.Delete(t.Context(), "docs/a"))
	}
	got = list(time.Now().Add(time.Hour))
	require.Equal(t, len(got), 1, got)
	require.NoError(t, s.AbortUploads(context.Background(), "docs/", time.Now().Add(time.Hour)))
}
