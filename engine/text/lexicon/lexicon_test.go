package lexicon_test

import (
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// TestPrintedPhrases looks up phrases as they are printed in all languages. Lines of testdata/printed.tsv have a kind, a
// meaning and a text.
func TestPrintedPhrases(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/printed.tsv")
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		require.Equal(t, len(f), 3, line, "has no three fields")
		assert.Equal(t, meaning(f[0], f[2]), f[1], f[0], f[2], "means")
	}
}

// meaning returns the meaning of a whole text, or "".
func meaning(kind, text string) string {
	words, folded := lexicon.FoldWords(text), lexicon.Fold(text)
	headings := map[string]*lexicon.Phrases[string]{"party": lexicon.PartyHeadings(), "column": lexicon.ColumnHeadings(),
		"ledger": lexicon.LedgerHeadings()}
	switch kind {
	case "label":
		if terms, _, n := lexicon.Labels().Longest(words, nil); n == len(words) {
			return string(terms[0].Role)
		}
	case "statement":
		if terms := lexicon.StatementLabels().Meanings(folded); len(terms) > 0 {
			return string(terms[0].Role)
		}
	case "month":
		return strconv.Itoa(lexicon.Month(folded))
	default:
		return strings.Join(headings[kind].Meanings(folded), " ")
	}
	return ""
}

// Joined labels are found, and heads and marks pair in either order.
func TestJoinedAndPairedLabels(t *testing.T) {
	t.Parallel()
	for _, phrase := range []string{"invoicenumber", "number invoice", "invoice nr", "nr invoice", "nrinvoice",
		"rechnung number"} {
		terms := lexicon.Labels().Meanings(phrase)
		assert.True(t, len(terms) != 0 && terms[0].Role == lexicon.InvoiceNumber, phrase, "announces", terms)
	}
	terms := lexicon.Labels().Meanings("pono")
	assert.True(t, terms == nil, terms, "of so few letters")
}

// The strongest role comes first. An invoice's meaning precedes a receipt's.
func TestOrderOfRoles(t *testing.T) {
	t.Parallel()
	for phrase, want := range map[string][]lexicon.Role{
		"net amount": {lexicon.Subtotal, lexicon.Total},
		"bill":       {lexicon.InvoiceNumber, lexicon.ReceiptNumber},
		"iva":        {lexicon.TaxID, lexicon.Tax},
	} {
		var got []lexicon.Role
		for _, term := range lexicon.Labels().Meanings(phrase) {
			got = append(got, term.Role)
		}
		assert.EqualSlices(t, got, want, phrase, "announces")
	}
}

// The longest phrase counts. It ends at the end of a printed word or before an attached rate, and may omit words such
// as "of".
func TestLongest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words string
		token []int
		taken int
		first lexicon.Role
	}{
		{"total due 5", []int{0, 1, 2}, 2, lexicon.Total},
		{"total amount due", []int{0, 1, 2}, 3, lexicon.AmountDue},
		{"invoice no x", []int{0, 1, 1}, 1, lexicon.InvoiceNumber}, // "No.X"
		{"gst 6", []int{0, 0}, 2, lexicon.Tax},
		{"gst 7", []int{0, 0}, 1, lexicon.TaxID}, // "GST@7%"
		{"numero de la factura", []int{0, 1, 2, 3}, 4, lexicon.InvoiceNumber},
		{"unheard of", []int{0, 1}, 0, ""},
	} {
		terms, phrase, n := lexicon.Labels().Longest(strings.Fields(c.words), c.token)
		if n != c.taken || n > 0 && (terms[0].Role != c.first || phrase != strings.Join(strings.Fields(c.words)[:n], " ")) {
			t.Errorf("%q: %d words, %q, %v", c.words, n, phrase, terms)
		}
	}
}

// Labels of statements are too plain for other documents.
func TestStatementLabelsElsewhere(t *testing.T) {
	t.Parallel()
	terms := lexicon.Labels().Meanings("konto")
	assert.True(t, terms == nil, terms)
	assert.Empty(t, lexicon.PartyHeadings().Meanings("thank you"))
}

func TestTypeVotes(t *testing.T) {
	t.Parallel()
	votes := map[string]float64{}
	for _, v := range lexicon.TypeVotes().Meanings("rechnungsdatum") {
		votes[v.Type] = v.Weight
	}
	assert.True(t, votes["invoice"] > 0 && votes["purchase_order"] < 0, "an invoice's date votes", votes)
}

func TestWords(t *testing.T) {
	t.Parallel()
	for word, list := range map[string]lexicon.List{
		"gmbh": lexicon.LegalForm, "spzoo": lexicon.LegalForm, "strasse": lexicon.Street, "jours": lexicon.DayCount,
		"mme": lexicon.Salutation,
		"oui": lexicon.Yes, "/": lexicon.Per, "co. no": lexicon.Registration, "de": lexicon.Connective,
	} {
		assert.True(t, list.Has(word) && !list.Has(word+"?"), word, "is not told")
		all := list.All()
		assert.True(t, slices.IsSorted(all) && slices.Contains(all, word), word, "is not listed in order")
	}
	assert.Equal(t, lexicon.Month("monday"), 0, "months are not told")
	assert.True(t, lexicon.Synonym("betrag") == "amount" && lexicon.Synonym("colour") == "colour",
		"synonyms are not told")
	code, known := lexicon.CurrencyName("zł")
	assert.True(t, code == "PLN" && known, "the złoty is not told")
}

// Phrases match at the beginning of words and within them. Stems match at the beginning of a word.
func TestPhrasesAndStems(t *testing.T) {
	t.Parallel()
	at := strings.Fields("c o lowe")
	if lexicon.AtHome.Opens(at, 2) != 2 || lexicon.AtHome.Opens(at, 1) != 0 || lexicon.AtHome.Opens(at[1:], 2) != 0 ||
		lexicon.AtHome.Opens(nil, 2) != 0 {
		t.Error("c/o")
	}
	until := strings.Fields("up to 3 may without deduction")
	if !lexicon.Undeducted.Within(until, 3) || lexicon.Undeducted.Within(until[:5], 3) ||
		lexicon.Undeducted.Within(until, 1) {
		t.Error("without deduction")
	}
	if !lexicon.DiscountStem.Begins("discounted") || lexicon.DiscountStem.Begins("disc") ||
		lexicon.DiscountStem.Begins("") {
		t.Error("discount")
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	all := lexicon.Languages()
	assert.True(t, len(all) >= 8 && all[0] == (lexicon.Language{Code: "en", Tesseract: "eng", Name: "English"}),
		"languages are", all)
	assert.Equal(t, len(lexicon.Codes()), len(all), "a language has no code")
}

func TestUnknownLanguageWords(t *testing.T) {
	t.Parallel()
	function, labels := lexicon.LanguageWords("xx")
	assert.True(t, function == nil && labels == nil, function, labels)
}

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := lexicon.Parse("# German. Labels\n\n[dueDate 0.9]\n  Fällig am \nZahlbar bis\n\n# a " +
		"remark\n[street]\nAllee\n")
	want := []lexicon.Group{
		{Name: "dueDate", Weight: 0.9, Phrases: []string{"Fällig am", "Zahlbar bis"}},
		{Name: "street", Phrases: []string{"Allee"}},
	}
	assert.NoError(t, err)
	assert.True(t, reflect.DeepEqual(got, want), got, "want", want)
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Allee\n":                       "line 1",
		"[street]\nAllee\n[town\nX\n":   "line 3",
		"# words\n[]\n":                 "line 2",
		"[dueDate high]\n":              "high",
		"[dueDate 0.9 or more]\nFällig": "0.9 or more",
	} {
		_, err := lexicon.Parse(text)
		assert.True(t, err != nil && strings.Contains(err.Error(), want), text, err, "want", want, "in it")
	}
}

func TestGroupSpelling(t *testing.T) {
	t.Parallel()
	found := slices.IndexFunc(lexicon.Groups("de", "labels"), func(g lexicon.Group) bool {
		return g.Name == "dueDate" && g.Weight == 1 && slices.Contains(g.Phrases, "Fällig am")
	})
	assert.True(t, found >= 0, "the German labels of due dates lack Fällig am, as it is written")
	g := lexicon.Groups("xx", "labels")
	assert.True(t, g == nil, "a language without files has", g)
}

// Greek and Cyrillic words fold to one form regardless of accents, composition and case.
func TestFoldGreekAndCyrillic(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Τιμολόγιο":        "τιμολογιο",
		"ΤΙΜΟΛΟΓΙΟ":        "τιμολογιο",
		"Αριθμός":          "αριθμοσ",
		"ΑΡΙΘΜΟΣ":          "αριθμοσ",
		"Μαΐου":            "μαιου",
		"ΜΑΪΟΥ":            "μαιου",
		"Α.Φ.Μ.":           "α φ μ",
		"Τιμολο\u0301γιο":  "τιμολογιο",
		"Данъчна основа":   "данъчна основа",
		"ДАНЪЧНА ОСНОВА":   "данъчна основа",
		"край":             "краи",
		"кра\u0438\u0306":  "краи",
		"Фактура №":        "фактура no",
		"µm":               "μm",
		"№ 12":             "no 12",
		"ﬁnal":             "final",
		"Nr. 12, straße 3": "nr 12 strasse 3",
	} {
		assert.Equal(t, lexicon.Fold(text), want, text, "folds to")
	}
}

// A word that mixes scripts through look-alikes is folded to one script.
func TestFoldMixedScripts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"AΦM":        "αφμ",        // Latin A and M
		"TIMOΛOΓIO":  "τιμολογιο",  // all but two letters Latin
		"Συνoλο":     "συνολο",     // Latin o
		"Cyмa":       "сума",       // Latin C and y
		"ΕL12345678": "el12345678", // Greek Ε before a Latin L
		"ВG4711":     "bg4711",     // Cyrillic В
		"Α12":        "α12",        // a single script is unchanged
		"FOOфю":      "fooфю",      // two scripts without look-alikes
		"Total Общо": "total общо",
		"А-B":        "а b", // separate words
	} {
		assert.Equal(t, lexicon.Fold(text), want, text, "folds to")
	}
}
