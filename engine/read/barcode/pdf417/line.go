package pdf417

import (
	_ "embed" // for symbols.bin
	"encoding/binary"
	"image"
	"math"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

const (
	maxColumns  = 30
	symbolWidth = 17 // modules
	clusters    = 3
	prime       = 929 // codewords
	perModule   = 8   // samples
)

//go:embed symbols.bin
var symbolFile []byte

// symbol is what a symbol stands for. The rows of a code use the clusters 0, 1 and 2 (0, 3 and 6 in the standard) in
// turn.
type symbol struct{ cluster, codeword int }

// loadSymbols returns the symbols by their modules.
//
//nolint:gochecknoglobals // built once, then only read
var loadSymbols = sync.OnceValue(func() map[uint16]symbol {
	symbols := make(map[uint16]symbol, prime*clusters)
	for i := range prime * clusters {
		symbols[binary.BigEndian.Uint16(symbolFile[2*i:])] = symbol{i / prime, i % prime}
	}
	return symbols
})

// line is what a line along the rows of a code has after the start pattern: the left row indicator, the codewords and
// the right row indicator. Unreadable symbols have the codeword -1.
type line struct {
	y       float64 // at the start pattern
	symbols [maxColumns + 2]symbol
}

// reader reads lines of an image along the rows of a code.
type reader struct {
	img         *image.Gray
	right, down float64 // from a module to the next one
	spread      float64 // the excess width of bars in modules, by the last start pattern
}

// line reads the line that begins at (x, y). It gives up if the first symbols after the start are unreadable.
func (r *reader) line(x, y float64) line {
	const needed = 2
	l, at, module, numRead := line{y: y}, 0.0, 1.0, 0
	for i := range l.symbols {
		l.symbols[i].codeword = -1
	}
	for n := -1; n < len(l.symbols) && (n < needed || numRead > 0); n++ {
		edges, ok := r.symbolAt(x, y, at, module)
		if n < 0 {
			ok = ok && r.isStart(edges)
		} else if ok {
			if l.symbols[n], ok = newSymbol(edges, r.spread); ok {
				numRead++
			}
		}
		length := symbolWidth * module
		if ok {
			at, length = edges[0], edges[len(edges)-1]-edges[0]
			module += (length/symbolWidth - module) / float64(n+3)
		}
		at += length
	}
	return l
}

// symbolAt returns the edges of four bars and four spaces, and that after them, if a symbol is near a place of the line
// that begins at (x, y). Places on a line are in modules.
func (r *reader) symbolAt(x, y, at, module float64) (edges []float64, ok bool) {
	const margin, center, maxShift, minContrast, numEdges = 1.5, 0.5, 1.25, 40, 9
	length := symbolWidth * module
	place := func(sample float64) float64 { return at - margin + sample/perModule }
	samples := make([]byte, int((length+2*margin)*perModule))
	for i := range samples {
		along := place(float64(i))
		samples[i] = pixels.At(r.img, int((x+along*r.right-center)*pixels.FixedOne), int((y+along*r.down)*pixels.FixedOne))
	}
	dark, light := int(slices.Min(samples)), int(slices.Max(samples))
	if light-dark < minContrast {
		return nil, false
	}
	middle, first := (dark+light)/2, -1
	for i := range len(samples) - 1 {
		a, b := int(samples[i]), int(samples[i+1])
		if (a < middle) == (b < middle) {
			continue
		}
		edge := place(float64(i) + float64(middle-a)/float64(b-a))
		if b < middle && (first < 0 || math.Abs(edge-at) < math.Abs(edges[first]-at)) {
			first = len(edges)
		}
		edges = append(edges, edge)
	}
	if first < 0 || len(edges) < first+numEdges-1 || math.Abs(edges[first]-at) > maxShift {
		return nil, false
	}
	edges = append(edges[first:], math.Inf(1))[:numEdges]
	if end := edges[0] + length; math.Abs(edges[numEdges-1]-end) > maxShift {
		edges[numEdges-1] = end // the next symbol is destroyed
	}
	return edges, true
}

// isStart reports whether edges are those of a start pattern, and determines the spread if they are.
func (r *reader) isStart(edges []float64) bool {
	const bars, numBars, maxError = 11, 4, 1.0 // modules
	ideal := []float64{0, 8, 9, 10, 11, 12, 13, 14, 17}
	spread := -float64(bars)
	for i, e := range edges {
		if math.Abs(e-edges[0]-ideal[i]) > maxError {
			return false
		}
		spread += e * float64(2*(i%2)-1)
	}
	r.spread = (spread + edges[len(edges)-1]) / numBars
	return true
}

// newSymbol returns the symbol with these edges.
func newSymbol(edges []float64, spread float64) (symbol, bool) {
	modules, at, module := 0, 0, (edges[len(edges)-1]-edges[0])/symbolWidth
	for i, e := range edges[1:] {
		next := (e - edges[0]) / module
		if i%2 == 0 {
			next -= spread
		}
		for ; at < int(math.Round(next)); at++ {
			modules = modules<<1 | 1 - i%2
		}
	}
	found, ok := loadSymbols()[uint16(modules)]
	if !ok || at != symbolWidth {
		return symbol{codeword: -1}, false
	}
	return found, true
}
