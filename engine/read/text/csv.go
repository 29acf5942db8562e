package text

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/charset"
)

const (
	maxColumns = 1000
	maxCells   = 1_000_000
	// dialectRecords is how many records decide the delimiter.
	dialectRecords = 100
)

// ReadCSV reads a table (RFC 4180). The delimiter is semicolon, tab, comma or bar: the one that splits the
// records most evenly. It reads a malformed table as plain text. Errors are *extractionerror.Error.
func ReadCSV(data []byte) ([]document.Page, error) {
	if err := checkSize(data); err != nil {
		return nil, err
	}
	decoded := charset.Decode(data, "")
	if err := checkWords(decoded); err != nil {
		return nil, err
	}
	table, delimiter := cutDeclaration(decoded)
	if delimiter == 0 {
		delimiter = dialect(table)
	}
	t, err := records(table, delimiter)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return pages(decoded)
	}
	var setter grid.Setter
	page, err := setter.Page(1, []grid.Block{{Table: t}})
	if err != nil {
		return nil, err
	}
	return []document.Page{page}, nil
}

// records parses the table, or returns nil if it is malformed.
func records(s string, delimiter rune) (*grid.Table, error) {
	r := reader(s, delimiter)
	t := &grid.Table{}
	cells := 0
	for {
		record, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return t, nil
		case err != nil:
			return nil, nil // no error of the document: it is no table
		}
		cells += len(record)
		if cells > maxCells || len(record) > maxColumns {
			return nil, extractionerror.New(extractionerror.TooComplex, fmt.Errorf("%d cells, %d in a row", cells, len(record)),
				"The table has more than %d cells or more than %d columns. Split it and send the parts.", maxCells, maxColumns)
		}
		for i := range record {
			record[i] = strings.TrimSpace(record[i])
		}
		t.Rows = append(t.Rows, grid.Sparse(record))
	}
}

func reader(s string, delimiter rune) *csv.Reader {
	r := csv.NewReader(strings.NewReader(s))
	r.Comma = delimiter
	r.FieldsPerRecord = -1
	r.LazyQuotes = true
	r.ReuseRecord = true
	return r
}

// cutDeclaration removes the line "sep=;" that declares the delimiter for spreadsheet programs.
func cutDeclaration(s string) (rest string, delimiter rune) {
	first, rest, _ := strings.Cut(s, "\n")
	name, value, found := strings.Cut(strings.TrimRight(strings.Trim(first, "\""), "\"\r"), "=")
	if !found || !strings.EqualFold(name, "sep") || len(value) != 1 || strings.ContainsAny(value, "\"\r\n") {
		return s, 0
	}
	return rest, rune(value[0])
}

// dialect returns the delimiter that splits most records into the same number of cells; the higher number
// wins a tie.
func dialect(s string) rune {
	best, most := ',', 0
	for _, d := range []rune{';', '\t', ',', '|'} {
		if n := evenness(s, d); n > most {
			best, most = d, n
		}
	}
	return best
}

// evenness scores a delimiter by the number of records of the most frequent size, then by that size; 0 if
// it splits nothing.
func evenness(s string, delimiter rune) int {
	r := reader(s, delimiter)
	sizes := map[int]int{}
	for range dialectRecords {
		record, err := r.Read()
		if err != nil {
			break
		}
		sizes[len(record)]++
	}
	most := 0
	for size, n := range sizes {
		if size > 1 {
			most = max(most, n*maxColumns+min(size, maxColumns-1))
		}
	}
	return most
}
