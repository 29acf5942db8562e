package check_test

import (
	"slices"
	"strings"
	"testing"
)

// telemetryProblems checks an installation with the components monitoring and keda.
func telemetryProblems(t *testing.T, stream string) []string {
	t.Helper()
	cluster := mustCluster(t, stream)
	_, problems := cluster.Scraped()
	return slices.Concat(allProblems(t, stream), cluster.CustomProblems(), problems)
}

// The admin ports of all services are scraped, each under the service's name, by which rules and dashboards know it.
// Extractors have one autoscaler: that of the base, or KEDA's.
func TestTelemetryComponents(t *testing.T) {
	t.Parallel()
	stream := mustBuildAt(t, "testdata/telemetry")
	none(t, telemetryProblems(t, stream))
	jobs, _ := mustCluster(t, stream).Scraped()
	if want := []string{"auth", "extractor", "gateway", "notifier", "quota"}; !slices.Equal(jobs, want) {
		t.Errorf("scraped %v, want %v", jobs, want)
	}
	for _, kind := range []string{"ServiceMonitor", "PrometheusRule", "ScaledObject"} {
		if !strings.Contains(stream, "kind: "+kind+"\n") {
			t.Errorf("there is no %s", kind)
		}
	}
	both := stream + "\n---\n" + autoscaler(t, mustBuildAt(t, root+"/deploy/k8s/base"))
	mention(t, telemetryProblems(t, both), "has the autoscaler extractor as well")
}

func autoscaler(t *testing.T, stream string) string {
	t.Helper()
	for document := range strings.SplitSeq(stream, "\n---\n") {
		if strings.Contains(document, "kind: HorizontalPodAutoscaler") &&
			strings.Contains(document, "\n  name: extractor\n") {
			return document
		}
	}
	t.Fatal("extractors have no autoscaler")
	return ""
}

func TestTelemetryErrors(t *testing.T) {
	t.Parallel()
	testPlanted(t, mustBuildAt(t, "testdata/telemetry"), telemetryProblems, map[string]planted{
		"target":        {"    name: extractor\n  triggers", "    name: extraktor\n  triggers", "extraktor"},
		"threshold":     {`threshold: "100"`, `treshold: "100"`, "without threshold"},
		"replicas":      {"minReplicaCount: 2", "minReplicaCount: 20", "20 to 10"},
		"unknown field": {"jobLabel:", "jobLable:", "jobLable"},
	})
}
