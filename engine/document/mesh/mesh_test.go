package mesh_test

import (
	"math"
	"testing"

	"github.com/docmill/docmill/engine/document/mesh"
	"github.com/docmill/docmill/libs/assert"
)

// Of finds the point that At maps to a place, on turned and bent sheets.
func TestInverse(t *testing.T) {
	t.Parallel()
	sin, cos := math.Sincos(0.7)
	for name, m := range map[string]*mesh.Mesh{
		"turned": mesh.New(1, 1, 600, 800, func(x, y float64) mesh.Point {
			return mesh.Point{X: 0.3 + x*cos - y*sin, Y: x*sin + y*cos}
		}),
		"bent": mesh.New(8, 8, 600, 800, func(x, y float64) mesh.Point {
			return mesh.Point{X: 0.1 + 0.8*x, Y: 0.1 + 0.8*y + 0.05*math.Sin(3*x)}
		}),
	} {
		for _, p := range []mesh.Point{{X: 0, Y: 0}, {X: 0.5, Y: 0.5}, {X: 0.93, Y: 0.21}, {X: 1.1, Y: 0.4}} {
			got := m.Of(m.At(p.X, p.Y))
			assert.True(t, math.Abs(got.X-p.X) < 1e-6 && math.Abs(got.Y-p.Y) < 1e-6, name, p, got)
		}
	}
}
