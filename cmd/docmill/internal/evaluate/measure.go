package evaluate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/docmill/docmill/engine/eval"
)

// measurement holds the results and, with folds, those of models that have seen the documents.
type measurement struct {
	report  *eval.Report
	summary eval.Summary
	seen    []eval.Figure // nil without held-out documents
	records bool          // records of a service: what pages show, and times, are not known
}

// measure reads the documents, and extracts them a second time if they are held out.
func (c Command) measure(ctx context.Context, reader eval.Reader, sel eval.Selection) (*measurement, error) {
	twice := sel.Folds != nil && !sel.Seen && !sel.Aside
	cache := c.Cache
	if twice && cache == "" {
		var err error
		if cache, err = os.MkdirTemp("", "docmill-eval-"); err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(cache) }()
	}
	if cache != "" {
		if err := os.MkdirAll(cache, 0o750); err != nil {
			return nil, err
		}
		reader = eval.CachedReader{Reader: reader, Folder: cache}
	}
	sel.Progress = progress()
	report, err := eval.Run(ctx, reader, c.Folders, sel)
	if err != nil {
		return nil, err
	}
	m := &measurement{report: report, summary: report.Summary()}
	if c.Cache != "" {
		m.summary.ForgetReading() // files that were read before cost nothing now
	}
	if !twice {
		return m, nil
	}
	sel.Seen, sel.Progress = true, nil
	seen, err := eval.Run(ctx, reader, c.Folders, sel)
	if err != nil {
		return nil, err
	}
	summary := seen.Summary()
	m.seen = summary.Figures()
	return m, nil
}

// print writes the tables, then the failed documents.
func (c Command) print(out io.Writer, m *measurement) error {
	write := writeText
	if c.Markdown {
		write = writeMarkdown
	}
	tables := []table{figures(m)}
	for _, part := range sections(&m.summary, c.Calibration, c.Brief) {
		for _, t := range part.Tables {
			if m.records {
				t = t.without(onPage)
			}
			if !m.records || len(t.Rows) > 0 {
				tables = append(tables, t)
			}
		}
	}
	tables = append(tables, failures(m.report)...)
	if c.Misses {
		tables = append(tables, misses(m.report))
	}
	var errs []error
	for _, t := range tables {
		errs = append(errs, write(out, t))
	}
	return errors.Join(errs...)
}

// figures compares results of models that have not seen the documents with those of models that have.
func figures(m *measurement) table {
	t := table{Title: "Figures", Columns: []string{"figure", "of", "found"}, Left: 1}
	if m.seen != nil {
		t.Columns = []string{"figure", "of", "left out", "of", "seen"}
		t.Note = "Left out: read by models that were trained without the document and its like. " +
			"Seen: by models that were trained on it as well; shown to compare only."
	}
	seen := map[string]eval.Figure{}
	for _, f := range m.seen {
		seen[f.Name] = f
	}
	for _, f := range m.summary.Figures() {
		row := []string{f.Name, strconv.Itoa(f.Of), figure(f.Value)}
		if m.seen != nil {
			row = append(row, strconv.Itoa(seen[f.Name].Of), figure(seen[f.Name].Value))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// writeJSON writes the summary and the figures of models that have seen the documents.
func writeJSON(path string, m *measurement) error {
	b, err := json.MarshalIndent(struct {
		eval.Summary
		Figures []eval.Figure `json:"figures"`
		Seen    []eval.Figure `json:"figuresSeen,omitempty"`
	}{m.summary, m.summary.Figures(), m.seen}, "", " ")
	if err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	return os.WriteFile(path, append(b, '\n'), 0o600)
}
