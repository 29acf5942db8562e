package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/kernel"
	"github.com/docmill/docmill/libs/require"
)

// Every width from one place on, with channels below and above the block size.
func TestWidths(t *testing.T) {
	t.Parallel()
	square := kernel.Shape{Rows: 3, Columns: 3, StepRows: 1, StepColumns: 1, Top: 1, Left: 1, Bottom: 1, Right: 1}
	skipping := square
	skipping.StepColumns = 3
	along := kernel.Shape{Rows: 1, Columns: 4, StepRows: 1, StepColumns: 1, Left: 2, Right: 1}
	for _, c := range []struct {
		shape     kernel.Shape
		in, out   int
		depthwise bool
		up        int
	}{
		{square, 3, 17, false, 0}, {skipping, 7, 15, false, 1}, {along, 15, 15, true, 0}, {square, 17, 17, true, 0},
	} {
		t.Run(fmt.Sprintf("%d to %d", c.in, c.out), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(c.in), uint64(c.out)))
			for columns := 1; columns <= 40; columns++ {
				check(t, r, random(r, c.shape, c.in, c.out, c.depthwise, c.up > 0), 1, columns, c.up)
			}
		})
	}
}

// The largest and smallest sums that there are, and products in the middle between
// two whole numbers, which go to the even one.
func TestExtremes(t *testing.T) {
	t.Parallel()
	const in, out, columns = 512, 16, 5
	point := kernel.Shape{Rows: 1, Columns: 1, StepRows: 1, StepColumns: 1}
	src, dst := kernel.NewMap(1, columns, in, 0, 0), kernel.NewMap(1, columns, out, 0, 0)
	for _, m := range []*kernel.Map{src, dst} {
		m.Use(make([]byte, m.Size()))
	}
	for x := range columns {
		for c := range in {
			src.Set(0, x, c, kernel.MaxActivation)
		}
	}
	const most = in * kernel.MaxActivation * kernel.MaxWeight
	for _, c := range []struct {
		weight int8
		bias   int32
		scale  float32
		want   byte
	}{
		{kernel.MaxWeight, 0, 1, 127}, {-kernel.MaxWeight, 0, 1, 0}, {kernel.MaxWeight, 1 << 30, 1, 127},
		{-kernel.MaxWeight, -1 << 30, 1, 0}, {kernel.MaxWeight, math.MaxInt32 - most, 1e-9, 2},
		{-kernel.MaxWeight, math.MinInt32 + most, 1, 0}, {kernel.MaxWeight, 0, math.MaxFloat32, 127},
		{-kernel.MaxWeight, 0, math.MaxFloat32, 0}, {kernel.MaxWeight, 0, 0, 0},
		{kernel.MaxWeight, -most + 1, 0.5, 0}, {kernel.MaxWeight, -most + 3, 0.5, 2},
		{-kernel.MaxWeight, most + 5, 0.5, 2}, {-kernel.MaxWeight, most + 253, 0.5, 126},
		{-kernel.MaxWeight, most + 255, 0.5, 127}, {-kernel.MaxWeight, most - 1, 0.5, 0},
		{kernel.MaxWeight, -most + 127, 1, 127}, {kernel.MaxWeight, -most, math.MaxFloat32, 0},
	} {
		l := layer{shape: point, in: in, out: out, weights: make([]int8, in*out)}
		for i := range l.weights {
			l.weights[i] = c.weight
		}
		for range out {
			l.finish.Bias, l.finish.Scale = append(l.finish.Bias, c.bias), append(l.finish.Scale, c.scale)
		}
		for name, run := range l.ways() {
			run(dst, src, nil, 1)
			for x := range columns {
				for o, got := range dst.At(0, x) {
					require.Equal(t, got, c.want, name, c, "in channel", o, "at", x)
				}
			}
		}
	}
}
