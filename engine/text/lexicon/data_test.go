package lexicon_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// kinds are the kinds of word files with the allowed group names; nil allows any.
func kinds() map[string][]string {
	return map[string][]string{
		"labels":     lexicon.RoleNames(),
		"statements": lexicon.RoleNames(),
		"pairs": {
			"invoiceNumber", "purchaseOrderNumber", "customerId", "taxId", "taxIdMark", "issueDate", "dueDate",
			"deadline", "number",
			"identifier", "date", "vat", "tax", "sum", "plainSum", "document", "net", "gross",
		},
		"ledger": append(lexicon.ListGroups("ledger"), "debit", "credit", "amount", "balance"),
		"columns": append(lexicon.ListGroups("columns"), "position", "code", "description", "date", "quantity",
			"priceBase", "unit",
			"unitPrice", "discount", "taxRate", "taxAmount", "amount", "gross", "balance", "debit", "credit"),
		"types":     schema.TypeNames(),
		"titles":    lexicon.ListGroups("titles"),
		"parties":   append(lexicon.ListGroups("parties"), "vendor", "customer", "shipping", "other"),
		"companies": lexicon.ListGroups("companies"), "addresses": lexicon.ListGroups("addresses"),
		"dates": append(lexicon.ListGroups("dates"), "january", "february", "march", "april", "may", "june", "july", "august",
			"september", "october", "november", "december"),
		"sums": lexicon.ListGroups("sums"), "payment": lexicon.ListGroups("payment"),
		"grammar": lexicon.ListGroups("grammar"), "signing": lexicon.ListGroups("signing"),
		"synonyms": {"number", "date", "amount", "quantity", "phone", "reference", "birth"}, "currencies": nil,
		"language": {"function", "label"},
	}
}

func obligatory() []string {
	return []string{
		"labels", "pairs", "statements", "ledger", "columns", "types", "titles", "parties", "companies", "addresses",
		"dates", "sums",
		"payment", "grammar", "language", "signing",
	}
}

type file struct {
	language, kind, path string
	groups               []lexicon.Group
}

func read(t *testing.T) []file {
	t.Helper()
	paths, err := filepath.Glob("data/*/*.txt")
	require.NoError(t, err, "no files of words")
	require.True(t, len(paths) > 0, "no files of words")
	files := make([]file, 0, len(paths))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		groups, err := lexicon.Parse(string(text))
		assert.NoError(t, err, path)
		folder, name := filepath.Split(path)
		files = append(files, file{filepath.Base(folder), strings.TrimSuffix(name, ".txt"), path, groups})
	}
	return files
}

func TestLanguageFiles(t *testing.T) {
	t.Parallel()
	for _, code := range lexicon.Codes() {
		for _, kind := range obligatory() {
			_, err := os.Stat(filepath.Join("data", code, kind+".txt"))
			assert.False(t, errors.Is(err, fs.ErrNotExist), "data/", code, kind, ".txt is missing")
		}
	}
}

func TestKnownGroups(t *testing.T) {
	t.Parallel()
	for _, f := range read(t) {
		names, known := kinds()[f.kind]
		assert.True(t, known, f.path, "there is no such kind of file")
		for _, g := range f.groups {
			if names != nil && !slices.Contains(names, g.Name) {
				t.Errorf("%s: [%s] is none of %s", f.path, g.Name, strings.Join(names, ", "))
			}
			if f.kind == "currencies" && (len(g.Name) != 3 || strings.ToUpper(g.Name) != g.Name) {
				t.Errorf("%s: [%s] is no currency's code", f.path, g.Name)
			}
			assert.True(t, len(g.Phrases) > 0, f.path, g.Name, "] is empty")
		}
	}
}

// Labels have weights above 0 and up to 1, types votes from -5 to 5. Other groups have no weights.
func TestWeights(t *testing.T) {
	t.Parallel()
	for _, f := range read(t) {
		for _, g := range f.groups {
			low, high := 0.0, 0.0
			switch f.kind {
			case "labels", "statements":
				low, high = 0.05, 1
			case "types":
				low, high = -5, 5
			}
			if g.Weight < low || g.Weight > high || f.kind == "types" && g.Weight == 0 {
				t.Errorf("%s: the weight of [%s %g] is not between %g and %g", f.path, g.Name, g.Weight, low, high)
			}
		}
	}
}

// Phrases of a group are sorted by their folded forms, without empty ones and duplicates.
func TestSortedPhrases(t *testing.T) {
	t.Parallel()
	for _, f := range read(t) {
		if f.kind == "language" || f.kind == "currencies" {
			continue // words by frequency; names by their capitals
		}
		for _, g := range f.groups {
			last := ""
			for _, p := range g.Phrases {
				folded := lexicon.Fold(p)
				switch {
				case folded == "" && g.Name == "per":
					continue // a sign
				case folded == "":
					t.Errorf("%s [%s]: nothing is left of %q", f.path, g.Name, p)
				case folded < last || folded == last && g.Name != "per" &&
					!strings.HasSuffix(strings.ToLower(g.Name), "registration"):
					t.Errorf("%s [%s]: %q stands behind %q", f.path, g.Name, p, last)
				}
				last = folded
			}
		}
	}
}

// A phrase has a single meaning per kind of file in all languages. A label may have several roles, each with one
// weight.
func TestUnambiguousPhrases(t *testing.T) {
	t.Parallel()
	type key struct{ kind, phrase, group string }
	seen := map[key]lexicon.Group{}
	where := map[key]string{}
	for _, f := range read(t) {
		for _, g := range f.groups {
			if slices.Contains(lexicon.ListGroups(f.kind), g.Name) {
				continue // lists are sets
			}
			for _, p := range g.Phrases {
				k := key{f.kind, lexicon.Fold(p), ""}
				switch f.kind {
				case "labels", "statements", "types", "pairs":
					k.group = g.Name
				case "language", "currencies": // "kr" is the currency of the country
					continue
				}
				if o, ok := seen[k]; ok && (o.Name != g.Name || o.Weight != g.Weight) {
					t.Errorf("%s: %q is [%s %g] here and [%s %g] in %s", f.path, p, g.Name, g.Weight, o.Name, o.Weight, where[k])
				}
				seen[k], where[k] = g, f.path
			}
		}
	}
}

// Package recognize searches no currency at a digit.
func TestCurrencyNamesWithoutDigits(t *testing.T) {
	t.Parallel()
	for _, word := range lexicon.CurrencyWords() {
		assert.Equal(t, strings.Trim(word, "0123456789"), word, "currency")
	}
}
