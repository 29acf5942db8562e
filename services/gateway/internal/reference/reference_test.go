package reference_test

import (
	"bytes"
	"testing"

	"github.com/docmill/docmill/services/gateway/internal/reference"
)

func TestFiles(t *testing.T) {
	t.Parallel()
	paths, tags := map[string]bool{}, map[string]bool{}
	for _, f := range reference.Files() {
		plain, err := f.Plain()
		if err != nil || len(plain) == 0 || f.MediaType == "" {
			t.Errorf("%s: %d bytes of %q, %v", f.Path, len(plain), f.MediaType, err)
		}
		if f.Gzipped != nil && len(f.Gzipped) >= len(plain) {
			t.Errorf("%s: %d bytes are packed into %d", f.Path, len(plain), len(f.Gzipped))
		}
		if paths[f.Path] || tags[f.Tag] {
			t.Errorf("%s or its tag is there twice", f.Path)
		}
		paths[f.Path], tags[f.Tag] = true, true
		if page := bytes.HasPrefix(plain, []byte("<!DOCTYPE html>")); page != (f.Policy != "") {
			t.Errorf("%s has the policy %q", f.Path, f.Policy)
		}
	}
	if !paths["/docs"] || !paths["/openapi.yaml"] {
		t.Errorf("%v", paths)
	}
}
