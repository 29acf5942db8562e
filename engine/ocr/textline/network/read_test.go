package network_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/network"
	"github.com/docmill/docmill/libs/assert"
)

// Every way in which a file can be wrong has an error.
func TestReadCorrupt(t *testing.T) {
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
		"no channels":   {changed(func(l []conv) { l[1].From, l[1].In = number(99), -1 }), "layer 1"},
		"of an end":     {changed(func(l []conv) { l[6].From = number(5); l[6].In = 3 }), "layer 6"},
		"of the input":  {changed(func(l []conv) { depthwiseOfInput(&l[2]) }), "layer 2"},
		"one for all":   {changed(func(l []conv) { spread(&l[3]) }), "layer 3"},
		"step":          {changed(func(l []conv) { l[1].Stride[1] = 9 }), "layer 1"},
		"two headers":   {changedHeader(good, func(h []byte) []byte { return append(h, "{}"...) }), "header"},
		"other field": {changedHeader(good, func(h []byte) []byte {
			return bytes.Replace(h, []byte(`"kind"`), []byte(`"kinds"`), 1)
		}), "header"},
		"no header": {changedHeader(good, func([]byte) []byte { return nil }), "header"},
		"window":    {changed(func(l []conv) { l[3].Pad = [4]int{1, 1, 1, 1} }), "layer 3"},
		"no end":    {changed(func(l []conv) { l[5].Raw, l[6].Raw = false, false }), "output"},
	} {
		_, err := network.Read(c.content)
		assert.True(t, err != nil && strings.Contains(err.Error(), c.want), name, err)
	}
}

// depthwiseOfInput makes a later layer one that reads the network's input.
func depthwiseOfInput(l *conv) {
	l.From, l.In, l.Out = number(-1), 1, 1
	l.weights, l.bias, l.scale = l.weights[:15], l.bias[:1], l.scale[:1]
}

// spread makes a layer one with a large window of a single channel, which takes far
// more memory than its file.
func spread(l *conv) {
	l.From, l.In, l.Out, l.Kernel, l.Pad = number(-1), 1, 1, [2]int{64, 64}, [4]int{32, 32, 32, 32}
	l.weights, l.bias, l.scale = make([]int8, 64*64), l.bias[:1], l.scale[:1]
}

// changedHeader returns the file with another header, its length and sum corrected.
func changedHeader(file []byte, change func([]byte) []byte) []byte {
	const before = len("DOCMNET1") + 4
	end := before + int(binary.LittleEndian.Uint32(file[before-4:]))
	header := change(bytes.Clone(file[before:end]))
	out := binary.LittleEndian.AppendUint32(bytes.Clone(file[:before-4]), uint32(len(header)))
	out = append(append(out, header...), file[end:len(file)-sha256.Size]...)
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

func FuzzRead(f *testing.F) {
	small := []conv{{
		Op: "conv", In: 1, Out: 2, Kernel: [2]int{2, 1}, Stride: [2]int{1, 2}, Raw: true,
		weights: []int8{1, -2, 3, 127}, bias: []int32{5, -6}, scale: []float32{1, 0.5},
	}}
	for _, layers := range [][]conv{small, twoScales()} {
		file := encode(f, layers)
		f.Add(file[:len(file)-sha256.Size])
	}
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
