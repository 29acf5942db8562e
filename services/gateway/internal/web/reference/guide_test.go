package reference_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/reference"
)

// Guides contain only words, addresses and links that the API document or another guide defines.
func TestGuides(t *testing.T) {
	t.Parallel()
	p, err := reference.New()
	require.NoError(t, err)
	paths, err := filepath.Glob("guides/*.md")
	if err != nil || len(paths) != len(p.Guides()) || len(paths) == 0 {
		t.Fatalf("%d guides, %d files, %v", len(p.Guides()), len(paths), err)
	}
	ids := idsOf(string(p.HTML(base, true)))
	for _, path := range paths {
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		text := string(source)
		checkAddresses(t, path, text)
		checkWords(t, path, text)
		for _, m := range regexp.MustCompile(`\]\((/[^)#]*)(?:#([^)]*))?\)`).FindAllStringSubmatch(text, -1) {
			_, guide := p.Guides()[m[1]]
			if !guide && !slices.Contains([]string{"/docs", "/keys"}, m[1]) || m[2] != "" && !ids[m[2]] {
				t.Errorf("%s: %s leads nowhere", path, m[0])
			}
		}
	}
	for path, g := range p.Guides() {
		html := string(g.HTML(base))
		testInline(t, html)
		if g.Title == "" || strings.Contains(html, "127.0.0.1") || strings.Count(html, "<h1>") != 1 {
			t.Errorf("%s: %q", path, g.Title)
		}
	}
}

func idsOf(html string) map[string]bool {
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		ids[m[1]] = true
	}
	return ids
}

// checkAddresses checks methods, paths and queries against the document. Shell variables are ids.
func checkAddresses(t *testing.T, name, text string) {
	t.Helper()
	root := openAPI(t)
	paths := object(root, "paths")
	for _, m := range regexp.MustCompile("(?:(GET|POST|PATCH|DELETE) |8080)(/[^\\s`\"]*)").FindAllStringSubmatch(text, -1) {
		path, query, _ := strings.Cut(m[2], "?")
		path = regexp.MustCompile(`\$id|ext_\w+`).ReplaceAllString(path, "{id}")
		path = strings.Replace(path, "/pages/1.png", "/pages/{page}.png", 1)
		methods, ok := paths[path].(map[string]any)
		if !ok || m[1] != "" && methods[strings.ToLower(m[1])] == nil {
			t.Errorf("%s: there is no %s", name, m[0])
		}
		for pair := range strings.SplitSeq(query, "&") {
			if parameter, _, _ := strings.Cut(pair, "="); pair != "" && !strings.Contains(string(api.OpenAPI()), "name: "+parameter+"\n") {
				t.Errorf("%s: %s has no parameter %q", name, path, parameter)
			}
		}
	}
}

// checkWords checks words in back quotes and JSON members against the document.
func checkWords(t *testing.T, name, text string) {
	t.Helper()
	known := map[string]bool{}
	for _, word := range regexp.MustCompile(`\w+`).FindAllString(string(api.OpenAPI()), -1) {
		known[word] = true
	}
	prose := regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(text, "")
	var quotes []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(prose, -1) {
		quotes = append(quotes, m[1])
	}
	for _, m := range regexp.MustCompile("(?ms)^```json\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		for _, member := range regexp.MustCompile(`"(\w+)":`).FindAllStringSubmatch(m[1], -1) {
			quotes = append(quotes, member[1])
		}
	}
	assert.True(t, len(quotes) >= 5, name, "names", len(quotes), "things")
	for _, quote := range quotes {
		for _, word := range regexp.MustCompile(`[A-Za-z_]\w+`).FindAllString(quote, -1) {
			assert.True(t, known[word], name, "the document does not know", word, "of", quote)
		}
	}
}
