package classify_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/result"
)

func TestBalkanLanguages(t *testing.T) {
	t.Parallel()
	for want, lines := range map[string][]string{
		"ro": {"Furnizor: Bradul SRL", "Cumpărător: Orizont SA", "Nr. crt. Denumirea produselor Cantitatea Valoarea",
			"Vă rugăm să achitați factura până la scadență"},
		"bg": {"Доставчик", "Получател", "Моля платете сумата до датата на падежа по банкова сметка"},
		"el": {"Στοιχεία πελάτη", "ΑΦΜ", "Περιγραφή", "Ποσότητα", "Αξία", "Παρακαλούμε για την πληρωμή του ποσού"},
	} {
		if got := classify.Language(text(lines...)); got != want {
			t.Errorf("%q: %q, want %q", lines, got, want)
		}
	}
}

//nolint:misspell // words of other languages
func TestTypesInBalkanLanguages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want  result.DocumentType
		lines []string
	}{
		{result.TypeInvoice, []string{"FACTURĂ FISCALĂ", "Seria BRD nr. 417", "Furnizor", "Total de plată 12,00 lei"}},
		{result.TypeCreditNote, []string{"FACTURĂ STORNO", "Storno la factura 417", "Total -12,00 lei"}},
		{result.TypePurchaseOrder, []string{"COMANDĂ", "Nr. comandă 7", "Vă rugăm livrați", "Adresă de livrare"}},
		{result.TypeReceipt, []string{"BON FISCAL", "TOTAL LEI 5,00", "NUMERAR 10,00", "REST 5,00"}},
		{result.TypeBankStatement, []string{"EXTRAS DE CONT", "Sold inițial 1,00", "Sold final 2,00"}},
		{result.TypeInvoice, []string{"ФАКТУРА", "№ 0000000417", "Доставчик", "Получател", "Сума за плащане 12,00 лв."}},
		{result.TypeCreditNote, []string{"КРЕДИТНО ИЗВЕСТИЕ", "Към фактура № 417", "Общо 12,00 лв."}},
		{result.TypePurchaseOrder, []string{"ПОРЪЧКА", "Номер на поръчка 7", "Моля доставете", "Адрес за доставка"}},
		{result.TypeReceipt, []string{"ФИСКАЛЕН БОН", "ОБЩА СУМА 5,00", "В БРОЙ 10,00", "РЕСТО 5,00"}},
		{result.TypeBankStatement, []string{"БАНКОВО ИЗВЛЕЧЕНИЕ", "Начално салдо 1,00", "Крайно салдо 2,00"}},
		{result.TypeInvoice, []string{"ΤΙΜΟΛΟΓΙΟ ΠΑΡΟΧΗΣ ΥΠΗΡΕΣΙΩΝ", "Αριθμός 417", "Στοιχεία πελάτη", "Πληρωτέο 12,00 €"}},
		{result.TypeCreditNote, []string{"ΠΙΣΤΩΤΙΚΟ ΤΙΜΟΛΟΓΙΟ", "Σχετικό τιμολόγιο 417", "Σύνολο 12,00 €"}},
		{result.TypePurchaseOrder, []string{"ΔΕΛΤΙΟ ΠΑΡΑΓΓΕΛΙΑΣ", "Αρ. παραγγελίας 7", "Τόπος παράδοσης"}},
		{result.TypeReceipt, []string{"ΑΠΟΔΕΙΞΗ ΛΙΑΝΙΚΗΣ ΠΩΛΗΣΗΣ", "ΣΥΝΟΛΟ 5,00", "ΜΕΤΡΗΤΑ 10,00", "ΡΕΣΤΑ 5,00"}},
		{result.TypeBankStatement, []string{"ΚΙΝΗΣΗ ΛΟΓΑΡΙΑΣΜΟΥ", "Αρχικό υπόλοιπο 1,00", "Τελικό υπόλοιπο 2,00"}},
	} {
		if v := scorers(t).Classify(annotate.New(text(c.lines...))); v.Type != c.want {
			t.Errorf("%q: %s, want %s", c.lines, v.Type, c.want)
		}
	}
}
