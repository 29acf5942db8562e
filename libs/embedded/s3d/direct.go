package s3d

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/versity/versitygw/s3api/utils"
	"github.com/versity/versitygw/s3response"
)

// direct serves the most frequent requests of this process without a connection and the gateway: it reads
// objects of presigned URLs and stores objects of known length. It checks signatures as the gateway does.
// All other requests, and those that it would refuse, go to the gateway.
type direct struct {
	store *store
	files *os.Root // of the buckets
	host  string
	signs signatures
	rest  http.RoundTripper
}

func (d *direct) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == d.host {
		switch r.Method {
		case http.MethodGet:
			if resp := d.get(r); resp != nil {
				return resp, nil
			}
		case http.MethodPut:
			if bucket, key, ok := d.canPut(r); ok {
				return d.put(r, bucket, key)
			}
		}
	}
	return d.rest.RoundTrip(r)
}

// get opens the object of a presigned URL; nil if the gateway must answer.
func (d *direct) get(r *http.Request) *http.Response {
	if r.URL.RawQuery == "" || r.Header.Get("Range") != "" || !d.signs.presigned(r.Context(), r, time.Now()) {
		return nil
	}
	bucket, key, ok := object(r)
	if !ok {
		return nil
	}
	file, err := d.files.Open(filepath.Join(bucket, key))
	if err != nil {
		return nil
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		_ = file.Close() // nothing was written
		return nil
	}
	return answer(r, http.Header{"Content-Type": {"application/octet-stream"}}, info.Size(), file)
}

// canPut reports whether put can handle the request: a complete object without further metadata or checks.
func (d *direct) canPut(r *http.Request) (bucket, key string, ok bool) {
	if r.URL.RawQuery != "" || r.ContentLength < 0 || r.Header.Get(headerPayload) != unsignedPayload {
		return "", "", false
	}
	for name := range r.Header {
		switch name {
		case "Authorization", "Content-Type", "User-Agent", headerPayload, headerDate:
		default:
			return "", "", false
		}
	}
	bucket, key, ok = object(r)
	return bucket, key, ok && d.signs.authorized(r.Context(), r, time.Now())
}

func (d *direct) put(r *http.Request, bucket, key string) (*http.Response, error) {
	body := r.Body
	if body == nil {
		body = http.NoBody
	}
	defer body.Close()
	contentType := r.Header.Get("Content-Type")
	out, err := d.store.PutObject(r.Context(), s3response.PutObjectInput{
		Bucket: &bucket, Key: &key, ContentLength: &r.ContentLength, ContentType: &contentType,
		Body: &exactReader{from: body, left: r.ContentLength},
	})
	if err != nil {
		return nil, err
	}
	return answer(r, http.Header{"Etag": {out.ETag}}, 0, http.NoBody), nil
}

// object returns the bucket and the key of a URL if their paths are as written.
func object(r *http.Request) (bucket, key string, ok bool) {
	bucket, key, ok = strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	return bucket, key, ok && utils.IsValidBucketName(bucket) && filepath.IsLocal(key) && filepath.Clean(key) == key
}

func answer(r *http.Request, header http.Header, size int64, body io.ReadCloser) *http.Response {
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, ContentLength: size, Body: body, Request: r,
	}
}

// exactReader returns an error if the body is shorter than announced.
type exactReader struct {
	from io.Reader
	left int64
}

func (w *exactReader) Read(p []byte) (int, error) {
	if w.left == 0 {
		return 0, io.EOF
	}
	n, err := w.from.Read(p[:min(int64(len(p)), w.left)])
	w.left -= int64(n)
	if (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) && w.left > 0 {
		err = errShort
	}
	return n, err
}

// errShort replaces io.ErrUnexpectedEOF, which the backend treats as the end.
var errShort = errors.New("the object is shorter than announced")
