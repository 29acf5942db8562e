package page

import (
	"testing"

	"github.com/docmill/docmill/libs/assert"
)

func TestLettersByTheirWord(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		line  string
		other float64
		want  string
	}{
		"a capital within a word":         {"In[Vv]oice", 0.2, "Invoice"},
		"a capital that is sure":          {"MasterCard", 0.2, "MasterCard"},
		"a small letter among capitals":   {"INV[oO]ICE", 0.2, "INVOICE"},
		"a capital that begins a word":    {"[Cc]ustomer", 0.2, "Customer"},
		"a word of letters of one shape":  {"[Cc]o", 0.2, "Co"},
		"a figure at the end of a word":   {"Tota[1l]", 0.2, "Total"},
		"a figure among capitals":         {"T[0O]TAL", 0.2, "TOTAL"},
		"a code":                          {"AB[12]", 0.2, "AB1"},
		"a currency sign among letters":   {"PRI[₦N]T", 0.1, "PRINT"},
		"a currency sign before letters":  {"[₱P]rint", 0.1, "Print"},
		"a currency sign of that shape":   {"A₦D", 0, "AND"},
		"a check box after a letter":      {"J[☐U]STICE", 0.1, "JUSTICE"},
		"a check box before a word":       {"[☐U]Yes", 0.1, "☐Yes"},
		"a currency sign before figures":  {"[₱P]120", 0.1, "₱120"},
		"an amount that may be ten times": {"[7₹]5,120.90", 0.1, "75,120.90"},
	} {
		words := spelled(c.line, c.other)
		for i := range words {
			resolveSigns(words[i].characters)
			resolveCase(words[i].characters)
			resolveFigures(words[i].characters)
			amountStyleOf([][]span{words}, "").resolve(words[i].characters)
		}
		assert.Equal(t, textsOf(words), c.want, name)
	}
	amount := spelled("[7₹]5,120.90", 0.05)
	amountStyleOf([][]span{amount}, "").resolve(amount[0].characters)
	assert.True(t, amount[0].characters[0].Probability < 0.7, "an amount whose first sign may be a currency's is sure")
}

func TestDecimalSignByPage(t *testing.T) {
	t.Parallel()
	page := [][]span{spelled("12,50 7,00 1.234,56 88,10 3,99", 0)}
	for line, want := range map[string]string{
		"4[.,]20": "4,20", "1[.,]234,50": "1.234,50", "4.20": "4.20", "EUR 19[.,]99-": "EUR 19,99-",
	} {
		words := spelled(line, 0.2)
		for i := range words {
			amountStyleOf(page, "").resolve(words[i].characters)
		}
		assert.Equal(t, textsOf(words), want, line)
	}
}

// In English, a point is usual unless most amounts of the page have a comma.
func TestDecimalSignInEnglish(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ page, language, line, want string }{
		{"20,80 9.90 1,18", "en", "20[,.]80", "20.80"}, {"20,80 9.90 1,18", "", "20[,.]80", "20,80"},
		{"20,80 9,90 1,18 4,50", "en", "20[,.]80", "20,80"}, {"9.90", "en", "1.020[,.]80", "1.020,80"},
		{"9.90", "en", "20,80", "20,80"},
	} {
		words := spelled(c.line, 0.01)
		amountStyleOf([][]span{spelled(c.page, 0)}, c.language).resolve(words[0].characters)
		assert.Equal(t, textsOf(words), c.want, c.line, "on a page with", c.page)
	}
}

func TestCurrencyByPage(t *testing.T) {
	t.Parallel()
	dollars := [][]span{spelled("$12.50 $7.00 5.20 $88.10 $3.99", 0)}
	plain := [][]span{spelled("$12.50 $7.00 5.20 88.10 3.99", 0)}
	for _, c := range []struct {
		page       [][]span
		line, want string
	}{
		{dollars, "[5$]0.00", "$0.00"}, {dollars, "[3$]24.10", "$24.10"}, {dollars, "[5$].20", "5.20"},
		{dollars, "[8₹]24.10", "824.10"}, {dollars, "50.00", "50.00"}, {plain, "[5$]0.00", "50.00"},
	} {
		words := spelled(c.line, 0.01)
		amountStyleOf(c.page, "").resolve(words[0].characters)
		assert.Equal(t, textsOf(words), c.want, c.line)
		if c.want[0] != '$' && c.line[0] == '[' {
			assert.True(t, words[0].characters[0].Probability < 0.7, c.line, "is sure")
		}
	}
}
