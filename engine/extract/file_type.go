package extract

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/mrz"
)

// fileType returns the type, of those that files describe, that a document has: by its machine-readable zone, or by
// title and labels. It returns "" for none.
func fileType(lay *layout.Layout) result.DocumentType {
	zone := readZone(lay)
	for _, t := range schema.FileTypes() {
		for i := range t.Schema.Properties {
			if _, ok := zone[t.Schema.Properties[i].Source]; ok {
				return t.Name
			}
		}
	}
	return classify.FileType(lay)
}

const zoneScore = 0.95 // of values without check digits

// readZone returns the values of the first machine-readable zone, by sources such as "mrz.surname", or nil.
func readZone(lay *layout.Layout) map[string]value.Value {
	var lines []string
	var rows []*layout.Row
	for _, page := range lay.Pages {
		for _, row := range page.Rows {
			text := ""
			for _, s := range row.Segments {
				text += s.Text()
			}
			line, ok := mrz.Line(text)
			if !ok {
				lines, rows = nil, nil
				continue
			}
			lines, rows = append(lines, line), append(rows, row)
			for n := 2; n <= min(3, len(lines)); n++ {
				if fields := mrz.Parse(lines[len(lines)-n:]); fields != nil {
					return citeZone(fields, rows[len(rows)-n:])
				}
			}
		}
	}
	return nil
}

func citeZone(fields map[string]mrz.Field, rows []*layout.Row) map[string]value.Value {
	values := map[string]value.Value{}
	for name, f := range fields {
		var parts []layout.Part
		for _, s := range rows[f.Line].Segments {
			parts = append(parts, annotate.Whole(s))
		}
		v := value.CiteParts(f.Value, parts, "", zoneScore)
		v.IsChecked = f.IsChecked
		values["mrz."+name] = v
	}
	return values
}
