package statement_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/statement"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// A regression test: such a word stopped the whole extraction.
func TestJoinedDates(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"01.03.2031–31.03.2031", "Kontoauszug 01.03.2031–31.03.2031", "Zeitraum: 01.03.2031–31.03.2031"} {
		l := sheettest.Linker(result.TypeBankStatement, "Volksbank Ilm", line, "Neuer Saldo|550,00 €")
		got := statement.Find(l)
		sheettest.Holds(t, got, map[string]string{"periodStart": "2031-03-01", "periodEnd": "2031-03-31"})
	}
}
