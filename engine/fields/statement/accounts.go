package statement

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// keepFirstAccount hides the page from the row on that opens the ledger of a second account: after bookings, it has an
// account number that was not printed before, and new headings, an opening balance and bookings follow.
func (r *finder) keepFirstAccount(days period) {
	seen := map[string]bool{} // words and account numbers, and sums behind "="
	ledger := false
	for i, page := range r.Layout.Pages {
		for k, row := range page.Rows {
			if ledger && r.opensAccount(row, seen) && r.opensLedger(page.Rows[k+1:], days, seen) {
				r.hideFrom(i, k)
				return
			}
			ledger = ledger || r.isBooking(row, days)
			for _, s := range row.Segments {
				for _, w := range s.Words {
					seen[recognize.Compact(w)] = true
				}
				for _, c := range r.Spans[s].IBANs {
					seen[c.Value] = true
				}
				for _, sum := range r.ledgerSums(s) {
					seen["="+sum.value.String()] = true
				}
			}
		}
	}
}

// minAccountDigits is the minimum number of digits at the end of an account number.
const minAccountDigits = 5

// opensAccount reports whether a row without amounts has an account number that was not printed before.
func (r *finder) opensAccount(row *layout.Row, seen map[string]bool) bool {
	found := false
	for _, s := range row.Segments {
		if len(r.ledgerSums(s)) > 0 || len(s.Dates()) > 0 {
			return false
		}
		for _, c := range r.Spans[s].IBANs {
			found = found || c.Checksum == recognize.ChecksumValid && !seen[c.Value]
		}
		if last := s.Words[len(s.Words)-1]; s == row.Segments[len(row.Segments)-1] {
			found = found || recognize.CountDigits(last) >= minAccountDigits && !seen[recognize.Compact(last)]
		}
	}
	return found
}

// opensLedger reports whether headings and a new opening balance are in the next rows, in any order.
func (r *finder) opensLedger(rows []*layout.Row, days period, seen map[string]bool) bool {
	const near = 8
	headed, opened := false, false
	for _, row := range rows[:min(near, len(rows))] {
		headed = headed || r.isHeadingRow(row)
		for _, s := range row.Segments {
			for _, h := range r.LabelsIn[s] {
				_, opening := h.As(lexicon.Opening)
				sums := r.ledgerSums(row.Segments[len(row.Segments)-1])
				opened = opened || opening && len(sums) > 0 && !seen["="+sums[0].value.String()]
			}
		}
	}
	return headed && opened && slices.ContainsFunc(rows, func(row *layout.Row) bool { return r.isBooking(row, days) })
}

// isBooking reports whether a row opens with a date and ends in an amount.
func (r *finder) isBooking(row *layout.Row, days period) bool {
	_, dated := r.rowDate(row, days)
	return dated && len(r.ledgerSums(row.Segments[len(row.Segments)-1])) > 0
}

// hideFrom leaves out what follows a row.
func (r *finder) hideFrom(page, row int) {
	first := r.Layout.Pages[page].Rows[row].Segments[0]
	cut := *r.Layout.Pages[page]
	cut.Rows = cut.Rows[:row]
	kept := *r.Layout
	kept.Pages = append(slices.Clone(kept.Pages[:page]), &cut)
	kept.Segments = kept.Segments[:slices.Index(kept.Segments, first)]
	r.Layout = &kept
	r.Labels = slices.DeleteFunc(r.Labels, func(h *annotate.Label) bool {
		return h.Segment.Page.Number > cut.Number || h.Segment.Page.Number == cut.Number && h.Segment.Row >= row
	})
}
