package check_test

import (
	"regexp"
	"strings"
	"testing"
)

// Two releases can be applied in sequence: their Jobs have different names, and keep their logs.
func TestJobNamePerRelease(t *testing.T) {
	t.Parallel()
	source := mustRead(t, root+"/libs/version/version.go")
	match := regexp.MustCompile(`const Number = "([^"]+)"`).FindSubmatch(source)
	if match == nil {
		t.Fatal("libs/version declares no Number")
	}
	release, stream := strings.ReplaceAll(string(match[1]), ".", "-"), mustBuild(t)
	none(t, mustCluster(t, stream).JobProblems(release))
	testPlanted(t, stream, func(t *testing.T, stream string) []string {
		return mustCluster(t, stream).JobProblems(release)
	}, map[string]planted{
		"same name":  {"name: provision-" + release, "name: provision", "want the name"},
		"vanishes":   {"backoffLimit: 10", "backoffLimit: 10\n  ttlSecondsAfterFinished: 600", "vanishes"},
		"ends early": {"backoffLimit: 10", "backoffLimit: 10\n  activeDeadlineSeconds: 900", "vanishes"},
		"no logs":    {"restartPolicy: Never", "restartPolicy: OnFailure", "is lost"},
	})
}
