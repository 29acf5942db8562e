package network_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/network"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// conv is a layer as the tests write it.
type conv struct {
	Op       string `json:"op"`
	From     *int   `json:"from,omitempty"`
	In       int    `json:"in"`
	Out      int    `json:"out"`
	Kernel   [2]int `json:"kernel"`
	Stride   [2]int `json:"stride"`
	Pad      [4]int `json:"pad"`
	Raw      bool   `json:"raw"`
	Residual *int   `json:"residual,omitempty"`
	Upsample int    `json:"upsample,omitempty"`

	weights       []int8
	bias, factors []int32
	scale         []float32
}

func number(i int) *int { return &i }

// twoScales is a network that halves its input twice, adds the lower scale's output to the upper one, and
// has two outputs.
func twoScales() []conv {
	square := func(in, out, stride int) conv {
		return conv{
			Op: "conv", In: in, Out: out, Kernel: [2]int{3, 3}, Stride: [2]int{stride, stride}, Pad: [4]int{1, 1, 1, 1},
		}
	}
	point := func(in, out int) conv {
		return conv{Op: "conv", In: in, Out: out, Kernel: [2]int{1, 1}, Stride: [2]int{1, 1}}
	}
	layers := []conv{square(1, 16, 2), square(16, 20, 2), {
		Op: "depthwise", In: 20, Out: 20, Kernel: [2]int{5, 3}, Stride: [2]int{1, 1}, Pad: [4]int{2, 1, 2, 1},
	}, point(20, 16), point(16, 16), point(16, 3), point(20, 2)}
	layers[4].From, layers[4].Residual, layers[4].Upsample = number(0), number(3), 2
	layers[5].Raw, layers[6].Raw, layers[6].From = true, true, number(2)
	r := rand.New(rand.NewPCG(5, 5))
	for i := range layers {
		l := &layers[i]
		n := l.Kernel[0] * l.Kernel[1] * l.In
		each := n
		if l.Op == "conv" {
			n *= l.Out
		} else {
			each /= l.In
		}
		for range n {
			l.weights = append(l.weights, int8(r.IntN(255)-127))
		}
		for range l.Out {
			l.bias = append(l.bias, int32(r.IntN(4000)))
			l.scale = append(l.scale, r.Float32()/float32(100*math.Sqrt(float64(each))))
			if l.Residual != nil {
				l.factors = append(l.factors, int32(r.IntN(200)))
			}
		}
	}
	return layers
}

// encode writes the file of a network.
func encode(tb testing.TB, layers []conv) []byte {
	tb.Helper()
	var outputs []int
	for i := range layers {
		if layers[i].Raw {
			outputs = append(outputs, i)
		}
	}
	header, err := json.Marshal(map[string]any{
		"kind": "test", "labels": []string{"", "a", "b"}, "layers": layers, "outputs": outputs, "made": map[string]any{},
	})
	require.NoError(tb, err)
	var b bytes.Buffer
	b.WriteString("DOCMNET1")
	for _, part := range []any{uint32(len(header)), header} {
		_ = binary.Write(&b, binary.LittleEndian, part)
	}
	for i := range layers {
		l := &layers[i]
		for _, part := range []any{l.weights, l.bias, l.scale, l.factors} {
			_ = binary.Write(&b, binary.LittleEndian, part)
		}
	}
	sum := sha256.Sum256(b.Bytes())
	return append(b.Bytes(), sum[:]...)
}

// plane is a map of the reference computation: rows × columns × channels.
type plane struct {
	rows, columns, channels int
	v                       []float64
}

func (p *plane) at(y, x, c int) float64 {
	if y < 0 || x < 0 || y >= p.rows || x >= p.columns {
		return 0
	}
	return p.v[(y*p.columns+x)*p.channels+c]
}

// reference computes a layer from its definition.
func reference(l *conv, src, added *plane) *plane {
	out := &plane{channels: l.Out}
	out.rows = (src.rows+l.Pad[0]+l.Pad[2]-l.Kernel[0])/l.Stride[0] + 1
	out.columns = (src.columns+l.Pad[1]+l.Pad[3]-l.Kernel[1])/l.Stride[1] + 1
	for y := range out.rows {
		for x := range out.columns {
			for o := range l.Out {
				sum := float64(l.bias[o])
				for ky := range l.Kernel[0] {
					for kx := range l.Kernel[1] {
						sy, sx := y*l.Stride[0]+ky-l.Pad[0], x*l.Stride[1]+kx-l.Pad[1]
						if l.Op == "depthwise" {
							sum += src.at(sy, sx, o) * float64(l.weights[(ky*l.Kernel[1]+kx)*l.In+o])
							continue
						}
						for c := range l.In {
							sum += src.at(sy, sx, c) * float64(l.weights[((o*l.Kernel[0]+ky)*l.Kernel[1]+kx)*l.In+c])
						}
					}
				}
				if added != nil {
					sum += added.at(y/l.Upsample, x/l.Upsample, o) * float64(l.factors[o])
				}
				v := float64(float32(sum) * l.scale[o])
				if !l.Raw {
					v = math.RoundToEven(min(max(v, 0), 127))
				}
				out.v = append(out.v, v)
			}
		}
	}
	return out
}

func TestRun(t *testing.T) {
	t.Parallel()
	layers := twoScales()
	n, err := network.Read(encode(t, layers))
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(7, 7))
	for _, size := range [][2]int{{16, 16}, {4, 4}, {8, 36}, {36, 8}} {
		input, in := make([]byte, size[0]*size[1]), &plane{rows: size[0], columns: size[1], channels: 1}
		for i := range input {
			input[i] = byte(r.IntN(256))
			in.v = append(in.v, float64(input[i]>>1))
		}
		maps := []*plane{in}
		for i := range layers {
			l, from := &layers[i], i-1
			if l.From != nil {
				from = *l.From
			}
			var added *plane
			if l.Residual != nil {
				added = maps[*l.Residual+1]
			}
			maps = append(maps, reference(l, maps[from+1], added))
		}
		outputs, err := n.Run(t.Context(), size[0], size[1], input)
		require.NoError(t, err)
		for k, want := range maps[6:] {
			got := &outputs[k]
			if got.Rows != want.rows || got.Columns != want.columns || got.Channels != want.channels {
				t.Fatalf("%v: output %d is %d × %d × %d", size, k, got.Rows, got.Columns, got.Channels)
			}
			for y := range got.Rows {
				for x := range got.Columns {
					for c, v := range got.At(y, x) {
						require.Equal(t, float64(v), want.at(y, x, c), size, "output", k, "has", v, "at", y, x, c)
					}
				}
			}
		}
	}
	assert.Equal(t, n.Work(16, 16), 8*8*9*16+4*4*9*16*20+4*4*15*20+4*4*20*16+8*8*16*16+8*8*16*3+4*4*20*2, "products")
}

func TestRunWrongSizes(t *testing.T) {
	t.Parallel()
	n, err := network.Read(encode(t, twoScales()))
	require.NoError(t, err)
	for _, size := range [][3]int{{16, 16, 255}, {0, 0, 0}, {-1, -4, 4}, {6, 16, 96}, {1, 1, 1}} {
		_, err := n.Run(t.Context(), size[0], size[1], make([]byte, size[2]))
		assert.Error(t, err, size, "was taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = n.Run(ctx, 16, 16, make([]byte, 256))
	assert.Error(t, err, "ran though nobody waited")
}

// Sizes of which a layer would make more than memory should hold are refused.
func TestRunSizeLimit(t *testing.T) {
	t.Parallel()
	var layers []conv
	in := 1
	for range 20 {
		layers = append(layers, conv{
			Op: "conv", In: in, Out: 2, Kernel: [2]int{64, 1}, Stride: [2]int{1, 1}, Pad: [4]int{63, 0, 63, 0},
			weights: make([]int8, 64*in*2), bias: make([]int32, 2), scale: make([]float32, 2),
		})
		in = 2
	}
	layers[len(layers)-1].Raw = true
	n, err := network.Read(encode(t, layers))
	require.NoError(t, err)
	assert.Equal(t, n.Work(1, 1<<18), 0, "products")
	_, err = n.Run(t.Context(), 1, 1<<18, make([]byte, 1<<18))
	assert.Error(t, err, "a map that is too large was made")
	_, err = n.Run(t.Context(), 1, 8, make([]byte, 8))
	assert.NoError(t, err)
}

// Runs at the same time, of inputs of different sizes, have the results that they
// have alone, though they share memory one after the other.
func TestRunConcurrently(t *testing.T) {
	t.Parallel()
	n, err := network.Read(encode(t, twoScales()))
	require.NoError(t, err)
	values := func(columns int) []float32 {
		input := make([]byte, 8*columns)
		for i := range input {
			input[i] = byte(i * columns)
		}
		outputs, err := n.Run(t.Context(), 8, columns, input)
		if err != nil {
			t.Error(err)
			return nil
		}
		var out []float32
		for k := range outputs {
			for y := range outputs[k].Rows {
				for x := range outputs[k].Columns {
					out = append(out, outputs[k].At(y, x)...)
				}
			}
		}
		return out
	}
	alone := map[int][]float32{}
	for columns := 4; columns <= 32; columns += 4 {
		alone[columns] = values(columns)
	}
	var all sync.WaitGroup
	for start := range 8 {
		all.Go(func() {
			for i := range 16 {
				columns := 4 * (1 + (start+i)%8)
				assert.EqualSlices(t, values(columns), alone[columns], columns, "columns have other results")
			}
		})
	}
	all.Wait()
}
