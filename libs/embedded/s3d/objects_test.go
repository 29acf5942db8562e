package s3d_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/s3d"
	"github.com/docmill/docmill/libs/require"
)

func TestPutStatAndRange(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	err := putString(t, c, "in/a.pdf", "abcdef", minio.PutObjectOptions{
		ContentType: "application/pdf", UserMetadata: map[string]string{"origin": "test"},
	})
	require.NoError(t, err)
	info, err := c.StatObject(t.Context(), bucket, "in/a.pdf", minio.StatObjectOptions{})
	require.NoError(t, err)
	if info.Size != 6 || info.ContentType != "application/pdf" || info.UserMetadata["Origin"] != "test" {
		t.Errorf("stat: %+v", info)
	}
	var part minio.GetObjectOptions
	require.NoError(t, part.SetRange(1, 3))
	assert.Equal(t, string(get(t, c, "in/a.pdf", part)), "bcd", "range")
}

func TestMultipartUpload(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	content := make([]byte, 6<<20)
	_, _ = rand.Read(content)
	_, err := c.PutObject(t.Context(), bucket, "in/large", bytes.NewReader(content), -1,
		minio.PutObjectOptions{PartSize: 5 << 20})
	require.NoError(t, err)
	got := get(t, c, "in/large", minio.GetObjectOptions{})
	assert.True(t, bytes.Equal(got, content), "got", len(got), "bytes back, not the", len(content), "that went in")
}

func TestIncompleteUploads(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	core := minio.Core{Client: c}
	_, err := core.NewMultipartUpload(t.Context(), bucket, "in/open", minio.PutObjectOptions{})
	require.NoError(t, err)
	require.Equal(t, incomplete(t, c), "in/open", "incomplete uploads")
	require.NoError(t, c.RemoveIncompleteUpload(t.Context(), bucket, "in/open"))
	require.Equal(t, incomplete(t, c), "", "incomplete uploads after the abort")
}

func incomplete(t *testing.T, c *minio.Client) string {
	t.Helper()
	var keys []string
	for u := range c.ListIncompleteUploads(t.Context(), bucket, "", true) {
		require.NoError(t, u.Err)
		keys = append(keys, u.Key)
	}
	return strings.Join(keys, " ")
}

func TestWriteOnce(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	var opts minio.PutObjectOptions
	opts.SetMatchETagExcept("*")
	require.NoError(t, putString(t, c, "once", "first", opts))
	requireCode(t, putString(t, c, "once", "second", opts), minio.PreconditionFailed)
}

func TestListAndDelete(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	for _, key := range []string{"in/a", "in/deep/b", "out/c"} {
		require.NoError(t, putString(t, c, key, "x", minio.PutObjectOptions{}))
	}
	var keys []string
	for o := range c.ListObjects(t.Context(), bucket, minio.ListObjectsOptions{Prefix: "in/", Recursive: true}) {
		require.NoError(t, o.Err)
		keys = append(keys, o.Key)
	}
	assert.Equal(t, strings.Join(keys, " "), "in/a in/deep/b", "keys")
	require.NoError(t, c.RemoveObject(t.Context(), bucket, "in/deep/b", minio.RemoveObjectOptions{}))
	_, err := c.StatObject(t.Context(), bucket, "in/deep/b", minio.StatObjectOptions{})
	requireCode(t, err, minio.NoSuchKey)
}

func TestBuckets(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	require.NoError(t, c.MakeBucket(t.Context(), "invoices", minio.MakeBucketOptions{}))
	requireCode(t, c.MakeBucket(t.Context(), bucket, minio.MakeBucketOptions{}), "BucketAlreadyOwnedByYou")

	all, err := c.ListBuckets(t.Context())
	require.NoError(t, err)
	assert.True(t, len(all) == 2 && all[0].Name == "invoices" && all[1].Name == bucket, "buckets", all)

	require.NoError(t, putString(t, c, "a", "b", minio.PutObjectOptions{}))
	err = c.RemoveBucket(t.Context(), bucket)
	requireCode(t, err, "BucketNotEmpty")
	assert.Equal(t, minio.ToErrorResponse(err).BucketName, bucket, "bucket of the error")
	require.NoError(t, c.RemoveBucket(t.Context(), "invoices"))
	_, err = c.GetObject(t.Context(), "..", "etc/passwd", minio.GetObjectOptions{})
	assert.Error(t, err, "a bucket outside the store was accepted")
	_, err = c.StatObject(t.Context(), "missing", "a", minio.StatObjectOptions{})
	assert.Error(t, err, "an object of a missing bucket was found")
}

// Extractors hold no S3 credentials: they use URLs with any HTTP client.
func TestPresignWithoutTLS(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	var web http.Client
	t.Cleanup(web.CloseIdleConnections)

	url, err := c.PresignedPutObject(t.Context(), bucket, "result.json", time.Minute)
	require.NoError(t, err)
	requireStatus(t, &web, http.MethodPut, url.String(), "{}", http.StatusOK)
	url, err = c.PresignedGetObject(t.Context(), bucket, "result.json", time.Minute, nil)
	require.NoError(t, err)
	assert.Equal(t, requireStatus(t, &web, http.MethodGet, url.String(), "", http.StatusOK), "{}")
	url.Path = strings.Replace(url.Path, "result", "another", 1)
	requireStatus(t, &web, http.MethodGet, url.String(), "", http.StatusForbidden)
	url.RawQuery = ""
	requireStatus(t, &web, http.MethodGet, url.String(), "", http.StatusForbidden)
}

func requireStatus(t *testing.T, web *http.Client, method, url, body string, want int) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	require.NoError(t, err)
	res, err := web.Do(req)
	require.NoError(t, err)
	data, err := io.ReadAll(res.Body)
	require.NoError(t, errors.Join(err, res.Body.Close()))
	require.Equal(t, res.StatusCode, want, method, "status", string(data))
	return string(data)
}

func BenchmarkPut100KB(b *testing.B) {
	s, err := s3d.Start(b.Context(), s3d.Config{Dir: b.TempDir(), AccessKey: accessKey, SecretKey: secretKey})
	require.NoError(b, err)
	b.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	c, err := minio.New(s.Endpoint(), &minio.Options{
		Creds: credentials.NewStaticV4(accessKey, secretKey, ""), Region: s3d.Region, Transport: s.Transport(),
	})
	require.NoError(b, err)
	require.NoError(b, c.MakeBucket(b.Context(), bucket, minio.MakeBucketOptions{}))
	content := bytes.Repeat([]byte("docmill!"), 100<<10/8)
	b.SetBytes(int64(len(content)))
	for i := 0; b.Loop(); i++ {
		key := fmt.Sprintf("in/%d", i)
		if _, err := c.PutObject(b.Context(), bucket, key, bytes.NewReader(content), int64(len(content)),
			minio.PutObjectOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
