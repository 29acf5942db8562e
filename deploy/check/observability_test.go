package check_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"

	"github.com/docmill/docmill/deploy/check"
)

const observability = root + "/deploy/compose/observability.yml"

func mustObservability(t *testing.T, profiles ...string) *types.Project {
	t.Helper()
	project, err := check.LoadComposeFiles(t.Context(), []string{compose, observability}, example, profiles...)
	noError(t, err)
	return project
}

// Monitoring has no additional rights, and starts only with its profile.
func TestComposeObservability(t *testing.T) {
	t.Parallel()
	project := mustObservability(t, "minio", "observability")
	none(t, check.HardeningProblems(project))
	none(t, check.ImageProblems(check.ComposeImages(project)...))
	none(t, check.DependencyProblems(project))
	observers := []string{"collector", "tempo", "prometheus", "grafana"}
	for _, name := range observers {
		service, ok := project.Services[name]
		if !ok {
			t.Fatalf("the profile does not run %s", name)
		}
		for _, volume := range service.Volumes {
			if _, err := os.Stat(volume.Source); volume.Type == types.VolumeTypeBind && err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, ok := mustObservability(t, "minio").Services[name]; ok {
			t.Errorf("%s runs without the profile", name)
		}
	}
}

// Prometheus reaches and scrapes every service by name; every service reaches the collector; extractors
// share no network with other services.
func TestObserverReachability(t *testing.T) {
	t.Parallel()
	project := mustObservability(t, "minio", "observability")
	config := string(mustRead(t, root+"/deploy/observability/prometheus.yml"))
	for _, name := range check.Programs() {
		if name == "provision" {
			continue
		}
		env := check.ComposeEnvironment(project, name)
		none(t, check.SettingProblems(name, env, mustSettings(t, name)))
		if env["DOCMILL_OTLP_ENDPOINT"] != "http://collector:4318/v1/traces" {
			t.Errorf("%s: traces go to %q", name, env["DOCMILL_OTLP_ENDPOINT"])
		}
		for _, observer := range []string{"prometheus", "collector"} {
			if len(shared(project, name, observer)) == 0 {
				t.Errorf("%s and %s share no network", name, observer)
			}
		}
		if !strings.Contains(config, "job_name: "+name+"\n") || !strings.Contains(config, "names: ["+name+"]") {
			t.Errorf("%s is not scraped under its name", name)
		}
		if name != "extractor" && slices.ContainsFunc(shared(project, name, "extractor"), func(network string) bool {
			return strings.HasPrefix(network, "telemetry")
		}) {
			t.Errorf("%s and extractors share a network of the observers", name)
		}
	}
}

func shared(project *types.Project, a, b string) []string {
	var both []string
	for network := range project.Services[a].Networks {
		if _, ok := project.Services[b].Networks[network]; ok {
			both = append(both, network)
		}
	}
	return both
}
