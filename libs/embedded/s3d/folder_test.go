package s3d_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/s3d"
	"github.com/docmill/docmill/libs/require"
)

// A folder is removed with its last object, while the next one may be written to it.
func TestPutIntoEmptiedFolder(t *testing.T) {
	t.Parallel()
	be, err := s3d.OpenStore(t.TempDir(), func(string) error { return nil })
	require.NoError(t, err)
	t.Cleanup(be.Shutdown)
	createBucket(t, be, "papers")
	bucket := "papers"
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for i := range 500 {
				key := fmt.Sprintf("docs/01a223/%d-%d", w, i)
				if err := put(t, be, bucket, key, key); err != nil {
					t.Errorf("put %s: %v", key, err)
					return
				}
				if _, err := be.HeadObject(t.Context(), &s3.HeadObjectInput{Bucket: &bucket, Key: &key}); err != nil {
					t.Errorf("%s was put and is not there: %v", key, err)
				}
				_, err := be.DeleteObject(t.Context(), &s3.DeleteObjectInput{Bucket: &bucket, Key: &key})
				assert.NoError(t, err, "delete", key)
			}
		})
	}
	all.Wait()
}
