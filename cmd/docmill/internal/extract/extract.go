// Package extract implements docmill extract. It runs the engine in child processes like the
// extractor service or, with --server, sends the files to a running service.
package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/contract"
)

// Command is `docmill extract`. Tags are kong's.
type Command struct {
	Files       []string `arg:"" name:"file" help:"Files to extract, folders, or - for standard input. Folders include files in readable formats, also in subfolders, but no hidden files."`
	NoRecursive bool     `name:"no-recursive" help:"Leave subfolders out."`
	StdinName   string   `name:"stdin-name" default:"stdin" help:"File name of standard input."`
	Format      string   `name:"format" aliases:"output" enum:",json,jsonl,ndjson,csv,xlsx,table" default:"" help:"json (indented records), jsonl (one record per line), csv, xlsx or table, all in the order of the files, or ndjson (one record per line, in the order of completion). The default is the format of the name after -o, table with --out-dir, otherwise json."`
	Out         string   `name:"out" short:"o" placeholder:"FILE" help:"Write to this file instead of standard output; required for xlsx."`
	OutDir      string   `name:"out-dir" placeholder:"FOLDER" help:"Also write each record into this folder: invoice.pdf.json."`
	Quiet       bool     `name:"quiet" short:"q" help:"Print no progress and no skipped files on standard error; failures are printed."`
	Source
}

// ErrSomeFailed is returned if at least one record failed, or a file could not be read.
var ErrSomeFailed = errors.New("not every file could be extracted")

// errNoFile is returned for a workbook without an output file.
var errNoFile = errors.New("--format xlsx needs a file: -o FILE")

// Validate reports settings that are not valid.
func (c Command) Validate() error {
	if c.format() == formatXLSX && c.Out == "" {
		return errNoFile
	}
	return c.Source.Validate()
}

// Run extracts the files and writes their records. It reports arguments that match no file at the end; they
// have no record.
func (c Command) Run(ctx context.Context) error {
	if _, err := c.Job(); err != nil {
		return exitstatus.With(exitstatus.Usage, err)
	}
	selected, err := input.Select(c.Files, input.Settings{
		Flat: c.NoRecursive, StandardName: c.StdinName, Standard: os.Stdin,
	})
	if err != nil {
		return err
	}
	var counted tally
	if len(selected.Documents) > 0 {
		err = c.extract(ctx, selected.Documents, &counted)
	}
	if !c.Quiet {
		tellSkipped(os.Stderr, selected.Skipped)
	}
	err = counted.result(err, selected)
	return errors.Join(err, selected.Close())
}

func (c Command) extract(ctx context.Context, documents []input.Document, counted *tally) error {
	x, err := c.Open(ctx, len(documents))
	if err != nil {
		return err
	}
	defer x.Close()
	out, err := c.output(len(documents))
	if err != nil {
		return err
	}
	err = inParallel(ctx, x, documents, c.format() != formatNDJSON, func(d input.Document, r contract.Record) error {
		counted.add(r)
		return out.write(d, r)
	})
	return errors.Join(err, out.close(err))
}

type tally struct {
	completed, failed int
	reason            exitstatus.Status // of the first failure that stops all others, too
}

func (t *tally) add(r contract.Record) {
	if r.Status == contract.StatusCompleted {
		t.completed++
		return
	}
	t.failed++
	if r.Failure == nil || t.reason != exitstatus.OK {
		return
	}
	if s := exitstatus.OfCode(r.Failure.Code); s.StopsAll() {
		t.reason = s
	}
}

// result returns err, or an error with the number of failed records.
func (t *tally) result(err error, selected *input.Selection) error {
	if err != nil {
		return errors.Join(append(selected.Wrong, err)...)
	}
	wrong := selected.Wrong
	if t.failed > 0 {
		wrong = append(wrong, ErrSomeFailed)
	}
	if len(selected.Documents) == 0 && len(wrong) == 0 {
		wrong = append(wrong, errors.New("no file has a supported format"))
	}
	status := exitstatus.SomeFailed
	switch {
	case t.reason != exitstatus.OK:
		status = t.reason
	case t.completed == 0:
		status = exitstatus.AllFailed
	}
	return exitstatus.With(status, errors.Join(wrong...))
}

// tellSkipped prints skipped files up to a limit.
func tellSkipped(w io.Writer, files []string) {
	const most = 10
	if len(files) == 0 {
		return
	}
	more := ""
	if n := len(files); n > most {
		files, more = files[:most], fmt.Sprintf(" and %d more", n-most)
	}
	fmt.Fprintln(w, "docmill: skipped because the format is not supported:",
		input.Printable(strings.Join(files, ", "))+more)
}
