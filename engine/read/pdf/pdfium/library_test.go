package pdfium_test

import (
	"context"
	"sync"
	"testing"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/libs/require"
)

// library is compiled once; later test runs find its code in the cache.
var library = sync.OnceValues(func() (*pdfium.Library, error) {
	return pdfium.New(context.Background(), pdfium.UserCacheDir())
})

// All functions that instances call through Emscripten have named types before the first instance starts.
// Otherwise wazero names them at a call, without a lock.
func TestNamedTypes(t *testing.T) {
	t.Parallel()
	l, err := library()
	require.NoError(t, err)
	if named, all := l.NamedTypes(); named != all || all == 0 {
		t.Errorf("%d of %d", named, all)
	}
}
