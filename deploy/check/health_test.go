package check_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"

	"github.com/docmill/docmill/deploy/check"
)

func TestHealthCheckBinary(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"minio", "versitygw"} {
		project := mustLoad(t, profile)
		none(t, check.HealthProblems(project, mustDockerfile(t)))
		none(t, check.DependencyProblems(project))
	}
}

// A service's dependencies are healthy before it starts.
func TestComposeStartOrder(t *testing.T) {
	t.Parallel()
	project := mustLoad(t, "minio")
	for program, calls := range map[string][]string{
		"provision": {"nats", "postgres", "minio"}, "gateway": {"auth", "quota", "notifier"}, "extractor": {"gateway"},
	} {
		for _, on := range calls {
			if got := project.Services[program].DependsOn[on].Condition; got != types.ServiceConditionHealthy {
				t.Errorf("%s waits for %s on condition %q", program, on, got)
			}
		}
	}
}

func TestHealthCheckErrors(t *testing.T) {
	t.Parallel()
	images := string(mustRead(t, dockerfile))
	testPlantedCompose(t, func(project *types.Project) []string {
		return slices.Concat(check.HealthProblems(project, mustDockerfile(t)), check.DependencyProblems(project))
	}, map[string]planted{
		"another program": {"docmill-service, healthcheck]", "docmill, healthcheck]", "auth: the health check"},
		"no health check": {"test: [CMD, /usr/local/bin/docmill-service, healthcheck]", "disable: true",
			"health of gateway, which has no"},
		"provision is asked": {"provision:\n    <<: *tool", "provision:\n    <<: *service",
			"provision: the health check"},
		"provision never ends": {"restart: on-failure:5", "restart: unless-stopped",
			"end of provision, which is started again"},
		"only started": {"quota: {condition: service_healthy}", "quota: {condition: service_started}",
			"no more than the start of quota"},
		"target with a check": {"target: tool", "target: service", "provision: the image's health check"},
		"target without a check": {"target: service, args: {SERVICE: quota}", "target: tool, args: {SERVICE: quota}",
			"quota: the image's health check"},
	})
	for old, replacement := range map[string]string{"HEALTHCHECK --interval": "HEALTHCHECK NONE\n#",
		`"healthcheck"]`: `"migrate"]`} {
		d, err := check.ParseDockerfile(bytes.NewReader([]byte(strings.ReplaceAll(images, old, replacement))))
		noError(t, err)
		mention(t, check.HealthProblems(mustLoad(t, "minio"), d), "extractor: the image's health check")
	}
}
