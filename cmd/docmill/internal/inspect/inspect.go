// Package inspect shows the reader's result for a file before extraction: as text in the page's layout, as
// JSON, or as page pictures with a box around every word. A confined child process reads the file, as for
// an extraction.
package inspect

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/term"

	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// Command is `docmill inspect`. Tags are kong's.
type Command struct {
	File    string        `arg:"" help:"File to read."`
	JSON    bool          `name:"json" help:"Print the whole model as JSON."`
	PNG     string        `name:"png" placeholder:"DIR" help:"Write a picture of each page into this folder, with boxes around words: the file's text blue, OCR green, hidden text red, codes magenta."`
	Width   int           `name:"width" default:"0" help:"Columns of the text; 0 means those of the terminal."`
	Timeout time.Duration `name:"timeout" default:"300s" help:"Time limit of the file."`
	extract.Options
}

// Run shows the file on standard output.
func (c Command) Run(ctx context.Context) error { return c.Show(ctx, os.Stdout) }

// Show reads the file and writes the result to out.
func (c Command) Show(ctx context.Context, out io.Writer) error {
	if err := input.Check(c.File); err != nil {
		return err
	}
	data, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	worker, err := extract.OpenEngine(ctx, 1, c.Options)
	if err != nil {
		return err
	}
	defer worker.Close()
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	seen, err := read(ctx, worker, data)
	if err != nil {
		return err
	}
	if c.PNG != "" {
		if err := c.writePictures(ctx, worker, data, seen); err != nil {
			return err
		}
	}
	switch {
	case c.JSON:
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", " ")
		return encoder.Encode(seen)
	case c.PNG != "":
		return nil
	}
	return writeText(out, seen, c.columns())
}

func read(ctx context.Context, worker *enginepool.Pool, data []byte) (*engine.Inspection, error) {
	answer, err := worker.Inspect(ctx, bytes.NewReader(data), int64(len(data)))
	switch {
	case errors.Is(err, sandbox.ErrCrashed):
		return nil, fmt.Errorf("the process that read the file crashed: %w", err)
	case err != nil:
		return nil, err
	case answer.Failure != nil:
		return nil, fmt.Errorf("%s: %s", answer.Failure.Code, answer.Failure.Message)
	}
	return answer.Inspection, nil
}

func (c Command) columns() int {
	const usual, least, most = 120, 40, 400
	width := c.Width
	if width <= 0 {
		width = usual
		if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			width = w
		}
	}
	return min(max(width, least), most)
}

// writePictures draws the pages with their boxes.
func (c Command) writePictures(
	ctx context.Context, worker *enginepool.Pool, data []byte, seen *engine.Inspection,
) error {
	if err := os.MkdirAll(c.PNG, 0o750); err != nil {
		return err
	}
	const width = 1400 // pixels; words of 6 points can be read
	for i := range seen.Pages {
		page := &seen.Pages[i]
		if page.Nominal { // what is shown of it is cut otherwise
			return errors.New("boxes are drawn on pages of PDF and image files only")
		}
		drawn, err := worker.Draw(ctx, child.Picture{Page: page.Number, Width: width}, bytes.NewReader(data),
			int64(len(data)))
		if err != nil {
			return err
		}
		if drawn.Failure != nil {
			return fmt.Errorf("page %d: %s", page.Number, drawn.Failure.Message)
		}
		boxed, err := withBoxes(drawn.Data, page, seen.Codes)
		if err != nil {
			return fmt.Errorf("page %d: %w", page.Number, err)
		}
		path := filepath.Join(c.PNG, fmt.Sprintf("page-%03d.png", page.Number))
		if err := os.WriteFile(path, boxed, 0o600); err != nil {
			return err
		}
	}
	return nil
}
