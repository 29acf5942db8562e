// Package soak keeps an installation at 70 % of its capacity for half an hour or longer and checks everything that
// could grow: memory of every process, goroutines, open files, queues, tables, files. Only data stored per document
// may grow.
package soak_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

const (
	// durationVariable is the load's duration in Go's format ("30m"). Without it the benchmark does nothing.
	durationVariable = "DOCMILL_BENCH_SOAK"
	// trial is the duration of a closed loop that determines the capacity.
	trial   = 30 * time.Second
	workers = 6
	share   = 0.7

	every = 15 * time.Second // a look
	// accounts share the load, so that no account reaches a limit.
	accounts = 60
	mix      = "text=60,einvoice=10,batch=1,read=20,list=8,usage=1"
)

// BenchmarkSoak is run once: -benchtime 1x.
func BenchmarkSoak(b *testing.B) {
	text := os.Getenv(durationVariable)
	if text == "" {
		b.Skip(durationVariable + " is not set")
	}
	lasts, err := time.ParseDuration(text)
	require.NoError(b, err)
	binary := instance.NewBinary(b)
	inst := binary.Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error")
	defer inst.Stop()
	l := load{binary: binary, inst: inst, keys: keys(b, inst)}
	most := l.run(b, trial, "--workers", fmt.Sprint(workers)).perSecond()
	rate := most * share
	fmt.Printf("a closed loop of %d workers: %.1f operations/s; load: %.1f/s for %s; machine's load %s\n",
		workers, most, rate, lasts, machineLoad(b))
	w := newWatch(b, inst)
	b.ResetTimer()
	ended := make(chan report, 1)
	go func() { ended <- l.run(b, lasts, "--rate", fmt.Sprintf("%.2f", rate)) }()
	var r report
	for going := true; going; {
		w.look(b)
		select {
		case r = <-ended:
			going = false
		case <-time.After(every):
		}
	}
	b.StopTimer()
	w.look(b)
	fmt.Printf("operations/s %.1f, failed %v, refused %v; machine's load %s\n", r.perSecond(), r.Operations[0].Failed,
		r.Operations[0].Refused, machineLoad(b))
	for _, finding := range w.judge() {
		b.Error(finding)
	}
	b.ReportMetric(r.perSecond(), "operations/s")
	b.ReportMetric(rate, "rate")
	b.ReportMetric(0, "ns/op") // the rate is the result
}

// machineLoad returns the machine's load averages over one, five and fifteen minutes (proc_loadavg(5)).
func machineLoad(b *testing.B) string {
	b.Helper()
	text, err := os.ReadFile("/proc/loadavg")
	require.NoError(b, err)
	return strings.Join(strings.Fields(string(text))[:3], " ")
}

func keys(b *testing.B, inst *instance.Instance) (path string) {
	b.Helper()
	var lines []string
	for _, account := range inst.NewAccounts(accounts) {
		lines = append(lines, account.Key)
	}
	path = filepath.Join(b.TempDir(), "keys.txt")
	require.NoError(b, os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600))
	return path
}

type load struct {
	binary instance.Binary
	inst   *instance.Instance
	keys   string
}

// report is the part of its report that is used.
type report struct {
	Operations []struct { // the first is the total
		PerSecond       float64
		Failed, Refused map[string]int // by code
	}
}

func (r report) perSecond() float64 { return r.Operations[0].PerSecond }

func (l load) run(b *testing.B, lasts time.Duration, args ...string) (r report) {
	file := filepath.Join(b.TempDir(), "report.json")
	cmd := exec.Command(l.binary.Path, append([]string{"bench", "--server", l.inst.URL, "--keys", l.keys, "--mix", mix,
		"--duration", lasts.String(), "--json", file, "--max-errors", "100"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Errorf("%v: %s", err, out)
		return r
	}
	fmt.Printf("%s\n", out)
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	assert.NoError(b, err)
	return r
}
