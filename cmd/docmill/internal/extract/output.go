package extract

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/table"
)

// The formats of records.
const (
	formatJSON   = "json"
	formatJSONL  = "jsonl"
	formatNDJSON = "ndjson"
	formatCSV    = "csv"
	formatXLSX   = "xlsx"
	formatTable  = "table"
)

// format returns the requested format, or the default for the other flags.
func (c Command) format() string {
	if c.Format != "" {
		return c.Format
	}
	switch extension := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Out)), "."); {
	case extension == formatJSONL, extension == formatNDJSON, extension == formatCSV, extension == formatXLSX:
		return extension
	case c.Out == "" && c.OutDir != "":
		return formatTable
	}
	return formatJSON
}

// output is the destination of records.
type output struct {
	encoder encoder
	to      *bufio.Writer
	file    *os.File // nil for standard output
	path    string   // what the file is called once it is whole; "" for standard output
	folder  *Folder  // of single records; nil for none
	bar     progress
}

// encoder writes records in one format.
type encoder interface {
	write(contract.Record) error
	// finish ends the output, unless it is broken, and releases the encoder's resources.
	finish(broken bool) error
}

// output opens the destination. A complete file gets its name by renaming, unless lines are appended.
func (c Command) output(documents int) (_ *output, err error) {
	o := &output{file: os.Stdout}
	if c.OutDir != "" {
		if o.folder, err = OpenFolder(c.OutDir); err != nil {
			return nil, err
		}
	}
	switch {
	case c.Out == "" || c.Out == "-":
	case c.format() == formatNDJSON || c.format() == formatJSONL:
		if o.file, err = os.Create(c.Out); err != nil {
			return nil, input.Explain(err)
		}
	default:
		o.path = c.Out
		if o.file, err = os.CreateTemp(filepath.Dir(c.Out), "."+filepath.Base(c.Out)+"-*"); err != nil {
			return nil, fmt.Errorf("%s cannot be written: %w", c.Out, input.Explain(err))
		}
	}
	o.to = bufio.NewWriter(o.file)
	if o.encoder, err = newEncoder(c.format(), o.to); err != nil {
		return nil, errors.Join(err, o.drop())
	}
	o.bar = newProgress(documents, c.Quiet, o.file == os.Stdout)
	return o, nil
}

func (o *output) write(d input.Document, r contract.Record) error {
	o.bar.add()
	errs := []error{o.encoder.write(r)}
	if o.folder != nil {
		errs = append(errs, o.folder.Write(d.Below, r))
	}
	return errors.Join(append(errs, o.to.Flush())...)
}

// close ends the output of a run that ended with an error, or nil.
func (o *output) close(run error) error {
	o.bar.close()
	err := o.encoder.finish(run != nil)
	err = errors.Join(err, o.to.Flush())
	switch {
	case o.file == os.Stdout:
		return err
	case run != nil || err != nil:
		return errors.Join(err, o.drop())
	case o.path == "":
		return o.file.Close()
	}
	return errors.Join(o.file.Chmod(0o644), o.file.Close(), os.Rename(o.file.Name(), o.path))
}

// drop removes an incomplete file; appended lines stay.
func (o *output) drop() error {
	if o.file == os.Stdout {
		return nil
	}
	err := o.file.Close()
	if o.path != "" {
		err = errors.Join(err, os.Remove(o.file.Name()))
	}
	return err
}

func newEncoder(format string, out io.Writer) (encoder, error) {
	switch format {
	case formatTable:
		_, err := fmt.Fprintln(out, row("FILE", "TYPE", "CONFIDENCE", "NUMBER", "DATE", "NAME", "TOTAL"))
		return lines(func(r contract.Record) error { return WriteRow(out, r) }), err
	case formatCSV:
		t := table.NewCSV()
		_, err := out.Write(t.AppendHeader(nil))
		return lines(func(r contract.Record) error {
			line, err := t.AppendRecord(nil, r)
			if err != nil {
				return err
			}
			_, err = out.Write(line)
			return err
		}), err
	case formatXLSX:
		book, err := table.NewWorkbook(out, table.Options{})
		return workbook{book}, err
	}
	to := json.NewEncoder(out)
	to.SetEscapeHTML(false)
	if format == formatJSON {
		to.SetIndent("", "  ")
	}
	return lines(func(r contract.Record) error { return to.Encode(r) }), nil
}

// lines is an encoder that writes record after record.
type lines func(contract.Record) error

func (f lines) write(r contract.Record) error { return f(r) }

func (f lines) finish(bool) error { return nil }

type workbook struct{ *table.Workbook }

func (w workbook) write(r contract.Record) error { return w.Add(r) }

func (w workbook) finish(broken bool) error {
	var err error
	if !broken {
		err = w.Finish()
	}
	return errors.Join(err, w.Close())
}

// Folder holds records as files of JSON, each named like its document.
type Folder struct {
	root string
	used map[string]bool
}

// OpenFolder creates the folder if it does not exist.
func OpenFolder(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, input.Explain(err)
	}
	return &Folder{root: path, used: map[string]bool{}}, nil
}

// Write writes a document's record to its path below the folder. A second document with the same path gets
// the suffix "-2".
func (f *Folder) Write(below string, r contract.Record) error {
	name := cmp.Or(strings.TrimPrefix(filepath.ToSlash(filepath.Clean("/"+below)), "/"), "document")
	path := name
	for n := 2; f.used[path]; n++ {
		path = fmt.Sprintf("%s-%d", name, n)
	}
	f.used[path] = true
	return WriteRecord(filepath.Join(f.root, filepath.FromSlash(path))+".json", r)
}

// WriteRecord atomically writes a record as indented JSON.
func WriteRecord(path string, r contract.Record) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return input.Explain(err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return input.Explain(err)
	}
	_, err = f.Write(append(b, '\n'))
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", path, err), os.Remove(f.Name()))
	}
	return nil
}

// WriteRow shows the most important values; a failed record shows the reason.
func WriteRow(out io.Writer, r contract.Record) error {
	if r.Failure != nil {
		_, err := fmt.Fprintln(out, cell(r.Metadata.FileName, columns()[0])+
			singleLine(fmt.Sprintf("%s: %s", r.Failure.Code, r.Failure.Message)))
		return err
	}
	var data map[string]any
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return err
	}
	t := schema.Of(schema.DocumentType(r.DocumentType))
	of := func(role schema.Summary) string {
		return t.Summarize(role, func(name string) string { text, _ := data[name].(string); return text })
	}
	total := of(schema.SummaryAmount)
	if currency := of(schema.SummaryCurrency); total != "" && currency != "" {
		total += " " + currency
	}
	_, err := fmt.Fprintln(out, row(r.Metadata.FileName, r.DocumentType, fmt.Sprintf("%.2f", *r.Confidence),
		of(schema.SummaryNumber), of(schema.SummaryDate), of(schema.SummaryName), total))
	return err
}

// columns are the widths of the table, in terminal cells.
func columns() []int { return []int{34, 15, 11, 18, 11, 30, 18} }

func row(cells ...string) string {
	line := ""
	for i, width := range columns() {
		line += cell(cells[i], width)
	}
	return line
}

// cell cuts or pads s to its column, with one free cell.
func cell(s string, width int) string {
	return runewidth.FillRight(runewidth.Truncate(singleLine(s), width-1, "…"), width)
}

// singleLine removes characters from s that would change other lines of the terminal.
func singleLine(s string) string { return strings.ReplaceAll(input.Printable(s), "\n", " ") }

// progress is a terminal progress bar with the speed and the remaining time.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress shows a bar for several files on a terminal that the records do not go to.
func newProgress(files int, quiet, standardOutput bool) progress {
	mixed := standardOutput && term.IsTerminal(int(os.Stdout.Fd()))
	visible := !quiet && !mixed && files > 1 && term.IsTerminal(int(os.Stderr.Fd()))
	return progress{progressbar.NewOptions(files,
		progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetVisibility(visible),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("files"),
		progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())}
}

// add counts a file. It ignores errors of the progress bar.
func (p progress) add() { _ = p.bar.Add(1) }

func (p progress) close() { _ = p.bar.Finish() }
