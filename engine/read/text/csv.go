package text

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/docmill/docmill/engine/document"
)

// ReadCSV reads a table of cells (RFC 4180, with comma, semicolon, tab or bar
// between them): one line per record, its cells' words in order. A table that
// is not well formed is read as plain text. Errors are *failure.Error.
func ReadCSV(data []byte) ([]document.Line, error) {
	decoded, err := decode(data)
	if err != nil {
		return nil, err
	}
	r := csv.NewReader(strings.NewReader(decoded))
	r.Comma = delimiter(decoded)
	r.FieldsPerRecord = -1
	r.LazyQuotes = true
	r.ReuseRecord = true
	var lines []document.Line
	for {
		record, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return lines, nil
		case err != nil:
			return split(decoded), nil
		}
		if line := words(strings.Join(record, " ")); len(line.Words) > 0 {
			lines = append(lines, line)
		}
	}
}

// delimiter is the one that stands most often in the first line.
func delimiter(s string) rune {
	first, _, _ := strings.Cut(s, "\n")
	best, most := ',', 0
	for _, d := range []rune{';', '\t', ',', '|'} {
		if n := strings.Count(first, string(d)); n > most {
			best, most = d, n
		}
	}
	return best
}
