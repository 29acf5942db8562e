// Package textline recognizes the text of single lines: a convolutional network of bytes returns scores of
// each character for every few columns of a line's picture (package crop), and package ctc decodes them. It
// needs no other program and returns the same text on every machine.
//
// There are two networks: the second one was trained differently, makes other errors, and is used if the
// first is in doubt. MODEL.md describes their training and limits.
package textline

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/ctc"
	"github.com/docmill/docmill/engine/ocr/textline/network"
)

//go:embed recognizer.bin
var recognizerBin []byte

//go:embed second.bin
var secondBin []byte

// placeColumns is the number of picture columns per place of the network's map.
const placeColumns = 4

// beam is the number of prefixes; more do not find better texts.
const beam = 8

// Recognizer reads lines. It is safe for concurrent use.
type Recognizer struct {
	network *network.Network
	decoder *ctc.Decoder
	// steps of a text per place, in sequence: a divisor of placeColumns
	steps int
}

// New returns the two built-in recognizers, the better one first. They have the same labels, so each can
// rate the other's text (ctc.Text.Support). An error means that the program is damaged.
func New() (first, second *Recognizer, err error) {
	if first, err = Open(recognizerBin); err != nil {
		return nil, nil, err
	}
	if second, err = Open(secondBin); err != nil {
		return nil, nil, err
	}
	if !slices.Equal(first.Labels(), second.Labels()) {
		return nil, nil, errOtherLabels
	}
	return first, second, nil
}

var (
	errNoRecognizer = errors.New("textline: the network does not recognize lines")
	errOtherLabels  = errors.New("textline: the two networks know different characters")
)

// Open reads a recognizer of the form that lab/recognizer/quantize.py writes.
func Open(content []byte) (*Recognizer, error) {
	n, err := network.Read(content)
	if err != nil {
		return nil, fmt.Errorf("textline: %w", err)
	}
	const some = 64 // columns
	outputs, err := n.Run(context.Background(), crop.Rows, some, make([]byte, crop.Rows*some))
	if err != nil {
		return nil, fmt.Errorf("textline: %w", err)
	}
	if n.Purpose != "recognizer" || len(outputs) != 1 || outputs[0].Rows != 1 ||
		outputs[0].Columns != some/placeColumns || len(n.Labels) < 2 || n.Labels[0] != "" {
		return nil, errNoRecognizer
	}
	steps := outputs[0].Channels / len(n.Labels)
	if steps < 1 || placeColumns%steps != 0 || outputs[0].Channels != steps*len(n.Labels) {
		return nil, errNoRecognizer
	}
	return &Recognizer{n, ctc.New(n.Labels), steps}, nil
}

// StepColumns returns the number of picture columns per step of a text.
func (r *Recognizer) StepColumns() int { return placeColumns / r.steps }

// Labels returns the characters that the recognizer knows.
func (r *Recognizer) Labels() []string { return r.network.Labels[1:] }

// Work returns how many products of an activation and a weight a picture takes.
func (r *Recognizer) Work(columns int) int { return r.network.Work(crop.Rows, columns) }

// Read recognizes a line. An error is that of ctx.
func (r *Recognizer) Read(ctx context.Context, p crop.Picture) (ctc.Text, error) {
	return r.ReadOf(ctx, p, nil)
}

// ReadOf recognizes a line with only those characters for which may returns true; nil allows all. It
// returns the error of ctx.
func (r *Recognizer) ReadOf(ctx context.Context, p crop.Picture, may func(character string) bool) (ctc.Text, error) {
	outputs, err := r.network.Run(ctx, crop.Rows, p.Columns, p.Ink)
	if err != nil {
		return ctc.Text{}, fmt.Errorf("textline: %w", err)
	}
	classes := len(r.network.Labels)
	scores := func(step int) []float32 {
		return outputs[0].At(0, step/r.steps)[step%r.steps*classes:][:classes]
	}
	if may != nil {
		scores = without(scores, r.network.Labels, may)
	}
	return r.decoder.Decode(r.steps*outputs[0].Columns, scores, beam), nil
}

// without lowers the scores of characters that may excludes.
func without(scores func(int) []float32, labels []string, may func(string) bool) func(int) []float32 {
	const never = -1e4
	lowered := make([]float32, len(labels))
	return func(step int) []float32 {
		copy(lowered, scores(step))
		for class, label := range labels {
			if class > 0 && !may(label) {
				lowered[class] = never
			}
		}
		return lowered
	}
}
