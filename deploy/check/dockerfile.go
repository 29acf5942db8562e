package check

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// Dockerfile is a parsed Dockerfile.
type Dockerfile struct {
	stages   []instructions.Stage
	frontend string // image of the # syntax= line
}

// ParseDockerfile reads a Dockerfile with the parser of BuildKit.
func ParseDockerfile(r io.Reader) (Dockerfile, error) {
	source, err := io.ReadAll(r)
	if err != nil {
		return Dockerfile{}, fmt.Errorf("dockerfile: %w", err)
	}
	frontend, _, _, _ := parser.DetectSyntax(source)
	tree, err := parser.Parse(bytes.NewReader(source))
	if err != nil {
		return Dockerfile{}, fmt.Errorf("dockerfile: %w", err)
	}
	stages, _, err := instructions.Parse(tree.AST, nil)
	if err != nil {
		return Dockerfile{}, fmt.Errorf("dockerfile: %w", err)
	}
	return Dockerfile{stages: stages, frontend: frontend}, nil
}

// Targets returns the names of its stages.
func (d Dockerfile) Targets() []string {
	var names []string
	for _, s := range d.stages {
		names = append(names, s.Name)
	}
	return names
}

// laboratory is only for tests and training: go.mod files replace it, so it must exist, but is not built.
const laboratory = "lab"

// SourceProblems reports files that it copies from the build context but that are not under root, and
// modules whose files it does not copy first.
func (d Dockerfile) SourceProblems(root string, modules []string) []string {
	var problems []string
	copied := map[string]bool{}
	for _, stage := range d.stages {
		for _, command := range stage.Commands {
			c, ok := command.(*instructions.CopyCommand)
			if !ok || c.From != "" {
				continue
			}
			for _, source := range c.SourcePaths {
				copied[source] = true
				if _, err := os.Stat(filepath.Join(root, source)); err != nil {
					problems = append(problems, fmt.Sprintf("copies %s, which is not there", source))
				}
			}
		}
	}
	for _, module := range modules {
		for _, file := range []string{"go.mod", "go.sum"} {
			name := module + "/" + file
			if _, err := os.Stat(filepath.Join(root, name)); err == nil && !copied[name] {
				problems = append(problems, fmt.Sprintf("does not copy %s of %s ahead", file, module))
			}
		}
		folder, _, _ := strings.Cut(module, "/")
		switch {
		case module == laboratory && copied[folder]:
			problems = append(problems, "copies the source of "+module)
		case module != laboratory && !copied[folder]:
			problems = append(problems, "does not copy the source of "+module)
		}
	}
	return problems
}

// UserProblems reports which final stages run as root.
func (d Dockerfile) UserProblems(targets ...string) []string {
	var problems []string
	for _, target := range targets {
		if user, ok := last[*instructions.UserCommand](d, target); !ok || user.User[0] < '1' || user.User[0] > '9' {
			problems = append(problems, target+": does not run as a numeric user")
		}
	}
	return problems
}

// Labels returns a target's labels, with the names of build arguments instead of their values.
func (d Dockerfile) Labels(target string) map[string]string {
	labels := map[string]string{}
	if command, ok := last[*instructions.LabelCommand](d, target); ok {
		for _, l := range command.Labels {
			labels[l.Key] = strings.Trim(l.Value, `"`)
		}
	}
	return labels
}

// OriginProblems reports what a build would fetch besides its base images, and images without labels for
// release and commit.
func (d Dockerfile) OriginProblems(targets ...string) []string {
	var problems []string
	if d.frontend != "" {
		problems = append(problems, "is read by "+d.frontend+", which a build has to fetch")
	}
	for _, target := range targets {
		labels := d.Labels(target)
		for key, argument := range map[string]string{"version": "$VERSION", "revision": "$COMMIT", "created": "$DATE"} {
			name := "org.opencontainers.image." + key
			if labels[name] != argument {
				problems = append(problems, fmt.Sprintf("%s: label %s is %q, want %s", target, name, labels[name], argument))
			}
		}
	}
	return problems
}

// HealthCheck returns a target's health check in the form of compose files ("CMD" and the arguments), or
// nil.
func (d Dockerfile) HealthCheck(target string) []string {
	check, ok := last[*instructions.HealthCheckCommand](d, target)
	if !ok || check.Health == nil {
		return nil
	}
	return check.Health.Test
}

// Entrypoint is the program that a target's containers run.
func (d Dockerfile) Entrypoint(target string) []string {
	entrypoint, ok := last[*instructions.EntrypointCommand](d, target)
	if !ok {
		return nil
	}
	return entrypoint.CmdLine
}

// last returns a target's effective instruction of a type: the last of its stage or base stages.
func last[C instructions.Command](d Dockerfile, target string) (command C, ok bool) {
	at, ok := instructions.HasStage(d.stages, target)
	if !ok {
		return command, false
	}
	stage := d.stages[at]
	for _, c := range slices.Backward(stage.Commands) {
		if command, ok = c.(C); ok {
			return command, true
		}
	}
	return last[C](d, stage.BaseName)
}
