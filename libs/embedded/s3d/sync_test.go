package s3d_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/versity/versitygw/backend"
	"github.com/versity/versitygw/s3response"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/s3d"
	"github.com/docmill/docmill/libs/require"
)

func put(t *testing.T, be backend.Backend, bucket, key, content string) error {
	t.Helper()
	length := int64(len(content))
	_, err := be.PutObject(t.Context(), s3response.PutObjectInput{
		Bucket: &bucket, Key: &key, ContentLength: &length, Body: strings.NewReader(content),
	})
	return err
}

func createBucket(t *testing.T, be backend.Backend, bucket string) {
	t.Helper()
	in := &s3.CreateBucketInput{Bucket: &bucket, CreateBucketConfiguration: &types.CreateBucketConfiguration{}}
	require.NoError(t, be.CreateBucket(t.Context(), in, []byte("{}")), "create bucket")
}

// recorded opens a store that records its fsync calls, relative to its folder.
func recorded(t *testing.T, dir string, synced *[]string) backend.Backend {
	t.Helper()
	var mu sync.Mutex // files and directories are forced beside each other
	be, err := s3d.OpenStore(dir, func(path string) error {
		rel, err := filepath.Rel(dir, path)
		mu.Lock()
		defer mu.Unlock()
		*synced = append(*synced, rel)
		return err
	})
	require.NoError(t, err)
	t.Cleanup(be.Shutdown)
	return be
}

func TestPutSyncs(t *testing.T) {
	t.Parallel()
	for name, sidecar := range map[string]bool{"attributes": false, "sidecar": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if sidecar {
				require.NoError(t, os.Mkdir(filepath.Join(dir, "meta"), 0o700))
			}
			var synced []string
			be := recorded(t, dir, &synced)
			createBucket(t, be, "papers")
			want := []string{"buckets", "buckets/papers"}
			if sidecar {
				want = append(want, "meta", "meta/papers", "meta/papers/meta", "meta/papers/meta/acl")
			}
			requireAll(t, "bucket", synced, want)

			synced = nil
			require.NoError(t, put(t, be, "papers", "2026/11/a.pdf", "content"))
			want = []string{"buckets/papers/2026/11/a.pdf", "buckets/papers/2026/11", "buckets/papers/2026", "buckets/papers"}
			if sidecar {
				want = append(want, "meta/papers/2026/11/a.pdf/meta/etag", "meta/papers/2026/11/a.pdf/meta", "meta/papers/2026")
			}
			requireAll(t, "object", synced, want)
		})
	}
}

func TestSyncedDirectories(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var synced []string
	be := recorded(t, dir, &synced)
	createBucket(t, be, "papers")
	puts := func(keys ...string) {
		t.Helper()
		for _, key := range keys {
			synced = nil
			require.NoError(t, put(t, be, "papers", key, "content"))
		}
	}
	puts("2026/11/a.pdf", "2026/11/b.pdf")
	requireAll(t, "second object", synced, []string{"buckets/papers/2026/11/b.pdf", "buckets/papers/2026/11"})
	if len(synced) > 2 && s3d.Tells(dir) {
		t.Errorf("synced %q for the second object, want the file and its directory", synced)
	}

	puts("2026/12/a.pdf")
	requireAll(t, "new directory", synced, []string{"buckets/papers/2026/12", "buckets/papers/2026"})

	// The backend removes directories with their last object.
	for _, key := range []string{"2026/11/a.pdf", "2026/11/b.pdf", "2026/12/a.pdf"} {
		bucket := "papers"
		_, err := be.DeleteObject(t.Context(), &s3.DeleteObjectInput{Bucket: &bucket, Key: &key})
		require.NoError(t, err)
	}
	_, err := os.Stat(filepath.Join(dir, "buckets/papers/2026"))
	require.ErrorIs(t, err, os.ErrNotExist, "the directory is still there")
	puts("2026/11/a.pdf")
	requireAll(t, "directories made again", synced, []string{"buckets/papers/2026/11", "buckets/papers/2026", "buckets/papers"})
}

func TestPutDiskError(t *testing.T) {
	t.Parallel()
	broken := errors.New("input/output error")
	failing := false
	be, err := s3d.OpenStore(t.TempDir(), func(string) error {
		if failing {
			return broken
		}
		return nil
	})
	require.NoError(t, err)
	t.Cleanup(be.Shutdown)
	createBucket(t, be, "papers")
	failing = true
	require.ErrorIs(t, put(t, be, "papers", "a.pdf", "content"), broken, "put answered")
}

func requireAll(t *testing.T, what string, got, want []string) {
	t.Helper()
	for _, path := range want {
		assert.True(t, slices.Contains(got, path), what, path, "was not synced; synced", got)
	}
}

// A bucket that is made again under a name has its own access list, not the one that was
// read of the bucket before it.
func TestAccessListOfRecreatedBucket(t *testing.T) {
	t.Parallel()
	be := recorded(t, t.TempDir(), new([]string))
	name := "docs"
	for _, acl := range []string{`{"Owner":"a"}`, `{"Owner":"b"}`} {
		in := &s3.CreateBucketInput{Bucket: &name, CreateBucketConfiguration: &types.CreateBucketConfiguration{}}
		require.NoError(t, be.CreateBucket(t.Context(), in, []byte(acl)))
		for range 2 {
			got, err := be.GetBucketAcl(t.Context(), &s3.GetBucketAclInput{Bucket: &name})
			assert.NoError(t, err)
			assert.Equal(t, string(got), acl)
		}
		require.NoError(t, be.DeleteBucket(t.Context(), name))
		_, err := be.GetBucketAcl(t.Context(), &s3.GetBucketAclInput{Bucket: &name})
		assert.Error(t, err, "the access list of a bucket that is not there any more was found")
	}
}
