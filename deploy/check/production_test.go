package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/deploy/check"
)

func productionProblems(t *testing.T, stream string) []string {
	t.Helper()
	problems := allProblems(t, stream)
	if len(problems) > 0 {
		return problems
	}
	cluster := mustCluster(t, stream)
	return slices.Concat(cluster.CustomProblems(), cluster.ProductionProblems())
}

func TestProduction(t *testing.T) {
	t.Parallel()
	stream := mustBuildAt(t, root+"/deploy/k8s/overlays/production")
	none(t, productionProblems(t, stream))
	cluster := mustCluster(t, stream)
	for _, program := range check.Programs() {
		w := mustWorkload(t, cluster, program)
		env, problems := cluster.Environment(w)
		none(t, problems)
		none(t, check.SettingProblems(program, env, mustSettings(t, program)))
		if program != "provision" {
			none(t, check.ProbeProblems(w))
		}
	}
	for program, want := range map[string]map[string]string{
		"gateway": {
			"DOCMILL_PUBLIC_URL": "https://docmill.example", "DOCMILL_TRUSTED_PROXIES": "10.244.0.0/16",
			"DOCMILL_RETENTION": "0s", "DOCMILL_OIDC_ISSUER": "https://login.example", "DOCMILL_NATS_REPLICAS": "3",
			"DOCMILL_S3_CREDENTIALS": "workload-identity", "DOCMILL_S3_CA_FILE": "", "DOCMILL_TLS_REQUIRED": "true",
			"AWS_WEB_IDENTITY_TOKEN_FILE": "/var/run/docmill/identity/token",
		},
		"extractor": {"DOCMILL_SANDBOX": "require", "DOCMILL_S3_CA_FILE": ""},
		"provision": {"DOCMILL_S3_CREDENTIALS": "workload-identity", "DOCMILL_PUBLIC_URL": "https://docmill.example"},
		"quota":     {"DOCMILL_OTLP_ENDPOINT": "http://otel-collector.monitoring.svc:4318"},
	} {
		env, _ := cluster.Environment(mustWorkload(t, cluster, program))
		for name, value := range want {
			if env[name] != value {
				t.Errorf("%s: %s is %q, want %q", program, name, env[name], value)
			}
		}
	}
	nats := mustWorkload(t, cluster, "nats")
	if !slices.Contains(nats.Pod.Spec.Containers[0].Command, "--tlsverify") {
		t.Error("NATS lets clients in without a certificate")
	}
	for name, want := range map[string][]string{
		"extractor": {"dns", "nats", "outside"}, "auth": {"dns", "nats", "outside"},
	} {
		if got := cluster.Reach(mustWorkload(t, cluster, name)); !slices.Equal(got, want) {
			t.Errorf("%s reaches %v, want %v", name, got, want)
		}
	}
}

// Each rule detects its violation.
func TestProductionErrors(t *testing.T) {
	t.Parallel()
	zeros := strings.Repeat("0", 64)
	testPlanted(t, mustBuildAt(t, root+"/deploy/k8s/overlays/production"), productionProblems, map[string]planted{
		"tag": {"gateway@sha256:" + zeros, "gateway:latest", "gateway:latest has no digest"},
		"secret": {"kind: PriorityClass\nmetadata:\n  name: docmill-state", "kind: Secret\nmetadata:\n  name: x",
			`no kind "Secret"`},
		"priority":  {"priorityClassName: docmill-work", "priorityClassName: docmill-play", "extractor: has no priority"},
		"ephemeral": {"            ephemeral-storage: 256Mi\n", "", "extractor: has no bounds of ephemeral"},
		"zones":     {"topologyKey: topology.kubernetes.io/zone", "topologyKey: rack", "quota: is not spread over zones"},
		"one notifier": {"  name: notifier\n  namespace: docmill\nspec:\n  replicas: 2",
			"  name: notifier\n  namespace: docmill\nspec:\n  replicas: 1", "notifier: runs once"},
		"one extractor": {"minReplicaCount: 2", "minReplicaCount: 1", "extractor: runs once"},
		"budget": {"  maxUnavailable: 1\n  selector:\n    matchLabels:\n      app.kubernetes.io/name: auth",
			"  maxUnavailable: 1\n  selector:\n    matchLabels:\n      app.kubernetes.io/name: other", "auth: has no budget"},
		"scaled object": {"kind: Deployment\n    name: extractor\n  triggers",
			"kind: Deployment\n    name: xtractor\n  triggers", "no xtractor"},
		"backup":   {"  cluster:\n    name: postgres", "  cluster:\n    name: postgers", "no cluster postgers"},
		"template": {"{{ .secret }}", "{{ .sekret }}", "needs sekret"},
		"certificate": {"secretName: docmill-nats-tls\n  usages", "secretName: nats-tls\n  usages",
			"nobody brings the Secret docmill-nats-tls"},
		"ingress":        {"pathType: Prefix", "pathType: Prefixed", "pathType"},
		"priority value": {"value: 100000", "value: 2000000000", "value"},
	})
}
