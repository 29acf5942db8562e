package process_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/version"
)

func TestPrintVersion(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "--version")
	cmd.Env = append(os.Environ(), asService+"=1", "GORACE=atexit_sleep_ms=0")
	out, err := cmd.Output()
	said := string(out)
	if err != nil || !strings.HasPrefix(said, "needy "+version.Number+" (") || strings.Count(said, "\n") != 1 {
		t.Errorf("%q, %v", said, err)
	}
}
