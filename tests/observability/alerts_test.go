package observability_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/observability"
)

const alertTests = deployed + "tests/alerts_test.yml"

// Alerts fire on matching series, and not on those of a healthy installation.
func TestFiringAlerts(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "promtool", "test", "rules", alertTests).CombinedOutput()
	assert.NoError(t, err, string(out))
}

// Every alert has a positive and a negative test, a severity and a runbook.
func TestAlertTestsAndRunbooks(t *testing.T) {
	t.Parallel()
	rules, err := observability.Rules(ruleFiles)
	require.NoError(t, err)
	runbook, err := os.ReadFile("../../docs/runbook.md")
	require.NoError(t, err)
	entries := headings(string(runbook))
	fires, silent := testedAlerts(t)
	var alerts []string
	for _, rule := range rules {
		if rule.Alert == "" {
			continue
		}
		alerts = append(alerts, rule.Alert)
		assert.True(t, slices.Contains([]string{"critical", "warning", "info"}, rule.Labels["severity"]),
			rule.Alert, "severity", rule.Labels["severity"])
		_, anchor, _ := strings.Cut(rule.Annotations["runbook_url"], "docs/runbook.md#")
		assert.True(t, rule.Annotations["summary"] != "" && anchor == strings.ToLower(rule.Alert),
			rule.Alert, "annotations", rule.Annotations)
		entry, ok := entries[rule.Alert]
		assert.True(t, ok, rule.Alert, "no entry in docs/runbook.md")
		for _, part := range []string{"**Means.**", "**Look.**", "**Do.**"} {
			if ok && !strings.Contains(entry, part) {
				t.Errorf("%s: no %s in its entry", rule.Alert, part)
			}
		}
		assert.True(t, slices.Contains(fires, rule.Alert) && slices.Contains(silent, rule.Alert),
			rule.Alert, "not tested to fire and to be silent")
	}
	for name := range entries {
		assert.True(t, slices.Contains(alerts, name), "docs/runbook.md has an entry for", name, "which is no alert")
	}
}

// headings are the runbook's entries by name.
func headings(runbook string) map[string]string {
	entries := map[string]string{}
	places := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatchIndex(runbook, -1)
	for i, place := range places {
		end := len(runbook)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		entries[runbook[place[2]:place[3]]] = runbook[place[1]:end]
	}
	return entries
}

// testedAlerts are those that a test expects to fire, and not to.
func testedAlerts(t *testing.T) (fires, silent []string) {
	t.Helper()
	b, err := os.ReadFile(alertTests)
	require.NoError(t, err)
	var content struct {
		Tests []struct {
			Expected []struct {
				Name   string      `yaml:"alertname"`
				Alerts []yaml.Node `yaml:"exp_alerts"`
			} `yaml:"alert_rule_test"`
		}
	}
	require.NoError(t, yaml.Unmarshal(b, &content))
	for _, test := range content.Tests {
		for _, expected := range test.Expected {
			if len(expected.Alerts) > 0 {
				fires = append(fires, expected.Name)
			} else {
				silent = append(silent, expected.Name)
			}
		}
	}
	return fires, silent
}
