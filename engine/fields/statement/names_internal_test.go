package statement

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result/value"
)

func TestWordsOfBanksNames(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"Volksbank Auetal eG": true, "Bankhaus Lorenz": true, "Banco del Río": true, "Mill Lane Building Society": true,
		"Caisse d'Epargne de Rodez": true, "Stadtsparkasse Gera": true, "Northern Shire Bank plc": true, "BCC Lodi": true,
		"Kasa Oszczędności Opole": true, "Bank Spółdzielczy w Pile": true,
		// Documents, services and addresses of banks, and others.
		"Kredit Union Ilm": true, "Crédit Agraire": true, "Banca di Lodi": true, "Caja de Ronda": true,
		"Kredit": false, "Credit limit": false, "Caja": false, "Credito bancario": false, "Note bancaire": false,
		"Bankleitzahl 370 400 44": false, "Bankverbindung": false, "Ada Finch": false, "Orchard Foods Ltd": false,
	} {
		r := lines(line)
		if got := namesBank(r.first()); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

func TestLinesThatNameABank(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"Volksbank Auetal eG":   true,
		"Customer: Volksbank":   false, // a label of another field
		"Account holder Sparda": false,
		"Your bank in all questions of life and of your savings": false, // too long for a name
	} {
		r := lines(line)
		if got := r.bankLine(r.first()); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// A bank without "bank" in its name is the first name of the page, in larger print than the next lines.
func TestLetterheads(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		size, y    float64
		text, want string
		holder     string
	}{
		"large at the top": {14, 40, "Lindenau & Cie", "Lindenau & Cie", ""},
		"no larger":        {9, 40, "Lindenau & Cie", "", ""},
		"far down":         {14, 300, "Lindenau & Cie", "", ""},
		"too long":         {14, 40, "Lindenau Friends And Partners Of Old Times", "", ""},
		"a label":          {14, 40, "Account number", "", ""},
		"the holder":       {14, 40, "Ada Finch", "", "Ada Finch"},
	} {
		s := sheettest.A4()
		s.Put(50, c.y, c.size, c.text)
		s.Put(50, c.y+40, 9, "12 High Road")
		set := value.New()
		set.Scalars["accountHolder"] = value.Value{Value: c.holder}
		r := finderOf(sheettest.Bind(s))
		r.putLetterhead(set)
		if got := set.Text("bankName"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	set := value.New()
	finderOf(sheettest.Bind(sheettest.A4())).putLetterhead(set)
	if set.Has("bankName") {
		t.Error("an empty page has a letterhead")
	}
}

// The letterhead is preferred over the label, and that over a large first line.
func TestWhereTheBanksNameStands(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"in a letterhead":        {[]string{"Ada Finch", "Volksbank Auetal"}, "Volksbank Auetal"},
		"the first of two":       {[]string{"Volksbank Auetal", "Volksbank Ilm"}, "Volksbank Auetal"},
		"behind a label":         {[]string{"Ada Finch", "Kreditinstitut|Lindenau"}, "Lindenau"},
		"in the first ten lines": {[]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "Volksbank Auetal"}, ""},
		"nowhere":                {[]string{"Ada Finch", "12 High Road"}, ""},
	} {
		r := lines(c.rows...)
		set := value.New()
		r.putBankName(set, r.Link(r.nameValues, "bankName", "accountHolder"))
		if got := set.Text("bankName"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
