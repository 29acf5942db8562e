package items_test

import "testing"

func TestIndentedSums(t *testing.T) {
	t.Parallel()
	columns := []float64{50, 180, -380, -460, -545}
	const heads = "Description | | Hours | Rate | Amount"
	one, two := "Draft of the lease | | 2 | 12.00 | 24.00", "Call with the client | | 1 | 5.00 | 5.00"
	want := []string{"Draft of the lease, 2, 12.00, 24.00", "Call with the client, 1, 5.00, 5.00"}
	check(t, map[string]table{
		"set off":   {columns, []string{heads, one, two, "| Fees | | | 29.00", "| QQT (5 %) | | | 1.45"}, want},
		"under one": {columns, []string{heads, one, "| Fees | | | 24.00", "| QQT (5 %) | | | 1.20"}, want[:1]},
		"indented": {[]float64{50, 62, -380, -460, -545}, []string{heads, one, two, "| Land register | | | 24.00"},
			append(want, "Land register, 24.00")},
	})
}

// Words across the headings of dates and names are one name if no word starts at the edges of the headings.
func TestNamesAcrossColumns(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"": {
			[]float64{50, 112, -380, -460, -545},
			[]string{"Date | Description | Hours | Rate | Amount", "04/05/2031 | Draft of the lease | 2 | 12.00 | 24.00",
				"Search in the land register | | | | 24.00", "Messenger | | | | 5.00"},
			[]string{"Draft of the lease, 2, 12.00, 24.00", "Search in the land register, 24.00", "Messenger, 5.00"},
		},
	})
}

// Dates before all names are service dates; fractions of an inch are measures.
func TestDatesBeforeNames(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -300, -400, -545}
	const heads = "Description | Qty | Unit Price | Amount"
	check(t, map[string]table{
		"short": {columns, []string{heads, "4/03 Farm visit | 1 | 9.00 | 9.00", "12/03 Travel | 3 | 2.00 | 6.00"},
			[]string{"Farm visit, 1, 9.00, 9.00", "Travel, 3, 2.00, 6.00"}},
		"with the year": {columns, []string{heads, "04.05.2031 Visit | 1 | 9.00 | 9.00", "12.05.2031 Travel | 3 | 2.00 | 6.00"},
			[]string{"Visit, 1, 9.00, 9.00", "Travel, 3, 2.00, 6.00"}},
		"fractions": {columns, []string{heads, "1/2 Nipple | 1 | 9.00 | 9.00", "3/4 Elbow | 3 | 2.00 | 6.00"},
			[]string{"1/2 Nipple, 1, 9.00, 9.00", "3/4 Elbow, 3, 2.00, 6.00"}},
		"one alone": {columns, []string{heads, "4/03 Farm visit | 1 | 9.00 | 9.00", "Travel | 3 | 2.00 | 6.00"},
			[]string{"4/03 Farm visit, 1, 9.00, 9.00", "Travel, 3, 2.00, 6.00"}},
	})
}

func TestDatedTaxes(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"": {
			[]float64{50, 120, -545},
			[]string{"Date | Description | Amount", "04/05/2031 | Room with breakfast | 95.00", "04/05/2031 | Tax | 1.65",
				"05/05/2031 | Room with breakfast | 95.00", "| Total | 191.65", "| Tax | 17.42"},
			[]string{"Room with breakfast, 95.00", "Tax, 1.65", "Room with breakfast, 95.00"},
		},
	})
}

// A table of dates under items with a printed sum lists payments, unless its amounts add up to one with them.
func TestPaymentsBelowItems(t *testing.T) {
	t.Parallel()
	columns := []float64{50, 180, -545}
	rows := []string{"Description | | Amount", "Renewal of a domain | | 11.95", "| Subtotal | 11.95", "| VAT | 2.51",
		"| Total | 14.46", "", "Date | Description | Amount", "04/05/2031 | Card | 14.46"}
	discounted := append(rows[:2:2], "| Discount | -1.95", "| Total | 10.00", "", "Date | Description | Amount",
		"04/05/2031 | Card | 6.00")
	expense := append(rows[:3:3], "", "Date | Description | Amount", "04/05/2031 | Museum guide | 5.00", "| Total | 16.95")
	check(t, map[string]table{
		"payments":                  {columns, rows, []string{"Renewal of a domain, 11.95"}},
		"payments under a discount": {columns, discounted, []string{"Renewal of a domain, 11.95"}},
		"expenses":                  {columns, expense, []string{"Renewal of a domain, 11.95", "Museum guide, 5.00"}},
	})
}

func TestNamedSectionSums(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"": {
			[]float64{50, -300, -400, -545},
			[]string{"Description | Qty | Unit Price | Amount", "Gravel | 2 | 6.00 | 12.00", "Sand | 2 | 5.00 | 10.00",
				"| | Total of lorry 14 with trailer | 22.00", "Crane | 2 | 3.00 | 6.00"},
			[]string{"Gravel, 2, 6.00, 12.00", "Sand, 2, 5.00, 10.00", "Crane, 2, 3.00, 6.00"},
		},
	})
}

// Carriage with a tax rate is an item if the table has neither quantities nor prices.
func TestAmountAndTaxItems(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"": {
			[]float64{50, -360, -450, -545},
			[]string{"Description | VAT % | VAT amount | Amount", "Export declaration | 20 | 11.00 | 55.00",
				"Courier | 20 | 7.60 | 38.00", "Storage 5 days | 20 | 17.42 | 87.10", "Subtotal | | | 180.10"},
			[]string{"Export declaration, 20, 55.00", "Courier, 20, 38.00", "Storage 5 days, 20, 87.10"},
		},
	})
}
