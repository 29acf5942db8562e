package blob_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// A repeated copy copies new and rewritten objects.
func TestCopy(t *testing.T) {
	t.Parallel()
	from, to := bucketOf(t, testkit.S3(t)), bucketOf(t, testkit.S3(t))
	put := func(key, content string) {
		t.Helper()
		_, err := from.Put(t.Context(), key, bytes.NewReader([]byte(content)))
		require.NoError(t, err)
	}
	want := map[string]string{"docs/a": "1", "results/b/c.json": "{}", "pages/d/1.png": "picture"}
	for key, content := range want {
		put(key, content)
	}
	for _, step := range []struct {
		change        func()
		copied, there int64
	}{
		{func() {}, 3, 0},
		{func() {}, 0, 3},
		{func() {
			put("docs/e", "new")
			put("docs/a", "longer")
			want["docs/e"], want["docs/a"] = "new", "longer"
		}, 2, 2},
	} {
		step.change()
		done, err := blob.Copy(t.Context(), from, to)
		if err != nil || done.Objects != step.copied || done.There != step.there {
			t.Fatalf("%+v, %v, want %d copied and %d there", done, err, step.copied, step.there)
		}
	}
	for key, content := range want {
		r, _, err := to.Get(t.Context(), key)
		require.NoError(t, err)
		got, err := io.ReadAll(r)
		require.NoError(t, err, key)
		assert.Equal(t, string(got), content, key)
		_ = r.Close()
	}
}

func bucketOf(t *testing.T, info testkit.S3Info) *blob.Store {
	t.Helper()
	return bucketThrough(t, info, nil)
}

// bucketThrough lists a tenth as many objects per page as stores do by default.
func bucketThrough(t *testing.T, info testkit.S3Info, transport http.RoundTripper) *blob.Store {
	t.Helper()
	s, err := blob.New(blob.Config{
		Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey, Bucket: info.Bucket,
		Transport: transport, ListPage: 100,
	})
	require.NoError(t, err)
	return s
}
