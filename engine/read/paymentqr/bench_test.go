package paymentqr_test

import (
	"math/rand"
	"testing"

	"github.com/docmill/docmill/engine/read/paymentqr"
)

// BenchmarkFind measures the search on a page of A4 at 200 dpi: an empty one,
// one full of print-like specks, and one with a code.
func BenchmarkFind(b *testing.B) {
	empty, print, with := white(1654, 2339), white(1654, 2339), white(1654, 2339)
	specks := rand.New(rand.NewSource(1))
	for range 60_000 {
		x, y := specks.Intn(1640), specks.Intn(2320)
		for i := range 12 * 3 {
			print.Pix[(y+i%12)*print.Stride+x+i/12] = 0
		}
	}
	place(with, symbol(b, "BCD\n002\n1\nSCT\n\nMuster GmbH\nDE89370400440532013000\nEUR119.00", 4), 900, 1800, 0)
	b.Run("empty", func(b *testing.B) {
		for b.Loop() {
			paymentqr.Find(empty)
		}
	})
	b.Run("print", func(b *testing.B) {
		for b.Loop() {
			paymentqr.Find(print)
		}
	})
	b.Run("code", func(b *testing.B) {
		for b.Loop() {
			if len(paymentqr.Find(with)) != 1 {
				b.Fatal("the code is not found")
			}
		}
	})
}
