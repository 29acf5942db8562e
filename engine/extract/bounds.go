package extract

import (
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result/value"
)

// Maximum sizes in a record, in bytes; longer text is cut off. A full page has about 5,000 bytes of text, and at most
// 2,000 pages of a file are read.
const (
	maxValueBytes = 64 << 10 // of a value, its raw text or a table cell
	maxTextBytes  = 16 << 20 // of the whole text of a generic document
)

func boundSet(set *value.Set) {
	for name, v := range set.Scalars {
		set.Scalars[name] = boundValue(v)
	}
	for _, rows := range set.Lists {
		for _, row := range rows {
			for member, v := range row {
				row[member] = boundValue(v)
			}
		}
	}
	for _, table := range set.Tables {
		for _, row := range table.Rows {
			for i := range row {
				row[i] = document.TruncateText(row[i], maxValueBytes)
			}
		}
	}
}

func boundValue(v value.Value) value.Value {
	v.Value = document.TruncateText(v.Value, maxValueBytes)
	v.Raw = document.TruncateText(v.Raw, maxValueBytes)
	return v
}
