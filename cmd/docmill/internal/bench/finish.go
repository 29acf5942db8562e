package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/report"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
)

func (c *runCommand) write(r *report.Report) error {
	form := map[string]func(io.Writer) error{"text": r.WriteText, "json": r.WriteJSON, "html": r.WriteHTML}
	for path, write := range map[string]func(io.Writer) error{c.JSON: r.WriteJSON, c.HTML: r.WriteHTML} {
		if path == "" {
			continue
		}
		if err := writeFile(path, write); err != nil {
			return err
		}
	}
	return form[c.Format](os.Stdout)
}

func writeFile(path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, input.Explain(err))
	}
	return nil
}

func (c *runCommand) verdict(r *report.Report) error {
	all := &r.Operations[0]
	failed := 100 * float64(all.Errors()) / float64(max(all.Ended(), 1))
	switch {
	case r.Ended == report.Interrupted:
		return context.Canceled
	case r.Ended == report.Exhausted:
		return exitstatus.With(exitstatus.Quota, fmt.Errorf("the documents of the month are used up"))
	case all.Ended() == 0 && r.PausedMs > 0:
		return exitstatus.With(exitstatus.Quota, fmt.Errorf("limits of the plan left no room for a request"))
	case all.Ended() == 0:
		return fmt.Errorf("no request came to its end")
	case all.Latency.Count == 0 && all.Refusals() > 0:
		return exitstatus.With(exitstatus.Quota, fmt.Errorf("every request was refused or failed"))
	case all.Latency.Count == 0:
		return exitstatus.With(exitstatus.AllFailed, fmt.Errorf("every request failed"))
	case failed > c.MaxErrors:
		return exitstatus.With(exitstatus.SomeFailed,
			fmt.Errorf("%.3g %% of the requests failed, more than --max-errors %g", failed, c.MaxErrors))
	}
	return nil
}
