package local

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
)

// WriteRow shows what a person looks for first; a failed record shows why.
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
	return runewidth.FillRight(runewidth.Truncate(singleLine(s), width-1, "…"), width)
}

// singleLine removes characters from s that would change other lines of the terminal.
func singleLine(s string) string { return strings.ReplaceAll(input.Printable(s), "\n", " ") }
