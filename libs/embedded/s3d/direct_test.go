package s3d_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/s3d"
	"github.com/docmill/docmill/libs/require"
)

// over sends requests to a server and counts those that came by a connection.
type over struct {
	s      *s3d.Server
	client *minio.Client
	dir    string
}

func newOver(t *testing.T) over {
	t.Helper()
	dir := t.TempDir()
	s := start(t, s3d.Config{Dir: dir})
	return over{s: s, client: clientWithBucket(t, s), dir: dir}
}

// whole puts an object as gateways do.
func (o over) whole(t *testing.T, key, content string) error {
	t.Helper()
	return putString(t, o.client, key, content, minio.PutObjectOptions{DisableContentSha256: true})
}

func (o over) presigned(t *testing.T, key string, lifetime time.Duration) string {
	t.Helper()
	u, err := o.client.PresignedGetObject(t.Context(), bucket, key, lifetime, nil)
	require.NoError(t, err)
	return u.String()
}

func (o over) get(t *testing.T, via http.RoundTripper, address string) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	require.NoError(t, err)
	resp, err := via.RoundTrip(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, string(b)
}

// Objects written and read without a connection are those of the server.
func TestDirectReadServerObjects(t *testing.T) {
	o := newOver(t)
	content := strings.Repeat("line of a document\n", 20_000)
	before := s3d.Connections(o.s)
	require.NoError(t, o.whole(t, "docs/01a223/one", content))
	address := o.presigned(t, "docs/01a223/one", time.Hour)
	status, body := o.get(t, o.s.Transport(), address)
	assert.True(t, status == http.StatusOK && body == content, status, "with", len(body), "bytes")
	assert.Equal(t, s3d.Connections(o.s)-before, 0, "connections")
	status, body = o.get(t, http.DefaultTransport, address)
	assert.True(t, status == http.StatusOK && body == content, "by a connection", status, "with", len(body), "bytes")
	info, err := o.client.StatObject(t.Context(), bucket, "docs/01a223/one", minio.StatObjectOptions{})
	assert.True(t, err == nil && info.Size == int64(len(content)) && strings.HasPrefix(info.ETag, "CRC32C-"), info, err)
}

// Signatures are checked as in a connection: both give the same response to invalid addresses.
func TestDirectRefusals(t *testing.T) {
	o := newOver(t)
	for _, key := range []string{"docs/one", "docs/two"} {
		require.NoError(t, o.whole(t, key, "content of "+key))
	}
	good := o.presigned(t, "docs/one", time.Hour)
	short := o.presigned(t, "docs/one", time.Second)
	time.Sleep(2100 * time.Millisecond) // dates of addresses are of whole seconds
	for what, address := range map[string]string{
		"another object":      strings.Replace(good, "docs/one", "docs/two", 1),
		"another life":        strings.Replace(good, "X-Amz-Expires=3600", "X-Amz-Expires=7200", 1),
		"another signature":   good[:len(good)-1] + map[bool]string{true: "1", false: "0"}[strings.HasSuffix(good, "0")],
		"no signature":        strings.SplitN(good, "?", 2)[0],
		"the end of its life": short,
		"an object not there": o.presigned(t, "docs/three", time.Hour),
		"a folder":            o.presigned(t, "docs", time.Hour),
	} {
		status, body := o.get(t, o.s.Transport(), address)
		want, _ := o.get(t, http.DefaultTransport, address)
		if status != want || status == http.StatusOK || strings.Contains(body, "content of") {
			t.Errorf("%s: %d %q, by a connection %d", what, status, body, want)
		}
	}
}

func TestDirectOtherHosts(t *testing.T) {
	o := newOver(t)
	stranger, err := minio.New(o.s.Endpoint(), &minio.Options{
		Creds: credentials.NewStaticV4(accessKey, "guessed", ""), Region: s3d.Region, Transport: o.s.Transport(),
	})
	require.NoError(t, err)
	err = putString(t, stranger, "docs/one", "content", minio.PutObjectOptions{DisableContentSha256: true})
	assert.Equal(t, minio.ToErrorResponse(err).Code, "SignatureDoesNotMatch", "with another secret", err)
	// Addresses are not cleaned: paths that leave the bucket are not handled here.
	_ = o.whole(t, "docs/../../../outside", "content")
	_, err = os.Stat(filepath.Join(o.dir, "outside"))
	assert.ErrorIs(t, err, os.ErrNotExist, "a key led out of the store")
}

// A body that is too short or too long leaves nothing behind.
func TestDirectPutIncomplete(t *testing.T) {
	o := newOver(t)
	broken := errors.New("the source broke")
	for what, body := range map[string]io.Reader{
		"too short": strings.NewReader("short"),
		"broken":    io.MultiReader(strings.NewReader("short"), iotestErr{broken}),
	} {
		_, err := o.client.PutObject(t.Context(), bucket, "docs/part", body, 100,
			minio.PutObjectOptions{DisableContentSha256: true})
		assert.Error(t, err, what, "taken in")
	}
	_, err := o.client.StatObject(t.Context(), bucket, "docs/part", minio.StatObjectOptions{})
	assert.Error(t, err, "a part was kept")
	assert.NoError(t, o.whole(t, "docs/empty", ""))
	status, body := o.get(t, o.s.Transport(), o.presigned(t, "docs/empty", time.Hour))
	assert.True(t, status == 200 && body == "", "empty object", status, body)
}

type iotestErr struct{ err error }

func (r iotestErr) Read([]byte) (int, error) { return 0, r.err }

// BenchmarkPutAndGet stores and reads an object of 122 KB, directly and by a connection.
func BenchmarkPutAndGet(b *testing.B) {
	s, err := s3d.Start(b.Context(), s3d.Config{Dir: b.TempDir(), AccessKey: accessKey, SecretKey: secretKey})
	require.NoError(b, err)
	defer func() { _ = s.Shutdown(context.WithoutCancel(b.Context())) }()
	data := bytes.Repeat([]byte("content!"), 122<<10/8)
	for name, via := range map[string]http.RoundTripper{"direct": s.Transport(), "connection": http.DefaultTransport} {
		c, err := minio.New(s.Endpoint(), &minio.Options{
			Creds: credentials.NewStaticV4(accessKey, secretKey, ""), Region: s3d.Region, Transport: via,
		})
		require.NoError(b, err)
		_ = c.MakeBucket(b.Context(), bucket, minio.MakeBucketOptions{}) // there the second time
		b.Run("put/"+name, func(b *testing.B) {
			for b.Loop() {
				_, err := c.PutObject(b.Context(), bucket, "docs/one", bytes.NewReader(data), int64(len(data)),
					minio.PutObjectOptions{DisableContentSha256: true})
				require.NoError(b, err)
			}
		})
		b.Run("get/"+name, func(b *testing.B) {
			for b.Loop() {
				u, err := c.PresignedGetObject(b.Context(), bucket, "docs/one", time.Hour, nil)
				require.NoError(b, err)
				r, _ := http.NewRequestWithContext(b.Context(), http.MethodGet, u.String(), nil)
				resp, err := via.RoundTrip(r)
				require.NoError(b, err)
				n, err := io.Copy(io.Discard, resp.Body)
				if err := errors.Join(err, resp.Body.Close()); err != nil || n != int64(len(data)) {
					b.Fatal(n, err)
				}
			}
		})
	}
}
