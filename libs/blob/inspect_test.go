package blob_test

import (
	"testing"
	"time"

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
	if s, err := blob.Inspect(t.Context(), cfg); err == nil || s.Now.IsZero() {
		t.Errorf("a bucket that is missing: %+v, %v", s, err)
	}
	cfg.Bucket, cfg.Secure, cfg.CAFile = info.Bucket, true, a.CAFile
	cfg.Endpoint = secured(t, a, info.Endpoint, "127.0.0.1")
	if s, err := blob.Inspect(t.Context(), cfg); err != nil || s.TLS == nil || len(s.TLS.PeerCertificates) == 0 {
		t.Errorf("over TLS: %+v, %v", s, err)
	}
}
