// Package docx reads Office Open XML text documents (ECMA-376 part 1, 17 WordprocessingML): the text that
// the printed document shows, with tables, text boxes, headers, footers and notes. It leaves out deleted
// text of tracked changes, field codes and hidden text.
package docx

import (
	"context"
	"encoding/xml"
	"errors"
	"io"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/opc"
)

const (
	maxPages = 2000
	// maxBlocks bounds paragraphs, rows and cells, including empty ones.
	maxBlocks = 300_000
)

// Read reads a document. It returns a *extractionerror.Error or the context's error.
func Read(ctx context.Context, data []byte) (*document.Document, error) {
	pkg, err := opc.Open(data)
	if err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, pkg: pkg}
	if err := r.prepare(); err != nil {
		return nil, err
	}
	body, err := r.part(r.main, "body")
	if err != nil {
		return nil, err
	}
	pages, err := r.pages(body)
	if err != nil {
		return nil, err
	}
	info, err := pkg.Properties()
	if err != nil {
		return nil, err
	}
	doc := &document.Document{Info: info}
	var setter grid.Setter
	for i, blocks := range pages {
		page, err := setter.Page(i+1, blocks)
		if err != nil {
			return nil, err
		}
		doc.Pages = append(doc.Pages, page)
	}
	return doc, nil
}

type reader struct {
	ctx     context.Context // lives for one call of Read
	pkg     *opc.Package
	main    string            // name of the main part
	parts   map[string]string // names of the parts it refers to, by relationship
	notes   [2]string         // names of the parts of foot- and endnotes
	styles  styles
	numbers numbering
	first   *section    // the first section
	counted int         // paragraphs, rows and cells so far
	cited   [2][]string // ids of the notes that the text refers to
}

func (r *reader) prepare() error {
	var err error
	if r.main, err = r.pkg.Main(); err != nil {
		return err
	}
	rels, err := r.pkg.Relationships(r.main)
	if err != nil {
		return err
	}
	r.parts = map[string]string{}
	for _, rel := range rels {
		r.parts[rel.ID] = rel.Target
		switch {
		case rel.Is("footnotes"):
			r.notes[0] = rel.Target
		case rel.Is("endnotes"):
			r.notes[1] = rel.Target
		case rel.Is("styles"):
			err = optional(r.readStyles(rel.Target))
		case rel.Is("numbering"):
			err = optional(r.readNumbering(rel.Target))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// optional ignores the error of a missing part.
func optional(err error) error {
	if errors.Is(err, opc.ErrNoPart) {
		return nil
	}
	return err
}

func (r *reader) open(name string) (*opc.Decoder, io.Closer, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, nil, err // package read makes a failure of it
	}
	in, err := r.pkg.Part(name)
	if err != nil {
		return nil, nil, err
	}
	d := opc.NewDecoder(in)
	if _, err := d.Root(); err != nil {
		_ = in.Close()
		return nil, nil, err
	}
	return d, in, nil
}

// part reads the text of the named child of a part's root, or of the root if child is "".
func (r *reader) part(name, child string) ([]grid.Block, error) {
	d, in, err := r.open(name)
	if errors.Is(err, opc.ErrNoPart) {
		return nil, opc.Damaged(err)
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	b := &body{reader: r, in: d}
	if child == "" {
		return b.blocks()
	}
	var blocks []grid.Block
	err = d.Children(func(e xml.StartElement) error {
		if e.Name.Local != child {
			return d.Skip()
		}
		more, err := b.blocks()
		blocks = append(blocks, more...)
		return err
	})
	return blocks, err
}

// count counts a paragraph, row or cell, and checks the context now and then.
func (r *reader) count() error {
	r.counted++
	if r.counted > maxBlocks {
		return extractionerror.New(extractionerror.TooComplex, errTooManyBlocks,
			"The document has more than %d paragraphs and cells.", maxBlocks)
	}
	if r.counted%1024 == 0 {
		return r.ctx.Err() // package read makes a failure of it
	}
	return nil
}

var errTooManyBlocks = errors.New("too many paragraphs, rows and cells")

// section holds a section's headers and footers: relationships by names such as "headerReference first".
type section struct {
	references map[string]string
	titlePage  bool // the first page has its own
}

// pages splits the body at its page breaks. It adds each repeated header, footer and note once: first-page
// headers to the first page, notes and other footers to the last.
func (r *reader) pages(body []grid.Block) ([][]grid.Block, error) {
	pages := [][]grid.Block{nil}
	for _, b := range body {
		if b == pageBreak {
			if len(pages[len(pages)-1]) > 0 {
				pages = append(pages, nil)
			}
			continue
		}
		last := len(pages) - 1
		pages[last] = append(pages[last], b)
	}
	if len(pages) > maxPages {
		return nil, extractionerror.New(extractionerror.TooManyPages, nil, "The document has more than %d pages.", maxPages)
	}
	notes, err := r.readNotes()
	if err != nil {
		return nil, err
	}
	last := len(pages) - 1
	pages[last] = append(pages[last], notes...)
	return pages, r.addMargins(pages)
}

func (r *reader) addMargins(pages [][]grid.Block) error {
	if r.first == nil {
		return nil
	}
	s, kind := r.first, "default"
	if s.titlePage {
		kind = "first"
	}
	header, err := r.margin(s, "headerReference", kind)
	if err != nil {
		return err
	}
	footer, err := r.margin(s, "footerReference", kind)
	if err != nil {
		return err
	}
	if len(header) > 0 {
		pages[0] = append(append(header, grid.Block{}), pages[0]...)
	}
	if len(footer) > 0 {
		pages[0] = append(append(pages[0], grid.Block{}), footer...)
	}
	if last := len(pages) - 1; kind == "first" && last > 0 {
		footer, err = r.margin(s, "footerReference", "default")
		pages[last] = append(pages[last], footer...)
	}
	return err
}

func (r *reader) margin(s *section, element, kind string) ([]grid.Block, error) {
	name := r.parts[s.references[element+" "+kind]]
	if name == "" {
		return nil, nil
	}
	blocks, err := r.part(name, "")
	return trim(blocks), err
}

// readNotes reads the footnotes and endnotes that the text refers to.
func (r *reader) readNotes() ([]grid.Block, error) {
	var all []grid.Block
	for i, name := range r.notes {
		if name == "" || len(r.cited[i]) == 0 {
			continue
		}
		wanted := map[string]bool{}
		for _, id := range r.cited[i] {
			wanted[id] = true
		}
		d, in, err := r.open(name)
		if err != nil {
			if optional(err) == nil {
				continue
			}
			return nil, err
		}
		b := &body{reader: r, in: d}
		err = d.Children(func(e xml.StartElement) error {
			if !wanted[opc.Attr(e, "id")] {
				return d.Skip()
			}
			blocks, err := b.blocks()
			all = append(all, trim(blocks)...)
			return err
		})
		_ = in.Close()
		if err != nil {
			return nil, err
		}
	}
	if len(all) > 0 {
		all = append([]grid.Block{{}}, all...)
	}
	return all, nil
}
