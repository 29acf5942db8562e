package docs_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/version"
)

// TestReleaseNumber checks that CHANGELOG, API descriptions and clients have the number of libs/version.
func TestReleaseNumber(t *testing.T) {
	t.Parallel()
	for path, pattern := range map[string]string{
		"../../CHANGELOG.md":                      `(?m)^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$`,
		"../../clients/python/pyproject.toml":     `(?m)^version = "(.*)"$`,
		"../../clients/typescript/package.json":   `(?m)^  "version": "(.*)",$`,
		"../../clients/typescript/src/service.ts": `"docmill-typescript/(.*)"`,
		"../../api/openapi.yaml":                  `(?m)\A(?:.*\n)*?info:\n(?:  .*\n)*?  version: (\S+)$`,
		"../../api/asyncapi.yaml":                 `(?m)\A(?:.*\n)*?info:\n(?:  .*\n)*?  version: (\S+)$`,
	} {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		found := regexp.MustCompile(pattern).FindSubmatch(text)
		assert.True(t, found != nil && string(found[1]) == version.Number,
			path, "the first release is not", version.Number, found)
	}
}
