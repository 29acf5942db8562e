package layout

import "github.com/docmill/docmill/engine/text/recognize"

// recognized caches the results of the recognizers for a segment's words, because most stages need them.
type recognized struct {
	amounts              memo[recognize.Amount]
	dates                memo[recognize.Date]
	times                memo[recognize.Time]
	ibans, vats, bics    memo[recognize.Code]
	emails, urls, phones memo[recognize.Code]
}

// memo is a lazily computed result.
type memo[T any] struct {
	known bool
	found []T
}

func (m *memo[T]) get(words []string, find func([]string) []T) []T {
	if !m.known {
		m.known, m.found = true, find(words)
	}
	return m.found
}

// Amounts returns the amounts in the segment's words as read. The results of this and the following methods must
// not be changed.
func (s *Segment) Amounts() []recognize.Amount {
	return s.recognized.amounts.get(s.Words, recognize.Amounts)
}

// Dates returns the dates in the segment.
func (s *Segment) Dates() []recognize.Date { return s.recognized.dates.get(s.Words, recognize.Dates) }

// Times returns the times of day in the segment.
func (s *Segment) Times() []recognize.Time { return s.recognized.times.get(s.Words, recognize.Times) }

// IBANs returns the account numbers in the segment.
func (s *Segment) IBANs() []recognize.Code { return s.recognized.ibans.get(s.Words, recognize.IBANs) }

// VATIDs returns the tax numbers in the segment.
func (s *Segment) VATIDs() []recognize.Code { return s.recognized.vats.get(s.Words, recognize.VATIDs) }

// BICs returns the bank codes in the segment.
func (s *Segment) BICs() []recognize.Code { return s.recognized.bics.get(s.Words, recognize.BICs) }

// Emails returns the mail addresses in the segment.
func (s *Segment) Emails() []recognize.Code {
	return s.recognized.emails.get(s.Words, recognize.Emails)
}

// URLs returns the web addresses in the segment.
func (s *Segment) URLs() []recognize.Code { return s.recognized.urls.get(s.Words, recognize.URLs) }

// Phones returns the telephone numbers in the segment.
func (s *Segment) Phones() []recognize.Code {
	return s.recognized.phones.get(s.Words, recognize.Phones)
}
