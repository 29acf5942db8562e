package client_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

// playBench measures the service: every operation at least once, and a month over its quota.
func playBench(t *testing.T, inst *instance.Instance) {
	t.Parallel()
	keys := inst.NewAccounts(2)
	path := filepath.Join(t.TempDir(), "report.json")
	out, said, err := binary.Run(t.Context(), "bench", "--server", inst.URL, "--api-key", keys[0].Key, "--api-key", keys[1].Key,
		"--mix", "text,einvoice,scan,batch,read,list,usage", "--batch-size", "2", "--workers", "2", "--requests", "40",
		"--duration", "0s", "--warm-up", "0s", "--json", path)
	require.True(t, err == nil && said == "" && strings.Contains(out, "text by stage, from records"), err, said, out)
	var r struct {
		Operations []struct {
			Name    string
			Latency struct{ Count int }
			Refused map[string]int
			Failed  map[string]int
			Rounds  []struct{ Count int }
		}
	}
	content, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(content, &r)
	}
	if err != nil || len(r.Operations) != 8 || r.Operations[0].Latency.Count != 40 || len(r.Operations[0].Rounds) != 5 {
		t.Fatalf("%v: %s", err, content)
	}
	for _, o := range r.Operations {
		assert.True(t, o.Latency.Count != 0 && len(o.Failed)+len(o.Refused) <= 0, o)
	}
	out, said, err = binary.Run(t.Context(), "bench", "compare", path, path, "--fail-if-worse")
	if err != nil || !strings.Contains(out, "within noise") || strings.Contains(out, "worse  ") {
		t.Errorf("%v, %s, %s", err, said, out)
	}
	// Requests over the plan's limits are refused, which is not a failure.
	out, said, err = binary.Run(t.Context(), "bench", "--server", inst.URL, "--api-key", keys[0].Key, "--mix", "usage",
		"--rate", "100", "--arrivals", "regular", "--requests", "150", "--warm-up", "0s")
	if err != nil || !strings.Contains(said, "100 requests a second are more than the plans of the 1 key allow") ||
		!strings.Contains(out, "were refused: RATE_LIMITED ") {
		t.Errorf("%v, %s, %s", err, said, out)
	}
}
