package party

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// Party is a name with an address.
type Party struct {
	Role    Role
	Name    []layout.Part
	Address []layout.Part
	// heading is the segment that named the side, if any.
	heading *layout.Segment
	score   float64
}

func (p *Party) nameText() string { return JoinParts(p.Name, " ") }

// JoinParts joins the texts of parts, without the punctuation around each.
func JoinParts(parts []layout.Part, sep string) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = strings.Trim(p.Text(), " ,;:|·•●")
	}
	return strings.Join(texts, sep)
}

// AddressText joins the lines of an address; a country's code in front of the
// post code ("DE 80333", "D-80333") is left out.
func AddressText(parts []layout.Part) string {
	text := ""
	for i, p := range parts {
		words := p.Words()
		if codeFirst(words) || len(words) > 2 && splitCode(words) {
			words = withoutCountry(words)
		}
		if i > 0 && wraps(parts[i-1], p) {
			text += " "
		} else if i > 0 {
			text += ", "
		}
		text += strings.Trim(strings.Join(words, " "), " ,;|·•●")
	}
	return text
}

// wraps reports whether a line of an address goes on in the next: it ends in a word
// such as "de", or in a post code whose town follows.
func wraps(upper, lower layout.Part) bool {
	words := upper.Words()
	if upper.Segment == lower.Segment {
		return false
	}
	next := lower.Words()
	return endsOpen(words) || halves(words, next) || len(words) == 1 && postCode(words[0]) && townWords(next)
}

// parties finds names with addresses: blocks around a postal line, senders'
// lines, and blocks under a party heading.
func (r *finder) parties() []*Party {
	var all []*Party
	for _, s := range r.Layout.Segments {
		if s.Page.Number > 3 || len(all) >= maxParties {
			break
		}
		if r.ItemRows[s.Page.Rows[s.Row]] {
			continue
		}
		if p := senderLine(s); p != nil {
			all = append(all, p)
			continue
		}
		if p := r.headedParty(s); p != nil {
			all = append(all, p)
		}
		if PostalLine(s.Words) && !streetBeforeTown(s) {
			if p := r.addressBlock(s); p != nil {
				all = append(all, p)
			}
		}
	}
	return all
}

// senderLine reads a line such as "Muster GmbH · Musterweg 1 · 12345 Ort",
// which may be spread over several segments of its row. It is read at the
// row's segment that holds the name.
func senderLine(s *layout.Segment) *Party {
	parts := splitParts(s, isSeparator)
	if len(parts) == 0 {
		return nil
	}
	marked := len(s.Words) > parts[len(parts)-1].Last+1 // ends in a separator
	for _, t := range s.Right() {
		more := splitParts(t, isSeparator)
		if !marked && !isSeparator(t.Words[0]) {
			break
		}
		parts = append(parts, more...)
		marked = isSeparator(t.Words[len(t.Words)-1])
	}
	if len(parts) < 3 {
		if parts = splitAfterComma(s); len(parts) >= 3 && Street(s.Words[:parts[0].Last+1], s.Words[parts[1].First]) {
			return nil // an address without a name
		}
	}
	if len(parts) < 3 || len(parts) > 7 {
		return nil
	}
	for i := 2; i < len(parts); i++ {
		p := parts[i]
		if PostalLine(p.Segment.Words[p.First:p.Last+1]) && NameLike(s.Words[parts[0].First:parts[0].Last+1]) {
			return &Party{Role: RoleVendor, Name: parts[:1], Address: parts[1 : i+1], score: 1.5}
		}
	}
	return nil
}

// Street reports whether words are a street and not a name: by a word for
// streets, or by the number that follows.
func Street(words []string, next string) bool {
	for _, w := range words {
		f := recognize.Fold(strings.TrimRight(w, ".,"))
		if lexicon.Street.Has(f) && len(f) > 2 || strings.HasSuffix(f, "strasse") || strings.HasSuffix(f, "straat") ||
			strings.HasSuffix(f, "weg") {
			return !HasLegalForm(words)
		}
	}
	return recognize.CountDigits(next) > 0 && len(next) <= 5 || lexicon.NumberWord.Has(recognize.Fold(next))
}

// wholeAddress reports whether a line holds a street and, after a comma or dash,
// post code and town.
func wholeAddress(words []string) bool {
	for i := 2; i < len(words); i++ {
		if (strings.HasSuffix(words[i-1], ",") || isSeparator(words[i-1])) && PostalLine(words[i:]) &&
			recognize.CountDigits(strings.Join(words[:i], "")) > 0 {
			return true
		}
	}
	return false
}

func isSeparator(w string) bool { return strings.Trim(w, "·•●|-–*⚫∙") == "" }

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

// headedParty reads the name beside or under a party heading.
func (r *finder) headedParty(s *layout.Segment) *Party {
	found, after := roleOf(s)
	if found == roleUnknown || found == roleOther {
		return nil
	}
	p := &Party{Role: found, heading: s, score: 2}
	if after < len(s.Words) {
		p.Name = []layout.Part{{Segment: s, First: after, Last: len(s.Words) - 1}}
		if !NameLike(s.Words[after:]) {
			return nil
		}
		p.Address = r.addressUnder(s, 1)
		return p
	}
	first := r.firstUnder(s)
	if first == nil {
		return nil
	}
	if value := nameBeside(first); value != nil {
		first = value
	}
	if !NameLike(first.Words) {
		return nil
	}
	p.Name = []layout.Part{annotate.Whole(first)}
	p.Address = r.addressUnder(first, 0)
	return p
}

// firstUnder returns the first segment under a heading, indented or not.
func (r *finder) firstUnder(s *layout.Segment) *layout.Segment {
	box := s.Box
	box.X1 = max(box.X1, box.X0+12*s.Height())
	skipped := 0
	for _, t := range s.Page.Below(s.Row, box, 4*s.Height()) {
		if t.Box.X0 < s.Box.X0-2*s.Height() {
			continue
		}
		if r.skipsInParty(t) || !NameLike(t.Words) && nameBeside(t) == nil {
			if skipped++; skipped > 2 {
				return nil
			}
			continue
		}
		return t
	}
	return nil
}

// skipsInParty passes over the numbers that may precede a party's name.
func (r *finder) skipsInParty(s *layout.Segment) bool {
	h := r.LabelsIn[s]
	if len(h) > 0 && h[0].Opens && h[0].Colon {
		return nameBeside(s) == nil
	}
	f := s.Words[0]
	k := recognize.Fold(f)
	return lexicon.BeforeName.Has(k) || strings.HasSuffix(f, ":") && nameBeside(s) == nil
}

// nameBeside returns the value of a "Name:" line.
func nameBeside(s *layout.Segment) *layout.Segment {
	if lexicon.NameLabel.Has(recognize.Fold(s.Text())) {
		if next := s.Right(); len(next) > 0 {
			return next[0]
		}
	}
	return nil
}

// addressUnder gathers the lines under a name down to the postal line.
func (r *finder) addressUnder(name *layout.Segment, skip int) []layout.Part {
	var parts []layout.Part
	s := name
	for range 7 {
		next := r.nextAddressLine(s, skip > 0)
		if next == nil {
			return nil
		}
		s = next
		if StopsAddress(r.Document, s) {
			return nil
		}
		if asideLine(s) {
			continue
		}
		parts = append(parts, annotate.Whole(s))
		if PostalLine(s.Words) && !streetBeforeTown(s) || wholeAddress(s.Words) {
			return parts
		}
	}
	return nil
}

// streetBeforeTown tells a line such as "2558 Maple Avenue", which looks like
// post code and town, by the real one under it.
func streetBeforeTown(s *layout.Segment) bool {
	next := s.NextInBlock()
	return next != nil && codeFirst(s.Words) && PostalLine(next.Words)
}

func (r *finder) nextAddressLine(s *layout.Segment, indented bool) *layout.Segment {
	if next := s.NextInBlock(); next != nil {
		return next
	}
	if !indented {
		return nil
	}
	for _, t := range s.Page.Below(s.Row, s.Box, 1.5*s.Height()) {
		return t
	}
	return nil
}

// StopsAddress reports whether a line is part of no address.
func StopsAddress(r *annotate.Document, s *layout.Segment) bool {
	if len(s.Words) > 9 || len(s.Emails()) > 0 || len(s.URLs()) > 0 {
		return true
	}
	f := r.Spans[s]
	if len(f.Dates) > 0 || len(f.IBANs) > 0 || len(f.VATIDs) > 0 {
		return true
	}
	side, _ := roleOf(s)
	return side != roleUnknown || len(r.LabelsIn[s]) > 0 && r.LabelsIn[s][0].Opens && r.LabelsIn[s][0].Colon
}
