package evaluate

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/remote"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
)

// human is the source of values from people.
const human = "human"

// lineItems is the measured list.
const lineItems = "lineItems"

// errNothingLabeled is returned for an account without any corrections.
var errNothingLabeled = errors.New("nothing is corrected, confirmed or reviewed yet")

// labeled are a service's documents with known true values.
type labeled struct {
	client  *client.Client
	records []*client.Record
}

// labeled reads all completed records with their fields, because lists do not contain corrections.
func (c Command) labeled(ctx context.Context) (*labeled, error) {
	service, err := remote.Client(ctx, c.Server, c.APIKey)
	if err != nil {
		return nil, err
	}
	var ids []string
	for r, err := range service.Results(ctx, client.Filter{Status: client.StatusCompleted}) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, r.ID)
	}
	records := make([]*client.Record, len(ids))
	seen := progress()
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(max(c.Workers, 4))
	for i, id := range ids {
		group.Go(func() (err error) {
			defer seen(i, len(ids))
			records[i], err = service.Document(within, id)
			if errors.Is(err, client.CodeNotFound) {
				return nil // erased meanwhile
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	l := &labeled{client: service}
	for _, r := range records {
		if r != nil && r.Status == client.StatusCompleted && isLabeled(r) && (c.Limit <= 0 || len(l.records) < c.Limit) {
			l.records = append(l.records, r)
		}
	}
	if len(l.records) == 0 {
		return nil, exitstatus.With(exitstatus.NotFound, errNothingLabeled)
	}
	return l, nil
}

func isLabeled(r *client.Record) bool {
	if r.Review != nil {
		return true
	}
	for _, f := range r.Fields {
		if isTrue(r, f) {
			return true
		}
	}
	return false
}

// isTrue reports whether a field's present value is known to be right.
func isTrue(r *client.Record, f client.Field) bool {
	return r.Review != nil || f.Confirmed || f.Source == human
}

// asExtracted returns the field as extracted, or nil.
func asExtracted(f client.Field) *client.Field {
	if f.Source == human {
		return f.Original
	}
	return &f
}

// cell is the position of a value: a field, or a member of a line item.
type cell struct {
	field string // "total", "lineItems.amount"
	row   int    // of a line item, from 1; 0 of others
}

// cellOf parses a path of fields. It ignores lists other than line items.
func cellOf(path string) (cell, bool) {
	name, rest, below := strings.Cut(path, ".")
	if !below {
		return cell{name, 0}, name != schema.WholeText
	}
	index, member, deep := strings.Cut(rest, ".")
	row, err := strconv.Atoi(index)
	return cell{name + "." + member, row + 1}, name == lineItems && deep && err == nil
}

func (c Command) reportRecords(out io.Writer, l *labeled, limits thresholds) error {
	documents := make([]eval.Document, 0, len(l.records))
	for _, r := range l.records {
		documents = append(documents, documentOf(r))
	}
	report := eval.NewReport(documents)
	report.Records = nil // their confidence counts what people said
	m := &measurement{report: report, summary: report.Summary(), records: true}
	m.summary.Times = nil
	if err := c.print(out, m); err != nil {
		return err
	}
	if c.JSON != "" {
		if err := writeJSON(c.JSON, m); err != nil {
			return err
		}
	}
	return limits.check(&m.summary)
}

// documentOf scores extracted values against corrections, grouped by document type, which people do not confirm.
func documentOf(r *client.Record) eval.Document {
	d := eval.Document{
		Case:    &eval.Case{File: r.ID + " " + r.Metadata.FileName, Collection: r.DocumentType},
		Found:   &result.Result{DocumentType: result.DocumentType(r.DocumentType), Data: map[string]any{}},
		Channel: eval.ChannelText,
	}
	if r.Metadata.Pages != nil {
		d.Pages = *r.Metadata.Pages
	}
	lines := map[int][]eval.Score{}
	for _, path := range slices.Sorted(maps.Keys(r.Fields)) {
		f := r.Fields[path]
		at, measured := cellOf(path)
		if !measured || !isTrue(r, f) {
			continue
		}
		if s, ok := scoreOf(at, f); ok {
			d.Scores = append(d.Scores, s)
			lines[at.row] = append(lines[at.row], s)
		}
	}
	slices.SortStableFunc(d.Scores, func(a, b eval.Score) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Field, b.Field))
	})
	if r.Review != nil {
		for _, row := range slices.Sorted(maps.Keys(lines)) {
			if row > 0 {
				d.Lines = append(d.Lines, lineOf(lines[row]))
			}
		}
	}
	return d
}

// scoreOf compares a value; ok is false if it is neither found nor expected.
func scoreOf(at cell, f client.Field) (s eval.Score, ok bool) {
	s = eval.Score{Field: at.field, Row: at.row}
	s.Want, _ = f.Value.(string)
	if was := asExtracted(f); was != nil {
		s.Got, _ = was.Value.(string)
		s.Raw, s.Confidence, s.Source, s.Box = was.Raw, was.Confidence, document.Source(was.Source), was.Box
		if was.Page != nil {
			s.Page = *was.Page
		}
	}
	equal := eval.Equal
	name := at.field
	if at.row > 0 {
		equal, name = eval.EqualMember, strings.TrimPrefix(at.field, lineItems+".")
	}
	switch {
	case s.Want == "" && s.Got == "":
		return s, false
	case s.Want == "":
		s.Verdict = eval.Surplus
	case s.Got == "":
		s.Verdict = eval.Missing
	case equal(name, s.Got, s.Want):
		s.Verdict = eval.Right
	default:
		s.Verdict = eval.Wrong
	}
	return s, true
}

// lineOf sums up a line item with known values.
func lineOf(members []eval.Score) eval.Line {
	items, _ := schema.Of(schema.TypeInvoice).Field(lineItems)
	line := eval.Line{Verdict: eval.Right}
	wanted := false
	for _, s := range members {
		line.Paired = line.Paired || s.Got != ""
		wanted = wanted || s.Want != ""
		m, _ := items.Member(strings.TrimPrefix(s.Field, lineItems+"."))
		if m.Core && s.Verdict != eval.Right {
			line.Verdict = eval.Wrong
		}
	}
	switch {
	case !wanted:
		line.Verdict = eval.Surplus
	case !line.Paired:
		line.Verdict = eval.Missing
	}
	return line
}

// truthOf returns a document's entry for a manifest.
func truthOf(r *client.Record, file string) map[string]any {
	truth, rows := map[string]any{}, map[int]map[string]string{}
	for path, f := range r.Fields {
		at, measured := cellOf(path)
		value, _ := f.Value.(string)
		if !measured || !isTrue(r, f) || value == "" {
			continue
		}
		if at.row == 0 {
			truth[at.field] = value
			continue
		}
		if rows[at.row] == nil {
			rows[at.row] = map[string]string{}
		}
		rows[at.row][strings.TrimPrefix(at.field, lineItems+".")] = value
	}
	list := make([]map[string]string, 0, len(rows))
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		list = append(list, rows[row])
	}
	line := map[string]any{"file": file, "collection": r.DocumentType, "truth": truth}
	switch {
	case r.Review != nil:
		line["documentType"] = r.DocumentType
		truth[lineItems] = list
	case len(list) > 0:
		line["partialLineItems"] = list
	}
	return line
}

// nameOf returns a safe file name for a document, independent of the service's data.
func nameOf(r *client.Record) string {
	plain := func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' {
			return c
		}
		return -1
	}
	name := strings.Map(plain, r.ID)
	if i := strings.LastIndexByte(r.Metadata.FileName, '.'); i >= 0 {
		name += "." + strings.ToLower(strings.Map(plain, r.Metadata.FileName[i:]))
	}
	return name
}
