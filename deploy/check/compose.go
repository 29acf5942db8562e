package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"k8s.io/apimachinery/pkg/api/resource"
)

// LoadCompose loads a compose file strictly, as the compose command does, with the variables of an env file
// and the given profiles.
func LoadCompose(ctx context.Context, file, envFile string, profiles ...string) (*types.Project, error) {
	return LoadComposeFiles(ctx, []string{file}, envFile, profiles...)
}

// LoadComposeFiles is LoadCompose for a file and those that override it.
func LoadComposeFiles(ctx context.Context, files []string, envFile string, profiles ...string) (*types.Project, error) {
	file := files[len(files)-1]
	options, err := cli.NewProjectOptions(files,
		cli.WithEnvFiles(envFile), cli.WithDotEnv, cli.WithProfiles(profiles), cli.WithResolvedPaths(true))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	project, err := options.LoadProject(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return project, nil
}

// ComposeEnvironment returns the environment of a service of the project.
func ComposeEnvironment(project *types.Project, service string) Environment {
	env := Environment{}
	for name, value := range project.Services[service].Environment {
		if value != nil {
			env[name] = *value
		}
	}
	return env
}

// HardeningProblems reports services with more rights than necessary, and ports reachable from other
// machines.
func HardeningProblems(project *types.Project) []string {
	forPeople := []string{"gateway", "gateway-second", "grafana"}
	var problems []string
	for name, s := range project.Services {
		if !s.ReadOnly {
			problems = append(problems, name+": root file system is writable")
		}
		if !slices.Contains(s.CapDrop, "ALL") || len(s.CapAdd) > 0 || s.Privileged {
			problems = append(problems, name+": keeps capabilities")
		}
		if !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			problems = append(problems, name+": may gain privileges")
		}
		for _, port := range s.Ports {
			if !slices.Contains(forPeople, name) || port.HostIP != "127.0.0.1" {
				problems = append(problems, fmt.Sprintf("%s: publishes port %d on %q", name, port.Target, port.HostIP))
			}
		}
	}
	slices.Sort(problems)
	return problems
}

// ComposeReach returns the names of the services that share a network with a service, sorted, and "outside"
// for an external network. The service can connect to all their ports that do not listen on loopback only.
func ComposeReach(project *types.Project, service string) []string {
	own := project.Services[service].Networks
	var names []string
	for network := range own {
		if !project.Networks[network].Internal {
			names = append(names, "outside")
		}
		for name, other := range project.Services {
			if _, shared := other.Networks[network]; shared && name != service {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// MemoryProblems reports services without a memory limit, and Go programs without GOMEMLIMIT, whose
// collector would not work harder before the container is killed.
func MemoryProblems(project *types.Project, others ...string) []string {
	var problems []string
	for name, s := range project.Services {
		if s.MemLimit <= 0 {
			problems = append(problems, name+": has no memory limit")
			continue
		}
		if slices.Contains(others, name) {
			continue
		}
		value := ComposeEnvironment(project, name)["GOMEMLIMIT"]
		soft, err := resource.ParseQuantity(strings.TrimSuffix(value, "B"))
		if err != nil || soft.Sign() <= 0 {
			problems = append(problems, name+": has no GOMEMLIMIT")
		} else if soft.Value() > int64(s.MemLimit)*9/10 {
			problems = append(problems, fmt.Sprintf("%s: GOMEMLIMIT %s is more than nine tenths of its limit", name, value))
		}
	}
	slices.Sort(problems)
	return problems
}
