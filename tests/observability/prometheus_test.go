package observability_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

const (
	patience    = testkit.Patience
	deployed    = "../../deploy/observability/"
	ruleFiles   = deployed + "rules"
	pollingTime = 200 * time.Millisecond
)

// prometheus is a running Prometheus that scrapes each second.
type prometheus struct {
	t   *testing.T
	url string
}

// startPrometheus scrapes the admin port at a base URL as job "docmill", with the deployed rules.
func startPrometheus(t *testing.T, admin string) *prometheus {
	t.Helper()
	dir := t.TempDir()
	target := strings.TrimPrefix(admin, "http://")
	config := fmt.Sprintf("global: {scrape_interval: 1s, evaluation_interval: 1s}\nrule_files: [%s]\n"+
		"scrape_configs:\n  - job_name: docmill\n    static_configs: [{targets: ['%s']}]\n", copyRules(t, dir), target)
	file := filepath.Join(dir, "prometheus.yml")
	require.NoError(t, os.WriteFile(file, []byte(config), 0o600))
	address := instance.FreeAddress(t)
	log := &bytes.Buffer{} // of the command until Wait returns
	cmd := exec.CommandContext(t.Context(), "prometheus", "--config.file="+file, "--storage.tsdb.path="+dir+"/data",
		"--web.listen-address="+address, "--enable-feature=exemplar-storage")
	cmd.Stdout, cmd.Stderr = log, log
	require.NoError(t, cmd.Start(), "scripts/install-packages.sh scenarios installs it")
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("log of Prometheus:\n%s", log)
		}
	})
	p := &prometheus{t: t, url: "http://" + address}
	testkit.Await(p.t, "Prometheus is ready", func() bool {
		answer, err := http.Get(p.url + "/-/ready")
		if err != nil {
			return false
		}
		_ = answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
	return p
}

// copyRules copies the rules with shorter intervals of recorded ones.
func copyRules(t *testing.T, dir string) (pattern string) {
	t.Helper()
	files, err := filepath.Glob(ruleFiles + "/*.yml")
	require.NoError(t, err)
	require.NotEqual(t, len(files), 0, "no rules")
	for _, file := range files {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		b = bytes.ReplaceAll(b, []byte("interval: 30s"), []byte("interval: 1s"))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "rules-"+filepath.Base(file)), b, 0o600))
	}
	return filepath.Join(dir, "rules-*.yml")
}

// vectorSample is an element of an instant vector.
type vectorSample struct {
	Metric map[string]string
	Value  [2]any // time, and the value as a string
}

// query evaluates an expression now; err is Prometheus' error.
func (p *prometheus) query(expr string) ([]vectorSample, error) {
	var result struct{ Result []vectorSample }
	err := p.get("/api/v1/query", url.Values{"query": {expr}}, &result)
	return result.Result, err
}

func (p *prometheus) has(expr string) (bool, error) {
	samples, err := p.query(expr)
	for _, s := range samples {
		if s.Value[1] != "NaN" {
			return true, err
		}
	}
	return false, err
}

func (p *prometheus) get(path string, values url.Values, data any) error {
	answer, err := http.Get(p.url + path + "?" + values.Encode())
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var body struct {
		Status, Error string
		Data          json.RawMessage
	}
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		return err
	}
	if body.Status != "success" {
		return fmt.Errorf("%s: %s", path, body.Error)
	}
	return json.Unmarshal(body.Data, data)
}

func (p *prometheus) awaitResult(expr string) {
	p.t.Helper()
	testkit.Await(p.t, expr, func() bool {
		ok, err := p.has(expr)
		require.NoError(p.t, err, expr)
		return ok
	})
}
