package extract_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/extract"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/libs/sandbox/sandboxtest"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

func TestMain(m *testing.M) {
	child.Serve()
	sandboxtest.Pretend()
	os.Exit(m.Run())
}

// A line on standard error names missing protections; if they are required, nothing is read.
func TestMissingProtections(t *testing.T) {
	t.Parallel()
	if sandboxtest.Here() == "" {
		out, err := sandboxtest.Run(t, sandboxtest.WithoutNamespaces, "^TestMissingProtections$")
		if err != nil || strings.Count(out, "files are read with less protection") != 1 ||
			!strings.Contains(out, sandbox.ProtectionPIDNamespace) {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	engine, err := extract.OpenEngine(t.Context(), 1, extract.Options{OCRLanguages: "eng", Sandbox: enginepool.SandboxPrefer})
	require.NoError(t, err)
	engine.Close()
	_, err = extract.OpenEngine(t.Context(), 1, extract.Options{OCRLanguages: "eng", Sandbox: enginepool.SandboxRequire})
	var missing *sandbox.MissingError
	assert.True(t, errors.As(err, &missing) && len(missing.Protections) == 3, "error", err)
}
