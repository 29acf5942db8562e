package kernel

// Map holds activations: a rectangle of places with channels, and around it a border of zeros, so that
// convolutions need no bounds checks.
type Map struct {
	Rows, Columns int
	// Channels excludes padding; memory holds a multiple of lanes.
	Channels int

	step               int // bytes from one place to the next
	borderRows, border int // above and below, to both sides
	data               []byte
}

// NewMap returns a map without memory; border is that of rows and of columns.
func NewMap(rows, columns, channels, borderRows, border int) *Map {
	return &Map{
		Rows: rows, Columns: columns, Channels: channels, step: padded(channels), borderRows: borderRows, border: border,
	}
}

// NewInput returns a map of one channel for a network's input, in less memory than NewMap.
func NewInput(rows, columns, borderRows, border int) *Map {
	m := NewMap(rows, columns, 1, borderRows, border)
	m.step = group
	return m
}

// Size returns the bytes of memory that the map needs. It includes room behind the last place, because a
// convolution reads a whole tile; the content there does not matter.
func (m *Map) Size() int {
	return (m.Rows+2*m.borderRows)*m.stride() + tile*MaxStep*m.step
}

// Use returns the map its memory, of Size bytes, and clears its border.
func (m *Map) Use(memory []byte) {
	m.data = memory[:m.Size()]
	clear(m.data[:m.borderRows*m.stride()])
	for y := range m.Rows {
		row := m.data[(y+m.borderRows)*m.stride():][:m.stride()]
		clear(row[:m.border*m.step])
		clear(row[(m.border+m.Columns)*m.step:])
	}
	clear(m.data[(m.borderRows+m.Rows)*m.stride():])
}

// Memory takes the map's memory from it.
func (m *Map) Memory() []byte {
	data := m.data
	m.data = nil
	return data
}

// Fill copies the rows of an input and halves the bytes to activations.
func (m *Map) Fill(input []byte) {
	for y := range m.Rows {
		at := m.offset(y, 0)
		for _, v := range input[y*m.Columns : (y+1)*m.Columns] {
			m.data[at], m.data[at+1], m.data[at+2], m.data[at+3] = v>>1, 0, 0, 0
			at += m.step
		}
	}
}

// At returns the activations of a place.
func (m *Map) At(y, x int) []byte {
	at := m.offset(y, x)
	return m.data[at : at+m.Channels]
}

func (m *Map) stride() int { return (m.Columns + 2*m.border) * m.step }

func (m *Map) offset(y, x int) int { return (y+m.borderRows)*m.stride() + (x+m.border)*m.step }

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
