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

// store is the posix backend made independent of the working directory and
// durable. The backend opens <bucket>/<key> relative to the process; here it
// gets the bucket as an absolute path, and names are put back into what it
// answers. Operations that docmill does not use (versions, tags, copies,
// policies …) keep the answer of the embedded type: NotImplemented.
type store struct {
	backend.BackendUnsupported

	posix      *posix.Posix
	root       string // holds the buckets; absolute
	sidecarDir string // holds the metadata files; empty with extended attributes

	sync  func(path string) error // fsync of a file or directory
	named directories
	// folders keeps apart what makes folders and what removes them: shared while objects
	// come under their names, held alone while some are removed. The backend removes a
	// folder with its last object, and gives an object that it has received its name by
	// making the folders first: where one is removed in between, the upload fails.
	folders sync.RWMutex
	// acls has the access control list ([]byte) of a bucket by its identity: each request
	// needs it, and nothing changes it once the bucket is made.
	acls  sync.Map
	ahead ahead
}

var _ backend.Backend = (*store)(nil)

func (s *store) String() string { return "docmill posix store" }

// Shutdown releases the backend; calling it again is harmless.
func (s *store) Shutdown() { s.posix.Shutdown() }

func (s *store) NormalizeObjectKey(bucket, object string) string {
	return s.posix.NormalizeObjectKey(bucket, object)
}

// path is where the bucket of this name lives.
func (s *store) path(bucket string) string { return filepath.Join(s.root, bucket) }

func (s *store) pathOf(bucket *string) *string {
	if bucket == nil {
		return nil
	}
	path := s.path(*bucket)
	return &path
}

// named puts the bucket's name where the backend's error tells its path.
func named(err error) error {
	var bucketErr s3err.BucketError
	if errors.As(err, &bucketErr) {
		bucketErr.BucketName = filepath.Base(bucketErr.BucketName)
		return bucketErr
	}
	return err
}

// ListBuckets lists by the directory: the backend's own would list the
// process's working directory.
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
	return out, named(err)
}

func (s *store) CreateBucket(ctx context.Context, in *s3.CreateBucketInput, acl []byte) error {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	if err := s.posix.CreateBucket(ctx, &at, acl); err != nil {
		return named(err)
	}
	return s.syncBucket(*at.Bucket)
}

func (s *store) DeleteBucket(ctx context.Context, bucket string) error {
	return named(s.posix.DeleteBucket(ctx, s.path(bucket)))
}

// The gateway asks for the following on its own account before it serves a
// request; none of them can be set here.

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
	return out, named(err)
}

func (s *store) GetBucketPolicy(ctx context.Context, bucket string) ([]byte, error) {
	out, err := s.posix.GetBucketPolicy(ctx, s.path(bucket))
	return out, named(err)
}

func (s *store) GetBucketCors(ctx context.Context, bucket string) ([]byte, error) {
	out, err := s.posix.GetBucketCors(ctx, s.path(bucket))
	return out, named(err)
}

func (s *store) GetBucketVersioning(ctx context.Context, bucket string) (s3response.GetBucketVersioningOutput, error) {
	out, err := s.posix.GetBucketVersioning(ctx, s.path(bucket))
	return out, named(err)
}

func (s *store) GetObjectLockConfiguration(ctx context.Context, bucket string) ([]byte, error) {
	out, err := s.posix.GetObjectLockConfiguration(ctx, s.path(bucket))
	return out, named(err)
}
