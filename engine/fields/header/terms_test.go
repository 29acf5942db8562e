package header

import (
	"strings"
	"testing"
)

func TestTermsLike(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"Net 30": true, "Payable within 21 days": true, "netto 14 Tage": true, "Zahlung innerhalb von 30 Tagen": true, "30 jours fin de mois": true,
		"Pago a 30 días": true, "Pagamento a 20 giorni": true, "Betaling binnen 8 dagen na factuurdatum": true, "Prazo de 20 dias": true,
		"Płatność w ciągu 14 dni": true, "Claims within 8 days of receipt": false, "Klachten binnen 8 dagen na factuurdatum": false, "30 days": false,
		"Net": false, "Netto 30,00": false, "Zahlung mit 2 % Skonto innerhalb 8 Tagen": false,
	} {
		if got := termsLike(strings.Fields(line)); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
