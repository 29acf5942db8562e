package tagging

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/pagegraph"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/train"
)

// Writer writes documents for train.py: a line with the names of the classes and one with those of the document types,
// as in the network's file, a head of four 32-bit integers (features of a unit, those of them of words, neighbors,
// features of a pair), then for each document
//
//	int32   units, type of the document, fold, repetitions per epoch
//	uint16  words of each unit
//	uint32  mask of each unit
//	int8    features of each unit, 127 for 1
//	int16   neighbors of each unit, -1 for none
//	int8    features of each pair, 127 for 1
//
// All numbers are little-endian.
type Writer struct {
	w   *bufio.Writer
	err error
}

// NewWriter returns a Writer that writes the tagger's data to w.
func NewWriter(w io.Writer) *Writer {
	types := synth.Types()
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = string(t)
	}
	features, words := pagegraph.Features()
	return newWriter(w, tag.Names(), names, features, words)
}

func newWriter(w io.Writer, classes, types []string, features, words int) *Writer {
	out := &Writer{w: bufio.NewWriterSize(w, 1<<20)}
	_, out.err = fmt.Fprintf(out.w, "%s\n%s\n", strings.Join(classes, " "), strings.Join(types, " "))
	out.put([]int32{int32(features), int32(words), pagegraph.Neighbors, pagegraph.PairFeatures}) //nolint:gosec // small
	return out
}

// AddMade writes the synthetic documents of seeds 1 to n in order.
func (w *Writer) AddMade(n int) { w.addSeeds(n, encodeMade) }

// addSeeds writes the documents of seeds 1 to n in order. It makes as many concurrently as there are processors.
func (w *Writer) addSeeds(n int, encode func(seed uint64) *bytes.Buffer) {
	type made = chan *bytes.Buffer
	ahead := make(chan made, runtime.GOMAXPROCS(0))
	go func() {
		defer close(ahead)
		for i := range n {
			one := make(made, 1)
			ahead <- one
			go func() { one <- encode(uint64(i + 1)) }() //nolint:gosec // not negative
		}
	}()
	for one := range ahead {
		b := <-one
		if w.err == nil {
			_, w.err = b.WriteTo(w.w)
		}
	}
}

// encodeMade writes the document of a seed; one in three as text recognition returns it. It writes few receipts,
// because the network contributes little to them.
func encodeMade(seed uint64) *bytes.Buffer {
	var b bytes.Buffer
	s := synth.New(seed, synth.Options{})
	if s.DocumentType == result.TypeReceipt && seed%3 > 0 {
		return &b
	}
	l := train.Labeled{DocumentType: s.DocumentType, Truth: eval.Truth{Scalars: s.Truth.Scalars}, Complete: true,
		Origin: s.Layout}
	var drawn sheet.Fields
	if seed%3 == 0 {
		l.Document, drawn = s.RecognizedFields(seed, float64(seed/3%4)/5) //nolint:mnd // levels 0 to 0.6
	} else {
		l.Document, drawn = s.DocumentFields()
	}
	w := Writer{w: bufio.NewWriter(&b)}
	w.Add(&l, drawn, madeFold, 1)
	_ = w.Close() // a buffer accepts all
	return &b
}

// madeFold marks synthetic documents, which are in no fold.
const madeFold = -1

// Add writes one document of a fold with its number of repetitions per epoch. drawn has the field of each word, or is
// nil if unknown.
func (w *Writer) Add(l *train.Labeled, drawn sheet.Fields, fold, times int) {
	doc := annotate.New(layout.Analyze(l.Document))
	if len(doc.Layout.Pages) == 0 || doc.Layout.Pages[0].Nominal {
		return
	}
	o := tagger.Observe(doc)
	var masks []Mask
	if drawn != nil {
		masks = Drawn(l.Document, drawn, l.DocumentType, o)
	}
	if masks == nil {
		masks = Align(doc, o, l)
	}
	w.write(o, masks, slices.Index(synth.Types(), l.DocumentType), fold, times)
}

// write writes a graph with the classes of its units. Kind is the document type.
func (w *Writer) write(o *pagegraph.Graph, masks []Mask, kind, fold, times int) {
	n := len(o.Units)
	if n == 0 {
		return
	}
	w.put([]int32{int32(n), int32(kind), int32(fold), int32(times)}) //nolint:gosec // small
	w.put(o.WordHashes())
	w.put(masks)
	for _, x := range o.Features {
		w.put(bytes8(x))
	}
	none := make([]int16, pagegraph.Neighbors)
	for i := range none {
		none[i] = -1
	}
	for _, near := range o.Near {
		row := slices.Clone(none)
		for k, i := range near {
			row[k] = int16(i) //nolint:gosec // at most 480 units
		}
		w.put(row)
	}
	pad := make([]int8, pagegraph.Neighbors*pagegraph.PairFeatures)
	for _, pairs := range o.Pairs {
		row := slices.Clone(pad)
		copy(row, bytes8(pairs))
		w.put(row)
	}
}

func bytes8(x []float32) []int8 {
	out := make([]int8, len(x))
	for i, v := range x {
		out[i] = int8(math.Round(127 * float64(min(1, max(-1, v)))))
	}
	return out
}

func (w *Writer) put(v any) {
	if w.err == nil {
		w.err = binary.Write(w.w, binary.LittleEndian, v)
	}
}

// Close flushes the data. It returns the first error of all writes.
func (w *Writer) Close() error {
	if w.err != nil {
		return fmt.Errorf("training data: %w", w.err)
	}
	return w.w.Flush()
}
