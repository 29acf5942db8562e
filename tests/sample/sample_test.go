package sample_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

const example = "../../examples/invoice.pdf"

// The file of the README's first request is the scenarios' upload. `go test ./tests/sample -update`
// rewrites it.
func TestExampleFile(t *testing.T) {
	want := sample.Invoice("R-1001")
	if *update {
		require.NoError(t, os.WriteFile(example, want, 0o644))
	}
	got, err := os.ReadFile(example)
	require.NoError(t, err)
	require.True(t, bytes.Equal(got, want), "examples/invoice.pdf is not the sample; write it with -update")
}

var update = flag.Bool("update", false, "write examples/invoice.pdf")
