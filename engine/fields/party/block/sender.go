package block

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
)

// senderLine reads a line such as "Muster GmbH · Musterweg 1 · 12345 Ort",
// which may be spread over several segments of its row. It is read at the
// row's segment that holds the name.
func senderLine(s *layout.Segment) *Block {
	parts := splitParts(s, textshape.IsSeparator)
	if len(parts) == 0 {
		return nil
	}
	marked := len(s.Words) > parts[len(parts)-1].Last+1 // ends in a separator
	for _, t := range s.Right() {
		more := splitParts(t, textshape.IsSeparator)
		if !marked && !textshape.IsSeparator(t.Words[0]) {
			break
		}
		parts = append(parts, more...)
		marked = textshape.IsSeparator(t.Words[len(t.Words)-1])
	}
	if len(parts) < 3 {
		if parts = splitAfterComma(s); len(parts) >= 3 && textshape.Street(s.Words[:parts[0].Last+1], s.Words[parts[1].First]) {
			return nil // an address without a name
		}
	}
	if len(parts) < 3 || len(parts) > 7 {
		return nil
	}
	for i := 2; i < len(parts); i++ {
		p := parts[i]
		if textshape.PostalLine(p.Segment.Words[p.First:p.Last+1]) && textshape.NameLike(s.Words[parts[0].First:parts[0].Last+1]) {
			return &Block{Role: role.Vendor, Name: parts[:1], Address: parts[1 : i+1], Score: 1.5}
		}
	}
	return nil
}

func splitParts(s *layout.Segment, separator func(string) bool) []layout.Part {
	var parts []layout.Part
	start := 0
	for i := 0; i <= len(s.Words); i++ {
		if i < len(s.Words) && !separator(s.Words[i]) {
			continue
		}
		if i > start {
			parts = append(parts, layout.Part{Segment: s, First: start, Last: i - 1})
		}
		start = i + 1
	}
	return parts
}

func splitAfterComma(s *layout.Segment) []layout.Part {
	var parts []layout.Part
	start := 0
	for i := range s.Words {
		if strings.HasSuffix(s.Words[i], ",") || i == len(s.Words)-1 {
			parts = append(parts, layout.Part{Segment: s, First: start, Last: i})
			start = i + 1
		}
	}
	return parts
}
