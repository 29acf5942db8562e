package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#{1,6} +(.+)$`)
	fence   = regexp.MustCompile("(?ms)^```.*?^```$")
	notWord = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

const repository = "../.."

func markdown(t *testing.T) (pages []string) {
	t.Helper()
	err := filepath.WalkDir(repository, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (slices.Contains([]string{"node_modules", "bin", "shared"}, d.Name()) || isHidden(d.Name())):
			return filepath.SkipDir
		case !d.IsDir() && filepath.Ext(path) == ".md":
			pages = append(pages, path)
		}
		return nil
	})
	require.NoError(t, err, "pages")
	require.True(t, len(pages) >= 10, len(pages), "pages")
	return pages
}

func isHidden(name string) bool { return strings.HasPrefix(name, ".") && strings.Trim(name, ".") != "" }

// anchors returns the anchors that GitHub makes of a page's headings.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		name := strings.ToLower(notWord.ReplaceAllString(strings.TrimSpace(m[1]), ""))
		found[strings.ReplaceAll(name, " ", "-")] = true
	}
	return found
}

// TestLinks checks that links between pages lead to existing files and headings.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, page := range markdown(t) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			if strings.HasPrefix(m[1], "/") && strings.Contains(page, "/reference/guides/") {
				continue // a path of the service; the gateway tests it
			}
			assert.Equal(t, checkLink(page, m[1]), "", strings.TrimPrefix(page, repository+"/"), m[1])
		}
	}
}

// checkLink returns the problem with a link of a page, or "".
func checkLink(page, to string) string {
	path, anchor, _ := strings.Cut(to, "#")
	target := page
	if path != "" {
		target = filepath.Join(filepath.Dir(page), path)
	}
	if _, err := os.Stat(target); err != nil {
		return "no such file"
	}
	if anchor == "" || filepath.Ext(target) != ".md" {
		return ""
	}
	text, err := os.ReadFile(target)
	if err != nil {
		return err.Error()
	}
	if !anchors(string(text))[anchor] {
		return "no such heading"
	}
	return ""
}
