// Package xlsx reads Office Open XML workbooks (ECMA-376 part 1, 18 SpreadsheetML): every sheet becomes a
// page, formulas have their saved values. Content of hidden rows, columns and sheets is marked as hidden.
package xlsx

import (
	"context"
	"encoding/xml"
	"errors"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/opc"
)

const (
	maxSheets = 2000
	// maxCells bounds the non-empty cells of all sheets.
	maxCells = 250_000
	// maxColumns bounds the non-empty columns of a sheet.
	maxColumns = 1000
	// maxMerged bounds the merged areas of a sheet.
	maxMerged = 2000
	// maxDrawings bounds the drawings of a sheet.
	maxDrawings = 500
	// maxText is Excel's limit of text in a cell.
	maxText = 32_767
)

var errTooLarge = errors.New("too many sheets, cells or columns")

func tooLarge() error {
	return extractionerror.New(extractionerror.TooComplex, errTooLarge,
		"The workbook has more than %d cells, %d columns or %d sheets.", maxCells, maxColumns, maxSheets)
}

// Read reads a workbook. It returns a *extractionerror.Error or the context's error.
func Read(ctx context.Context, data []byte) (*document.Document, error) {
	pkg, err := opc.Open(data)
	if err != nil {
		return nil, err
	}
	w := &workbook{pkg: pkg, parts: map[string]string{}}
	if err := w.open(); err != nil {
		return nil, err
	}
	defer w.formats.close()
	info, err := pkg.Properties()
	if err != nil {
		return nil, err
	}
	doc := &document.Document{Info: info}
	var setter grid.Setter
	for i, s := range w.sheets {
		if err := ctx.Err(); err != nil {
			return nil, err // package read makes a failure of it
		}
		cells, err := w.read(s)
		if err != nil {
			return nil, err
		}
		blocks, err := s.blocks(cells)
		if err != nil {
			return nil, err
		}
		page, err := setter.Page(i+1, blocks)
		if err != nil {
			return nil, err
		}
		doc.Pages = append(doc.Pages, page)
	}
	return doc, nil
}

type workbook struct {
	pkg     *opc.Package
	parts   map[string]string // names of the parts it refers to, by relationship
	sheets  []*sheet
	strings []string
	formats formats
	cells   int // with content, of all sheets
}

// open reads the shared parts of all sheets.
func (w *workbook) open() error {
	main, err := w.pkg.Main()
	if err != nil {
		return err
	}
	rels, err := w.pkg.Relationships(main)
	if err != nil {
		return err
	}
	for _, r := range rels {
		w.parts[r.ID] = r.Target
		switch {
		case r.Is("sharedStrings"):
			err = w.part(r.Target, w.readStrings)
		case r.Is("styles"):
			err = w.part(r.Target, w.formats.read)
		}
		if err != nil && !errors.Is(err, opc.ErrNoPart) {
			return err
		}
	}
	if err := w.part(main, w.readWorkbook); err != nil {
		if errors.Is(err, opc.ErrNoPart) {
			return opc.Damaged(err)
		}
		return err
	}
	if len(w.sheets) == 0 {
		return opc.Damaged(errors.New("no sheets"))
	}
	return nil
}

// part reads an XML part from its root.
func (w *workbook) part(name string, read func(*opc.Decoder) error) error {
	in, err := w.pkg.Part(name)
	if err != nil {
		return err // ErrNoPart, or a failure
	}
	defer in.Close()
	d := opc.NewDecoder(in)
	if _, err := d.Root(); err != nil {
		return err
	}
	return read(d)
}

// readWorkbook reads the list of sheets (18.2.27).
func (w *workbook) readWorkbook(d *opc.Decoder) error {
	return d.Children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			v := opc.Attr(e, "date1904")
			w.formats.date1904 = v == "1" || v == "true"
		case "sheets":
			return d.Children(func(e xml.StartElement) error {
				state := opc.Attr(e, "state")
				if name := w.parts[opc.Attr(e, "id")]; name != "" {
					w.sheets = append(w.sheets, &sheet{part: name, hidden: state == "hidden" || state == "veryHidden"})
				}
				if len(w.sheets) > maxSheets {
					return tooLarge()
				}
				return d.Skip()
			})
		}
		return d.Skip()
	})
}

// readStrings reads the shared strings (18.4.9).
func (w *workbook) readStrings(d *opc.Decoder) error {
	return d.Children(func(e xml.StartElement) error {
		if e.Name.Local != "si" {
			return d.Skip()
		}
		if len(w.strings) >= 2*maxCells {
			return tooLarge()
		}
		s, err := richText(d)
		w.strings = append(w.strings, s)
		return err
	})
}

// richText reads the rest of an element with text or text runs (18.4.8), without pronunciation.
func richText(d *opc.Decoder) (string, error) {
	var out string
	err := d.Children(func(e xml.StartElement) error {
		var more string
		var err error
		switch e.Name.Local {
		case "t":
			more, err = d.Text()
		case "r":
			more, err = richText(d)
		default:
			return d.Skip()
		}
		if len(out)+len(more) <= maxText {
			out += more
		}
		return err
	})
	return out, err
}

// read reads a sheet's cells. It returns none for charts and missing parts.
func (w *workbook) read(s *sheet) ([]cell, error) {
	r := &sheetReader{workbook: w, sheet: s}
	err := w.part(s.part, r.read)
	if errors.Is(err, opc.ErrNoPart) {
		return nil, nil
	}
	if err == nil {
		err = r.readDrawings()
	}
	return r.cells, err
}
