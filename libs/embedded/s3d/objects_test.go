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

	"github.com/docmill/docmill/libs/embedded/s3d"
)

func TestPutStatAndRange(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	err := putString(t, c, "in/a.pdf", "abcdef", minio.PutObjectOptions{
		ContentType: "application/pdf", UserMetadata: map[string]string{"origin": "test"},
	})
	if err != nil {
		t.Fatal(err)
	}
	info, err := c.StatObject(t.Context(), bucket, "in/a.pdf", minio.StatObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if info.Size != 6 || info.ContentType != "application/pdf" || info.UserMetadata["Origin"] != "test" {
		t.Errorf("stat: %+v", info)
	}
	var part minio.GetObjectOptions
	if err := part.SetRange(1, 3); err != nil {
		t.Fatal(err)
	}
	if got := get(t, c, "in/a.pdf", part); string(got) != "bcd" {
		t.Errorf("range: %q", got)
	}
}

func TestMultipartUpload(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	content := make([]byte, 6<<20)
	_, _ = rand.Read(content)
	_, err := c.PutObject(t.Context(), bucket, "in/large", bytes.NewReader(content), -1,
		minio.PutObjectOptions{PartSize: 5 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if got := get(t, c, "in/large", minio.GetObjectOptions{}); !bytes.Equal(got, content) {
		t.Errorf("got %d bytes back, not the %d that went in", len(got), len(content))
	}
}

func TestIncompleteUploads(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	core := minio.Core{Client: c}
	_, err := core.NewMultipartUpload(t.Context(), bucket, "in/open", minio.PutObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := incomplete(t, c); got != "in/open" {
		t.Fatalf("incomplete uploads: %q", got)
	}
	if err := c.RemoveIncompleteUpload(t.Context(), bucket, "in/open"); err != nil {
		t.Fatal(err)
	}
	if got := incomplete(t, c); got != "" {
		t.Fatalf("incomplete uploads after the abort: %q", got)
	}
}

func incomplete(t *testing.T, c *minio.Client) string {
	t.Helper()
	var keys []string
	for u := range c.ListIncompleteUploads(t.Context(), bucket, "", true) {
		if u.Err != nil {
			t.Fatal(u.Err)
		}
		keys = append(keys, u.Key)
	}
	return strings.Join(keys, " ")
}

func TestWriteOnce(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	var opts minio.PutObjectOptions
	opts.SetMatchETagExcept("*")
	if err := putString(t, c, "once", "first", opts); err != nil {
		t.Fatal(err)
	}
	requireCode(t, putString(t, c, "once", "second", opts), minio.PreconditionFailed)
}

func TestListAndDelete(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	for _, key := range []string{"in/a", "in/deep/b", "out/c"} {
		if err := putString(t, c, key, "x", minio.PutObjectOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	var keys []string
	for o := range c.ListObjects(t.Context(), bucket, minio.ListObjectsOptions{Prefix: "in/", Recursive: true}) {
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		keys = append(keys, o.Key)
	}
	if got := strings.Join(keys, " "); got != "in/a in/deep/b" {
		t.Errorf("keys: %s", got)
	}
	if err := c.RemoveObject(t.Context(), bucket, "in/deep/b", minio.RemoveObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	_, err := c.StatObject(t.Context(), bucket, "in/deep/b", minio.StatObjectOptions{})
	requireCode(t, err, minio.NoSuchKey)
}

func TestBuckets(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	if err := c.MakeBucket(t.Context(), "invoices", minio.MakeBucketOptions{}); err != nil {
		t.Fatal(err)
	}
	requireCode(t, c.MakeBucket(t.Context(), bucket, minio.MakeBucketOptions{}), "BucketAlreadyOwnedByYou")

	all, err := c.ListBuckets(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].Name != "invoices" || all[1].Name != bucket {
		t.Errorf("buckets: %+v", all)
	}

	if err := putString(t, c, "a", "b", minio.PutObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	err = c.RemoveBucket(t.Context(), bucket)
	requireCode(t, err, "BucketNotEmpty")
	if name := minio.ToErrorResponse(err).BucketName; name != bucket {
		t.Errorf("the error names bucket %q, want %q", name, bucket)
	}
	if err := c.RemoveBucket(t.Context(), "invoices"); err != nil {
		t.Fatal(err)
	}
	_, err = c.GetObject(t.Context(), "..", "etc/passwd", minio.GetObjectOptions{})
	if err == nil {
		t.Error("a bucket outside the store was accepted")
	}
	_, err = c.StatObject(t.Context(), "missing", "a", minio.StatObjectOptions{})
	if err == nil {
		t.Error("an object of a missing bucket was found")
	}
}

// Extractors hold no S3 credentials: they use URLs with any HTTP client.
func TestPresignWithoutTLS(t *testing.T) {
	c := clientWithBucket(t, start(t, s3d.Config{}))
	var web http.Client
	t.Cleanup(web.CloseIdleConnections)

	url, err := c.PresignedPutObject(t.Context(), bucket, "result.json", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	requireStatus(t, &web, http.MethodPut, url.String(), "{}", http.StatusOK)
	url, err = c.PresignedGetObject(t.Context(), bucket, "result.json", time.Minute, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := requireStatus(t, &web, http.MethodGet, url.String(), "", http.StatusOK); got != "{}" {
		t.Errorf("got %q", got)
	}
	url.Path = strings.Replace(url.Path, "result", "another", 1)
	requireStatus(t, &web, http.MethodGet, url.String(), "", http.StatusForbidden)
	url.RawQuery = ""
	requireStatus(t, &web, http.MethodGet, url.String(), "", http.StatusForbidden)
}

func requireStatus(t *testing.T, web *http.Client, method, url, body string, want int) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := web.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != want {
		t.Fatalf("%s: status %d, want %d: %s", method, res.StatusCode, want, data)
	}
	return string(data)
}

func BenchmarkPut100KB(b *testing.B) {
	s, err := s3d.Start(b.Context(), s3d.Config{Dir: b.TempDir(), AccessKey: accessKey, SecretKey: secretKey})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	c, err := minio.New(s.Endpoint(), &minio.Options{
		Creds: credentials.NewStaticV4(accessKey, secretKey, ""), Region: s3d.Region, Transport: s.Transport(),
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := c.MakeBucket(b.Context(), bucket, minio.MakeBucketOptions{}); err != nil {
		b.Fatal(err)
	}
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
