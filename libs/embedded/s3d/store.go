package s3d

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/versity/versitygw/backend"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/s3api/utils"
	"github.com/versity/versitygw/s3err"
	"github.com/versity/versitygw/s3response"
)

// store makes the posix backend durable and independent of the working directory. The backend opens
// <bucket>/<key> relative to the working directory; store passes the bucket as an absolute path and
// restores the names in its answers. Operations that docmill does not use (versions, tags, copies,
// policies …) return NotImplemented.
type store struct {
	backend.BackendUnsupported

	posix      *posix.Posix
	root       string // directory of the buckets; absolute
	sidecarDir string // directory of the metadata files; empty with extended attributes

	sync  func(path string) error // fsync of a file or directory
	named directories
	// folders separates creation of directories (shared) from removal (exclusive), which would fail a concurrent upload.
	folders sync.RWMutex
	// acls holds the buckets' access control lists ([]byte), which never change, by identity.
	acls     sync.Map
	listings listingCache
}

var _ backend.Backend = (*store)(nil)

func (s *store) String() string { return "docmill posix store" }

// Shutdown releases the backend. It may be called again.
func (s *store) Shutdown() { s.posix.Shutdown() }

func (s *store) NormalizeObjectKey(bucket, object string) string {
	return s.posix.NormalizeObjectKey(bucket, object)
}

func (s *store) path(bucket string) string { return filepath.Join(s.root, bucket) }

func (s *store) pathOf(bucket *string) *string {
	if bucket == nil {
		return nil
	}
	path := s.path(*bucket)
	return &path
}

// withBucketName replaces the path in the backend's error with the bucket's name.
func withBucketName(err error) error {
	var bucketErr s3err.BucketError
	if errors.As(err, &bucketErr) {
		bucketErr.BucketName = filepath.Base(bucketErr.BucketName)
		return bucketErr
	}
	return err
}

// ListBuckets lists the directory of the buckets: the backend would list the working directory.
func (s *store) ListBuckets(
	_ context.Context, in s3response.ListBucketsInput,
) (s3response.ListAllMyBucketsResult, error) {
	entries, err := os.ReadDir(s.root)
	if err != nil {
		return s3response.ListAllMyBucketsResult{}, fmt.Errorf("list buckets: %w", err)
	}
	out := s3response.ListAllMyBucketsResult{
		Owner:  s3response.CanonicalUser{ID: in.Owner},
		Prefix: in.Prefix,
	}
	for _, e := range entries {
		name := e.Name()
		info, err := e.Info()
		skip := err != nil || !e.IsDir() || !strings.HasPrefix(name, in.Prefix) ||
			name <= in.ContinuationToken || !utils.IsValidBucketName(name)
		if skip {
			continue
		}
		if n := len(out.Buckets.Bucket); n == int(in.MaxBuckets) && n > 0 {
			out.ContinuationToken = out.Buckets.Bucket[n-1].Name
			break
		}
		out.Buckets.Bucket = append(out.Buckets.Bucket,
			s3response.ListAllMyBucketsEntry{Name: name, CreationDate: info.ModTime()})
	}
	return out, nil
}

func (s *store) HeadBucket(ctx context.Context, in *s3.HeadBucketInput) (*s3.HeadBucketOutput, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	out, err := s.posix.HeadBucket(ctx, &at)
	return out, withBucketName(err)
}

func (s *store) CreateBucket(ctx context.Context, in *s3.CreateBucketInput, acl []byte) error {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	if err := s.posix.CreateBucket(ctx, &at, acl); err != nil {
		return withBucketName(err)
	}
	return s.syncBucket(*at.Bucket)
}

func (s *store) DeleteBucket(ctx context.Context, bucket string) error {
	return withBucketName(s.posix.DeleteBucket(ctx, s.path(bucket)))
}

// The gateway requests the following before it serves a request; none of them can be set.

//nolint:revive // the interface spells it so
func (s *store) GetBucketAcl(ctx context.Context, in *s3.GetBucketAclInput) ([]byte, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	is, ok := identityOf(*at.Bucket)
	if known, found := s.acls.Load(is); ok && found {
		return known.([]byte), nil
	}
	out, err := s.posix.GetBucketAcl(ctx, &at)
	if ok && err == nil {
		s.acls.Store(is, out)
	}
	return out, withBucketName(err)
}

func (s *store) GetBucketPolicy(ctx context.Context, bucket string) ([]byte, error) {
	out, err := s.posix.GetBucketPolicy(ctx, s.path(bucket))
	return out, withBucketName(err)
}

func (s *store) GetBucketCors(ctx context.Context, bucket string) ([]byte, error) {
	out, err := s.posix.GetBucketCors(ctx, s.path(bucket))
	return out, withBucketName(err)
}

func (s *store) GetBucketVersioning(ctx context.Context, bucket string) (s3response.GetBucketVersioningOutput, error) {
	out, err := s.posix.GetBucketVersioning(ctx, s.path(bucket))
	return out, withBucketName(err)
}

func (s *store) GetObjectLockConfiguration(ctx context.Context, bucket string) ([]byte, error) {
	out, err := s.posix.GetObjectLockConfiguration(ctx, s.path(bucket))
	return out, withBucketName(err)
}
