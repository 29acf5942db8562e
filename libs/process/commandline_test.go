package process_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// The requested help goes to standard output, with any settings.
func TestPrintHelp(t *testing.T) {
	t.Parallel()
	for line, parts := range map[string][]string{
		"--help": {
			"Usage: needy [run|migrate|healthcheck] [flags]\n\nNeeds a setting.\n", "\n  healthcheck\n",
			"\n  --count=NUMBER  ($TEST_COUNT, default 0)\n", "\n  --nats-url=STRING  ($DOCMILL_NATS_URL, default nats://127.0.0.1:4222)\n",
		},
		"migrate -h":         {"Usage: needy [run|"},
		"healthcheck --help": {"Usage: needy healthcheck [flags]\n", "\n  --admin-listen=STRING  ($DOCMILL_ADMIN_LISTEN, default"},
	} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(line)...)
		cmd.Env = append(os.Environ(), asService+"=1", "TEST_COUNT=many", "GORACE=atexit_sleep_ms=0")
		out, err := cmd.Output()
		require.NoError(t, err, line)
		for _, part := range parts {
			assert.Contains(t, string(out), part, line, "no")
		}
	}
}

func TestInvalidCommandLineStatus(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"--lenient":            "needy: unknown flag --lenient\n",
		"--count=few --bogus":  "needy: TEST_COUNT: is \"few\", want a whole number\nunknown flag --bogus\n",
		"migrate run":          "needy: unexpected argument run\n",
		"migrate --count":      "needy: --count: the value is missing\n",
		"--count few migrate":  "needy: TEST_COUNT: is \"few\", want a whole number\nTEST_COUNT is not set\n",
		"--count 1 migrate":    "needy: TEST_COUNT is not set\n",
		"--no-tls-required":    "needy: unknown flag --no-tls-required\n",
		"--log-level=x --help": "",
	} {
		status, said := service(t, nil, strings.Fields(line)...)
		if said != want || want != "" && status != 2 || want == "" && status != 0 {
			t.Errorf("%s: status %d, %q, want %q", line, status, said, want)
		}
	}
}
