package s3d

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/versity/versitygw/s3response"
)

// PutObject returns when the object is on disk. The default checksum is CRC-32C, which processors support;
// the backend's default takes as long as writing.
func (s *store) PutObject(ctx context.Context, in s3response.PutObjectInput) (s3response.PutObjectOutput, error) {
	in.Bucket = s.pathOf(in.Bucket)
	if in.ChecksumAlgorithm == "" {
		in.ChecksumAlgorithm = types.ChecksumAlgorithmCrc32c
	}
	out, err := s.put(ctx, in)
	if err != nil {
		return out, withBucketName(err)
	}
	return out, s.syncObject(*in.Bucket, *in.Key)
}

func (s *store) HeadObject(ctx context.Context, in *s3.HeadObjectInput) (*s3.HeadObjectOutput, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	out, err := s.posix.HeadObject(ctx, &at)
	return out, withBucketName(err)
}

func (s *store) GetObject(ctx context.Context, in *s3.GetObjectInput) (*s3.GetObjectOutput, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	out, err := s.posix.GetObject(ctx, &at)
	return out, withBucketName(err)
}

func (s *store) DeleteObject(ctx context.Context, in *s3.DeleteObjectInput) (*s3.DeleteObjectOutput, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	s.folders.Lock()
	defer s.folders.Unlock()
	out, err := s.posix.DeleteObject(ctx, &at)
	return out, withBucketName(err)
}

func (s *store) DeleteObjects(ctx context.Context, in *s3.DeleteObjectsInput) (s3response.DeleteResult, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	s.folders.Lock()
	defer s.folders.Unlock()
	out, err := s.posix.DeleteObjects(ctx, &at)
	return out, withBucketName(err)
}

func (s *store) ListObjects(ctx context.Context, in *s3.ListObjectsInput) (s3response.ListObjectsResult, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	out, err := s.posix.ListObjects(ctx, &at)
	out.Name = in.Bucket
	return out, withBucketName(err)
}

func (s *store) CreateMultipartUpload(
	ctx context.Context, in s3response.CreateMultipartUploadInput,
) (s3response.InitiateMultipartUploadResult, error) {
	bucket := in.Bucket
	in.Bucket = s.pathOf(bucket)
	out, err := s.posix.CreateMultipartUpload(ctx, in)
	if bucket != nil {
		out.Bucket = *bucket
	}
	return out, withBucketName(err)
}

// UploadPart leaves the part in the page cache: completing the upload copies the parts into the object,
// which is synced.
func (s *store) UploadPart(ctx context.Context, in *s3.UploadPartInput) (*s3.UploadPartOutput, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	out, err := s.posix.UploadPart(ctx, &at)
	return out, withBucketName(err)
}

// CompleteMultipartUpload returns when the object is on disk.
func (s *store) CompleteMultipartUpload(
	ctx context.Context, in *s3.CompleteMultipartUploadInput,
) (s3response.CompleteMultipartUploadResult, string, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	out, version, err := s.complete(ctx, &at)
	out.Bucket = in.Bucket
	if err != nil {
		return out, version, withBucketName(err)
	}
	return out, version, s.syncObject(*at.Bucket, *at.Key)
}

func (s *store) AbortMultipartUpload(ctx context.Context, in *s3.AbortMultipartUploadInput) error {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	return withBucketName(s.posix.AbortMultipartUpload(ctx, &at))
}

func (s *store) ListMultipartUploads(
	ctx context.Context, in *s3.ListMultipartUploadsInput,
) (s3response.ListMultipartUploadsResult, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	out, err := s.posix.ListMultipartUploads(ctx, &at)
	if in.Bucket != nil {
		out.Bucket = *in.Bucket
	}
	return out, withBucketName(err)
}

func (s *store) ListParts(ctx context.Context, in *s3.ListPartsInput) (s3response.ListPartsResult, error) {
	at := *in
	at.Bucket = s.pathOf(in.Bucket)
	out, err := s.posix.ListParts(ctx, &at)
	if in.Bucket != nil {
		out.Bucket = *in.Bucket
	}
	return out, withBucketName(err)
}
