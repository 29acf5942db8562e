package kernel

import "unsafe"

// Dense is a convolution in which each output channel sees all input channels.
type Dense struct {
	shape   Shape
	out     int
	groups  int      // of activations, in a row of the window
	weights [][]int8 // by block of lanes outputs: window rows × groups × lanes × group
	finish  Finish
	factors []int32 // of the map that is added; nil for none
	plain   bool    // without assembly
	narrow  bool    // one block at a time
}

// NewDense arranges weights, which are out × rows × columns × in, for a map with in channels. factors, out
// of them, are those of a map that is added to the sums, or nil. input declares a map of NewInput.
func NewDense(shape Shape, in, out int, weights []int8, finish Finish, factors []int32, input bool) *Dense {
	step := padded(in)
	if input {
		step = group
	}
	d := &Dense{shape: shape, out: out, groups: shape.Columns * step / group, finish: finish.widened(out)}
	if factors != nil {
		d.factors = make([]int32, padded(out))
		copy(d.factors, factors)
	}
	for block := 0; block < out; block += lanes {
		packed := make([]int8, shape.Rows*d.groups*lanes*group)
		for o := block; o < min(block+lanes, out); o++ {
			for y := range shape.Rows {
				for x := range shape.Columns {
					for c := range in {
						k := x*step + c // within the row of the window
						at := ((y*d.groups+k/group)*lanes+o-block)*group + k%group
						packed[at] = weights[((o*shape.Rows+y)*shape.Columns+x)*in+c]
					}
				}
			}
		}
		d.weights = append(d.weights, packed)
	}
	return d
}

// Run fills dst. added is a map to add, or nil: of dst's size, or of half of it if up is 2, when each of
// its places counts for four.
func (d *Dense) Run(dst, src, added *Map, up int) {
	for y := range dst.Rows {
		for block := 0; block < len(d.weights); {
			a := d.job(src, y, block)
			a.dstStep = dst.step
			d.row(&a, dst.Columns, func(x int) {
				a.dst = &dst.data[dst.offset(y, x)+block*lanes]
				a.add(added, y, x, up, block)
			})
			block += a.blocks()
		}
	}
}

// RunRaw fills dst, which has Rows × Columns × RawStep values, with the products before rounding.
func (d *Dense) RunRaw(dst []float32, rows, columns int, src *Map) {
	step := d.RawStep()
	for y := range rows {
		for block := 0; block < len(d.weights); {
			a := d.job(src, y, block)
			a.dstStep = step * 4
			d.row(&a, columns, func(x int) {
				a.raw = &dst[(y*columns+x)*step+block*lanes]
			})
			block += a.blocks()
		}
	}
}

// RawStep is the number of values per place of RunRaw; those beyond the output channels are undefined.
func (d *Dense) RawStep() int { return padded(d.out) }

// job describes the computation of a block of channels in a row, or of two if the processor can, without the
// places.
func (d *Dense) job(src *Map, y, block int) denseJob {
	var second *int8
	if !d.plain && !d.narrow && block+1 < len(d.weights) && canPair() {
		second = &d.weights[block+1][0]
	}
	return denseJob{
		second:  second,
		rowStep: src.stride(), placeStep: d.shape.StepColumns * src.step,
		weights: &d.weights[block][0], rows: d.shape.Rows, groups: d.groups,
		bias: &d.finish.Bias[block*lanes], scale: &d.finish.Scale[block*lanes], factors: d.factorsOf(block),
		source: src.data[src.offset(y*d.shape.StepRows-d.shape.Top, -d.shape.Left):], plain: d.plain,
	}
}

func (d *Dense) factorsOf(block int) *int32 {
	if d.factors == nil {
		return nil
	}
	return &d.factors[block*lanes]
}

// row computes the places of a row in tiles; the last one may overlap the one before. begin is called at
// the beginning of a tile.
func (d *Dense) row(a *denseJob, columns int, begin func(x int)) {
	for x := 0; x < columns; x += tile {
		if x+tile > columns {
			if columns < tile {
				a.places = columns
			} else {
				x = columns - tile
			}
		}
		a.x = &a.source[x*a.placeStep]
		begin(x)
		a.run()
	}
}

// denseJob is a tile of places to compute. The assembly depends on the offsets of the fields up to second.
type denseJob struct {
	x         *byte
	weights   *int8
	bias      *int32
	scale     *float32
	dst       *byte
	raw       *float32 // instead of dst
	factors   *int32
	added     [tile]*byte // nil without factors
	rows      int
	groups    int
	rowStep   int
	placeStep int
	dstStep   int   // bytes
	second    *int8 // weights of the next block, which the job also computes; nil for none

	places int    // of the tile; 0 for all
	source []byte // from the row's first place on
	plain  bool
}

// add sets the places of another map that are added to the tile's.
func (a *denseJob) add(added *Map, y, x, up, block int) {
	if added == nil {
		return
	}
	for p := range tile {
		// Beyond the end, any place is valid.
		column := min((x+p)/up, added.Columns-1)
		a.added[p] = &added.data[added.offset(y/up, column)+block*lanes]
	}
}

// blocks returns how many blocks of channels the job computes.
func (a *denseJob) blocks() int {
	if a.second != nil {
		return 2
	}
	return 1
}

func (a *denseJob) run() {
	if a.places == 0 {
		a.compute()
		return
	}
	// A map of fewer places than a tile has no room for the whole tile.
	whole, width := *a, a.blocks()*lanes
	var bytes [tile * 2 * lanes]byte
	var values [tile * 2 * lanes]float32
	if a.raw != nil {
		whole.raw, whole.dstStep = &values[0], width*4
	} else {
		whole.dst, whole.dstStep = &bytes[0], width
	}
	whole.compute()
	for p := range a.places {
		if a.raw != nil {
			copy(unsafe.Slice(at(a.raw, p*a.dstStep), width), values[p*width:])
		} else {
			copy(unsafe.Slice(at(a.dst, p*a.dstStep), width), bytes[p*width:])
		}
	}
}

// at returns the value some bytes behind p.
func at[T any](p *T, bytes int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), bytes))
}
