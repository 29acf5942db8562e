package network_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/textline/network"
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

// twoScales is a network that halves its input twice, adds what the lower scale says
// to the upper one, and has two outputs.
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
	if err != nil {
		tb.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
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
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range maps[6:] {
			got := &outputs[k]
			if got.Rows != want.rows || got.Columns != want.columns || got.Channels != want.channels {
				t.Fatalf("%v: output %d is %d × %d × %d", size, k, got.Rows, got.Columns, got.Channels)
			}
			for y := range got.Rows {
				for x := range got.Columns {
					for c, v := range got.At(y, x) {
						if float64(v) != want.at(y, x, c) {
							t.Fatalf("%v: output %d has %v at %d, %d, %d, want %v", size, k, v, y, x, c, want.at(y, x, c))
						}
					}
				}
			}
		}
	}
	if work := n.Work(16, 16); work != 8*8*9*16+4*4*9*16*20+4*4*15*20+4*4*20*16+8*8*16*16+8*8*16*3+4*4*20*2 {
		t.Errorf("%d products", work)
	}
}

func TestRunRefusesWrongSizes(t *testing.T) {
	t.Parallel()
	n, err := network.Read(encode(t, twoScales()))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][3]int{{16, 16, 255}, {0, 0, 0}, {-1, -4, 4}, {6, 16, 96}, {1, 1, 1}} {
		if _, err := n.Run(t.Context(), size[0], size[1], make([]byte, size[2])); err == nil {
			t.Errorf("%v was taken", size)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := n.Run(ctx, 16, 16, make([]byte, 256)); err == nil {
		t.Error("ran though nobody waited")
	}
}

// Every way in which a file can be wrong has an error.
func TestReadRefusesDamage(t *testing.T) {
	t.Parallel()
	good := encode(t, twoScales())
	changed := func(change func([]conv)) []byte {
		layers := twoScales()
		change(layers)
		return encode(t, layers)
	}
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 1
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"empty":         {nil, "does not begin"},
		"other file":    {[]byte(strings.Repeat("%PDF-1.7 ", 20)), "does not begin"},
		"flipped":       {flipped, "sum"},
		"cut":           {good[:len(good)-1], "sum"},
		"channels":      {changed(func(l []conv) { l[1].In = 15 }), "layer 1"},
		"too few bytes": {changed(func(l []conv) { l[6].weights = l[6].weights[:1] }), "layer 6"},
		"too many":      {changed(func(l []conv) { l[6].scale = append(l[6].scale, 1) }), "too many"},
		"operation":     {changed(func(l []conv) { l[3].Op = "softmax" }), "layer 3"},
		"weight":        {changed(func(l []conv) { l[0].weights[3] = -128 }), "layer 0"},
		"scale":         {changed(func(l []conv) { l[2].scale[0] = float32(math.NaN()) }), "layer 2"},
		"bias":          {changed(func(l []conv) { l[2].bias[0] = math.MinInt32 }), "layer 2"},
		"factor":        {changed(func(l []conv) { l[4].factors[0] = -1 }), "layer 4"},
		"later map":     {changed(func(l []conv) { l[4].Residual = number(5) }), "layer 4"},
		"from itself":   {changed(func(l []conv) { l[4].From = number(4) }), "layer 4"},
		"window":        {changed(func(l []conv) { l[3].Pad = [4]int{1, 1, 1, 1} }), "layer 3"},
		"no end":        {changed(func(l []conv) { l[5].Raw, l[6].Raw = false, false }), "output"},
	} {
		if _, err := network.Read(c.content); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	good := encode(f, twoScales())
	f.Add(good[:len(good)-sha256.Size])
	f.Fuzz(func(t *testing.T, body []byte) {
		sum := sha256.Sum256(body)
		n, err := network.Read(append(bytes.Clone(body), sum[:]...))
		if err != nil {
			return
		}
		if work := n.Work(16, 16); work > 1<<22 {
			return
		}
		_, _ = n.Run(t.Context(), 16, 16, make([]byte, 256))
	})
}
