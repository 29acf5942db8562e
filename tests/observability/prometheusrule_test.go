package observability_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"go.yaml.in/yaml/v3"
)

// update rewrites the expected files.
var update = flag.Bool("update", false, "write the PrometheusRule anew")

const prometheusRule = "../../deploy/k8s/components/monitoring/rules.yaml"

// The cluster has the same rules as Compose and the tests.
func TestPrometheusRuleUpToDate(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(ruleFiles + "/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatal("no rules", err)
	}
	groups := &yaml.Node{Kind: yaml.SequenceNode}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var content struct{ Groups yaml.Node }
		if err := yaml.Unmarshal(b, &content); err != nil {
			t.Fatal(err)
		}
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
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(prometheusRule, want.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(prometheusRule)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not what the rules say: run this test with -update", prometheusRule)
	}
}
