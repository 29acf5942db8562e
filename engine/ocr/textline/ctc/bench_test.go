package ctc_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// A line of 40 characters in 100 steps, a tenth of which are doubtful.
func BenchmarkDecode(b *testing.B) {
	const steps, classes = 100, 200
	labels := make([]string, classes)
	for i := range labels[1:] {
		labels[i+1] = string(rune('!' + i))
	}
	r := rand.New(rand.NewPCG(4, 4))
	rows := make([][]float32, steps)
	for i := range rows {
		rows[i] = make([]float32, classes)
		for k := range rows[i] {
			rows[i][k] = float32(r.NormFloat64() - 2)
		}
		shown := 0
		if i%5 < 2 {
			shown = 1 + r.IntN(classes-1)
		}
		rows[i][shown] = 14
		if i%10 == 0 {
			rows[i][1+r.IntN(classes-1)] = 13
		}
	}
	d := ctc.New(labels)
	for _, beam := range []int{1, 8} {
		b.Run(fmt.Sprintf("beam %d", beam), func(b *testing.B) {
			for b.Loop() {
				d.Decode(steps, scoresOf(rows), beam)
			}
		})
	}
}
