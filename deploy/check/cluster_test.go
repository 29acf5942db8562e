package check_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/deploy/check"
)

const overlay = root + "/deploy/k8s/overlays/dev"

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustBuild(t *testing.T) string {
	t.Helper()
	return mustBuildAt(t, overlay)
}

func mustBuildAt(t *testing.T, dir string) string {
	t.Helper()
	stream, err := check.BuildKustomization(dir)
	noError(t, err)
	return string(stream)
}

// planted is an error in a file, and a part of the problem that it causes.
type planted struct{ old, new, want string }

// testPlanted checks that problems finds each error in the source.
func testPlanted(
	t *testing.T, source string, problems func(t *testing.T, source string) []string, errors map[string]planted,
) {
	t.Helper()
	for name, e := range errors {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(source, e.old) {
				t.Fatalf("%q is not in the source", e.old)
			}
			mention(t, problems(t, strings.ReplaceAll(source, e.old, e.new)), e.want)
		})
	}
}

func mustCluster(t *testing.T, stream string) *check.Cluster {
	t.Helper()
	objects, err := check.DecodeManifests([]byte(stream))
	noError(t, err)
	return check.NewCluster(objects)
}

func mustWorkload(t *testing.T, c *check.Cluster, name string) check.Workload {
	t.Helper()
	w, ok := c.Workload(name)
	if !ok {
		t.Fatalf("no workload %s", name)
	}
	return w
}

func TestValidManifests(t *testing.T) {
	t.Parallel()
	objects, err := check.DecodeManifests([]byte(mustBuild(t)))
	noError(t, err)
	none(t, check.ValidateManifests(objects))
	cluster := check.NewCluster(objects)
	none(t, cluster.ReferenceProblems())
	problems, err := cluster.SecurityProblems()
	noError(t, err)
	none(t, problems)
}

func TestManifestServiceSettings(t *testing.T) {
	t.Parallel()
	cluster := mustCluster(t, mustBuild(t))
	environments := map[string]check.Environment{}
	for _, name := range append(check.Programs(), "nats") {
		env, problems := cluster.Environment(mustWorkload(t, cluster, name))
		none(t, problems)
		environments[name] = env
	}
	for _, program := range check.Programs() {
		none(t, check.SettingProblems(program, environments[program], mustSettings(t, program)))
	}
	none(t, check.CredentialProblems(environments, environments["nats"]))
	none(t, check.NATSConfigProblems(mustRead(t, root+"/deploy/nats/nats.conf"), environments["nats"]))
}

func TestProbesAndDrainTimes(t *testing.T) {
	t.Parallel()
	source := mustRead(t, root+"/libs/process/process.go")
	match := regexp.MustCompile(`StopTimeout = (\d+) \* time\.Second`).FindSubmatch(source)
	if match == nil {
		t.Fatal("libs/process declares no StopTimeout in seconds")
	}
	seconds, err := strconv.Atoi(string(match[1]))
	noError(t, err)
	// After the drain, connections and telemetry are closed, 5 s each.
	drain := time.Duration(seconds)*time.Second + 10*time.Second
	cluster := mustCluster(t, mustBuild(t))
	for _, program := range check.Programs() {
		if program == "provision" {
			continue
		}
		w := mustWorkload(t, cluster, program)
		none(t, check.ProbeProblems(w))
		none(t, check.GraceProblems(w, drain))
	}
	if len(check.GraceProblems(mustWorkload(t, cluster, "gateway"), time.Minute)) == 0 {
		t.Error("a drain of a minute fits into a minute less the pause before it")
	}
}

func TestNetworkPolicies(t *testing.T) {
	t.Parallel()
	stream := mustBuild(t)
	cluster := mustCluster(t, stream)
	for name, want := range map[string][]string{
		"extractor": {"dns", "nats", "objectstore"},
		"gateway":   {"dns", "nats", "objectstore", "postgres"},
		"auth":      {"dns", "nats", "postgres"},
		"quota":     {"dns", "nats", "postgres"},
		"notifier":  {"dns", "nats", "postgres"},
		"provision": {"dns", "nats", "objectstore", "postgres"},
		"postgres":  {"dns"},
	} {
		if got := cluster.Reach(mustWorkload(t, cluster, name)); !slices.Equal(got, want) {
			t.Errorf("%s reaches %v, want %v", name, got, want)
		}
	}
	open := mustCluster(t, strings.ReplaceAll(stream, "  - Egress\n", "  - Ingress\n"))
	if got := open.Reach(mustWorkload(t, open, "extractor")); !slices.Equal(got, []string{"everything"}) {
		t.Errorf("without egress policies the extractor reaches %v", got)
	}
}

func TestManifestErrors(t *testing.T) {
	t.Parallel()
	testPlanted(t, mustBuild(t), allProblems, map[string]planted{
		"unknown field": {"readinessProbe:", "readynessProbe:", "readynessProbe"},
		"quantity":      {"memory: 3584Mi", "memory: 3584MiB", "quantities"},
		"selector": {"    matchLabels:\n      app.kubernetes.io/name: auth\n  strategy",
			"    matchLabels:\n      app.kubernetes.io/name: other\n  strategy", "selector"},
		"autoscaler's bounds": {"maxReplicas: 4", "maxReplicas: 0", "maxReplicas"},
		"port name":           {"name: admin", "name: administration-port", "administration-port"},
		"service account":     {"serviceAccountName: quota", "serviceAccountName: kwota", "kwota"},
		"service selector": {"selector:\n    app.kubernetes.io/name: nats\n",
			"selector:\n    app.kubernetes.io/name: gnats\n", "selects no pod"},
		"scaled deployment": {"kind: Deployment\n    name: extractor", "kind: Deployment\n    name: extraktor", "extraktor"},
		"root user":         {"runAsNonRoot: true", "runAsNonRoot: false", "runAsNonRoot"},
		"seccomp":           {"type: RuntimeDefault", "type: Unconfined", "seccomp"},
		"writable root":     {"readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "writable"},
		"token":             {"automountServiceAccountToken: false", "automountServiceAccountToken: true", "token"},
	})
}

func TestVariableErrors(t *testing.T) {
	t.Parallel()
	testPlanted(t, mustBuild(t), func(t *testing.T, stream string) []string {
		cluster := mustCluster(t, stream)
		_, problems := cluster.Environment(mustWorkload(t, cluster, "gateway"))
		return problems
	}, map[string]planted{
		"dangling": {"key: s3-bucket", "key: s3-buckett", "DOCMILL_S3_BUCKET"},
		// Duplicate names stay in the object, and the API server warns that apply may drop one.
		"duplicate": {"name: DOCMILL_S3_REGION", "name: DOCMILL_S3_BUCKET", "DOCMILL_S3_BUCKET twice"},
	})
}

func allProblems(t *testing.T, stream string) []string {
	t.Helper()
	objects, err := check.DecodeManifests([]byte(stream))
	if err != nil {
		return []string{err.Error()}
	}
	cluster := check.NewCluster(objects)
	problems, err := cluster.SecurityProblems()
	noError(t, err)
	return slices.Concat(check.ValidateManifests(objects), cluster.ReferenceProblems(), problems)
}
