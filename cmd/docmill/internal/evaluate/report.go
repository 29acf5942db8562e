package evaluate

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"image"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/engine/eval"
)

//go:embed report.html
var reportPage string

//go:embed report.css
var reportStyle string

// pageDrawer draws pages of files concurrently: *read.Reader.
type pageDrawer interface {
	Picture(ctx context.Context, data []byte, page, width int) (*image.RGBA, error)
}

// reporter writes the failures of a report as HTML.
type reporter struct {
	name     string // of the folder of the documents
	pictures pageDrawer
	workers  int // documents at a time
	report   *eval.Report
	summary  *eval.Summary
}

// write writes one file if the path ends in .html, else a folder with index.html and the pictures.
func (r *reporter) write(ctx context.Context, path string) error {
	save := embedded
	if !strings.EqualFold(filepath.Ext(path), ".html") {
		if err := os.MkdirAll(filepath.Join(path, "pages"), 0o750); err != nil {
			return err
		}
		save = besides(path)
		path = filepath.Join(path, "index.html")
	}
	view, err := r.view(ctx, save)
	if err != nil {
		return err
	}
	page, err := template.New("report").Parse(reportPage)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := page.Execute(&b, view); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o600)
}

// view collects the figures and, by collection, the documents with errors, the worst first.
func (r *reporter) view(ctx context.Context, save picturer) (*reportView, error) {
	v := &reportView{
		Style: template.CSS(reportStyle), Folder: r.name,
		Figures: r.figures(), Sections: sections(r.summary, true, false), Plot: plot(&r.summary.Calibration[0]),
	}
	documents, err := r.documents(ctx, save)
	if err != nil {
		return nil, err
	}
	collections := map[string]*collectionView{}
	for i, doc := range documents {
		if doc == nil {
			v.Clean++
			continue
		}
		name := r.report.Documents[i].Group()
		if collections[name] == nil {
			collections[name] = &collectionView{Name: name}
		}
		collections[name].Documents = append(collections[name].Documents, *doc)
	}
	for _, name := range slices.Sorted(maps.Keys(collections)) {
		c := collections[name]
		slices.SortStableFunc(c.Documents, func(a, b documentView) int { return cmp.Compare(b.badness, a.badness) })
		v.Collections = append(v.Collections, *c)
	}
	return v, nil
}

// documents returns a view per document with errors, and nil for the others.
func (r *reporter) documents(ctx context.Context, save picturer) ([]*documentView, error) {
	views := make([]*documentView, len(r.report.Documents))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(max(1, r.workers))
	for i := range views {
		d := &r.report.Documents[i]
		if d.Clean() {
			continue
		}
		work.Go(func() error {
			view, err := r.document(ctx, d, fmt.Sprintf("document-%d", i+1), save)
			if err != nil {
				return fmt.Errorf("%s: %w", d.Case.File, err)
			}
			views[i] = &view
			return nil
		})
	}
	return views, work.Wait()
}

func (r *reporter) document(ctx context.Context, d *eval.Document, id string, save picturer) (documentView, error) {
	v := documentView{ID: id, File: d.Case.File, Type: d.Case.DocumentType, Found: string(d.Found.DocumentType),
		Nowhere: strings.Join(d.Unanchored, ", ")}
	if d.Err != nil {
		v.Error = d.Err.Error()
	}
	if d.Case.DocumentType == "" || d.TypeRight() {
		v.Found = ""
	} else {
		v.badness++
	}
	v.badness += float64(len(d.Unanchored))
	pages := map[int][]boxView{}
	for _, s := range d.Scores {
		if s.Verdict == eval.Right {
			mark(pages, s.Page, s.Box, boxView{Class: "right", Title: s.Field + ": " + s.Got})
			continue
		}
		v.Missed++
		v.badness += badness(s)
		row := rowOf(d.Case, s, fmt.Sprint(v.Missed))
		mark(pages, s.Page, s.Box, boxView{Class: string(s.Verdict), Mark: row.Mark, Title: label(s) + ": found " + s.Got})
		if s.Place != nil {
			mark(pages, s.Place.Page, &s.Place.Box,
				boxView{Class: "truth", Mark: row.Mark, Title: label(s) + ": true " + s.Want})
		}
		v.Rows = append(v.Rows, row)
	}
	return v, r.draw(ctx, d.Case.Path(), &v, pages, save)
}

// badness weighs a miss: a wrong value with a high confidence is worst.
func badness(s eval.Score) float64 {
	if s.Verdict == eval.Missing {
		return 1
	}
	return 1 + s.Confidence
}

func rowOf(c *eval.Case, s eval.Score, mark string) rowView {
	row := rowView{
		Mark: mark, Field: label(s), Want: s.Want, Printed: c.Printed(s.Field), Got: s.Got, Verdict: s.Verdict,
		Unread: s.Verdict != eval.Surplus && !s.OnPage,
	}
	if oneLine(s.Raw) != s.Got {
		row.Raw = s.Raw
	}
	if s.Got != "" {
		row.Confidence = fmt.Sprintf("%.2f", s.Confidence)
	}
	return row
}

// mark adds a box to a page, if it has a position.
func mark(pages map[int][]boxView, page int, box *[4]float64, v boxView) {
	if page == 0 || box == nil {
		return
	}
	b, percent := *box, 100.0
	v.Place = template.CSS(fmt.Sprintf("left:%.3f%%;top:%.3f%%;width:%.3f%%;height:%.3f%%",
		b[0]*percent, b[1]*percent, (b[2]-b[0])*percent, (b[3]-b[1])*percent))
	pages[page] = append(pages[page], v)
}

// draw adds the pages with a miss, or else the first page.
func (r *reporter) draw(
	ctx context.Context, path string, v *documentView, boxes map[int][]boxView, save picturer,
) error {
	const most = 3 // pages
	data, err := os.ReadFile(path)
	if err != nil {
		v.NoPicture = "The file cannot be read."
		return nil
	}
	for _, number := range worthShowing(boxes, most) {
		img, err := r.pictures.Picture(ctx, data, number, pictureWidth)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			v.NoPicture = "There is no picture of this page."
			continue
		}
		source, err := save(fmt.Sprintf("%s-%d.jpg", v.ID, number), img)
		if err != nil {
			return errors.Join(fmt.Errorf("picture of page %d", number), err)
		}
		v.Pages = append(v.Pages, pageView{Number: number, Source: source, Boxes: boxes[number]})
	}
	return nil
}

// worthShowing returns the numbers of the pages with errors.
func worthShowing(boxes map[int][]boxView, most int) []int {
	var numbers []int
	for number, on := range boxes {
		if slices.ContainsFunc(on, func(b boxView) bool { return b.Mark != "" }) {
			numbers = append(numbers, number)
		}
	}
	if len(numbers) == 0 {
		return []int{1}
	}
	slices.Sort(numbers)
	return numbers[:min(most, len(numbers))]
}
