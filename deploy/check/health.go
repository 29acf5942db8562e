package check

import (
	"fmt"
	"slices"

	"github.com/compose-spec/compose-go/v2/types"
)

// HealthProblems reports services whose health is not checked by their own binary, in the image or in the
// compose file, and a health check of the provisioning program, which has no admin port.
func HealthProblems(project *types.Project, images Dockerfile) []string {
	var problems []string
	for _, program := range Programs() {
		service := project.Services[program]
		if service.Build == nil {
			problems = append(problems, program+": is not built")
			continue
		}
		var want []string
		if program != "provision" {
			want = append(append([]string{"CMD"}, images.Entrypoint(service.Build.Target)...), "healthcheck")
		}
		if got := images.HealthCheck(service.Build.Target); !slices.Equal(got, want) {
			problems = append(problems, fmt.Sprintf("%s: the image's health check is %q, want %q", program, got, want))
		}
		if got := healthCheck(service); !slices.Equal(got, want) {
			problems = append(problems, fmt.Sprintf("%s: the health check is %q, want %q", program, got, want))
		}
	}
	return problems
}

// DependencyProblems reports unsatisfiable dependencies: on the health of a service without health check,
// or on the end of a restarted one.
func DependencyProblems(project *types.Project) []string {
	var problems []string
	for name, service := range project.Services {
		for on, dependency := range service.DependsOn {
			awaited, runs := project.Services[on]
			if !runs {
				continue // of another profile, or compose would not have loaded it
			}
			switch dependency.Condition {
			case types.ServiceConditionHealthy:
				if healthCheck(awaited) == nil {
					problems = append(problems, fmt.Sprintf("%s waits for the health of %s, which has no health check", name, on))
				}
			case types.ServiceConditionCompletedSuccessfully:
				if awaited.Restart == types.RestartPolicyAlways || awaited.Restart == types.RestartPolicyUnlessStopped {
					problems = append(problems, fmt.Sprintf("%s waits for the end of %s, which is started again", name, on))
				}
			default:
				problems = append(problems, fmt.Sprintf("%s waits for no more than the start of %s", name, on))
			}
		}
	}
	slices.Sort(problems)
	return problems
}

func healthCheck(service types.ServiceConfig) []string {
	if service.HealthCheck == nil || service.HealthCheck.Disable {
		return nil
	}
	return service.HealthCheck.Test
}
