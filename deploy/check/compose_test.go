package check_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"

	"github.com/docmill/docmill/deploy/check"
)

const (
	root    = "../.."
	compose = root + "/docker-compose.yml"
	example = root + "/.env.example"
)

func mustLoad(t *testing.T, profile string) *types.Project {
	t.Helper()
	project, err := check.LoadCompose(t.Context(), compose, example, profile)
	noError(t, err)
	return project
}

func none(t *testing.T, problems []string) {
	t.Helper()
	for _, p := range problems {
		t.Error(p)
	}
}

func mustSettings(t *testing.T, program string) map[string]check.Setting {
	t.Helper()
	settings, err := check.Settings(root, program)
	noError(t, err)
	return settings
}

func composeEnvironments(project *types.Project) map[string]check.Environment {
	all := map[string]check.Environment{}
	for _, program := range check.Programs() {
		all[program] = check.ComposeEnvironment(project, program)
	}
	return all
}

func TestComposeServiceSettings(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"minio", "versitygw"} {
		project := mustLoad(t, profile)
		environments := composeEnvironments(project)
		for _, program := range check.Programs() {
			none(t, check.SettingProblems(program, environments[program], mustSettings(t, program)))
		}
		nats := check.ComposeEnvironment(project, "nats")
		none(t, check.CredentialProblems(environments, nats))
		none(t, check.NATSConfigProblems(mustRead(t, root+"/deploy/nats/nats.conf"), nats))
		none(t, check.HardeningProblems(project))
		if _, ok := project.Services[profile]; !ok {
			t.Errorf("profile %s does not run its object store", profile)
		}
	}
}

func TestComposeProvisionOrder(t *testing.T) {
	t.Parallel()
	project := mustLoad(t, "minio")
	for _, program := range check.Programs() {
		if program == "provision" {
			continue
		}
		on := project.Services[program].DependsOn["provision"]
		if on.Condition != types.ServiceConditionCompletedSuccessfully {
			t.Errorf("%s does not wait for provision", program)
		}
	}
}

func TestComposeBuildTargets(t *testing.T) {
	t.Parallel()
	targets := mustDockerfile(t).Targets()
	for name, service := range mustLoad(t, "minio").Services {
		if service.Build != nil && !slices.Contains(targets, service.Build.Target) {
			t.Errorf("%s: no target %q", name, service.Build.Target)
		}
	}
}

func TestComposeErrors(t *testing.T) {
	t.Parallel()
	testPlantedCompose(t, func(*types.Project) []string { return nil }, map[string]planted{
		"unknown member":     {"pids_limit: 256", "pids_limits: 256", "pids_limits"},
		"unknown dependency": {"auth: {condition: service_healthy}", "auht: {condition: service_healthy}", "auht"},
		"unknown volume":     {"nats-data:/data", "natsdata:/data", "natsdata"},
		"condition":          {"condition: service_completed_successfully", "condition: service_done", "must be one of"},
		"unset variable":     {"${POSTGRES_PASSWORD:?", "${POSTGRES_PASSWD:?", "POSTGRES_PASSWD"},
	})
}

func TestComposeExcessRights(t *testing.T) {
	t.Parallel()
	testPlantedCompose(t, check.HardeningProblems, map[string]planted{
		"writable root": {"read_only: true", "read_only: false", "writable"},
		"capabilities":  {"cap_drop: [ALL]", "cap_drop: [CHOWN]", "capabilities"},
		"privileges":    {"no-new-privileges:true", "no-new-privileges:false", "may gain"},
		"public port":   {"127.0.0.1:${DOCMILL_PORT", "0.0.0.0:${DOCMILL_PORT", "publishes port 8080"},
		"port of a server": {"networks: [database]\n    healthcheck",
			"networks: [database]\n    ports: [\"127.0.0.1:5432:5432\"]\n    healthcheck", "publishes port 5432"},
	})
}

// plant writes source with an error in it and returns the file's path.
func plant(t *testing.T, source, old, replacement string) string {
	t.Helper()
	if !strings.Contains(source, old) {
		t.Fatalf("%q is not in the file", old)
	}
	return writeCompose(t, strings.ReplaceAll(source, old, replacement))
}

func writeCompose(t *testing.T, source string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "docker-compose.yml")
	noError(t, os.WriteFile(file, []byte(source), 0o600))
	return file
}

// testPlantedCompose checks that problems finds each error in the compose file.
func testPlantedCompose(t *testing.T, problems func(*types.Project) []string, errors map[string]planted) {
	t.Helper()
	testPlanted(t, string(mustRead(t, compose)), func(t *testing.T, source string) []string {
		project, err := check.LoadCompose(t.Context(), writeCompose(t, source), example, "minio")
		if err != nil {
			return []string{err.Error()}
		}
		return problems(project)
	}, errors)
}

func mention(t *testing.T, problems []string, want string) {
	t.Helper()
	if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, want) }) {
		t.Fatalf("got %q, want a problem with %q", problems, want)
	}
}

func mustRead(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	noError(t, err)
	return b
}
