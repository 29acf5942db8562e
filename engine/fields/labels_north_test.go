package fields_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Labels of Norwegian, Finnish and Hungarian invoices.
//
//nolint:misspell // words of other languages
func TestLabelsNorthernAndHungarian(t *testing.T) {
	t.Parallel()
	for field, c := range map[string]struct{ labels, value, want string }{
		"invoiceNumber": {"Fakturanr.|Faktura nr:|Fakturanummer|Kreditnota nr.|Laskun numero|Laskunro|Lasku nro:|" +
			"Hyvityslaskun numero|Számlaszám:|Számla sorszáma|Bizonylatszám|Számla száma:", "AB-2031/77", "AB-2031/77"},
		"issueDate": {"Fakturadato|Faktura dato:|Utstedelsesdato|Laskun päiväys|Laskupvm|Laskun pvm:|Päiväys|" +
			"Számla kelte|Kiállítás dátuma:|Kiállítás kelte|Kelt:", "24.03.2031", "2031-03-24"},
		"dueDate": {"Forfallsdato|Forfall:|Betalingsfrist|Betales innen|Eräpäivä|Eräpvm:|Maksun eräpäivä|" +
			"Fizetési határidő|Esedékesség:|Fizetési határidő dátuma|Lejárat", "24.03.2031", "2031-03-24"},
		"purchaseOrderNumber": {"Bestillingsnr.|Deres ordrenr.|Innkjøpsordre nr.|Tilausnumero|Tilausnumeronne|" +
			"Ostotilauksen numero|Rendelésszám|Megrendelés száma|Vevői rendelésszám", "4500-881", "4500-881"},
		"customerId": {"Kundenr.|Kundenummer:|Debitornr.|Asiakasnumero|Asiakasnro:|Asiakastunnus|Ügyfélszám|Vevőkód:|" +
			"Ügyfélazonosító|Partnerkód", "K10077", "K10077"},
		"total": {"Å betale|Sum å betale|Totalt inkl. mva|Totalsum|Fakturabeløp|Yhteensä|Maksettava yhteensä|" +
			"Verollinen yhteensä|Laskun loppusumma|Végösszeg|Fizetendő|Fizetendő összesen|Bruttó összesen|Mindösszesen",
			"1 234,50 EUR", "1234.50"},
		"subtotal": {"Sum eks. mva|Netto|Totalt ekskl. mva|Nettobeløp|Veroton yhteensä|Veroton summa|Yhteensä ALV 0 %|" +
			"Nettó összesen|Nettó érték|Nettó végösszeg|Összesen nettó", "1 234,50 EUR", "1234.50"},
		"taxTotal": {"Sum mva|Mva-beløp|Totalt mva|ALV yhteensä|Arvonlisävero yhteensä|Verot yhteensä|ÁFA összesen|" +
			"ÁFA összege|Áthárított ÁFA összege", "1 234,50 EUR", "1234.50"},
	} {
		for label := range strings.SplitSeq(c.labels, "|") {
			set := extract(sheettest.Labeled(label, c.value, 60), result.TypeInvoice)
			if got := set.Text(field); got != c.want {
				t.Errorf("%s: %s = %q, want %q", label, field, got, c.want)
			}
		}
	}
}
