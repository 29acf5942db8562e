package evaluate

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// table is a table with a title; all columns except Left hold numbers.
type table struct {
	Title   string
	Note    string
	Columns []string
	Left    int // so many first columns hold text
	Rows    [][]string
}

// without removes the last column if it has that heading.
func (t table) without(last string) table {
	n := len(t.Columns) - 1
	if t.Columns[n] != last {
		return t
	}
	t.Columns = t.Columns[:n]
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = row[:n]
	}
	t.Rows = rows
	return t
}

// printable returns the table with single-line cells without terminal control characters.
func (t table) printable() table {
	t.Title = oneLine(t.Title)
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = make([]string, len(row))
		for k, cell := range row {
			rows[i][k] = oneLine(cell)
		}
	}
	t.Rows = rows
	return t
}

// oneLine removes line breaks and terminal control characters.
func oneLine(s string) string {
	printable := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
	return strings.Join(strings.Fields(printable), " ")
}

func writeText(w io.Writer, t table) error {
	t = t.printable()
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s\n", t.Title)
	widths := make([]int, len(t.Columns))
	for _, row := range append([][]string{t.Columns}, t.Rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], runewidth.StringWidth(cell))
		}
	}
	for _, row := range append([][]string{t.Columns}, t.Rows...) {
		cells := make([]string, len(row))
		for i, cell := range row {
			if i < t.Left {
				cells[i] = runewidth.FillRight(cell, widths[i])
			} else {
				cells[i] = runewidth.FillLeft(cell, widths[i])
			}
		}
		fmt.Fprintf(&sb, "  %s\n", strings.TrimRight(strings.Join(cells, "  "), " "))
	}
	if t.Note != "" {
		fmt.Fprintf(&sb, "  %s\n", t.Note)
	}
	sb.WriteByte('\n')
	_, err := io.WriteString(w, sb.String())
	return err
}

func writeMarkdown(w io.Writer, t table) error {
	t = t.printable()
	var sb strings.Builder
	fmt.Fprintf(&sb, "**%s**\n\n", t.Title)
	rules := slices.Repeat([]string{"---:"}, len(t.Columns))
	for i := range min(t.Left, len(rules)) {
		rules[i] = "---"
	}
	for _, row := range append([][]string{t.Columns, rules}, t.Rows...) {
		sb.WriteByte('|')
		for _, cell := range row {
			fmt.Fprintf(&sb, " %s |", strings.ReplaceAll(cell, "|", `\|`))
		}
		sb.WriteByte('\n')
	}
	sb.WriteByte('\n')
	if t.Note != "" {
		fmt.Fprintf(&sb, "%s\n\n", t.Note)
	}
	_, err := io.WriteString(w, sb.String())
	return err
}
