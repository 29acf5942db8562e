package kernel

// Shape is the window of a convolution: Rows × Columns places, moved by StepRows and StepColumns (1 to
// MaxStep). It begins Top rows above and Left columns before the first place, and ends Bottom and Right
// beyond the last one.
type Shape struct {
	Rows, Columns            int
	StepRows, StepColumns    int
	Top, Left, Bottom, Right int
}

// Of returns the size of the convolution's output for a map of rows × columns; it is not positive if there
// is none.
func (s Shape) Of(rows, columns int) (outRows, outColumns int) {
	return (rows+s.Top+s.Bottom-s.Rows)/s.StepRows + 1, (columns+s.Left+s.Right-s.Columns)/s.StepColumns + 1
}

// Memory returns the bytes that NewDense needs for weights from in to out channels, padded to a multiple of
// lanes.
func (s Shape) Memory(in, out int) int { return s.Rows * s.Columns * padded(in) * padded(out) }

// Border returns the rows and columns of zeros that a map must have around it.
func (s Shape) Border() (rows, columns int) { return max(s.Top, s.Bottom), max(s.Left, s.Right) }

// Finish converts the sum of an output channel: it adds bias and multiplies by scale. Between layers the
// product is rounded to even and clamped to the range of activations.
type Finish struct {
	Bias  []int32
	Scale []float32
}

// widened returns the finish with zeros for padding channels.
func (f Finish) widened(channels int) Finish {
	out := Finish{make([]int32, padded(channels)), make([]float32, padded(channels))}
	copy(out.Bias, f.Bias)
	copy(out.Scale, f.Scale)
	return out
}
