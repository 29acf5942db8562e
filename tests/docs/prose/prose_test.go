// Package prose_test checks the wording of documents and comments.
package prose_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/docmill/docmill/libs/require"
)

// plainWords maps regular expressions of unclear or British words to their replacements.
func plainWords() map[string]string {
	return map[string]string{
		`in place of`:                     "instead of",
		`but for`:                         "except",
		`anew|for ever`:                   "again, forever",
		`of (?:its|their) own`:            "separate, or leave it out",
		`tells|told`:                      "says, reports, knows",
		`nobody|somebody|whoever|whom`:    "no user, a user, anyone who",
		`stands (?:in|at|on|there|where)`: "is",
		`stood|mended|put right`:          "was, fixed, corrected",
		`(?:is|are|be|was) taken for`:     "is mistaken for, counts as",
		`goes before|comes to`:            "precedes, becomes",
		`where (?:it|there|they|one|none|nothing) (?:is|are|has|have|does|do|can|cannot)`: "if",
		`(?:(?:be)?havi|col|fav|neighb|hon)our\w*|cent(?:res?|red)|grey|catalogue`:        "in American English",
		`analys(?:e|es|ed|ing)|cancelled`:                                                 "in American English",
		`(?:re)?(?:cogn|organ|normal|initial|serial|summar|optim|minim|maxim|author)is(?:e|es|ed|ing|ation)`: "z " +
			"instead of s",
		`too(?:[.,;:)]| and )`: "also, as well",
	}
}

var (
	fence   = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	code    = regexp.MustCompile("`[^`\n]*`|\\]\\([^)\n]*\\)|https?://\\S+")
	comment = regexp.MustCompile(`(?m)^(?:.*?[ \t])??//(.*)$|^.*$`)
)

func TestProse(t *testing.T) {
	t.Parallel()
	patterns := map[*regexp.Regexp]string{}
	for words, plain := range plainWords() {
		pattern := `(?i)(?:^|[^\w'-])(` + strings.ReplaceAll(words, " ", `\s+`) + `)(?:$|[^\w-])`
		patterns[regexp.MustCompile(pattern)] = plain
	}
	root := filepath.Join("..", "..", "..")
	list := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "*.md", "*.go", ":!CHANGELOG.md")
	files, err := list.Output()
	require.NoError(t, err)
	for file := range strings.FieldsSeq(string(files)) {
		b, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		text, names := string(b), []string{}
		if filepath.Ext(file) == ".go" {
			source := comment.ReplaceAllStringFunc(text, func(s string) string { return strings.Split(s, "//")[0] })
			names = strings.FieldsFunc(source, func(r rune) bool { return !unicode.IsLetter(r) })
			text = comment.ReplaceAllString(text, "$1")
		} else {
			blank := func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }
			text = fence.ReplaceAllStringFunc(text, blank)
		}
		text = code.ReplaceAllString(text, "")
		for pattern, plain := range patterns {
			for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
				if found := text[at[2]:at[3]]; !slices.Contains(names, found) {
					t.Errorf("%s:%d: %q: write %s", file, 1+strings.Count(text[:at[2]], "\n"), found, plain)
				}
			}
		}
	}
}
