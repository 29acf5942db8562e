package s3d_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"unsafe"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/versity/versitygw/backend"
	"github.com/versity/versitygw/s3response"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/s3d"
	"github.com/docmill/docmill/libs/require"
)

// filled is a store with n objects under docs/; it returns their keys.
func filled(t testing.TB, n int) (be backend.Backend, dir string, keys []string) {
	t.Helper()
	dir = t.TempDir()
	be, err := s3d.OpenStore(dir, func(string) error { return nil })
	require.NoError(t, err)
	t.Cleanup(be.Shutdown)
	docs := filepath.Join(dir, "buckets", "papers", "docs")
	require.NoError(t, os.MkdirAll(docs, 0o700))
	for i := range n {
		key := fmt.Sprintf("%06d", i)
		require.NoError(t, os.WriteFile(filepath.Join(docs, key), []byte("x"), 0o600))
		keys = append(keys, "docs/"+key)
	}
	return be, dir, keys
}

func listed(t testing.TB, be backend.Backend, prefix string, perPage int32) (keys []string) {
	t.Helper()
	return listedWhile(t, be, prefix, perPage, func(int) {})
}

func listedWhile(
	t testing.TB, be backend.Backend, prefix string, perPage int32, between func(page int),
) (keys []string) {
	t.Helper()
	bucket, delimiter, after, token := "papers", "", "", ""
	for page := 0; ; page++ {
		out, err := be.ListObjectsV2(t.Context(), &s3.ListObjectsV2Input{
			Bucket: &bucket, Prefix: &prefix, Delimiter: &delimiter, StartAfter: &after, ContinuationToken: &token,
			MaxKeys: &perPage,
		})
		require.NoError(t, err)
		if len(out.Contents) > int(perPage) || int(*out.KeyCount) != len(out.Contents) || *out.Name != bucket ||
			*out.MaxKeys != perPage {
			t.Fatalf("page %d has %d objects, says %d of at most %d in %s", page, len(out.Contents), *out.KeyCount, *out.MaxKeys,
				*out.Name)
		}
		for _, o := range out.Contents {
			keys = append(keys, *o.Key)
		}
		if !*out.IsTruncated {
			return keys
		}
		token = *out.NextContinuationToken
		between(page)
	}
}

// A listing has every object once and in order, for any page size and with or without cached pages.
func TestCompleteListings(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 3, 150, 151, 460} {
		be, _, keys := filled(t, n)
		got := listed(t, be, "docs/", 3)
		assert.EqualSlices(t, got, keys, len(got), "objects of", n)
	}
	be, _, keys := filled(t, 460)
	var all sync.WaitGroup
	for range 12 { // more than there is room for
		all.Go(func() {
			got := listed(t, be, "docs/", 7)
			assert.EqualSlices(t, got, keys, len(got), "objects of", len(keys), "beside other listings")
		})
	}
	all.Wait()
}

// Removing objects during a listing, as a sweep does, hides no others.
func TestListDuringRemoval(t *testing.T) {
	t.Parallel()
	be, dir, keys := filled(t, 460)
	removed := 0
	got := listedWhile(t, be, "docs/", 3, func(page int) {
		for ; removed < 3*(page+1); removed++ {
			assert.NoError(t, os.Remove(filepath.Join(dir, "buckets", "papers", keys[removed])))
		}
	})
	assert.EqualSlices(t, got, keys, len(got), "objects of", len(keys))
}

// Cached pages belong to one bucket, although the gateway reuses the memory of the bucket's name.
func TestListTwoBuckets(t *testing.T) {
	t.Parallel()
	be, dir, keys := filled(t, 12)
	buckets := filepath.Join(dir, "buckets")
	require.NoError(t, os.CopyFS(filepath.Join(buckets, "plants"), os.DirFS(filepath.Join(buckets, "papers"))))
	require.NoError(t, os.Remove(filepath.Join(buckets, "plants", keys[7])))
	page := func(bucket, token string) (s3response.ListObjectsV2Result, error) {
		prefix, empty, most := "docs/", "", int32(5)
		return be.ListObjectsV2(t.Context(), &s3.ListObjectsV2Input{
			Bucket: &bucket, Prefix: &prefix, Delimiter: &empty, StartAfter: &empty, ContinuationToken: &token, MaxKeys: &most,
		})
	}
	request := []byte("papers")
	first, err := page(unsafe.String(unsafe.SliceData(request), len(request)), "")
	require.NoError(t, err)
	copy(request, "plants")
	second, err := page("plants", *first.NextContinuationToken)
	if err != nil || len(second.Contents) != 5 || *second.Contents[2].Key != keys[8] {
		t.Errorf("%+v, %v, want what follows %s", second.Contents, err, *first.NextContinuationToken)
	}
}

func TestPrefixListings(t *testing.T) {
	t.Parallel()
	be, dir, _ := filled(t, 12)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "buckets", "papers", "pages", "a"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "buckets", "papers", "pages", "a", "1"), nil, 0o600))
	for prefix, want := range map[string][]string{
		"pages/": {"pages/a/1"}, "pages/a": {"pages/a/1"}, "pages/a/": {"pages/a/1"}, "pages/b/": nil, "pages/b": nil,
		"docs/00001": {"docs/000010", "docs/000011"}, "docs/000001/": nil, "docs/x/y": nil, "pag": {"pages/a/1"}, "x/": nil,
		"../buckets/papers/docs/": nil, "/": nil,
	} {
		assert.EqualSlices(t, listed(t, be, prefix, 5), want, prefix)
	}
	bucket, prefix, empty, most := "none", "docs/x/", "", int32(5)
	_, err := be.ListObjectsV2(t.Context(), &s3.ListObjectsV2Input{
		Bucket: &bucket, Prefix: &prefix, Delimiter: &empty, StartAfter: &empty, ContinuationToken: &empty, MaxKeys: &most,
	})
	assert.Error(t, err, "a bucket that is not there was listed")
}

// BenchmarkListing lists a folder by pages of a thousand; the time per object should not depend on their
// number.
func BenchmarkListing(b *testing.B) {
	for _, n := range []int{10_000, 40_000, 160_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			be, _, _ := filled(b, n)
			for b.Loop() {
				listed(b, be, "docs/", 1000)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/object")
		})
	}
}

// BenchmarkFolders is BenchmarkListing for objects that lie in folders of a thousand.
func BenchmarkFolders(b *testing.B) {
	for _, n := range []int{10_000, 40_000, 160_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			be, dir, keys := filled(b, n)
			for i, key := range keys {
				folder := filepath.Join(dir, "buckets", "papers", "docs", fmt.Sprintf("folder-%03d", i/1000))
				require.NoError(b, os.MkdirAll(folder, 0o700))
				err := os.Rename(filepath.Join(dir, "buckets", "papers", key), filepath.Join(folder, filepath.Base(key)))
				require.NoError(b, err)
			}
			for b.Loop() {
				if got := listed(b, be, "docs/", 1000); len(got) != n {
					b.Fatalf("%d objects, want %d", len(got), n)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/object")
		})
	}
}

// BenchmarkListMissingFolder lists a missing folder, as an erasure does, beside many others.
func BenchmarkListMissingFolder(b *testing.B) {
	for _, n := range []int{1000, 10_000, 40_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			be, dir, keys := filled(b, n)
			for _, key := range keys {
				folder := filepath.Join(dir, "buckets", "papers", "pages", filepath.Base(key))
				require.NoError(b, os.MkdirAll(folder, 0o700))
				require.NoError(b, os.WriteFile(filepath.Join(folder, "1"), nil, 0o600))
			}
			for b.Loop() {
				listed(b, be, "pages/none/", 1000)
			}
		})
	}
}
