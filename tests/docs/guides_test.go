package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
	"github.com/docmill/docmill/tests/toolchain"
)

// guides are the pages under /docs/guides.
const guides = "../../services/gateway/internal/web/reference/guides"

// guideEnds has a pattern of the last output of each guide.
func guideEnds() map[string]string {
	return map[string]string{
		"start":   `(?s)invoice R-1001: 119\.00 EUR\nnull\n$`,
		"batch":   `(?s)^0 first\.pdf \w+ ext_\S+\n1 second\.pdf \w+ ext_\S+\n2 notes\.bin rejected UNSUPPORTED_FORMAT\n.*"completed": 2,.*pdf 119\.00\n.*pdf 119\.00\n +2 batch_\S+\n$`,
		"polling": `(?s)^completed\n200\n304\next_.*null\n$`,
		"events":  `^WEBHOOKS_NOT_AVAILABLE\n$`,
		"review":  `(?s)"value": "120.00",\n  "source": "human",\n  "original": "119.00"\n\}\nPRECONDITION_FAILED\next_\S+\n$`,
		"errors":  `^AUTH_INVALID\nNOT_FOUND\nUNSUPPORTED_FORMAT\next_\S+\n$`,
		"limits":  `(?s)"plan": "\w+",\n.*"maxFileSize": \d+\n\}\n$`,
	}
}

func testGuides(t *testing.T, accounts []instance.Account) {
	toolchain.Need(t, "bash", "curl", "jq")
	ends := guideEnds()
	paths, err := filepath.Glob(guides + "/*.md")
	require.NoError(t, err, paths)
	require.Equal(t, len(paths), len(ends), "guides", paths)
	for i, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".md")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := runGuide(t, path, accounts[i])
			assert.True(t, regexp.MustCompile(ends[name]).MatchString(out), "output", out)
		})
	}
}

// shellBlock matches a block of commands.
var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

func runGuide(t *testing.T, path string, account instance.Account) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	script := "set -eu -o pipefail\n"
	for _, block := range shellBlock.FindAllStringSubmatch(string(text), -1) {
		script += block[1]
	}
	dir := t.TempDir()
	for name, content := range map[string][]byte{"invoice.pdf": sample.Invoice("R-1001"), "first.pdf": sample.Invoice("R-1"),
		"second.pdf": sample.Invoice("R-2"), "notes.bin": {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-c", strings.ReplaceAll(script, "http://127.0.0.1:8080", account.URL))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "DOCMILL_API_KEY="+account.Key)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}
