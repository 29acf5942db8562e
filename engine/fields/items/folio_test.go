package items_test

import "testing"

// Dated charges of a hotel folio are left of the payments, which are not items.
func TestFolios(t *testing.T) {
	t.Parallel()
	columns := []float64{50, 120, -430, -545}
	want := []string{"Room with breakfast, 95.00", "Garage, 8.50", "Room with breakfast, 95.00"}
	rows := []string{"04/05/2031 | Room with breakfast | 95.00", "04/05/2031 | Garage | 8.50",
		"05/05/2031 | Room with breakfast | 95.00", "06/05/2031 | Card ending 4471 | | 198.50",
		"| Total | 198.50 | 198.50", "| Balance | 0.00"}
	check(t, map[string]table{
		"an unknown word": {columns, append([]string{"Date | Description | Charges | Credits"}, rows...), want},
		"a known word":    {columns, append([]string{"Date | Description | Debit | Credit"}, rows...), want},
	})
}

// An earlier balance and its payments are not items of an account's bill.
func TestPreviousBalance(t *testing.T) {
	t.Parallel()
	columns := []float64{50, 120, -430, -545}
	check(t, map[string]table{"an account": {columns, []string{
		"Date | Details | Units | Amount", "03/03/2031 | Balance brought forward | | 840.00",
		"06/03/2031 | Payment, thank you | | -840.00", "11/03/2031 | Energy | 120 | 96.00", "11/03/2031 | Water | 4 | 12.00",
		"| Total | | 108.00"}, []string{"Energy, 120, 96.00", "Water, 4, 12.00"}}})
}
