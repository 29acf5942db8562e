package ocr

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/document"
)

//go:embed rapidocr.py
var rapidScript string

// rapid is a process of the package rapidocr that reads one picture after the other.
type rapid struct {
	input  io.Writer
	output *json.Decoder
}

// startRapid starts the reader with the Python of PythonVariable. It ends when ctx ends.
func startRapid(ctx context.Context) (*rapid, error) {
	python := os.Getenv(PythonVariable)
	if python == "" {
		return nil, fmt.Errorf("%s is not set: want the Python of an environment with rapidocr and onnxruntime",
			PythonVariable)
	}
	cmd := exec.CommandContext(ctx, python, "-c", rapidScript)
	cmd.Stderr = os.Stderr
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("rapidocr: %w", err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("rapidocr: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("rapidocr: %w", err)
	}
	return &rapid{input, json.NewDecoder(bufio.NewReader(output))}, nil
}

func (r *rapid) read(img *image.Gray) ([]document.Line, time.Duration, error) {
	content := pgm(img)
	if _, err := fmt.Fprintf(r.input, "%d\n%s", len(content), content); err != nil {
		return nil, 0, fmt.Errorf("rapidocr: %w", err)
	}
	var answer struct {
		CPU   float64
		Lines []struct {
			Text       string
			Confidence float64
		}
	}
	if err := r.output.Decode(&answer); err != nil {
		return nil, 0, fmt.Errorf("rapidocr: %w", err)
	}
	lines := make([]document.Line, len(answer.Lines))
	for i, l := range answer.Lines {
		for word := range strings.FieldsSeq(l.Text) {
			lines[i].Words = append(lines[i].Words, document.Word{Text: word, Confidence: l.Confidence})
		}
	}
	return lines, time.Duration(answer.CPU * float64(time.Second)), nil
}
