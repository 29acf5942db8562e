package observability_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// update rewrites the expected files.
var update = flag.Bool("update", false, "write the PrometheusRule anew")

const prometheusRule = "../../deploy/k8s/components/monitoring/rules.yaml"

// The cluster has the same rules as Compose and the tests.
func TestPrometheusRuleUpToDate(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(ruleFiles + "/*.yml")
	require.NoError(t, err)
	require.NotEqual(t, len(files), 0, "no rules")
	groups := &yaml.Node{Kind: yaml.SequenceNode}
	for _, file := range files {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		var content struct{ Groups yaml.Node }
		require.NoError(t, yaml.Unmarshal(b, &content))
		groups.Content = append(groups.Content, content.Groups.Content...)
	}
	var want bytes.Buffer
	want.WriteString("# Written from deploy/observability/rules; see kustomization.yaml.\n")
	encoder := yaml.NewEncoder(&want)
	encoder.SetIndent(2)
	err = encoder.Encode(struct {
		APIVersion string            `yaml:"apiVersion"`
		Kind       string            `yaml:"kind"`
		Metadata   map[string]string `yaml:"metadata"`
		Spec       struct {
			Groups *yaml.Node `yaml:"groups"`
		} `yaml:"spec"`
	}{
		APIVersion: "monitoring.coreos.com/v1", Kind: "PrometheusRule", Metadata: map[string]string{"name": "docmill"},
		Spec: struct {
			Groups *yaml.Node `yaml:"groups"`
		}{groups},
	})
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(prometheusRule, want.Bytes(), 0o600))
	}
	got, err := os.ReadFile(prometheusRule)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(got, want.Bytes()),
		prometheusRule, "is not what the rules say: run this test with -update")
}
