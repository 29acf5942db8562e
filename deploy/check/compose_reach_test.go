package check_test

import (
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"
	"github.com/docmill/docmill/deploy/check"
)

const composeNATS = root + "/deploy/compose/nats.conf"

// Services that read documents reach the ports of NATS and the object store, but no profiling, metrics or
// monitoring port.
func TestComposeExtractorIsolation(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"minio", "versitygw"} {
		project := mustLoad(t, profile)
		for service, want := range map[string][]string{
			"extractor": {profile, "nats"},
			"auth":      {"gateway", "nats", "notifier", "postgres", "provision", "quota"},
			"postgres":  {"auth", "gateway", "notifier", "provision", "quota"},
			profile:     {"extractor", "gateway", "provision"},
		} {
			if got := check.ComposeReach(project, service); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
				t.Errorf("%s shares networks with %v, want %v", service, got, want)
			}
		}
		if !slices.Contains(check.ComposeReach(project, "gateway"), "outside") {
			t.Error("nobody reaches the gateway")
		}
		loopback(t, check.ComposeEnvironment(project, "extractor")["DOCMILL_ADMIN_LISTEN"])
	}
}

func TestComposeNATSMonitoringPort(t *testing.T) {
	t.Parallel()
	var mounted bool
	for _, volume := range mustLoad(t, "minio").Services["nats"].Volumes {
		mounted = mounted || strings.HasSuffix(volume.Source, "deploy/compose/nats.conf")
	}
	if !mounted {
		t.Error("NATS does not read deploy/compose/nats.conf")
	}
	for line := range strings.Lines(string(mustRead(t, composeNATS))) {
		if address, ok := strings.CutPrefix(line, "http: "); ok {
			loopback(t, strings.Trim(strings.TrimSpace(address), `"`))
			return
		}
		if strings.HasPrefix(line, "http_port") {
			break
		}
	}
	t.Error("the monitoring port listens on every address")
}

func loopback(t *testing.T, address string) {
	t.Helper()
	host, _, err := net.SplitHostPort(address)
	if err != nil || !net.ParseIP(host).IsLoopback() {
		t.Errorf("%q is reached by others", address)
	}
}

func TestComposeSharedNetworks(t *testing.T) {
	t.Parallel()
	testPlantedCompose(t, func(project *types.Project) []string {
		return check.ComposeReach(project, "extractor")
	}, map[string]planted{
		"the services' network": {"networks: [work, files]", "networks: [bus, files]", "auth"},
		"the gateway's store":   {"networks: [work, files]", "networks: [work, objects]", "gateway"},
		"a way out":             {"work: {internal: true}", "work: {}", "outside"},
	})
}

func TestContainerMemoryLimits(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"minio", "versitygw"} {
		none(t, check.MemoryProblems(mustLoad(t, profile), "postgres"))
	}
	testPlantedCompose(t, func(project *types.Project) []string {
		return check.MemoryProblems(project, "postgres")
	}, map[string]planted{
		"no limit":      {"mem_limit: 768m", "pids_limit: 256", "gateway: has no memory limit"},
		"no soft limit": {"  GOMEMLIMIT: 200MiB\n", "", "quota: has no GOMEMLIMIT"},
		"above it":      {"GOMEMLIMIT: 512MiB", "GOMEMLIMIT: 3500MiB", "extractor: GOMEMLIMIT"},
	})
}

// Scaling with --scale ends with the next `up`; the env file persists.
func TestExtractorCountSetting(t *testing.T) {
	t.Parallel()
	source := string(mustRead(t, example))
	file := plant(t, source, "DOCMILL_EXTRACTORS=1", "DOCMILL_EXTRACTORS=3")
	project, err := check.LoadCompose(t.Context(), compose, file, "minio")
	noError(t, err)
	extractor := project.Services["extractor"]
	if got := extractor.GetScale(); got != 3 {
		t.Errorf("%d extractors run, want 3", got)
	}
}

// The second gateway equals the first one except for its port, so that either can be recreated while the
// other serves.
func TestEqualGateways(t *testing.T) {
	t.Parallel()
	project, err := check.LoadCompose(t.Context(), compose, example, "minio", "second-gateway")
	noError(t, err)
	none(t, check.HardeningProblems(project))
	first, second := project.Services["gateway"], project.Services["gateway-second"]
	if first.Ports[0].Published == second.Ports[0].Published || second.Image != first.Image {
		t.Errorf("ports %v and %v, images %s and %s", first.Ports, second.Ports, first.Image, second.Image)
	}
	for name, value := range check.ComposeEnvironment(project, "gateway") {
		if check.ComposeEnvironment(project, "gateway-second")[name] != value {
			t.Errorf("%s differs", name)
		}
	}
	if _, runs := mustLoad(t, "minio").Services["gateway-second"]; runs {
		t.Error("it runs unasked")
	}
}

// Docker assigns networks from its pools, so a fixed network in their range may be in use already.
func TestFixedNetworksOutsideDockerPools(t *testing.T) {
	t.Parallel()
	project := mustLoad(t, "versitygw")
	fixed := 0
	for name := range project.Networks {
		for _, pool := range project.Networks[name].Ipam.Config {
			subnet, err := netip.ParsePrefix(pool.Subnet)
			noError(t, err)
			fixed++
			for _, taken := range []string{"172.16.0.0/12", "192.168.0.0/16"} {
				if netip.MustParsePrefix(taken).Overlaps(subnet) {
					t.Errorf("%s: %s lies in %s", name, subnet, taken)
				}
			}
		}
	}
	if fixed == 0 {
		t.Error("no network is fixed")
	}
}
