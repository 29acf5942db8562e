package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// In a list of labels the address is what the labels of streets and towns say, the town in the
// next column of labels, too; the trade is none of it.
func TestListedPlaces(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		head string
		rows [][4]string
		want string
	}{
		"street, district and town": {
			"SEÑOR(ES)",
			[][4]string{{"GIRO", "OBRAS MENORES", "COND. VENTA", "30 DÍAS"}, {"DIRECCIÓN", "LOS ROBLES 1455 OF. 302", "VENDEDOR", "R. SOTO"},
				{"COMUNA", "PUERTO NUEVO", "CIUDAD", "LAGUNA ALTA"}},
			"LOS ROBLES 1455 OF. 302, PUERTO NUEVO, LAGUNA ALTA",
		},
		"behind colons": {
			"Cliente:",
			[][4]string{{"Dirección : Los Robles 1455", "", "", ""}, {"Ciudad : Laguna Alta", "", "", ""}},
			"Los Robles 1455, Laguna Alta",
		},
	} {
		s := sheettest.A4()
		s.Put(50, 50, 14, "Pizarras del Sur Limitada")
		s.Put(50, 100, 10, c.head)
		s.Put(130, 100, 10, "CONSTRUCTORA ALERCE SpA")
		for i, row := range c.rows {
			for k, x := range []float64{50, 130, 330, 420} {
				if row[k] != "" {
					s.Put(x, 114+14*float64(i), 10, row[k])
				}
			}
		}
		rest(s)
		got := party.Find(party.Input{Linker: tagged(sheettest.Bind(s), result.TypeInvoice)})
		if got.Text("customerName") != "CONSTRUCTORA ALERCE SpA" || got.Text("customerAddress") != c.want {
			t.Errorf("%s: %q at %q, want %q", name, got.Text("customerName"), got.Text("customerAddress"), c.want)
		}
	}
}
