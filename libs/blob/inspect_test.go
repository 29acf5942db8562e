package blob_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/testkit"
)

func TestInspect(t *testing.T) {
	t.Parallel()
	info, a := testkit.S3(t), testkit.NewAuthority(t)
	cfg := blob.Config{Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey, Bucket: info.Bucket}
	s, err := blob.Inspect(t.Context(), cfg)
	// Both clocks are this machine's; the header has whole seconds.
	if err != nil || s.Now.Before(s.Asked.Add(-2*time.Second)) || s.Now.After(s.Answered.Add(time.Second)) || s.TLS != nil {
		t.Errorf("%+v, %v", s, err)
	}
	cfg.Bucket = "none"
	s, err = blob.Inspect(t.Context(), cfg)
	assert.True(t, err != nil && !s.Now.IsZero(), "a bucket that is missing", s, err)
	cfg.Bucket, cfg.Secure, cfg.CAFile = info.Bucket, true, a.CAFile
	cfg.Endpoint = secured(t, a, info.Endpoint, "127.0.0.1")
	s, err = blob.Inspect(t.Context(), cfg)
	assert.True(t, err == nil && s.TLS != nil && len(s.TLS.PeerCertificates) != 0, "over TLS", s, err)
}
