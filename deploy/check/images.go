package check

import (
	"slices"
	"strings"

	"github.com/compose-spec/compose-go/v2/types"
	"github.com/distribution/reference"
)

// ImageProblems reports image names that do not identify an image: malformed ones, those without tag and
// digest, and those with the tag latest.
func ImageProblems(names ...string) []string {
	var problems []string
	for _, name := range names {
		named, err := reference.ParseNormalizedNamed(name)
		if err != nil {
			problems = append(problems, name+": "+err.Error())
			continue
		}
		tagged, isTagged := named.(reference.Tagged)
		_, isDigested := named.(reference.Digested)
		switch {
		case isTagged && tagged.Tag() == "latest":
			problems = append(problems, name+": has the tag latest")
		case !isTagged && !isDigested:
			problems = append(problems, name+": has neither tag nor digest")
		}
	}
	return problems
}

// ComposeImages are the images that the services of a project run.
func ComposeImages(project *types.Project) []string {
	var names []string
	for _, s := range project.Services {
		names = append(names, s.Image)
	}
	slices.Sort(names)
	return names
}

// Images are those that the cluster's workloads run.
func (c *Cluster) Images() []string {
	var names []string
	for _, w := range c.Workloads {
		for _, container := range slices.Concat(w.Pod.Spec.InitContainers, w.Pod.Spec.Containers) {
			names = append(names, container.Image)
		}
	}
	return names
}

// BaseImages returns the external images of the stages, with the names of build arguments instead of their
// values.
func (d Dockerfile) BaseImages() []string {
	var names []string
	for _, s := range d.stages {
		if !slices.Contains(d.Targets(), s.BaseName) {
			names = append(names, strings.NewReplacer("${", "", "}", "").Replace(s.BaseName))
		}
	}
	return names
}
