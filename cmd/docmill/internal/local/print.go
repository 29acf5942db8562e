package local

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-runewidth"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
)

// print writes the records in the order of the files and reports whether all
// completed.
func (c Command) print(ctx context.Context, records []<-chan contract.Record) (err error) {
	out := bufio.NewWriter(os.Stdout)
	defer func() { err = errors.Join(err, out.Flush()) }()
	write, err := c.writer(out)
	if err != nil {
		return err
	}
	bar := progress(len(records))
	allCompleted := true
	for _, next := range records {
		var record contract.Record
		select {
		case record = <-next:
		case <-ctx.Done():
			return ctx.Err()
		}
		allCompleted = allCompleted && record.Status == contract.StatusCompleted
		_ = bar.Add(1) // a bar that cannot be drawn is no failure
		if err := errors.Join(write(record), out.Flush()); err != nil {
			return err
		}
	}
	if !allCompleted {
		return ErrSomeFailed
	}
	return nil
}

// progress is a bar on a terminal, when there is more than one file and the
// records do not go to the same terminal.
func progress(files int) *progressbar.ProgressBar {
	watching := term.IsTerminal(int(os.Stderr.Fd())) && !term.IsTerminal(int(os.Stdout.Fd()))
	return progressbar.NewOptions(files,
		progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetVisibility(watching && files > 1),
		progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())
}

func (c Command) writer(out io.Writer) (func(contract.Record) error, error) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	switch c.Format {
	case "jsonl":
		return func(r contract.Record) error { return encoder.Encode(r) }, nil
	case "json":
		encoder.SetIndent("", "  ")
		return func(r contract.Record) error { return encoder.Encode(r) }, nil
	}
	_, err := fmt.Fprintln(out, row("FILE", "TYPE", "CONFIDENCE", "NUMBER", "DATE", "NAME", "TOTAL"))
	return func(r contract.Record) error { return writeRow(out, r) }, err
}

// writeRow shows what a person looks for first; a failed record shows why.
func writeRow(out io.Writer, r contract.Record) error {
	if r.Failure != nil {
		_, err := fmt.Fprintf(out, "%s%s: %s\n", cell(r.Metadata.FileName, columns()[0]), r.Failure.Code, r.Failure.Message)
		return err
	}
	var data map[string]any
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return err
	}
	t := schema.Of(schema.DocumentType(r.DocumentType))
	of := func(role schema.Summary) string {
		return t.Summarise(role, func(name string) string { text, _ := data[name].(string); return text })
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

// cell cuts or fills s to its column, one cell of which stays free.
func cell(s string, width int) string {
	return runewidth.FillRight(runewidth.Truncate(s, width-1, "…"), width)
}
