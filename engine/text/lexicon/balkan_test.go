package lexicon_test

import (
	"testing"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// Labels of Romanian, Bulgarian and Greek as they are printed.
func TestBalkanLabels(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]lexicon.Role{
		"Seria și numărul":   lexicon.InvoiceNumber,
		"NR. FACTURII":       lexicon.InvoiceNumber,
		"Numărul facturii":   lexicon.InvoiceNumber,
		"Data scadentei":     lexicon.DueDate,
		"Termen de plată":    lexicon.DueDate,
		"Data emiterii":      lexicon.IssueDate,
		"Bază impozabilă":    lexicon.Subtotal,
		"Valoare TVA":        lexicon.TaxTotal,
		"Rest de plată":      lexicon.AmountDue,
		"Total cu TVA":       lexicon.Total,
		"C.I.F.":             lexicon.TaxID,
		"Nr. ord. reg. com.": lexicon.OtherNumber,
		"Factura stornată":   lexicon.OtherNumber,
		"Bon fiscal nr.":     lexicon.ReceiptNumber,
		"Bacșiș":             lexicon.Tip,
		"Фактура №":          lexicon.InvoiceNumber,
		"Номер на фактурата": lexicon.InvoiceNumber,
		"Дата на данъчно събитие":   lexicon.DeliveryDate,
		"Дата на издаване":          lexicon.IssueDate,
		"ПАДЕЖ":                     lexicon.DueDate,
		"Срок за плащане":           lexicon.DueDate,
		"Данъчна основа":            lexicon.Subtotal,
		"Начислен ДДС":              lexicon.TaxTotal,
		"Сума за плащане":           lexicon.AmountDue,
		"Общо с ДДС":                lexicon.Total,
		"ИН по ЗДДС":                lexicon.TaxID,
		"Към фактура №":             lexicon.OtherNumber,
		"Касов бон №":               lexicon.ReceiptNumber,
		"Ресто":                     lexicon.Change,
		"Αριθμός τιμολογίου":        lexicon.InvoiceNumber,
		"ΑΡ. ΠΑΡΑΣΤΑΤΙΚΟΥ":          lexicon.InvoiceNumber,
		"Ημερομηνία έκδοσης":        lexicon.IssueDate,
		"Ημ/νία":                    lexicon.IssueDate,
		"Πληρωτέο έως":              lexicon.DueDate,
		"Καθαρή αξία":               lexicon.Subtotal,
		"ΣΎΝΟΛΟ ΦΠΑ":                lexicon.TaxTotal,
		"Πληρωτέο ποσό":             lexicon.AmountDue,
		"ΓΕΝΙΚΟ ΣΥΝΟΛΟ":             lexicon.Total,
		"Α.Φ.Μ.":                    lexicon.TaxID,
		"AΦM":                       lexicon.TaxID, // with Latin letters
		"Αρ. ΓΕΜΗ":                  lexicon.OtherNumber,
		"Σχετικό τιμολόγιο":         lexicon.OtherNumber,
		"Αρ. απόδειξης":             lexicon.ReceiptNumber,
		"Μετρητά":                   lexicon.Cash,
		"Κωδικός πελάτη":            lexicon.CustomerID,
		"Клиентски номер":           lexicon.CustomerID,
		"Cod client":                lexicon.CustomerID,
		"Παραγγελία πελάτη αριθμός": lexicon.OrderNumber, // of two halves
		"Данъчна фактура номер":     lexicon.InvoiceNumber,
	} {
		words := lexicon.FoldWords(text)
		terms, _, n := lexicon.Labels().Longest(words, nil)
		if n != len(words) || terms[0].Role != want {
			t.Errorf("%q announces %v in %d of %d words, want %s", text, terms, n, len(words), want)
		}
	}
}

//nolint:misspell // words of other languages
func TestBalkanHeadings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Furnizor": "vendor", "Cumpărător": "customer", "Adresă de livrare": "shipping", "Beneficiar": "customer",
		"ДОСТАВЧИК": "vendor", "Получател": "customer", "Място на доставка": "shipping",
		"Στοιχεία πελάτη": "customer", "ΕΚΔΟΤΗΣ": "vendor", "Τόπος προορισμού": "shipping",
	} {
		if got := lexicon.PartyHeadings().Meanings(lexicon.Fold(text)); len(got) != 1 || got[0] != want {
			t.Errorf("%q heads %v, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"Nr. crt.": "position", "U.M.": "unit", "Cantitatea": "quantity", "Preț unitar fără TVA": "unitPrice",
		"Valoarea": "amount", "Cota TVA": "taxRate", "К-во": "quantity", "Мярка": "unit", "Ед. цена": "unitPrice",
		"Стойност": "amount", "Наименование на стоките и услугите": "description", "Μ.Μ.": "unit",
		"ΠΟΣΟΤΗΤΑ": "quantity", "Τιμή μονάδος": "unitPrice", "Αξία": "amount", "Περιγραφή είδους": "description",
	} {
		if got := lexicon.ColumnHeadings().Meanings(lexicon.Fold(text)); len(got) != 1 || got[0] != want {
			t.Errorf("%q heads %v, want %s", text, got, want)
		}
	}
}

func TestBalkanMonths(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{
		"ianuarie": 1, "iulie": 7, "noiembrie": 11, "януари": 1, "Май": 5, "ЮЛИ": 7, "декември": 12,
		"Ιανουάριος": 1, "ΜΑΪΟΥ": 5, "Σεπτεμβρίου": 9, "Δεκ": 12,
	} {
		if got := lexicon.Month(lexicon.Fold(name)); got != want {
			t.Errorf("%s is the month %d, want %d", name, got, want)
		}
	}
}
