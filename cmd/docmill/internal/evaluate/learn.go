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

func (c Command) validateLearning() error {
	switch {
	case c.Learn < 0 || c.Learn > eval.MaxLearning:
		return fmt.Errorf("--learn must be a number from 1 to %d", eval.MaxLearning)
	case c.LearnWrong < 0 || c.LearnWrong > 1:
		return errors.New("--learn-wrong must be a share from 0 to 1")
	case c.Learn == 0 && c.LearnWrong > 0:
		return errors.New("--learn-wrong needs --learn")
	case c.Learn > 0 && (c.FromCorrections || c.Report != "" || len(c.FailUnder) > 0):
		return errors.New("--learn measures by itself: leave --from-corrections, --report and --fail-under out")
	}
	return nil
}

// learn measures the learning of layouts and prints its table.
func (c Command) learn(ctx context.Context, out io.Writer, reader eval.Reader, sel eval.Selection) error {
	if c.Cache != "" {
		if err := os.MkdirAll(c.Cache, 0o750); err != nil {
			return err
		}
		reader = eval.CachedReader{Reader: reader, Folder: c.Cache}
	}
	l, err := eval.Learn(ctx, reader, c.Folders, sel, c.Learn, c.LearnWrong)
	if err != nil {
		return err
	}
	write := writeText
	if c.Markdown {
		write = writeMarkdown
	}
	tables := []table{learning(l), learningItems(l)}
	if c.Misses {
		tables = append(tables, learningMisses(l, c.Learn))
	}
	for _, t := range tables {
		if err := write(out, t); err != nil {
			return err
		}
	}
	if c.JSON == "" {
		return nil
	}
	b, err := json.MarshalIndent(l, "", " ")
	if err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	return os.WriteFile(c.JSON, append(b, '\n'), 0o600)
}

func learning(l *eval.Learning) table {
	t := table{
		Title: "Single fields before and after others of the layout were corrected", Left: 2,
		Columns: []string{"words from", "vendor", "corrected", "documents", "known again", "F1 without", "F1 with",
			"changed", "mended", "broken"},
		Note: fmt.Sprintf("Of %d documents whose own layout was not taught, %d got a value from another's. "+
			"A lesson has %.0f bytes.", l.Unknown, l.Changed, l.ExampleBytes),
	}
	for i := range l.Rows {
		r := &l.Rows[i]
		t.Rows = append(t.Rows, []string{r.Channel, vendorOf(r.SameVendor), strconv.Itoa(r.Taught), strconv.Itoa(r.Documents),
			strconv.Itoa(r.Recognized), figure(r.Without), figure(r.With), strconv.Itoa(r.Changed), strconv.Itoa(r.Corrected),
			strconv.Itoa(r.Broken)})
	}
	return t
}

func learningItems(l *eval.Learning) table {
	t := table{
		Title: "Line items before and after others of the layout were corrected", Left: 2,
		Columns: []string{"words from", "vendor", "corrected", "documents", "values without", "values with",
			"amounts without", "amounts with", "lines without", "lines with", "mended", "broken"},
		Note: "F1 of single values, of amounts, and of line items that are right as a whole; " +
			"mended and broken are documents with more and with less of these.",
	}
	for i := range l.Rows {
		r := &l.Rows[i]
		of := &r.Items
		t.Rows = append(t.Rows, []string{r.Channel, vendorOf(r.SameVendor), strconv.Itoa(r.Taught),
			strconv.Itoa(of.Documents), figure(of.Cells.Without), figure(of.Cells.With),
			figure(of.Amounts.Without), figure(of.Amounts.With),
			figure(of.Lines.Without), figure(of.Lines.With), strconv.Itoa(of.Improved), strconv.Itoa(of.Broken)})
	}
	return t
}

// learningMisses lists the errors after a number of corrected documents.
func learningMisses(l *eval.Learning, corrected int) table {
	t := table{
		Title: fmt.Sprintf("Not found right with %d corrected", corrected), Left: 7,
		Columns: []string{"file", "vendor", "known again", "field", "true", "found", "found without"},
	}
	for i := range l.Misses {
		m := &l.Misses[i]
		known := "no"
		if m.Recognized {
			known = "yes"
		}
		t.Rows = append(t.Rows, []string{m.File, vendorOf(m.SameVendor), known, label(m.Score), m.Want, m.Got, m.Before})
	}
	return t
}

func vendorOf(same bool) string {
	if same {
		return "the same"
	}
	return "another"
}
