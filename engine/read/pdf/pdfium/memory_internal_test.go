//go:build linux || darwin

package pdfium

import (
	"bytes"
	"testing"

	"github.com/docmill/docmill/libs/require"
)

// startInstance is to be closed.
func startInstance(t testing.TB, l *Library, limit uint64) *Instance {
	t.Helper()
	in, err := l.Start(t.Context(), limit)
	require.NoError(t, err)
	return in
}

// An instance begins with the same memory whatever the one before it left there.
func TestMemoryPerInstance(t *testing.T) {
	t.Parallel()
	l, err := New(t.Context(), UserCacheDir())
	require.NoError(t, err)
	defer func() { _ = l.Close(t.Context()) }()
	const limit = 64 << 20
	first := startInstance(t, l, limit)
	whole := func(in *Instance) []byte {
		b, ok := in.memory.Read(0, in.memory.Size())
		if !ok {
			t.Fatal("memory cannot be read")
		}
		return b
	}
	fresh := bytes.Clone(whole(first))
	for range 3 {
		if _, ok := first.memory.Grow(20); !ok {
			t.Fatal("memory does not grow")
		}
		for b := whole(first); len(b) > 0; b = b[1:] {
			b[0] = 0xa5
		}
		require.NoError(t, first.Close(t.Context()))
		first = startInstance(t, l, limit)
		if !bytes.Equal(whole(first), fresh) {
			t.Fatal("an instance finds what another left in its memory")
		}
	}
	second := startInstance(t, l, limit) // beside it
	if !bytes.Equal(whole(second), fresh) {
		t.Error("two instances share memory")
	}
	for _, in := range []*Instance{first, second} {
		if err := in.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	r := &regions{}
	defer r.close()
	for _, limit := range []uint64{3 * regionStep / 2, regionStep, 5 * regionStep} {
		m := r.allocator(limit).Allocate(wasmPageSize, memoryLimit)
		if b := m.Reallocate(limit); uint64(len(b)) != limit || m.Reallocate(limit+wasmPageSize) != nil {
			t.Errorf("limit %d: %d bytes, or more", limit, len(b))
		}
		m.Free()
	}
}

// BenchmarkInstance starts PDFium and ends it, as is done for each file.
func BenchmarkInstance(b *testing.B) {
	l, err := New(b.Context(), UserCacheDir())
	require.NoError(b, err)
	defer func() { _ = l.Close(b.Context()) }()
	for b.Loop() {
		require.NoError(b, startInstance(b, l, pageMemory).Close(b.Context()))
	}
}
