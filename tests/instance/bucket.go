package instance

import "github.com/docmill/docmill/libs/embedded/testkit"

// Bucket is how to reach the object store that the services keep files in.
func (c *Cluster) Bucket() testkit.S3Info { return c.s3 }
