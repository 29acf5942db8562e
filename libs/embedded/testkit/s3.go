package testkit

import (
	"context"
	"crypto/rand"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/docmill/docmill/libs/embedded/s3d"
)

// S3Info is how to reach a bucket: over plain HTTP, region us-east-1.
type S3Info struct {
	Endpoint             string // host:port
	AccessKey, SecretKey string
	Bucket               string
}

// S3 returns an empty bucket that this test has for itself; it is removed with
// its objects at the test's end. The server is the only S3 server that the
// test binary can hold.
func S3(t testing.TB) S3Info {
	t.Helper()
	o, err := shared.objects()
	if err != nil {
		t.Fatalf("testkit: S3 for tests: %v", err)
	}
	info := o.info
	info.Bucket = "test-" + strings.ToLower(rand.Text())
	if err := o.client.MakeBucket(t.Context(), info.Bucket, minio.MakeBucketOptions{}); err != nil {
		t.Fatalf("testkit: make the test's bucket: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), cleanupTimeout)
		defer cancel()
		if err := o.empty(ctx, info.Bucket); err != nil {
			t.Errorf("testkit: remove the test's bucket: %v", err)
		}
	})
	return info
}

type objectStore struct {
	info   S3Info
	client *minio.Client
}

func (p *parts) startObjectStore() (*objectStore, error) {
	dir, err := p.dir()
	if err != nil {
		return nil, err
	}
	info := S3Info{AccessKey: "docmill-test", SecretKey: rand.Text()}
	ctx := context.Background() // shared: no single test's end may end it
	server, err := s3d.Start(ctx, s3d.Config{
		Dir:       filepath.Join(dir, "s3"),
		AccessKey: info.AccessKey,
		SecretKey: info.SecretKey,
	})
	if err != nil {
		return nil, err
	}
	p.onClose(func() error { return server.Shutdown(ctx) })
	info.Endpoint = server.Endpoint()
	client, err := minio.New(info.Endpoint, &minio.Options{
		Creds:     credentials.NewStaticV4(info.AccessKey, info.SecretKey, ""),
		Region:    s3d.Region,
		Transport: server.Transport(),
	})
	if err != nil {
		return nil, err
	}
	return &objectStore{info: info, client: client}, nil
}

// empty removes the bucket's objects and unfinished uploads, and the bucket.
func (o *objectStore) empty(ctx context.Context, bucket string) error {
	var err error
	for upload := range o.client.ListIncompleteUploads(ctx, bucket, "", true) {
		if upload.Err == nil {
			upload.Err = o.client.RemoveIncompleteUpload(ctx, bucket, upload.Key)
		}
		err = errors.Join(err, upload.Err)
	}
	for object := range o.client.ListObjects(ctx, bucket, minio.ListObjectsOptions{Recursive: true}) {
		if object.Err == nil {
			object.Err = o.client.RemoveObject(ctx, bucket, object.Key, minio.RemoveObjectOptions{})
		}
		err = errors.Join(err, object.Err)
	}
	return errors.Join(err, o.remove(ctx, bucket))
}

// remove removes an empty bucket. It retries, because the last object's folders are removed shortly after it.
func (o *objectStore) remove(ctx context.Context, bucket string) error {
	for {
		err := o.client.RemoveBucket(ctx, bucket)
		if minio.ToErrorResponse(err).Code != "BucketNotEmpty" {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(10 * time.Millisecond):
		}
	}
}
