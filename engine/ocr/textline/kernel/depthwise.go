package kernel

// Depthwise is a convolution of each channel by itself, a place at a time.
type Depthwise struct {
	shape   Shape
	pairs   int      // of window columns; the last one may be half empty
	weights [][]int8 // by block of lanes channels: window rows × pairs × lanes × 2
	finish  Finish
	plain   bool // without assembly
}

// NewDepthwise arranges weights, which are rows × columns × channels. Steps must be 1, and the map must
// have the same channels.
func NewDepthwise(shape Shape, channels int, weights []int8, finish Finish) *Depthwise {
	d := &Depthwise{shape: shape, pairs: (shape.Columns + 1) / 2, finish: finish.widened(channels)}
	for block := 0; block < channels; block += lanes {
		packed := make([]int8, shape.Rows*d.pairs*lanes*2)
		for c := block; c < min(block+lanes, channels); c++ {
			for y := range shape.Rows {
				for x := range shape.Columns {
					packed[((y*d.pairs+x/2)*lanes+c-block)*2+x%2] = weights[(y*shape.Columns+x)*channels+c]
				}
			}
		}
		d.weights = append(d.weights, packed)
	}
	return d
}

// Run fills dst, which has as many channels as src.
func (d *Depthwise) Run(dst, src *Map) {
	for y := range dst.Rows {
		for block := range d.weights {
			a := depthwiseJob{
				x: &src.data[src.offset(y-d.shape.Top, -d.shape.Left)+block*lanes], weights: &d.weights[block][0],
				bias: &d.finish.Bias[block*lanes], scale: &d.finish.Scale[block*lanes],
				dst:  &dst.data[dst.offset(y, 0)+block*lanes],
				rows: d.shape.Rows, pairs: d.pairs, rowStep: src.stride(), step: src.step, places: dst.Columns,
				plain: d.plain,
			}
			a.compute()
		}
	}
}

// depthwiseJob is a row of a block of channels, in the layout for the assembly.
type depthwiseJob struct {
	x       *byte
	weights *int8
	bias    *int32
	scale   *float32
	dst     *byte
	rows    int
	pairs   int
	rowStep int
	step    int // bytes from a place to the next, in x and in dst
	places  int
	plain   bool
}
