package table

import (
	"archive/zip"
	"cmp"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
)

// MediaType of a workbook.
const MediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// MaxRows is how many rows a sheet can have, the header among them.
const MaxRows = 1_048_576

// maxSheet bounds a sheet to the size of archives without extensions, in uncompressed bytes.
const maxSheet = 2 << 30

// Options of a Workbook; the zero value has the defaults.
type Options struct {
	// TempDir is the folder of temporary files; the default is the system's.
	TempDir string
	// MaxSpool bounds the compressed bytes that wait for the end of the documents' sheet, up to the size of
	// one record; 0 means no limit. Beyond it, all sheets end and new ones begin.
	MaxSpool int64
	// MaxRows bounds the rows of a sheet; 0 means the format's limit.
	MaxRows int
	// Own are a caller's fields: the columns instead of those of all document types. Lists have a sheet each.
	Own []schema.Field
}

// Workbook writes records as a workbook (Office Open XML, ECMA-376) in constant memory. The sheet
// "Documents" has the columns of CSV; the sheets "Line items" and "Transactions" have a row for each row of
// these lists, "Transactions" only if there are any. Amounts are numbers if a cell holds them exactly, days
// are dates, everything else is text, which no program runs as a formula. A full sheet continues in another
// one: "Documents (2)".
//
// An archive is sequential: the documents are written at once, while the rows of their lists wait,
// compressed, in one temporary file per list.
type Workbook struct {
	options   Options
	archive   *zip.Writer
	fields    []schema.Field
	columns   []column
	documents *sheet // nil where the next one has not begun
	part      int    // of the sheet with documents
	lists     []*list
	written   []writtenSheet
	parts     int // sheets that were begun
}

// list is the content of the sheets for one list.
type list struct {
	field   string // of a record's data
	title   string
	always  bool // there is a sheet, even without rows
	members []schema.Field
	columns []column
	spool   *spool
	sheet   *sheet
	part    int
	sheets  int // begun so far
}

// writtenSheet is a complete sheet of the archive, or a waiting one.
type writtenSheet struct {
	name, area   string
	group, count int // its place among the sheets
	part         int
}

// NewWorkbook begins a workbook that goes to w. Close must be called.
func NewWorkbook(w io.Writer, o Options) (*Workbook, error) {
	if o.MaxRows == 0 {
		o.MaxRows = MaxRows
	}
	b := &Workbook{options: o, archive: zip.NewWriter(w), fields: scalarsOf(o.Own)}
	b.archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, compression)
	})
	b.columns = documentColumns(b.fields)
	for _, l := range listsOf(o.Own) {
		l.columns = listColumns(l.members)
		var err error
		if l.spool, err = newSpool(o.TempDir); err != nil {
			return nil, errors.Join(fmt.Errorf("workbook: %w", err), b.Close())
		}
		b.lists = append(b.lists, l)
	}
	if err := errors.Join(b.write("_rels/.rels", packageRelations), b.write("xl/styles.xml", stylesPart())); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// listsOf returns the lists among a caller's fields, or those of all document types.
func listsOf(own []schema.Field) (lists []*list) {
	if len(own) == 0 {
		return []*list{
			{field: "lineItems", title: "Line items", always: true, members: membersOf("lineItems")},
			{field: "transactions", title: "Transactions", members: membersOf("transactions")},
		}
	}
	const longest = 20 // characters, so that the number of a further sheet fits
	for i, f := range own {
		if len(f.Members) > 0 && !f.OnlyInRecord {
			title := fmt.Sprintf("%d %s", i+1, f.Name[:min(len(f.Name), longest)])
			lists = append(lists, &list{field: f.Name, title: title, members: f.Members})
		}
	}
	return lists
}

func documentColumns(fields []schema.Field) []column {
	columns := leading()
	for i := range fields {
		columns = append(columns, columnOf(fields[i]))
	}
	return columns
}

func listColumns(members []schema.Field) []column {
	columns := []column{
		{"id", schema.FormIdentifier, 41}, {"fileName", schema.FormText, 30}, {"documentType", schema.FormText, 15},
		{"row", schema.FormCount, 6},
	}
	for i := range members {
		columns = append(columns, columnOf(members[i]))
	}
	return columns
}

// Add writes a record. It returns an error if the data is not an object, or of w.
func (b *Workbook) Add(rec contract.Record) error {
	data, err := dataOf(rec)
	if err != nil {
		return err
	}
	if err := b.addDocument(rec, data); err != nil {
		return err
	}
	var waiting int64
	for _, l := range b.lists {
		for i, row := range rowsOf(valueAt(data, l.field)) {
			if err := b.addRow(l, rec, i+1, row); err != nil {
				return err
			}
		}
		waiting += l.spool.size
	}
	if b.options.MaxSpool > 0 && waiting > b.options.MaxSpool {
		return b.flush()
	}
	return nil
}

func (b *Workbook) addDocument(rec contract.Record, data map[string]json.RawMessage) error {
	if s := b.documents; s != nil && b.full(s) {
		if err := b.endDocuments(); err != nil {
			return err
		}
	}
	if b.documents == nil {
		if err := b.beginDocuments(); err != nil {
			return err
		}
	}
	s := b.documents
	s.begin()
	appendValue(&s.row, s.ref(0), schema.FormIdentifier, rec.ID)
	appendValue(&s.row, s.ref(1), schema.FormText, string(rec.Status))
	appendValue(&s.row, s.ref(2), schema.FormText, rec.DocumentType)
	if rec.Confidence != nil {
		appendNumber(&s.row, s.ref(3), styleNone, strconv.FormatFloat(*rec.Confidence, 'f', -1, 64))
	}
	appendTime(&s.row, s.ref(4), rec.CreatedAt.Time)
	if rec.CompletedAt != nil {
		appendTime(&s.row, s.ref(5), rec.CompletedAt.Time)
	}
	appendValue(&s.row, s.ref(6), schema.FormText, rec.Metadata.FileName)
	for i := range b.fields {
		appendValue(&s.row, s.ref(7+i), b.fields[i].Form, text(valueAt(data, b.fields[i].Name)))
	}
	return s.end()
}

func (b *Workbook) addRow(l *list, rec contract.Record, number int, row map[string]json.RawMessage) error {
	if l.sheet != nil && b.full(l.sheet) {
		if err := b.endList(l); err != nil {
			return err
		}
	}
	if l.sheet == nil {
		if err := b.beginList(l); err != nil {
			return err
		}
	}
	s := l.sheet
	s.begin()
	appendValue(&s.row, s.ref(0), schema.FormIdentifier, rec.ID)
	appendValue(&s.row, s.ref(1), schema.FormText, rec.Metadata.FileName)
	appendValue(&s.row, s.ref(2), schema.FormText, rec.DocumentType)
	appendNumber(&s.row, s.ref(3), styleNone, strconv.Itoa(number))
	for i := range l.members {
		appendValue(&s.row, s.ref(4+i), l.members[i].Form, text(valueAt(row, l.members[i].Name)))
	}
	return s.end()
}

func (b *Workbook) full(s *sheet) bool { return s.rows >= b.options.MaxRows || s.bytes > maxSheet }

func (b *Workbook) beginDocuments() error {
	b.parts++
	b.part = b.parts
	w, err := b.archive.Create(sheetPart(b.part))
	if err != nil {
		return err
	}
	b.documents, err = newSheet(w, b.columns)
	return err
}

func (b *Workbook) endDocuments() error {
	s := b.documents
	if s == nil {
		return nil
	}
	b.documents = nil
	count := 1
	for _, w := range b.written {
		if w.group == 0 {
			count++
		}
	}
	b.written = append(b.written, writtenSheet{numberedTitle("Documents", count), s.area("$"), 0, count, b.part})
	return s.close()
}

func (b *Workbook) beginList(l *list) (err error) {
	b.parts++
	l.sheets++
	l.part = b.parts
	l.sheet, err = newSheet(l.spool, l.columns)
	return err
}

func (b *Workbook) endList(l *list) error {
	s := l.sheet
	if s == nil {
		return nil
	}
	l.sheet = nil
	b.written = append(b.written,
		writtenSheet{numberedTitle(l.title, l.sheets), s.area("$"), 1 + slices.Index(b.lists, l), l.sheets, l.part})
	return errors.Join(s.close(), l.spool.finish(sheetPart(l.part)))
}

// flush ends all sheets and moves the waiting ones into the archive.
func (b *Workbook) flush() error {
	if err := b.endDocuments(); err != nil {
		return err
	}
	for _, l := range b.lists {
		if err := b.endList(l); err != nil {
			return err
		}
		if err := l.spool.moveTo(b.archive); err != nil {
			return err
		}
	}
	return nil
}

// Finish writes the rest and completes the workbook.
func (b *Workbook) Finish() error {
	if len(b.written) == 0 && b.documents == nil {
		if err := b.beginDocuments(); err != nil {
			return err
		}
	}
	for _, l := range b.lists {
		if l.always && l.sheets == 0 {
			if err := b.beginList(l); err != nil {
				return err
			}
		}
	}
	if err := b.flush(); err != nil {
		return err
	}
	slices.SortFunc(b.written, func(x, y writtenSheet) int {
		return cmp.Or(cmp.Compare(x.group, y.group), cmp.Compare(x.count, y.count))
	})
	return errors.Join(
		b.write("xl/workbook.xml", workbookPart(b.written)),
		b.write("xl/_rels/workbook.xml.rels", workbookRelations(b.written)),
		b.write("[Content_Types].xml", contentTypes(b.written)), b.archive.Close(),
	)
}

func (b *Workbook) write(name, content string) error {
	w, err := b.archive.Create(name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, content)
	return err
}

// Close removes the temporary files of a complete or incomplete workbook. It can be called more than once.
func (b *Workbook) Close() error {
	var errs []error
	for _, l := range b.lists {
		errs = append(errs, l.spool.close())
	}
	return errors.Join(errs...)
}

func numberedTitle(title string, count int) string {
	if count == 1 {
		return title
	}
	return fmt.Sprintf("%s (%d)", title, count)
}
