package wasm_test

import (
	"os"
	"testing"

	"github.com/docmill/docmill/engine/read/pdf/pdfium/wasm"
	"github.com/docmill/docmill/libs/require"
)

func isCalled(string) bool { return true }

func TestMalformedModule(t *testing.T) {
	t.Parallel()
	for _, module := range []string{"", "\x00asm", "\x00asm\x01\x00\x00\x00", "\x00asm\x01\x00\x00\x00\x0a\x05\x01"} {
		if _, err := wasm.Meter([]byte(module), isCalled); err == nil {
			t.Errorf("%q is accepted", module)
		}
	}
	whole, err := os.ReadFile("../pdfium.wasm")
	require.NoError(t, err)
	for _, cut := range []int{9, 1000, len(whole) / 2, len(whole) - 1} {
		if _, err := wasm.Meter(whole[:cut], isCalled); err == nil {
			t.Errorf("the first %d bytes are accepted", cut)
		}
	}
}

func TestOutlineOfMalformedModule(t *testing.T) {
	t.Parallel()
	for _, module := range []string{
		"", "\x00asm",
		"\x00asm\x01\x00\x00\x00\x0a",
		"\x00asm\x01\x00\x00\x00\x0a\x05\x01",
		"\x00asm\x01\x00\x00\x00\x0a\x80\x80\x80\x80\x80",
		"\x00asm\x01\x00\x00\x00\x0a\x00",
	} {
		if _, err := wasm.Outline([]byte(module), [32]byte{}); err == nil {
			t.Errorf("%q is accepted", module)
		}
	}
}

// FuzzMeter checks that no module causes a panic or an endless loop.
func FuzzMeter(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x01\x05\x01\x60\x01\x7f\x00\x02\x26\x01\x03env\x1eemscripten_notify_memory_growth" +
		"\x00\x00\x03\x02\x01\x00\x06\x01\x00\x07\x01\x00\x0a\x0b\x01\x09\x00\x03\x40\x20\x00\x0d\x00\x0b\x0b"))
	f.Fuzz(func(_ *testing.T, module []byte) { _, _ = wasm.Meter(module, isCalled) })
}
