package bench

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/report"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
)

// compareCommand is `docmill bench compare`. Tags are kong's.
type compareCommand struct {
	Base        string `arg:"" help:"Report (JSON) of before."`
	New         string `arg:"" help:"Report (JSON) of after."`
	Format      string `name:"format" aliases:"output" enum:"text,json,html" default:"text" help:"Format on standard output: text, json or html."`
	HTML        string `name:"html" placeholder:"FILE" help:"Also write the comparison as a page."`
	FailIfWorse bool   `name:"fail-if-worse" help:"Fail if a figure became worse beyond noise."`
}

// Run compares.
func (c *compareCommand) Run() error {
	base, err := read(c.Base)
	if err != nil {
		return err
	}
	changed, err := read(c.New)
	if err != nil {
		return err
	}
	comparison := report.Compare(base, changed)
	if c.HTML != "" {
		if err := writeFile(c.HTML, comparison.WriteHTML); err != nil {
			return err
		}
	}
	form := map[string]func(io.Writer) error{
		"text": comparison.WriteText, "json": comparison.WriteJSON, "html": comparison.WriteHTML,
	}
	if err := form[c.Format](os.Stdout); err != nil {
		return err
	}
	if n := comparison.Worse(); c.FailIfWorse && n > 0 {
		return fmt.Errorf("%d figures became worse beyond noise", n)
	}
	return nil
}

func read(path string) (*report.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, exitstatus.With(exitstatus.Usage, input.Explain(err))
	}
	defer f.Close()
	r, err := report.Read(f)
	if err != nil {
		return nil, exitstatus.With(exitstatus.Usage, errors.Join(fmt.Errorf("%s %w", path, err)))
	}
	return r, nil
}
